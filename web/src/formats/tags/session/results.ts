/** The current results of a recording: counted while it was read, or by queries. */

import {
  type Coincidence,
  type Correlation,
  type Delay,
  type Finding,
  type Gaps,
  type Image,
  type Lifetime,
  type Pairs,
  type PairsEntry,
  type Rate,
  type Stability,
  type Summary,
  TagviewError,
} from "@tagview/engine";
import { toJson } from "@tagview/engine/json";
import { derivedOf } from "../../../app/signals";
import { entryOf, type Parameters, parametersOf } from "../model/parameters";
import { channelsOfDamage } from "./damage";
import type { Topic } from "./live-queries";
import { snapshotOf } from "./reading";
import { headerPeriodOf, markerOf, type Recording, syncOf } from "./recording";
import type { State } from "./state";

/** Results available both for the whole recording and for a range. */
interface Counts {
  summary: Summary;
  rate: Rate;
  gaps: Gaps;
  pairs: Pairs;
}

type Maybe = Recording | null | undefined;

/** Results counted while a recording was read. */
const countedOf = derivedOf(({ reading }: Recording) => snapshotOf(reading)?.analyses ?? null);

/** Results for the whole recording, or for the part read so far. */
export function wholeOf<K extends keyof Counts>(recording: Maybe, name: K): Counts[K] | null {
  if (name === "pairs") return answerOf(recording, "pairs", name);
  // Includes virtual channels, if any.
  const answer = answerOf<Counts[K]>(recording, "virtual", name);
  return answer ?? ((recording ? countedOf(recording) : null)?.[name] as Counts[K] | undefined) ?? null;
}

/** Results for the chosen range; for the whole recording without a range, or before the range's result arrives. */
export function narrowedOf<K extends keyof Counts>(
  recording: Maybe,
  name: K,
  { range }: State["view"],
): Counts[K] | null {
  const inRange = range && answerOf<Counts[K]>(recording, name === "pairs" ? "range pairs" : "range", name);
  return inRange ?? wholeOf(recording, name);
}

export const summaryInRange = (recording: Maybe): Summary | null => answerOf(recording, "range", "summary");

/** Channels caused only by damage outside the displayed part; the same set for the same results. */
export const madeByDamage = derivedOf(
  ({ current, view: { range } }: State): ReadonlySet<bigint> =>
    channelsOfDamage(wholeOf(current, "summary"), range && summaryInRange(current), range),
);

/** Channels not drawn in charts of the whole recording: hidden, or caused by damage outside the displayed part. */
export const unseenIn = derivedOf((state: State): ReadonlySet<bigint> => {
  const { hidden } = state.view;
  const channels = madeByDamage(state);
  return channels.size === 0 ? hidden : new Set([...hidden, ...channels]);
});

/** The channels of the recording on the page, ascending, without those that only damage produced. */
export function channelsNow(state: State): bigint[] {
  const channels = madeByDamage(state);
  const all = wholeOf(state.current, "summary")?.channels ?? [];
  return all.map(({ channel }) => channel).filter((channel) => !channels.has(channel));
}

export const correlationOf = (recording: Maybe): Correlation | null =>
  answerOf(recording, "correlation", "correlation");
export const coincidenceOf = (recording: Maybe): Coincidence | null =>
  answerOf(recording, "coincidences", "coincidence");

export const stabilityOf = (recording: Maybe): Stability | null =>
  answerOf(recording, "stability", "stability");
export const imageOf = (recording: Maybe): Image | null => answerOf(recording, "image", "image");
export const lifetimeOf = (recording: Maybe): Lifetime | null => answerOf(recording, "lifetime", "lifetime");

/** The peak of the pair's correlation: from the matrix or, beyond the delays of the matrix, from a query. */
export function peakOf(recording: Maybe, state: State): PairsEntry | Delay | null {
  const now = parametersNow(state);
  if (!now?.pair) return null;
  // The matrix of the whole recording could be mistaken for that of the range.
  if (state.view.range && refusalOf(recording, "range pairs")) return null;
  if (recording?.queries.stopped(now.peakUnknown ? "delay" : "pairs")) return null;
  if (!now.peakUnknown) return entryOf(narrowedOf(recording, "pairs", state.view), now.pair);
  const found = answerOf<Delay>(recording, "delay", "delay");
  return found?.a === now.pair.a && found.b === now.pair.b ? found : null;
}

function answerOf<T>(recording: Maybe, topic: Topic, id: string): T | null {
  return (recording?.queries.answer(topic)?.analyses?.[id] as T | undefined) ?? null;
}

const STOPPED = new TagviewError(
  "cancelled",
  "this was stopped before it was counted",
  "count it again, or change the question",
).toObject();

/**
 * Why a query cannot be answered; null if it has been, or will be. If tags are out of order, the result covers the part
 * before: its label shows that, and the banner the reason.
 */
export function refusalOf(recording: Maybe, topic: Topic): Finding | null {
  if (!recording || recording.queries.pending(topic)) return null;
  if (recording.queries.stopped(topic)) return STOPPED;
  const { error = null, analyses = null } = recording.queries.answer(topic) ?? {};
  return error?.code === "order" && analyses !== null ? null : error;
}

/** The parameters of all queries, for the recording on the page and the one beside it; null without a recording. */
export const parametersNow = derivedOf(({ current, view, tickText }: State): Parameters | null => {
  if (!current) return null;
  // The default pair waits for the matrix, unless the matrix cannot be counted.
  const isRefused = refusalOf(current, "pairs") !== null && !current.queries.stopped("pairs");
  const known = wholeOf(current, "pairs") ?? (isRefused ? "unknown" : null);
  const pair = view.pair ?? current.firstPair?.pair ?? null;
  const [summary, gaps] = [wholeOf(current, "summary"), wholeOf(current, "gaps")];
  const isMarker = (channel: bigint): boolean => markerOf(current, channel) !== null;
  return parametersOf(
    { ...view, pair },
    known,
    summary,
    gaps,
    tickText,
    syncOf(current),
    isMarker,
    headerPeriodOf(current),
  );
}, isEqual);

function isEqual(a: Parameters | null, b: Parameters | null): boolean {
  return a !== null && b !== null ? toJson(a) === toJson(b) : a === b;
}
