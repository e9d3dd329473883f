/** Panels that show only their heading until they are opened. */

import { signal } from "@preact/signals-core";
import { quietButton, setAttribute, setText } from "./dom";
import type { Figure } from "./figure";

export interface Folding {
  /** Shows the panel whole, or its heading alone. */
  set: (open: boolean) => void;
  /** Whether the panel is whole; a signal. */
  isOpen: () => boolean;
}

/**
 * Folds a panel, with a button to show its content. A folded chart is not drawn. `toggled` is called when the user
 * folds or unfolds the panel.
 */
export function folding(
  { root, tools }: Pick<Figure, "root" | "tools">,
  title: string,
  toggled: (open: boolean) => void = () => {},
): Folding {
  const toggle = (): void => {
    set(!isOpen());
    if (isOpen()) root.scrollIntoView({ block: "nearest" });
    toggled(isOpen());
  };
  const button = quietButton("", toggle);
  const state = signal(false);
  const isOpen = (): boolean => state.value;
  const set = (open: boolean): void => {
    state.value = open;
    root.classList.toggle("folded", !open);
    setText(button, open ? "Hide" : "Show");
    setAttribute(button, "aria-expanded", String(open));
    setAttribute(button, "aria-label", `${open ? "Hide" : "Show"} ${title}`);
  };
  tools.prepend(button);
  set(false);
  return { set, isOpen };
}
