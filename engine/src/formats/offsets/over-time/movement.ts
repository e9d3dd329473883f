/** Movement of each partition between the headers of a series. */

import type { PartitionKey } from "../results.ts";
import type { SeriesLag } from "./lag.ts";
import type { OffsetsSeries } from "./series.ts";

/** State of a partition, worst first. */
export const STATES = [
  /** Its offset went back at least once. */
  "fell-back",
  /** An earlier header has it, the last complete one lacks it. */
  "missing",
  /** It has not moved since an earlier header, while others did. */
  "stands-still",
  /** It moves at less than half of the median pace. */
  "slow",
  /** It stood still for some time while others moved, and has moved since. */
  "stood-still",
  /** The first complete header lacks it. */
  "new",
  "moves",
  /** Its offset is -1 in all headers: it was never written. */
  "empty",
] as const;

export type PartitionState = (typeof STATES)[number];

/** A step from one header to another, by their indices in the series. */
export interface Step {
  from: number;
  to: number;
  /** Difference of the two offsets. */
  moved: bigint;
  /** Nanoseconds between the two; null if unknown. */
  interval_ns: bigint | null;
  /** Offsets per second; null if the interval is unknown. */
  rate: number | null;
}

/** Reason for a missing lag in seconds. */
export type NoSeconds = "no-rate" | "stands-still" | "falls-back" | "leads";

export interface PartitionMovement {
  row: number;
  key: PartitionKey;
  state: PartitionState;
  /** From the first header that has it to the last; null if only one has it. */
  whole: Step | null;
  /** From the last but one header that has it to the last; null if only one has it. */
  latest: Step | null;
  last_offset: bigint | null;
  /** Steps of {@link stepTo} in which it went back, with the longest; null without any. */
  fell_back: { times: number; furthest: Step } | null;
  /**
   * The header since which all headers with the partition have the same offset; null if it moved in its latest step, or
   * is empty.
   */
  still_since: number | null;
  /** Steps of {@link stepTo} in which it did not move, unless empty. */
  still_steps: number;
  /** Lag in the last header that has the partition and a partner; null without headers to compare with. */
  lag: { header: number; offsets: bigint; seconds: number | null; why_no_seconds: NoSeconds | null } | null;
}

/** The step from header `k` to header `k + 1`; null if one of them lacks the partition. */
export function stepAt(series: OffsetsSeries, row: number, k: number): Step | null {
  const [before, after] = [series.offset(row, k), series.offset(row, k + 1)];
  if (before === null || after === null) return null;
  return step(k, k + 1, after - before, series.intervals[k] ?? null);
}

/**
 * The step that ends at a header. It starts at the last earlier header with the partition, because the time of a
 * movement between the two is unknown. Null if the header lacks it, or is the first that has it.
 */
export function stepTo(series: OffsetsSeries, row: number, header: number): Step | null {
  if (series.offset(row, header) === null) return null;
  let from = header - 1;
  while (from >= 0 && series.offset(row, from) === null) from -= 1;
  return from < 0 ? null : stepBetween(series, row, from, header);
}

function stepBetween(series: OffsetsSeries, row: number, from: number, to: number): Step | null {
  const [before, after] = [series.offset(row, from), series.offset(row, to)];
  if (before === null || after === null) return null;
  return step(from, to, after - before, between(series, from, to));
}

/** Whether the partition was never written by the end of a step: the offset is -1 in both headers. */
export function isEmptyStep(series: OffsetsSeries, row: number, { from, to }: Step): boolean {
  return series.offset(row, from) === -1n && series.offset(row, to) === -1n;
}

/** Rate of a partition in a step: offsets per second or, if times are unknown, per header. */
export function paceIn({ rate, moved, from, to }: Step): number {
  return rate ?? Number(moved) / (to - from);
}

/** Lag over rate: the time in seconds to catch up at that rate. */
export function secondsOf(
  offsets: bigint,
  rate: number | null,
): { seconds: number | null; why_no_seconds: NoSeconds | null } {
  if (offsets === 0n) return { seconds: 0, why_no_seconds: null };
  const why: NoSeconds | null =
    offsets < 0n
      ? "leads"
      : rate === null
        ? "no-rate"
        : rate === 0
          ? "stands-still"
          : rate < 0
            ? "falls-back"
            : null;
  return { seconds: why === null && rate !== null ? Number(offsets) / rate : null, why_no_seconds: why };
}

/** All partitions, in the order of the rows. */
export function movements(series: OffsetsSeries, lag: SeriesLag | null = null): PartitionMovement[] {
  const busy = busySince(series);
  const all = series.keys.map((_, row) => movementOf(series, row, lag, busy));
  const slow = slowPace(all);
  for (const one of all) {
    const pace = paceOf(one);
    if (one.state === "moves" && slow !== null && pace !== null && pace < slow) one.state = "slow";
  }
  return all;
}

/**
 * Overall rate of a partition: offsets per second or, if times are unknown, per step. Null without two headers that
 * have it.
 */
export function paceOf({ whole }: PartitionMovement): number | null {
  return whole && paceIn(whole);
}

/** States of partitions with an unusual rate. */
const UNUSUAL: ReadonlySet<PartitionState> = new Set(["fell-back", "missing", "stands-still"]);

/** Rates of the partitions that still move at the end, ascending. */
function usualPaces(all: readonly PartitionMovement[]): number[] {
  const paces = all.flatMap((one) => {
    const pace = paceOf(one);
    return pace !== null && pace > 0 && !UNUSUAL.has(one.state) ? [pace] : [];
  });
  return paces.sort((a, b) => a - b);
}

/** The median rate of partitions that still move at the end; the smaller of two middle values. Null without any. */
export function medianPace(all: readonly PartitionMovement[]): number | null {
  const paces = usualPaces(all);
  return paces[(paces.length - 1) >> 1] ?? null;
}

/** Order by state, worst first; within a state, longest standstill, largest fall, or slowest first. */
export function worstFirst(all: readonly PartitionMovement[]): PartitionMovement[] {
  const grade = (one: PartitionMovement): number => {
    if (one.state === "fell-back") return Number(one.fell_back?.furthest.moved ?? 0n);
    if (one.state === "stands-still") return one.still_since ?? 0;
    if (one.state === "stood-still") return -one.still_steps;
    return paceOf(one) ?? 0;
  };
  return [...all].sort(
    (a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state) || grade(a) - grade(b) || a.row - b.row,
  );
}

function step(from: number, to: number, moved: bigint, interval: bigint | null): Step {
  const rate = interval === null ? null : (Number(moved) / Number(interval)) * 1e9;
  return { from, to, moved, interval_ns: interval, rate };
}

/**
 * For each header, the latest header at which any partition had moved, if known; -1 for none. While none moved, there
 * was nothing to write.
 */
function busySince(series: OffsetsSeries): Int32Array {
  const since = new Int32Array(series.headers.length).fill(-1);
  series.keys.forEach((_, row) => {
    let from = -1;
    let before = 0n;
    for (let to = 0; to < since.length; to += 1) {
      const offset = series.offset(row, to);
      if (offset === null) continue;
      if (from > (since[to] ?? -1) && offset > before) since[to] = from;
      from = to;
      before = offset;
    }
  });
  return since;
}

/** Half the median rate; null if fewer than three partitions move, which define no usual rate. */
function slowPace(all: readonly PartitionMovement[]): number | null {
  const median = medianPace(all);
  return median === null || usualPaces(all).length < 3 ? null : median / 2;
}

function movementOf(
  series: OffsetsSeries,
  row: number,
  lag: SeriesLag | null,
  busy: Int32Array,
): PartitionMovement {
  let first: number | null = null;
  let last: number | null = null;
  let latest: Step | null = null;
  let fell: PartitionMovement["fell_back"] = null;
  let since: number | null = null;
  let sinceBusy = false;
  let still = 0;
  let stoodAside = false;
  for (let header = 0; header < series.headers.length; header += 1) {
    const offset = series.offset(row, header);
    if (offset === null) continue;
    const done = last === null ? null : stepBetween(series, row, last, header);
    first ??= header;
    last = header;
    if (done === null) continue;
    latest = done;
    if (done.moved < 0n) fell = afterFall(fell, done);
    if (done.moved !== 0n || offset < 0n) {
      since = null;
      sinceBusy = false;
      continue;
    }
    still += 1;
    const begin: number = since ?? done.from;
    since = begin;
    sinceBusy ||= busy.subarray(done.from + 1, header + 1).some((from) => from >= begin);
    stoodAside ||= sinceBusy;
  }
  const whole =
    first !== null && last !== null && last > first ? stepBetween(series, row, first, last) : null;
  const movement: PartitionMovement = {
    row,
    key: series.keys[row] ?? 0n,
    state: "moves",
    whole,
    latest,
    last_offset: last === null ? null : series.offset(row, last),
    fell_back: fell,
    still_since: since,
    still_steps: still,
    lag: lag && lagOf(series, row, lag),
  };
  movement.state = stateOf(series, movement, { sinceBusy, stoodAside });
  return movement;
}

/** Summary of a partition's falls, after another one. */
function afterFall(before: PartitionMovement["fell_back"], fall: Step): PartitionMovement["fell_back"] {
  if (before === null) return { times: 1, furthest: fall };
  const furthest = fall.moved < before.furthest.moved ? fall : before.furthest;
  return { times: before.times + 1, furthest };
}

function stateOf(
  series: OffsetsSeries,
  { row, fell_back, still_since }: PartitionMovement,
  { sinceBusy, stoodAside }: { sinceBusy: boolean; stoodAside: boolean },
): PartitionState {
  if (fell_back !== null) return "fell-back";
  const isWhole = ({ complete, error }: OffsetsSeries["headers"][number]): boolean =>
    complete && error === null;
  const [first, last] = [series.headers.findIndex(isWhole), series.headers.findLastIndex(isWhole)];
  if (last >= 0 && series.offset(row, last) === null && isBefore(series, row, last)) return "missing";
  if (still_since !== null && sinceBusy) return "stands-still";
  if (stoodAside) return "stood-still";
  if (first >= 0 && series.offset(row, first) === null) return "new";
  const isEmpty = series.headers.every((_, header) => (series.offset(row, header) ?? -1n) === -1n);
  return isEmpty ? "empty" : "moves";
}

function isBefore(series: OffsetsSeries, row: number, header: number): boolean {
  for (let at = 0; at < header; at += 1) if (series.offset(row, at) !== null) return true;
  return false;
}

/** Nanoseconds between two headers; null if any interval between them is unknown. */
function between({ intervals }: OffsetsSeries, from: number, to: number): bigint | null {
  let sum = 0n;
  for (let at = from; at < to; at += 1) {
    const interval = intervals[at] ?? null;
    if (interval === null) return null;
    sum += interval;
  }
  return sum;
}

function lagOf(series: OffsetsSeries, row: number, { lag }: SeriesLag): PartitionMovement["lag"] {
  for (let header = series.headers.length - 1; header >= 0; header -= 1) {
    const offsets = lag(row, header);
    if (offsets === null) continue;
    const rate = header === 0 ? null : (stepAt(series, row, header - 1)?.rate ?? null);
    return { header, offsets, ...secondsOf(offsets, rate) };
  }
  return null;
}
