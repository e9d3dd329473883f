import { isTyping } from "./dom";

/** A shortcut: the key, what it does, and the doing. */
export interface Shortcut {
  key: string;
  does: string;
  run: () => void;
}

/** Listens for single keys outside of text boxes; keys of the browser are left alone. */
export function listen(shortcuts: readonly Shortcut[]): void {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isTyping(event.target) && event.key !== "Escape") return;
    // An open dialog has the keys for itself; Escape closes it.
    if (document.querySelector("dialog[open]")) return;
    const shortcut = shortcuts.find(({ key }) => key === event.key || key === event.key.toLowerCase());
    if (!shortcut) return;
    event.preventDefault();
    shortcut.run();
  });
}
