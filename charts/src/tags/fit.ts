/** A fitted model in the chart of a correlation: its curve, and the strip of its residuals. */

import type { Frame } from "../frame";
import { type Bins, meanPath } from "../reduction";
import { element, px } from "../svg";
import type { FitData, TagChartOptions } from "./data";
import { fitText, isPoorFit, modelName, parameterWords } from "./fit-words";
import type { Layout, Model } from "./g2-layout";
import { type Residual, residualStrip, residualText, type Strip } from "./residuals";

/** Colour of a fit on a light background. */
export const FIT_COLOUR = "#b84300";

/** Maximum width of a letter in pixels. */
const LETTER = 6;

/** The model's curve over the bins, dashed if it does not describe the counts. */
export function fitCurve(
  document: Document,
  { frame, bins }: Layout,
  { fit, heights }: Model,
  options: TagChartOptions,
): SVGElement {
  const y = (value: number): number => frame.y(Math.max(0, value));
  const d = meanPath(heights, bins, frame.left, frame.right, y) || curve(heights, bins, frame);
  const line = { fill: "none", stroke: FIT_COLOUR, "stroke-width": 2, "stroke-linejoin": "round" };
  const dash = isPoorFit(fit) ? { "stroke-dasharray": "5 3" } : {};
  const path = element(document, "path", { ...line, ...dash, class: "tv-line tv-model", d: d || "M0,0" });
  path.append(element(document, "title", {}, fitText(fit, options)));
  return path;
}

/** The path through the middles of bins between the edges of the frame. */
function curve(heights: Float64Array, bins: Bins, frame: Frame): string {
  const middle = (bin: number): number => (bins.edge(bin) + bins.edge(bin + 1)) / 2;
  const points: [x: number, y: number][] = [];
  const last = Math.min(bins.length, bins.find(frame.right) + 2);
  for (let bin = Math.max(0, bins.find(frame.left) - 1); bin < last; bin += 1) {
    const height = heights[bin] ?? Number.NaN;
    if (Number.isFinite(height)) points.push([middle(bin), frame.y(Math.max(0, height))]);
  }
  const inside = points.flatMap(([x, y], k) => {
    const [before, after] = [points[k - 1], points[k + 1]];
    if (x >= frame.left && x <= frame.right) return [[x, y] as const];
    // The visible part of a line between a point outside the frame and one inside it.
    const [inner, edge] = x < frame.left ? [after, frame.left] : [before, frame.right];
    if (inner === undefined || inner[0] < frame.left || inner[0] > frame.right) return [];
    return [[edge, y + ((inner[1] - y) * (edge - x)) / (inner[0] - x)] as const];
  });
  return inside.length === 0 ? "" : `M${inside.map(([x, y]) => `${px(x)},${px(y)}`).join("L")}`;
}

/** The strip of the residuals, with the parameters that fit. */
export function fitStrip(
  document: Document,
  frame: Frame,
  strip: Strip,
  { fit, residuals }: { fit: FitData; residuals: readonly Residual[] },
  options: TagChartOptions,
): SVGElement {
  const write = (width: number): string => wordsWithin(width, fit, options);
  return residualStrip(document, frame, strip, residuals, { colour: FIT_COLOUR, write });
}

/** "two-level: lowest g2 0.120 ± 0.020, tau 5.02 ± 0.11 ns": the first parameters that fit `width` pixels. */
function wordsWithin(width: number, fit: FitData, options: TagChartOptions): string {
  const name = modelName(fit.model);
  const head = isPoorFit(fit) ? `dashed: no ${name} model fits` : name;
  const parameters = isPoorFit(fit) ? [] : parameterWords(fit, options);
  for (let n = parameters.length; n >= 0; n -= 1) {
    const text = n === 0 ? head : `${head}: ${parameters.slice(0, n).join(", ")}`;
    if (text.length * LETTER <= width) return text;
  }
  return "";
}

/** The fit and its residuals as text, for the description of the chart. */
export function fitDescription(
  fit: FitData,
  residuals: readonly Residual[],
  options: TagChartOptions,
): string {
  return `${fitText(fit, options)}; ${residualText(residuals)}`;
}
