import { h, quietButton, setAttribute } from "./dom";

/** Makes the row of a panel's controls; on a narrow screen, a button shows them. */
export function panelFields(title: string, ...parts: Node[]): HTMLElement {
  const toggle = (): void => {
    setAttribute(button, "aria-expanded", String(root.classList.toggle("open")));
  };
  const button = quietButton("Settings", toggle, {
    class: "quiet fold-fields",
    "aria-expanded": "false",
    "aria-label": `Settings: ${title}`,
  });
  const root = h("div", { class: "panel-fields foldable" }, button, ...parts);
  return root;
}
