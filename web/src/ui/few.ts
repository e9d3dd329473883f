import { h } from "./dom";

/** Number of remarks of a panel that are visible before "n more". */
const SHOWN = 2;

/** The first remarks, with the others behind "n more". */
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
