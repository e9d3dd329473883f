import { h } from "../ui/dom";

const ID = "picker";

/** The box that lets the person pick files; it is in the page, unseen, and opened by `pickFiles`. */
export function filePicker(open: (files: readonly File[]) => void): HTMLInputElement {
  const picker = h("input", {
    type: "file",
    id: ID,
    multiple: true,
    class: "unseen",
    tabindex: -1,
    "aria-label": "Files to open",
    onchange: () => {
      open([...(picker.files ?? [])]);
      // The same file may be picked again.
      picker.value = "";
    },
  });
  return picker;
}

/** Lets the person pick files. */
export function pickFiles(): void {
  document.getElementById(ID)?.click();
}
