import { h } from "./dom";

/** Remarks of a panel that are shown at once. */
const SHOWN = 2;

/** The first remarks, and the others behind "n more". */
export function few(remarks: readonly HTMLElement[]): HTMLElement[] {
  const others = remarks.slice(SHOWN);
  if (others.length === 0) return [...remarks];
  const more = h(
    "details",
    { class: "more" },
    h("summary", {}, `${others.length} more`),
    h("ul", {}, ...others),
  );
  return [...remarks.slice(0, SHOWN), h("li", {}, more)];
}
