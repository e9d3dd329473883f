import { h } from "./dom";
import { placeNear } from "./place";

/** Something a menu offers. */
export interface Item {
  text: string;
  /** Label for screen readers, if the text alone is not enough. */
  label?: string;
  act: () => void;
}

/**
 * A button that opens a short list of buttons below it, with any other elements between them; the browser closes it on
 * Escape or a click elsewhere. The up and down keys move between buttons. `opens` is called before the list is visible.
 */
export function menu(
  text: string,
  label: string,
  content: readonly (Item | HTMLElement)[],
  opens: () => void = () => {},
): { root: HTMLElement; button: HTMLButtonElement } {
  const list = h(
    "div",
    { class: "menu", popover: "auto", role: "group", "aria-label": label, onkeydown: goOn },
    ...content.map((item) => (item instanceof HTMLElement ? item : itemButton(item))),
  );

  function itemButton({ text, label, act }: Item): HTMLElement {
    const choose = (): void => {
      list.hidePopover();
      act();
    };
    return h("button", { "aria-label": label ?? null, onclick: choose }, text);
  }

  function goOn(event: KeyboardEvent): void {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    // In a choice the arrows choose.
    if (by === undefined || event.target instanceof HTMLSelectElement) return;
    const all = [...list.querySelectorAll<HTMLElement>("button, select")];
    all[(all.indexOf(document.activeElement as HTMLElement) + by + all.length) % all.length]?.focus();
    event.preventDefault();
  }

  const button = h(
    "button",
    { class: "quiet", title: label, "aria-label": label, "aria-expanded": "false" },
    text,
  );
  button.popoverTargetElement = list;
  list.addEventListener("toggle", (event) => {
    const open = event.newState === "open";
    button.setAttribute("aria-expanded", String(open));
    if (!open) return;
    opens();
    placeNear(list, button, "right");
    list.querySelector("button")?.focus();
  });
  return { root: h("span", { class: "menu-place" }, button, list), button };
}
