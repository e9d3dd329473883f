import { h } from "./dom";

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
    // A popover stands in the top layer, which has no places of its own: it is put below its button.
    const { right, bottom } = button.getBoundingClientRect();
    list.style.left = `${Math.max(4, right - list.offsetWidth)}px`;
    list.style.top = `${Math.min(bottom + 2, innerHeight - list.offsetHeight - 4)}px`;
    list.querySelector("button")?.focus();
  });
  return { root: h("span", { class: "menu-place" }, button, list) };
}
