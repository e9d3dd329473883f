/** The key figures of a panel: names and values, each with the remarks on it. */

import type { KeyFigure } from "@tagview/charts";
import { h } from "./dom";

/** The figures with those of the remarks that are about one of them, and the other remarks. */
export function withRemarks(
  figures: readonly KeyFigure[],
  remarks: readonly { about: string; message: string }[],
  write: (message: string) => string,
): { figures: KeyFigure[]; others: string[] } {
  const textsAbout = (of: (about: string) => boolean): string[] =>
    remarks.filter(({ about }) => of(about)).map(({ message }) => write(message));
  const known = new Set(figures.map(({ about }) => about));
  return {
    figures: figures.map((one) => ({
      ...one,
      remarks: [...(one.remarks ?? []), ...textsAbout((about) => about === one.about)],
    })),
    others: textsAbout((about) => !known.has(about)),
  };
}

/** "lifetime: 3.44 ± 0.05 ns; period: 1 µs (one clock tag per pulse)", for exports. */
export function figuresText(figures: readonly KeyFigure[]): string {
  return figures
    .map(({ name, value, remarks = [] }) => {
      const about = remarks.length === 0 ? "" : ` (${remarks.join("; ")})`;
      return `${name}: ${value}${about}`;
    })
    .join("; ");
}

/** A description list of figures. */
export function figureList(figures: readonly KeyFigure[]): HTMLElement {
  return h(
    "dl",
    { class: "key-figures" },
    ...figures.flatMap(({ name, value, remarks = [] }) => [
      h(
        "div",
        {},
        h("dt", {}, name),
        " ",
        h("dd", {}, value),
        ...remarks.flatMap((remark) => [" ", h("dd", { class: "faint", title: remark }, remark)]),
      ),
      " ",
    ]),
  );
}
