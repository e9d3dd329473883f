import { isTyping } from "../ui/dom";

/** A key and its action. */
export interface Shortcut {
  /** As `KeyboardEvent.key` has it; with Control, or on a Mac with Command, "Ctrl Z" or "Ctrl Shift Z". */
  key: string;
  /** In the list of shortcuts. */
  does: string;
  /** Title of the panel that the key changes, in the list of shortcuts; the page without one. */
  panel?: string;
  act: () => void;
}

/** The places whose focus or pointer allows single characters, and the page before a file is open. */
const WITH_KEYS = ".panel:is(:hover, :focus-within), .empty:not([hidden])";

/**
 * Listens for keys outside text boxes. `active` returns the current shortcuts; the browser handles all other keys, and
 * those with Alt. A key without Control that writes a character acts only while a panel has the focus or the pointer:
 * speech input may write characters anywhere (WCAG 2.1.4). The list of keys is always one key away.
 */
export function listen(active: () => readonly Shortcut[]): void {
  addEventListener("keydown", (event) => {
    if (event.altKey || event.defaultPrevented) return;
    if (isTyping(event.target) && event.key !== "Escape") return;
    // An open dialog has the keys for itself, and of a menu Escape is one; it closes both.
    if (document.querySelector(event.key === "Escape" ? "dialog[open], :popover-open" : "dialog[open]"))
      return;
    const name = nameOf(event);
    if (name.length === 1 && name !== "?" && !document.querySelector(WITH_KEYS)) return;
    const shortcut = active().find(({ key }) => key === name || key === name.toLowerCase());
    if (!shortcut) return;
    event.preventDefault();
    shortcut.act();
  });
}

function nameOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  if (!ctrlKey && !metaKey) return shiftKey && key.length > 1 ? `Shift ${key}` : key;
  return `Ctrl ${shiftKey ? "Shift " : ""}${key.toUpperCase()}`;
}
