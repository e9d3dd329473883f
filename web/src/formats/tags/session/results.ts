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
  parseTick,
  type Rate,
  type Stability,
  type Summary,
  TagviewError,
} from "@tagview/engine";
import { toJson } from "@tagview/engine/json";
import { derivedOf } from "../../../ui/signals";
import { entryOf, type Parameters, parametersOf, rangeAround } from "../model/parameters";
import type { Pair, Range } from "../model/view";
import { channelsOfDamage } from "./damage";
import type { Answer, Topic } from "./live-queries";
import { REQUEST, snapshotOf } from "./reading";
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
const countedOf = derivedOf(({ reading }: Recording): Answer | null => {
  const snapshot = snapshotOf(reading);
  if (snapshot === null) return null;
  const { analyses, error, tags } = snapshot;
  return { request: REQUEST, analyses, error, settled: reading.phase !== "running", tags };
});

/** The answer for the whole recording, or for the part read so far, that holds these results. */
export function wholeAnswer(recording: Maybe, name: keyof Counts): Answer | null {
  if (!recording) return null;
  if (name === "pairs") return answered(recording, "pairs");
  // Includes virtual channels, if any.
  return answered(recording, "virtual") ?? countedOf(recording);
}

/** The answer for the chosen range; for the whole recording without a range, or before the range's result arrives. */
export function narrowedAnswer(
  recording: Maybe,
  name: keyof Counts,
  { range }: State["view"],
): Answer | null {
  const inRange = range && answered(recording, name === "pairs" ? "range pairs" : "range");
  return inRange ?? wholeAnswer(recording, name);
}

/** Results for the whole recording, or for the part read so far. */
export function wholeOf<K extends keyof Counts>(recording: Maybe, name: K): Counts[K] | null {
  return (wholeAnswer(recording, name)?.analyses?.[name] as Counts[K] | undefined) ?? null;
}

/** Results for the chosen range; for the whole recording without a range, or before the range's result arrives. */
export function narrowedOf<K extends keyof Counts>(
  recording: Maybe,
  name: K,
  view: State["view"],
): Counts[K] | null {
  return (narrowedAnswer(recording, name, view)?.analyses?.[name] as Counts[K] | undefined) ?? null;
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

/**
 * The peak of a pair's correlation, by default of the chosen pair: from the matrix or, beyond the delays of the matrix,
 * from a query.
 */
export function peakOf(recording: Maybe, state: State, of: Pair | null = null): PairsEntry | Delay | null {
  const now = parametersNow(state);
  const pair = of ?? now?.pair;
  if (!now || !pair) return null;
  // The matrix of the whole recording could be mistaken for that of the range.
  if (state.view.range && refusalOf(recording, "range pairs")) return null;
  if (recording?.queries.stopped(now.peakUnknown ? "delay" : "pairs")) return null;
  const answer = now.peakUnknown
    ? answered(recording, "delay")
    : narrowedAnswer(recording, "pairs", state.view);
  // A peak of another range is not that of the correlation.
  if (of && answer && !isOfSameTags(answer, answered(recording, "correlation"))) return null;
  if (!now.peakUnknown) return entryOf((answer?.analyses?.pairs as Pairs | undefined) ?? null, pair);
  const found = answer?.analyses?.delay as Delay | undefined;
  return found?.a === pair.a && found.b === pair.b ? found : null;
}

/** The delays around a peak of the chosen pair, as wide as the window if it is not the one that was measured. */
export function delaysAroundPeak(state: State, delay: bigint): Range {
  const peak = peakOf(state.current, state);
  const width = Number(parametersNow(state)?.window ?? 1n);
  const known = peak?.delay === delay ? peak : { delay, fwhm: width };
  return rangeAround(known, 0, parseTick(state.tickText));
}

function isOfSameTags(answer: Answer, other: Answer | null): boolean {
  const tagsOf = ({ request: { selection, define } }: Answer): string => toJson({ selection, define });
  return other === null || tagsOf(answer) === tagsOf(other);
}

/** The last answer of a topic, if it has results. */
export function answered(recording: Maybe, topic: Topic): Answer | null {
  const answer = recording?.queries.answer(topic) ?? null;
  return answer?.analyses ? answer : null;
}

function answerOf<T>(recording: Maybe, topic: Topic, id: string): T | null {
  return (answered(recording, topic)?.analyses?.[id] as T | undefined) ?? null;
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
