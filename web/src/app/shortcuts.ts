import { isTyping } from "../ui/dom";

/** A single key, and what it does. */
export interface Shortcut {
  key: string;
  /** In the list of shortcuts. */
  does: string;
  run: () => void;
}

/**
 * Listens for single keys outside of text boxes. `active` are the shortcuts that have a meaning now; keys with
 * Control, Alt or Meta are the browser's.
 */
export function listen(active: () => readonly Shortcut[]): void {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isTyping(event.target) && event.key !== "Escape") return;
    // An open dialog has the keys for itself, and of a menu Escape is one; it closes both.
    if (document.querySelector(event.key === "Escape" ? "dialog[open], :popover-open" : "dialog[open]"))
      return;
    const shortcut = active().find(({ key }) => key === event.key || key === event.key.toLowerCase());
    if (!shortcut) return;
    event.preventDefault();
    shortcut.run();
  });
}
