import { h } from "./dom";

/** A hidden input for files; a click on it opens the dialog of the browser. */
export function filePicker(
  attributes: Record<string, string | boolean>,
  open: (files: readonly File[]) => void,
): HTMLInputElement {
  const box = h("input", {
    type: "file",
    class: "unseen",
    tabindex: -1,
    ...attributes,
    onchange: () => {
      open([...(box.files ?? [])]);
      // Allows the same file to be picked again.
      box.value = "";
    },
  });
  return box;
}
