/**
 * Detects rates that leave their usual level: a lamp switched off, a shutter, a slow drift. The findings describe the
 * rate chart in words; no number depends on them.
 */

import type { Rate } from "./results.ts";

/** A stretch of time in which channels have another rate than usually, or a drift over all of it. */
export interface Unsteady {
  is: "low" | "high" | "drift";
  channels: bigint[];
  /** Seconds after the first tag. */
  from: number;
  to: number;
  /** The rate in it, as a share of the usual one; of a drift, that at the end as a share of that at the beginning. */
  share: number;
}

/** Numbers of cells of a recording, from fine to coarse; minimum number of cells, and of counts per cell. */
const MOST_CELLS = [200, 60, 20];
const LEAST_CELLS = 10;
const LEAST_COUNTS = 30;
/** Minimum number of Poisson standard deviations of a conspicuous cell or drift. */
const FAR = 6;
/** Minimum ratio of two rates that count as different. */
const TIMES = 2;
/** Minimum relative difference of the rate between the first and the last fifth. */
const DRIFT = 0.2;

/**
 * The unsteady parts of the rates, the longest first. The last bin is left out, because it may be incomplete. `tick` is
 * in seconds.
 */
export function unsteadyIn({ channels, bin }: Rate, tick: number): Unsteady[] {
  const width = Number(bin) * tick;
  const found = channels.flatMap(({ channel, counts }) => {
    const whole = counts.length > 1 ? counts.subarray(0, counts.length - 1) : counts;
    return ofChannel(whole, width).map((one) => ({ ...one, channels: [channel] }));
  });
  const joined: Unsteady[] = [];
  for (const one of found) {
    const near = (a: number, b: number): boolean => Math.abs(a - b) <= 0.05 * (one.to - one.from) + 2 * width;
    const same = joined.find(
      ({ is, from, to, share }) =>
        is === one.is && near(from, one.from) && near(to, one.to) && Math.abs(share - one.share) < 0.1,
    );
    if (same) same.channels.push(...one.channels);
    else joined.push(one);
  }
  return joined.sort((a, b) => b.to - b.from - (a.to - a.from));
}

/** Whether any channel has enough tags to detect a change of its rate. */
export function isTellable({ channels }: Rate): boolean {
  return channels.some(({ counts }) => cellsOf(counts) >= LEAST_CELLS);
}

function cellsOf(counts: Float64Array, most = Number.POSITIVE_INFINITY): number {
  const sum = counts.reduce((all, one) => all + one, 0);
  return Math.min(most, Math.floor(sum / LEAST_COUNTS), counts.length);
}

type Found = Omit<Unsteady, "channels">;

/**
 * Coarse cells detect changes for which fine cells have too few tags; fine cells determine the beginning and the end
 * more exactly.
 */
function ofChannel(counts: Float64Array, width: number): Found[] {
  let best: Found[] = [];
  for (const most of MOST_CELLS) {
    const cells = cellsOf(counts, most);
    const found = inCells(counts, width, cells);
    const cell = (counts.length / cells) * width;
    if (best.length === 0 || lengthOf(found) > lengthOf(best) + 1.5 * cell) best = found;
  }
  return best;
}

/** Seconds of the stretch that was found; a drift is of no stretch. */
function lengthOf([one]: Found[]): number {
  return one === undefined || one.is === "drift" ? 0 : one.to - one.from;
}

function inCells(counts: Float64Array, width: number, cells: number): Found[] {
  if (cells < LEAST_CELLS) return [];
  const join = Math.ceil(counts.length / cells);
  const joined: number[] = [];
  for (let k = 0; k + join <= counts.length; k += join)
    joined.push(counts.subarray(k, k + join).reduce((all, one) => all + one, 0));
  const usual = [...joined].sort((a, b) => a - b)[joined.length >> 1] ?? 0;
  const seconds = join * width;
  const far = (count: number): number => (count - usual) / Math.sqrt(Math.max(1, usual));
  const kind = (count: number): "low" | "high" | null =>
    count * TIMES < usual && far(count) < -FAR
      ? "low"
      : count > usual * TIMES && far(count) > FAR
        ? "high"
        : null;
  let best: Found | null = null;
  for (let k = 0; k < joined.length; ) {
    const is = kind(joined[k] ?? 0);
    let end = k + 1;
    if (is !== null) {
      while (end < joined.length && kind(joined[end] ?? 0) === is) end += 1;
      const mean = joined.slice(k, end).reduce((all, one) => all + one, 0) / (end - k);
      const one = { is, from: k * seconds, to: end * seconds, share: usual > 0 ? mean / usual : Infinity };
      if (best === null || one.to - one.from > best.to - best.from) best = one;
    }
    k = end;
  }
  if (best !== null) return [best];
  const fifth = Math.floor(joined.length / 5);
  const [first, last] = [joined.slice(0, fifth), joined.slice(-fifth)].map((part) =>
    part.reduce((all, one) => all + one, 0),
  ) as [number, number];
  const share = first > 0 ? last / first : Infinity;
  const isFar = Math.abs(last - first) > FAR * Math.sqrt(first + last);
  return isFar && Math.abs(share - 1) > DRIFT
    ? [{ is: "drift", from: 0, to: joined.length * seconds, share }]
    : [];
}

/** Whether fewer than half of the usual tags of every channel are in a stretch, as where a file lacks tags. */
export function isLowEverywhere({ channels, bin }: Rate, { is, from, to }: Unsteady, tick: number): boolean {
  const width = Number(bin) * tick;
  const [first, last] = [Math.round(from / width), Math.round(to / width)];
  const sum = (counts: Float64Array): number => counts.reduce((all, one) => all + one, 0);
  const isLow = (counts: Float64Array): boolean =>
    sum(counts.subarray(first, last)) * counts.length * TIMES <= sum(counts) * (last - first);
  return is === "low" && channels.every(({ counts }) => isLow(counts));
}

/** "channels 3 and 15 fall to 3 % of the usual rate from 900 ms to 1.6 s"; `time` writes seconds. */
export function unsteadyText(
  { is, channels, from, to, share }: Unsteady,
  time: (seconds: number) => string,
): string {
  const who = `channel${channels.length > 1 ? "s" : ""} ${listed(channels)}`;
  const one = channels.length === 1;
  if (is === "drift") {
    const way = share < 1 ? (one ? "falls" : "fall") : one ? "rises" : "rise";
    return `${who} ${way} to ${percentText(share)} from the first to the last fifth of the time`;
  }
  const way = is === "low" ? (one ? "falls" : "fall") : one ? "rises" : "rise";
  return `${who} ${way} to ${percentText(share)} of the usual rate from ${time(from)} to ${time(to)}`;
}

/** "3, 15 and 16". */
function listed(channels: readonly bigint[]): string {
  const last = channels.at(-1);
  return channels.length > 1 ? `${channels.slice(0, -1).join(", ")} and ${last}` : String(last);
}

function percentText(share: number): string {
  if (!Number.isFinite(share)) return "many times";
  return `${(100 * share).toLocaleString("en-US", { maximumSignificantDigits: 2 })} %`;
}
