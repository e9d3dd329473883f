/** `rateChart`: tags per second over time, by channel. */

import { scaleLinear } from "d3";
import { inTicks, linearTicks, xAxis, yAxis } from "../axis";
import { endLabels } from "../end-labels";
import { canvas, type Frame, sentence, sizeOf } from "../frame";
import { count } from "../numbers";
import { type Bins, equalBins, histogramPath, meanPath } from "../reduction";
import { element } from "../svg";
import { orderOf, type Series, visibleSeries } from "./channel-series";
import { DEFAULT_TICK, type Overlay, type RateData, type TagChartOptions } from "./data";
import { recordingsKey, SECOND } from "./second-recording";

export interface RateOptions extends TagChartOptions {
  /** The time in ticks that is 0 on the axis; the start of the first bin unless said. */
  origin?: bigint;
  /** Time of the last tag in ticks; the last bin counts as wide as the recording reaches into it. */
  last?: bigint | null;
  /** A second recording; its own start is 0 on the axis unless its `origin` says another time. */
  overlay?: (Overlay<RateData> & { origin?: bigint; last?: bigint | null }) | null;
}

interface Rates {
  series: Series[];
  /** Tags per second, by series and bin. */
  rates: Float64Array[];
  /** Start of the first bin and width of a bin in seconds on the axis. */
  from: number;
  width: number;
  bins: number;
  /** Where the rates end on the axis in seconds: with the recording, where that ends inside the last bin. */
  to: number;
}

/**
 * Converts counts to rates. The last bin ends where the recording ends, and its rate is that of the time it was
 * recorded for; where that is less than a tenth of a bin, the bin is left out, because its rate would be noise.
 */
export function toRates(data: RateData, options: RateOptions): Rates {
  const tick = options.tick ?? DEFAULT_TICK;
  const series = visibleSeries(data.channels, options);
  const width = Number(data.bin) * tick;
  const start = data.start ?? 0n;
  let bins = Math.max(0, ...data.channels.map(({ counts }) => counts.length));
  let covered = 1;
  let end = Math.max(1, bins);
  if (options.last !== undefined && options.last !== null && bins > 1) {
    const recorded = Number(options.last - start + 1n) / Number(data.bin);
    const part = recorded - (bins - 1);
    if (part > 0 && part < 0.1) {
      bins -= 1;
      end = bins;
    } else if (part >= 0.1 && part < 1) {
      covered = part;
      end = recorded;
    }
  }
  const rates = series.map(({ counts }) => {
    const rate = new Float64Array(bins);
    for (let bin = 0; bin < bins; bin += 1) rate[bin] = (counts[bin] ?? 0) / width;
    if (bins > 0) rate[bins - 1] = (rate[bins - 1] ?? 0) / covered;
    return rate;
  });
  const from = Number(start - (options.origin ?? start)) * tick;
  return { series, rates, from, width, bins, to: from + end * width };
}

/** The plotting area of the chart and its scales: seconds to pixels, hertz to pixels. */
export function rateFrame(data: RateData, options: RateOptions = {}): Frame {
  return layout(bothOf(data, options), options);
}

interface Both {
  first: Rates;
  second: Rates | null;
}

function bothOf(data: RateData, options: RateOptions): Both {
  const { overlay } = options;
  const order = orderOf(data.channels, options, overlay?.data.channels);
  const first = toRates(data, { ...options, order });
  if (!overlay || overlay.data.start === null) return { first, second: null };
  const { origin, last } = overlay;
  const second = toRates(overlay.data, { ...options, origin, last, order });
  return { first, second: second.bins === 0 ? null : second };
}

function layout({ first, second }: Both, options: RateOptions): Frame {
  const { width, height } = sizeOf(options);
  const [left, right, top, bottom] = [56, width - 44, 22, height - 34];
  const both = second ? [first, second] : [first];
  const view = options.view ?? [
    Math.min(...both.map(({ from }) => from)),
    Math.max(...both.map(({ to }) => to)),
  ];
  const most = Math.max(...both.map((rates) => highestWithin(rates, view)));
  const x = scaleLinear([view[0] ?? 0, view[1] ?? 1], [left, right]);
  const y = scaleLinear([0, most > 0 ? most * 1.04 : 1], [bottom, top]).nice(8);
  return { width, height, left, right, top, bottom, x, y };
}

function highestWithin({ rates, from, width, bins }: Rates, view: readonly number[]): number {
  const first = Math.max(0, Math.floor(((view[0] ?? 0) - from) / width));
  const last = Math.min(bins, Math.ceil(((view[1] ?? 0) - from) / width));
  let most = 0;
  for (const rate of rates) for (let k = first; k < last; k += 1) most = Math.max(most, rate[k] ?? 0);
  return most;
}

/**
 * Rate in Hz over time in seconds, one line per channel, named where it ends. Of bins finer than pixels the line is the
 * rate in each column of pixels, over a lighter one from the lowest to the highest bin in it.
 */
export function rateChart(document: Document, data: RateData, options: RateOptions = {}): SVGSVGElement {
  const size = sizeOf(options);
  const title = `Rate over time${options.subject ? ` of ${options.subject}` : ""}`;
  const both = bothOf(data, options);
  const { first: rates, second } = both;
  const nothing = emptiness(data, rates, options);
  if (nothing !== null) {
    const svg = canvas(document, "rate", size, title, "There is nothing to draw.");
    svg.append(sentence(document, size, nothing));
    return svg;
  }
  const frame = layout(both, options);
  const names = rates.series.map(({ channel }) => channel).join(", ");
  const svg = canvas(
    document,
    "rate",
    size,
    title,
    `A line each for channel ${names}; ${count(rates.bins)} bins.`,
  );
  svg.append(yAxis(document, frame, linearTicks(frame.y, size.height / 60, "Hz"), "rate"));
  const axis = options.units === "ticks" ? inTicks(frame, options.tick ?? DEFAULT_TICK) : frame;
  svg.append(
    xAxis(
      document,
      axis,
      linearTicks(axis.x, size.width / 110, options.units === "ticks" ? " ticks" : "s"),
      "time",
    ),
  );
  const bins = binsOf(rates, frame);
  const lines = element(document, "g", { class: "tv-lines", fill: "none", "stroke-linejoin": "round" });
  second?.series.forEach(({ channel, style }, index) => {
    const steps = binsOf(second, frame);
    const drawn = [second.rates[index] ?? [], steps, frame.left, frame.right, frame.y] as const;
    const line = meanPath(...drawn) || histogramPath(...drawn);
    lines.append(
      element(document, "path", {
        class: `tv-line tv-second tv-c${style.slot}`,
        "data-channel": String(channel),
        d: line || "M0,0",
        stroke: style.colour,
        "stroke-width": 1.25,
        ...SECOND,
      }),
    );
  });
  rates.series.forEach(({ channel, style }, index) => {
    const drawn = [rates.rates[index] ?? [], bins, frame.left, frame.right, frame.y] as const;
    const [line, mean] = [histogramPath(...drawn), meanPath(...drawn)];
    const attributes = { "data-channel": String(channel), stroke: style.colour };
    const range = { ...attributes, class: `tv-range tv-c${style.slot}`, "stroke-opacity": 0.3 };
    if (mean) lines.append(element(document, "path", { ...range, d: line }));
    lines.append(
      element(document, "path", {
        ...attributes,
        class: `tv-line tv-c${style.slot}`,
        d: mean || line || "M0,0",
        "stroke-width": 1.25,
        "stroke-dasharray": style.dash,
      }),
    );
  });
  svg.append(lines);
  if (second && options.overlay) {
    svg.append(recordingsKey(document, [100, frame.right], options.subject, options.overlay.name));
  }
  const lastBin = Math.max(0, Math.min(rates.bins - 1, bins.find(frame.right - 1)));
  svg.append(
    endLabels(
      document,
      frame,
      rates.series.map(({ channel, style }, index) => ({
        text: String(channel),
        style,
        y: frame.y(endLevel(rates.rates[index], lastBin)),
      })),
    ),
  );
  return svg;
}

function emptiness(data: RateData, rates: Rates, { last }: RateOptions): string | null {
  if (data.start === null || rates.bins === 0) return "No tags.";
  if (rates.series.length === 0) return "Every channel is switched off.";
  // From one tag to itself there is no time, and tags over no time are no rate.
  return last === data.start && rates.bins === 1 ? "All tags have one time: there is no rate." : null;
}

function binsOf(rates: Rates, frame: Frame): Bins {
  const scale = frame.x(1) - frame.x(0);
  return equalBins(rates.bins, frame.x(rates.from), rates.width * scale);
}

/** The height at which a noisy line is named: the mean of its last eight bins. */
function endLevel(rate: Float64Array | undefined, last: number): number {
  const tail = rate?.subarray(Math.max(0, last - 7), last + 1) ?? new Float64Array();
  return tail.length === 0 ? 0 : tail.reduce((sum, value) => sum + value, 0) / tail.length;
}
