/** `lifetimeChart`: a channel after a clock's pulses, over one period, and the decay that fits. */

import { scaleLinear, scaleLog } from "d3";
import { linearTicks, logTicks, xAxis, yAxis } from "../axis";
import { canvas, type Frame, sentence, sizeOf } from "../frame";
import { seriesStyle } from "../palette";
import { equalBins, histogramTrace } from "../reduction";
import { element } from "../svg";
import { DEFAULT_TICK, type LifetimeData, type TagChartOptions } from "./data";

/** The count at which empty bins are drawn, because 0 has no logarithm. */
const FLOOR = 0.5;

/** The plotting area of the chart and its scales: seconds to pixels, counts to pixels. */
export function lifetimeFrame({ period, counts }: LifetimeData, options: TagChartOptions = {}): Frame {
  const { width, height } = sizeOf(options);
  const [left, right, top, bottom] = [56, width - 24, 22, height - 34];
  const tick = options.tick ?? DEFAULT_TICK;
  const most = counts.reduce((most, n) => Math.max(most, n), 1);
  const ticks = options.units === "ticks" ? 1 : tick;
  const x = scaleLinear([0, (period ?? 1) * ticks], [left, right]);
  const y = scaleLog([FLOOR, most * 1.6], [bottom, top]);
  return { width, height, left, right, top, bottom, x, y };
}

/** Tags per bin of a period, on a logarithmic axis, with the counts that the better fit expects. */
export function lifetimeChart(
  document: Document,
  data: LifetimeData,
  options: TagChartOptions & { subject?: string } = {},
): SVGSVGElement {
  const size = sizeOf(options);
  const title = `Channel ${data.channel} after the clock's pulses${options.subject ? ` of ${options.subject}` : ""}`;
  const { counts, bin, period, decays } = data;
  if (bin === null || period === null || counts.every((n) => n === 0)) {
    const svg = canvas(document, "lifetime", size, title, "There is nothing to draw.");
    svg.append(sentence(document, size, "There are no tags after a clock's pulses."));
    return svg;
  }
  const svg = canvas(
    document,
    "lifetime",
    size,
    title,
    "A step line of counts, and a line of the decay that fits.",
  );
  const frame = lifetimeFrame(data, options);
  const isTicks = options.units === "ticks";
  svg.append(yAxis(document, frame, logTicks(frame.y, size.height / 40, ""), "tags per bin"));
  const ticks = linearTicks(frame.x, size.width / 110, isTicks ? "" : "s");
  svg.append(xAxis(document, frame, ticks, isTicks ? "after the pulse (ticks)" : "after the pulse"));
  const bins = equalBins(counts.length, frame.left, (frame.right - frame.left) / counts.length);
  const y = (value: number): number => frame.y(Math.max(FLOOR, value));
  const lines = element(document, "g", { class: "tv-lines", fill: "none", "stroke-linejoin": "round" });
  const style = seriesStyle(0);
  const { line, band } = histogramTrace(counts, bins, frame.left, frame.right, y);
  lines.append(
    element(document, "path", {
      class: `tv-line tv-c${style.slot}`,
      d: band || line || "M0,0",
      stroke: style.colour,
      "stroke-width": 1,
    }),
  );
  const fit = data.fits.find(({ components }) => components.length === decays);
  if (fit) {
    const drawn = histogramTrace(fit.expected, bins, frame.left, frame.right, y).line;
    const { slot, colour } = seriesStyle(1);
    const attributes = { class: `tv-line tv-fit tv-c${slot}`, d: drawn || "M0,0", stroke: colour };
    lines.append(element(document, "path", { ...attributes, "stroke-width": 1.75 }));
  }
  svg.append(lines);
  return svg;
}
