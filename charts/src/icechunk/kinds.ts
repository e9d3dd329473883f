/** Styles of the kinds of chunks: the page colours the classes of `KINDS`; the colours here are for saved files. */

import { INK } from "../frame";
import { seriesStyle } from "../palette";
import { element } from "../svg";

/** Kinds of chunks by location. */
export const KINDS = ["native", "virtual", "inline", "unknown"] as const;

export type ChunkKind = (typeof KINDS)[number];

/** Further kinds for a cell of several chunks. */
export type CellKind = ChunkKind | "several" | "missing" | "lost";

const SLOTS = { native: 0, virtual: 1, inline: 2, several: 3, unknown: 7 };

export const MISSING = "#e3e7ec";
/** Colour of chunks whose manifest is missing or damaged. */
export const LOST = "#b3261e";
/** A chunk that no manifest has: it has the fill value. */
export const NOT_WRITTEN = "not written";

/** The words of the legend that differ from the names of the kinds. */
const WORDS: Partial<Record<CellKind, string>> = { missing: NOT_WRITTEN, lost: "manifest missing" };

export function kindColour(kind: CellKind): string {
  if (kind === "missing") return MISSING;
  return kind === "lost" ? LOST : seriesStyle(SLOTS[kind]).colour;
}

/** Approximate width of a letter in pixels. */
const LETTER = 6.4;

/**
 * Draws a sample of each kind with its name, starting at `left`, in several lines if the chart is narrow. Returns the
 * height it takes.
 */
export function kindLegend(
  document: Document,
  kinds: readonly CellKind[],
  width: number,
  left: number,
): { group: SVGElement; height: number } {
  const group = element(document, "g", { class: "tv-legend", fill: INK.text });
  let [x, y] = [left, 12];
  for (const kind of kinds) {
    const word = WORDS[kind] ?? kind;
    const wide = 15 + LETTER * word.length + 10;
    if (x + wide > width && x > 4) [x, y] = [4, y + 16];
    const box = { class: `tv-kind-${kind}`, x, y: y - 9, width: 11, height: 11, fill: kindColour(kind) };
    group.append(
      element(document, "rect", box),
      element(document, "text", { class: "tv-label", x: x + 15, y, fill: INK.faint }, word),
    );
    x += wide;
  }
  return { group, height: y + 7 };
}

/** Where a legend begins, right of the label of the vertical axis. */
export function rightOf(label: string): number {
  return label === "" ? 4 : 4 + LETTER * label.length + 16;
}
