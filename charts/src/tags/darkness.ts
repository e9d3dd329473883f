/** Cells in steps of darkness, and the bar that explains the steps. */

import { type Frame, INK } from "../frame";
import { element, px } from "../svg";

/** Number of steps: more could not be distinguished. */
export const STEPS = 12;
/** The colour of the darkest cell on a light background; others are more transparent. */
const COLOUR = "#0a2f58";
/** Pixels right of the frame that the bar needs. */
export const BAR = { width: 12, gap: 14, label: 52 };

/** A grid of cells. Edges are pixels; step 0 is not drawn. */
export interface Grid {
  columns: number;
  rows: number;
  x: (column: number) => number;
  y: (row: number) => number;
  step: (column: number, row: number) => number;
}

/** Draws the cells; neighbours of one step in a row are one rectangle. */
export function gridCells(document: Document, { columns, rows, x, y, step }: Grid): SVGElement {
  const paths = Array.from({ length: STEPS }, () => "");
  for (let row = 0; row < rows; row += 1) {
    const [top, bottom] = [px(y(row)), px(y(row + 1))];
    let column = 0;
    while (column < columns) {
      const [from, own] = [column, step(column, row)];
      while (column < columns && step(column, row) === own) column += 1;
      if (own > 0) paths[own - 1] += `M${px(x(from))},${top}H${px(x(column))}V${bottom}H${px(x(from))}Z`;
    }
  }
  const group = element(document, "g", { class: "tv-lines tv-heat", fill: COLOUR });
  paths.forEach((d, k) => {
    const at = { class: `tv-step tv-step-${k + 1}`, "fill-opacity": (k + 1) / STEPS, d };
    if (d !== "") group.append(element(document, "path", { ...at, "shape-rendering": "crispEdges" }));
  });
  return group;
}

/** Texts beside the steps of darkness. */
export interface Bar {
  label: string;
  least: string;
  most: string;
}

/** The steps of darkness right of the frame, with the values at their ends. */
export function darknessBar(document: Document, frame: Frame, { label, least, most }: Bar): SVGElement {
  const group = element(document, "g", { class: "tv-axis tv-legend", fill: INK.text });
  const x = frame.right + BAR.gap;
  const step = (frame.bottom - frame.top) / STEPS;
  for (let k = 0; k < STEPS; k += 1) {
    const at = { x, y: px(frame.bottom - (k + 1) * step), width: BAR.width, height: px(step) };
    const fill = { fill: COLOUR, "fill-opacity": (k + 1) / STEPS };
    group.append(element(document, "rect", { class: "tv-heat-sample", ...at, ...fill }));
  }
  const text = (y: number, words: string) => element(document, "text", { x: x + BAR.width + 5, y }, words);
  group.append(text(frame.top + 8, most), text(frame.bottom, least));
  group.append(element(document, "text", { class: "tv-label", x, y: 12, fill: INK.faint }, label));
  return group;
}
