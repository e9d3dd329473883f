import { h } from "../ui/dom";
import type { Condition } from "./viewer";

const ICONS: Record<Condition["is"], string> = { unread: "○", reading: "◔", sound: "✓", flawed: "!" };

/** The state of an item as a symbol, with text on hover and for screen readers. */
export function stateIcon({ is, text }: Condition): HTMLElement {
  return h("span", { class: `state ${is}`, role: "img", "aria-label": text, title: text }, ICONS[is]);
}
