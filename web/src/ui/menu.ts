import { h } from "./dom";
import { placeNear } from "./place";

/** Something a menu offers. */
export interface Item {
  text: string;
  /** What screen readers say, where the text alone is not enough. */
  label?: string;
  run: () => void;
}

/** A button that opens a short list of buttons below it; the browser closes it on Escape or a click elsewhere. */
export function menu(text: string, label: string, items: readonly Item[]): { root: HTMLElement } {
  const list = h("div", { class: "menu", popover: "auto", "aria-label": label });
  for (const { text, label, run } of items) {
    list.append(
      h(
        "button",
        {
          type: "button",
          "aria-label": label ?? null,
          onclick: () => {
            list.hidePopover();
            run();
          },
        },
        text,
      ),
    );
  }
  const button = h(
    "button",
    {
      type: "button",
      class: "quiet",
      title: label,
      "aria-label": label,
      "aria-haspopup": "true",
      "aria-expanded": "false",
    },
    text,
  );
  button.popoverTargetElement = list;
  list.addEventListener("toggle", (event) => {
    const open = event.newState === "open";
    button.setAttribute("aria-expanded", String(open));
    if (!open) return;
    placeNear(list, button, "right");
    list.querySelector("button")?.focus();
  });
  return { root: h("span", { class: "menu-place" }, button, list) };
}
