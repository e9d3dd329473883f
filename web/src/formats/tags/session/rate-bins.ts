/** The bins of the rate chart: as fine as the visible range needs, or as wide as chosen. */

import type { Rate } from "@tagview/engine";
import { powerAbove } from "../model/parameters";
import { MOST_BINS, type Range } from "../model/view";
import type { Answer, Query } from "./live-queries";
import { lengthOf } from "./reading";
import type { Recording } from "./recording";
import { wholeAnswer, wholeOf } from "./results";
import type { State } from "./state";

/** Maximum number of default bins over the visible range: at least half as many, unless a tick is wider. */
const BINS = 2048n;
/** Maximum requested counts, of all channels and bins together. */
const MOST_COUNTS = 2_000_000n;
/** Bins to which the ends of a request are moved outwards, so that small moves of the axis need no new request. */
const GRID = 1024n;

type Shown = Pick<State, "view" | "tick" | "tickText">;

interface Wanted {
  bin: bigint;
  /** Ticks after the first tag. */
  range: Range;
  /** Time of the first tag. */
  first: bigint;
}

/** Most bins that a recording's channels allow. */
export function mostRateBins(recording: Recording | null): bigint {
  const channels = wholeOf(recording, "rate")?.channels.length ?? 1;
  const most = MOST_COUNTS / BigInt(Math.max(1, channels));
  return most < MOST_BINS ? most : MOST_BINS;
}

/** The visible range in ticks after the first tag; null if there is nothing to show. */
export function shownRange(recording: Recording | null, { view, tick }: Shown): Range | null {
  const length = lengthOf(wholeOf(recording, "summary"));
  if (length === null || length <= 0n) return null;
  if (view.rate === null) return { from: 0n, to: length };
  const [from, to] = view.rate.map((seconds) => BigInt(Math.round(seconds / tick))) as [bigint, bigint];
  const range = { from: from < 0n ? 0n : from, to: to > length ? length : to };
  return range.from <= range.to ? range : null;
}

/** The rates needed besides those counted while reading; null for none. */
function wanted(recording: Recording, state: Shown): Wanted | null {
  const whole = wholeOf(recording, "rate");
  const summary = wholeOf(recording, "summary");
  const shown = shownRange(recording, state);
  const length = lengthOf(summary);
  if (!whole || !shown || length === null || summary?.first == null) return null;
  const span = shown.to - shown.from + 1n;
  const { rateBin } = state.view;
  const isPossible = rateBin !== null && span / rateBin + 2n * GRID <= mostRateBins(recording);
  const bin = isPossible ? rateBin : powerAbove((span + BINS - 1n) / BINS);
  // The rates counted while reading are as fine.
  if (isPossible ? bin === whole.bin : bin >= whole.bin) return null;
  const grid = bin * GRID;
  const to = (shown.to / grid + 1n) * grid - 1n;
  const range = { from: (shown.from / grid) * grid, to: to < length ? to : length };
  return { bin, range, first: summary.first };
}

/** The query for the needed rates; empty if they are known. */
export function rateQueries(recording: Recording, state: Shown): Query[] {
  const now = wanted(recording, state);
  if (!now) return [];
  const { define } = state.view;
  const request = {
    // With a fixed start, bins are aligned with those of every other range.
    analyses: [{ name: "rate" as const, id: "rate", bin: now.bin, start: now.first + now.range.from }],
    selection: now.range,
    ...(define.length > 0 ? { define: [...define], tick: state.tickText } : {}),
  };
  return [{ topic: "rate", request }];
}

/** Maximum number of tags shown individually. */
const FEW = 600;

/** Whether few enough tags are visible, zoomed in, to draw each one. */
export function isFew(recording: Recording, state: Shown): boolean {
  const known = rateOf(recording, state);
  const shown = shownRange(recording, state);
  const first = wholeOf(recording, "summary")?.first ?? null;
  if (!known || !shown || first === null || known.rate.start === null || state.view.rate === null)
    return false;
  const { bin, start, channels } = known.rate;
  const binOf = (after: bigint): number => Number((after + first - start) / bin);
  const [from, to] = [binOf(shown.from), binOf(shown.to) + 1];
  let tags = 0;
  for (const { channel, counts } of channels) {
    if (state.view.hidden.has(channel)) continue;
    for (let k = Math.max(0, from); k < Math.min(to, counts.length); k += 1) tags += counts[k] ?? 0;
  }
  return tags <= FEW;
}

/** Rates to be drawn. */
export interface Rates {
  rate: Rate;
  /** The time of the last tag that could be in them. */
  last: bigint | null;
  /** The answer that they are from. */
  answer: Answer;
  /** The range in which they were counted, in ticks after the first tag; null for the whole recording. */
  range: Range | null;
}

/** The finest known rates that cover the visible range. */
export function rateOf(recording: Recording | null, state: Shown): Rates | null {
  const whole = wholeOf(recording, "rate");
  const counted = wholeAnswer(recording, "rate");
  if (!recording || !whole || !counted) return null;
  const summary = wholeOf(recording, "summary");
  const all = { rate: whole, last: summary?.last ?? null, answer: counted, range: null };
  const shown = shownRange(recording, state);
  const answer = recording.queries.answer("rate");
  const rate = answer?.analyses?.rate as Rate | undefined;
  const range = answer?.request.selection;
  if (!answer || !rate || !range || !shown || summary?.first == null || rate.start === null) return all;
  const isCovered = (range.from ?? 0n) <= shown.from && (range.to ?? shown.to) >= shown.to;
  if (!isCovered || wanted(recording, state) === null) return all;
  // A channel without tags in this part has its line, or its row, all the same.
  const found = new Map(rate.channels.map((one) => [one.channel, one]));
  const channels = whole.channels.map(
    ({ channel }) => found.get(channel) ?? { channel, counts: new Float64Array() },
  );
  const covered = { from: range.from ?? 0n, to: range.to ?? shown.to };
  const end = summary.first + covered.to;
  const last = all.last !== null && all.last < end ? all.last : end;
  return { rate: { ...rate, channels }, last, answer, range: covered };
}
