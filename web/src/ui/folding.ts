/** Panels that show their heading alone until they are wanted. */

import { h, setAttribute, setText } from "./dom";
import type { Figure } from "./figure";

export interface Folding {
  /** Shows the panel whole. */
  open: () => void;
}

/** Folds a panel, with a button to show the rest. While it is folded its chart has no room, so nothing is drawn. */
export function folding({ root, tools }: Pick<Figure, "root" | "tools">, title: string): Folding {
  const button = h("button", { type: "button", class: "quiet", onclick: () => set(!isOpen()) }, "");
  const isOpen = (): boolean => !root.classList.contains("folded");
  const set = (open: boolean): void => {
    root.classList.toggle("folded", !open);
    setText(button, open ? "Hide" : "Show");
    setAttribute(button, "aria-expanded", String(open));
    setAttribute(button, "aria-label", `${open ? "Hide" : "Show"} ${title}`);
  };
  tools.prepend(button);
  set(false);
  return { open: () => set(true) };
}
