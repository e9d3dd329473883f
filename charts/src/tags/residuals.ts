/** Differences of counts from a fitted model in standard errors, and their strip below a chart. */

import { scaleLinear } from "d3";
import { type Frame, INK } from "../frame";
import type { Bins } from "../reduction";
import { element, px, RIM } from "../svg";

/** Minimum number of expected counts of a residual; below it, a standard error does not describe the scatter. */
const MIN_EXPECTED = 5;
/** Minimum width of a residual in pixels. */
const MIN_WIDTH = 2;
/** Largest residuals in the strip, in standard errors. */
const LIMITS = { least: 4, most: 10 };
/** Maximum width of a letter in pixels. */
const LETTER = 6;
const LABEL = "residuals in standard errors";
/** Minimum height in pixels of a chart with residuals. */
const MIN_HEIGHT_WITH_STRIP = 150;
/** Height in pixels of the labels above the strip. */
const STRIP_LABELS = 18;

/** Pixels of neighbouring bins, and their residual `(n - expected) / sqrt(expected)`. */
export interface Residual {
  from: number;
  to: number;
  value: number;
}

/** Upper and lower edge of a strip in pixels. */
export interface Strip {
  top: number;
  bottom: number;
}

/** The strip of a chart with a model, above its axis at `bottom`, if the chart is high enough; and the frame's bottom. */
export function withStrip(
  height: number,
  bottom: number,
  hasModel: boolean,
): { strip: Strip | null; bottom: number } {
  if (!hasModel || height < MIN_HEIGHT_WITH_STRIP) return { strip: null, bottom };
  const top = bottom - Math.max(24, Math.min(56, Math.round(height / 7)));
  return { strip: { top, bottom }, bottom: top - STRIP_LABELS };
}

/**
 * Residuals of the bins between two pixels, from left to right. Bins narrower than 2 pixels, or with fewer than 5
 * expected counts, are joined. Bins whose expected counts are not a number are omitted.
 */
export function residualsOf(
  counts: Float64Array,
  model: Float64Array,
  bins: Bins,
  [left, right]: readonly [number, number],
): Residual[] {
  const residuals: Residual[] = [];
  const last = Math.min(bins.length, bins.find(right) + 1);
  let [from, sum, expected] = [Number.NaN, 0, 0];
  for (let bin = bins.find(left); bin < last; bin += 1) {
    const height = model[bin] ?? Number.NaN;
    if (!(height >= 0)) continue;
    if (Number.isNaN(from)) from = Math.max(left, bins.edge(bin));
    sum += counts[bin] ?? 0;
    expected += height;
    const to = Math.min(right, bins.edge(bin + 1));
    if (to - from < MIN_WIDTH || expected < MIN_EXPECTED) continue;
    residuals.push({ from, to, value: (sum - expected) / Math.sqrt(expected) });
    [from, sum, expected] = [Number.NaN, 0, 0];
  }
  return residuals;
}

/** The strip below the frame with the residuals, its label, and on the right the words that `write` fits into a width. */
export function residualStrip(
  document: Document,
  frame: Frame,
  strip: Strip,
  residuals: readonly Residual[],
  { colour, write }: { colour: string; write: (width: number) => string },
): SVGElement {
  const group = element(document, "g", { class: "tv-axis tv-residuals", fill: INK.text });
  const far = Math.ceil(residuals.reduce((far, { value }) => Math.max(far, Math.abs(value)), 0));
  const limit = Math.max(LIMITS.least, Math.min(LIMITS.most, far));
  const y = scaleLinear([-limit, limit], [strip.bottom, strip.top]).clamp(true);
  const zero = px(y(0));
  const bars = residuals.map(
    ({ from, to, value }) => `M${px(from)},${zero}V${px(y(value))}H${px(to)}V${zero}Z`,
  );
  const rule = { class: "tv-grid", stroke: INK.grid, fill: "none" };
  const ends = [limit, -limit].map((end) => `M${frame.left},${px(y(end))}H${frame.right}`).join("");
  group.append(
    element(document, "title", {}, residualText(residuals)),
    element(document, "path", { ...rule, d: ends }),
    element(document, "path", {
      class: "tv-residual-bars",
      fill: colour,
      "fill-opacity": 0.7,
      d: bars.join("") || "M0,0",
    }),
    element(document, "path", {
      class: "tv-rule",
      stroke: INK.rule,
      fill: "none",
      d: `M${frame.left},${zero}H${frame.right}`,
    }),
  );
  for (const end of [limit, -limit]) {
    const at = { x: frame.left - 7, y: y(end) + 4, "text-anchor": "end" };
    group.append(element(document, "text", at, end > 0 ? `+${end}` : `−${limit}`));
  }
  const at = { ...RIM, y: strip.top - 5 };
  group.append(
    element(document, "text", { ...at, class: "tv-label tv-rim", x: frame.left, fill: INK.faint }, LABEL),
  );
  const words = write(frame.right - frame.left - LETTER * (LABEL.length + 2));
  if (words !== "") {
    const end = { ...at, class: "tv-model-words tv-rim", x: frame.right, "text-anchor": "end" };
    group.append(element(document, "text", { ...end, fill: colour }, words));
  }
  return group;
}

/** "Residuals from −2.1 to 3.0 standard errors". */
export function residualText(residuals: readonly Residual[]): string {
  if (residuals.length === 0) return "No residuals: too few counts are expected";
  let [least, most] = [Infinity, -Infinity];
  for (const { value } of residuals) [least, most] = [Math.min(least, value), Math.max(most, value)];
  const [low, high] = [least, most].map((value) => value.toFixed(1).replace("-", "−"));
  return `Residuals from ${low} to ${high} standard errors`;
}
