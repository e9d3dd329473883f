/** Rates of a recording's channels, and the plotting area of their chart. */

import { scaleLinear, scaleLog } from "d3";
import { type Frame, sizeOf } from "../frame";
import { endMargin } from "../names";
import { type Bins, equalBins } from "../reduction";
import { orderOf, type Series, visibleSeries } from "./channel-series";
import { DEFAULT_TICK, type Overlay, type RateData, type TagChartOptions } from "./data";

/** A part of a recording that could not be read: from the last tag before it to the first tag after it. */
export interface LostTime {
  from: bigint | null;
  to: bigint | null;
}

export interface RateOptions extends TagChartOptions {
  /** The time in ticks at 0 on the axis; the start of the first bin by default. */
  origin?: bigint;
  /** Time of the last tag in ticks; the last bin counts only up to it. */
  last?: bigint | null;
  /** Whether rates, or the colours of a heat map, are logarithmic; by default, a heat map decides by its rates. */
  log?: boolean | null;
  /** Times in ticks of the parts that could not be read, which are not drawn; null for an end of the recording. */
  lost?: readonly LostTime[];
  /** A second recording; by default, its own start is at 0 on the axis. `origin` sets another time. */
  overlay?:
    | (Overlay<RateData> & { origin?: bigint; last?: bigint | null; lost?: readonly LostTime[] })
    | null;
}

export interface Rates {
  series: Series[];
  /** Tags per second, by series and bin. */
  rates: Float64Array[];
  /** Start of the first bin and width of a bin in seconds on the axis. */
  from: number;
  width: number;
  bins: number;
  /** End of the rates on the axis in seconds: the end of the recording, if that is inside the last bin. */
  to: number;
  /** Seconds of the recording after them, in an omitted last bin. */
  leftOut: number;
  /** Bins of missing parts: from the first one to the one after the last. */
  missing: readonly (readonly [from: number, to: number])[];
}

/** The rates of a recording and of a second one. */
export interface Both {
  first: Rates;
  second: Rates | null;
}

/** Maximum number of empty bins appended after the last nonempty one. */
const MOST_EMPTY = 100_000;

/** Minimum recorded share of the last bin for it to be drawn: the noise of a smaller share would look like a change. */
const LEAST_PART = 0.5;

/**
 * Converts counts to rates. The last bin ends with the recording, and its rate is that of its recorded time. If that is
 * less than `leastPart` of a bin, the bin is omitted, unless it is the only one. Counts may end earlier, with the last
 * nonempty bin.
 */
export function toRates(data: RateData, options: RateOptions, leastPart = LEAST_PART): Rates {
  const tick = options.tick ?? DEFAULT_TICK;
  const series = visibleSeries(data.channels, options);
  const width = Number(data.bin) * tick;
  const start = data.start ?? 0n;
  let bins = Math.max(0, ...data.channels.map(({ counts }) => counts.length));
  let covered = 1;
  let end = Math.max(1, bins);
  let leftOut = 0;
  if (options.last !== undefined && options.last !== null && bins > 0) {
    const recorded = Number(options.last - start + 1n) / Number(data.bin);
    bins = Math.max(bins, Math.min(Math.ceil(recorded), bins + MOST_EMPTY));
    end = bins;
    const part = recorded - (bins - 1);
    if (bins > 1 && part > 0 && part < leastPart) {
      bins -= 1;
      end = bins;
      leftOut = part * width;
    } else if (part > 0 && part < 1) {
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
  const missing = missingParts(options.lost ?? [], { start, bin: Number(data.bin), bins });
  return { series, rates, from, width, bins, to: from + end * width, leftOut, missing };
}

/** The stretches of bins that lie in lost parts. */
function missingParts(
  lost: readonly LostTime[],
  { start, bin, bins }: { start: bigint; bin: number; bins: number },
): [number, number][] {
  const bound = (time: bigint): number => Number(time - start) / bin;
  const parts = lost.map(({ from, to }): [number, number] => [
    from === null ? 0 : Math.max(0, Math.ceil(bound(from + 1n))),
    to === null ? bins : Math.min(bins, Math.floor(bound(to))),
  ]);
  return parts.filter(([from, to]) => from < to);
}

/** The rates of a series; not a number in missing parts. */
export function withoutMissing({ rates, missing }: Rates, index: number): Float64Array {
  const known = rates[index] ?? new Float64Array();
  if (missing.length === 0) return known;
  const rate = known.slice();
  for (const [from, to] of missing) rate.fill(Number.NaN, from, to);
  return rate;
}

/** The drawn rates; those of a second recording only if it has any. */
export function bothOf(data: RateData, options: RateOptions): Both {
  const { overlay } = options;
  const order = orderOf(data.channels, options, overlay?.data.channels);
  const first = toRates(data, { ...options, order });
  if (!overlay || overlay.data.start === null) return { first, second: null };
  const { origin, last, lost = [] } = overlay;
  const second = toRates(overlay.data, { ...options, origin, last, lost, order });
  return { first, second: second.bins === 0 ? null : second };
}

/** The bins in pixels; the last one ends with the recording. */
export function drawnBins({ bins, from, to, width }: Rates, { x }: Frame): Bins {
  const all = equalBins(bins, x(from), x(from + width) - x(from));
  return { ...all, edge: (index) => Math.min(all.edge(index), x(to)) };
}

/** The range of the time axis, in seconds. */
export function spanOf({ first, second }: Both, { view }: RateOptions): readonly [number, number] {
  const both = second ? [first, second] : [first];
  return view ?? [Math.min(...both.map(({ from }) => from)), Math.max(...both.map(({ to }) => to))];
}

/** The plotting area of lines: seconds to pixels, hertz to pixels. */
export function lineFrame(both: Both, options: RateOptions): Frame {
  const { width, height } = sizeOf(options);
  const [left, right, top, bottom] = [56, width - endMargin(both.first.series), 22, height - 34];
  const view = spanOf(both, options);
  const shown = both.second ? [both.first, both.second] : [both.first];
  const [least, most] = extremesOf(shown, view);
  const x = scaleLinear([view[0], view[1]], [left, right]);
  const y =
    options.log && most > 0
      ? scaleLog([least / 1.5, most * 1.3], [bottom, top])
      : scaleLinear([0, most > 0 ? most * 1.04 : 1], [bottom, top]).nice(8);
  return { width, height, left, right, top, bottom, x, y };
}

/** The smallest rate above 0 and the largest between two times; both are 0 without rates. */
function extremesOf(shown: Rates[], [begin, end]: readonly [number, number]): readonly [number, number] {
  let [least, most] = [Infinity, 0];
  for (const { rates, from, width, bins } of shown) {
    const first = Math.max(0, Math.floor((begin - from) / width));
    const last = Math.min(bins, Math.ceil((end - from) / width));
    for (const rate of rates) {
      for (let k = first; k < last; k += 1) {
        const value = rate[k] ?? 0;
        most = Math.max(most, value);
        if (value > 0) least = Math.min(least, value);
      }
    }
  }
  // Beyond this number of decades, values cannot be distinguished.
  return most > 0 ? [Math.max(least, most / 1e9), most] : [0, 0];
}
