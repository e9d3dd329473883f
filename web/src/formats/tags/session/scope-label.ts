/** Scope labels: short words beside results that are not, or not yet, of the whole recording. */

import { some } from "../../../ui/numbers";
import { firstPart, isOfSoundPart, soundPart } from "./damage";
import type { Topic } from "./live-queries";
import { type Reading, snapshotOf, summaryOf } from "./reading";
import { wholeOf } from "./results";
import type { State } from "./state";

/** Beside numbers from the recording's index, before the tags have been read. */
export const BY_INDEX = "by its index";

/**
 * The part of the recording in its first `tags` tags, by default those counted while reading; null for all. The number
 * of bytes read is not used, because several parts of a file are read in parallel and counted in order.
 */
export function readLabel(reading: Reading, tags = snapshotOf(reading)?.tags ?? 0): string | null {
  const share = shareOf(reading, tags);
  switch (reading.phase) {
    case "unread":
      return null;
    case "running":
      return share ? `so far, ${share}` : "so far";
    case "stopped":
      return share ? `stopped at ${share}` : "stopped";
    case "failed":
      return "incomplete";
    case "done":
      return snapshotOf(reading)?.complete ? null : "incomplete";
  }
}

/** `11 %` if the index gives the total number of tags, otherwise `3,210,000 tags`; empty for none. */
function shareOf(reading: Reading, tags: number): string {
  const snapshot = snapshotOf(reading);
  if (tags === 0 || snapshot?.follow) return "";
  const all = snapshot?.overview?.summary.tags ?? 0;
  return tags <= all ? `${Math.floor((100 * tags) / all)} %` : some(tags, "tag");
}

/** The same label beside a chart or table; null before there are tags. */
export function dataLabel({ current }: State, tags?: number): string | null {
  return current && (wholeOf(current, "summary")?.tags ?? 0) > 0 ? readLabel(current.reading, tags) : null;
}

/** Whether the drawn result belongs to an earlier query. */
export function isPending({ current, compared }: State, topic: Topic): boolean {
  return [current, compared].some((recording) => recording?.queries.pending(topic));
}

/** Whether the result covers no tags yet, because the first ones are still being counted. */
export function coversNothing({ current }: State, topic: Topic): boolean {
  const isRunning = current?.reading.phase === "running" && !current.reading.snapshot?.follow;
  return isRunning && current.queries.answer(topic)?.tags === 0;
}

/** Whether a result is expected, even if its query waits for the matrix, which determines the pair. */
export function isAwaited(state: State, topic: Topic): boolean {
  const { reading } = state.current ?? {};
  if (reading?.phase === "running" && !reading.snapshot) return true;
  return isPending(state, topic) || isPending(state, "pairs") || coversNothing(state, topic);
}

/** Label of results: they cover the range or a part, or are pending. */
export function scopeLabel(state: State, topic: Topic): string | null {
  const { current, view } = state;
  if (!current) return null;
  const answer = current.queries.answer(topic);
  if (current.queries.stopped(topic)) {
    if (answer !== null) return "the answer before";
    return view.range ? "not of the range" : "not counted";
  }
  // The next snapshot also answers queries sent while the recording is read.
  if (view.range && isPending(state, topic)) return "counting the range";
  if (current.queries.waiting()?.topics.includes(topic)) return "counting";
  const isUnfinished = current.reading.phase !== "running" && answer?.settled === false;
  const labels = [
    view.range && rangeLabel(state, topic),
    brokenLabel(state, topic),
    isUnfinished ? "so far" : dataLabel(state, answer?.tags),
  ];
  return labels.filter(Boolean).join(", ") || null;
}

/** Label of results counted in the range; after a stop or failure, the displayed results cover the whole recording. */
function rangeLabel({ current }: State, topic: Topic): string {
  return current?.queries.answer(topic)?.analyses === null ? "not of the range" : "in the range";
}

/** Label of a result that ends at the first tag out of order, with that time. */
function brokenLabel({ current, view }: State, topic: Topic): string | null {
  const sound = current && soundPart(summaryOf(current.reading));
  const breaks = current?.queries.answer(topic)?.error?.code === "order";
  if (!sound) return breaks ? "up to where order breaks" : null;
  if (!view.range) return isOfSoundPart(topic) ? firstPart(sound) : null;
  return breaks && view.range.to > sound.range.to ? "up to the damage" : null;
}
