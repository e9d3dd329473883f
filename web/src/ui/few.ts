import { h } from "./dom";

/** Number of remarks of a panel that are visible before "n more". */
const SHOWN = 2;

/** The first remarks, and a button "n more" for the rest. */
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

/** The list of a panel's remarks, hidden without any. */
export function remarkList(): {
  root: HTMLElement;
  render: (remarks: readonly string[]) => void;
} {
  const root = h("ul", { class: "faint remark-list", hidden: true });
  return {
    root,
    render: (remarks) => {
      root.hidden = remarks.length === 0;
      root.replaceChildren(...few(remarks.map((remark) => h("li", {}, remark))));
    },
  };
}
