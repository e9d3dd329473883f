/** The bins of the rate chart: as fine as the part that is shown needs, or as wide as was chosen. */

import type { Rate } from "@tagview/engine";
import { powerAbove } from "../model/parameters";
import { MOST_BINS, type Range } from "../model/view";
import type { Query } from "./live-queries";
import { lengthOf } from "./reading";
import type { Recording } from "./recording";
import { wholeOf } from "./results";
import type { State } from "./state";

/** Bins over the part that is shown where no width is chosen: at least half as many, unless a tick is wider. */
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

/** Ticks that are shown, from the first tag on; null where there is nothing to show. */
export function shownRange(recording: Recording | null, { view, tick }: Shown): Range | null {
  const length = lengthOf(wholeOf(recording, "summary"));
  if (length === null || length <= 0n) return null;
  if (view.rate === null) return { from: 0n, to: length };
  const [from, to] = view.rate.map((seconds) => BigInt(Math.round(seconds / tick))) as [bigint, bigint];
  const range = { from: from < 0n ? 0n : from, to: to > length ? length : to };
  return range.from <= range.to ? range : null;
}

/** What is wanted besides what was counted while reading; null for nothing. */
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
  // What was counted while reading is as fine.
  if (isPossible ? bin === whole.bin : bin >= whole.bin) return null;
  const grid = bin * GRID;
  const to = (shown.to / grid + 1n) * grid - 1n;
  const range = { from: (shown.from / grid) * grid, to: to < length ? to : length };
  return { bin, range, first: summary.first };
}

/** The query for what is wanted; none where it is known. */
export function rateQueries(recording: Recording, state: Shown): Query[] {
  const now = wanted(recording, state);
  if (!now) return [];
  const { define } = state.view;
  const request = {
    // From a given start on, bins lie where they lie in every other part.
    analyses: [{ name: "rate" as const, id: "rate", bin: now.bin, start: now.first + now.range.from }],
    selection: now.range,
    ...(define.length > 0 ? { define: [...define], tick: state.tickText } : {}),
  };
  return [{ topic: "rate", request }];
}

/** Tags that are shown one by one, at most. */
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
  /** The result that they belong to, by which a change is noticed. */
  result: Rate;
  /** Ticks after the first tag between which they were counted; null where that is the whole recording. */
  range: Range | null;
}

/** The finest rates that are known of all that is shown. */
export function rateOf(recording: Recording | null, state: Shown): Rates | null {
  const whole = wholeOf(recording, "rate");
  if (!recording || !whole) return null;
  const summary = wholeOf(recording, "summary");
  const all = { rate: whole, last: summary?.last ?? null, result: whole, range: null };
  const shown = shownRange(recording, state);
  const answer = recording.queries.answer("rate");
  const rate = answer?.analyses?.rate as Rate | undefined;
  const range = answer?.request.selection;
  if (!rate || !range || !shown || summary?.first == null || rate.start === null) return all;
  const isCovered = (range.from ?? 0n) <= shown.from && (range.to ?? shown.to) >= shown.to;
  if (!isCovered || wanted(recording, state) === null) return all;
  // A channel without tags in this part has its line, or its row, all the same.
  const found = new Map(rate.channels.map((one) => [one.channel, one]));
  const channels = whole.channels.map(
    ({ channel }) => found.get(channel) ?? { channel, counts: new Float64Array() },
  );
  const counted = { from: range.from ?? 0n, to: range.to ?? shown.to };
  const end = summary.first + counted.to;
  const last = all.last !== null && all.last < end ? all.last : end;
  return { rate: { ...rate, channels }, last, result: rate, range: counted };
}
