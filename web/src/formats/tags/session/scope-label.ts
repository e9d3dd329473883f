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
 * How much of the recording the first `tags` tags are, by default all tags that were counted while reading; null for all of
 * it. The bytes that have been read are no measure: several parts of a file are read at once, and counted one after another.
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

/** `11 %` of a recording whose index gives the number of its tags, else `3,210,000 tags`; empty for none. */
function shareOf(reading: Reading, tags: number): string {
  const snapshot = snapshotOf(reading);
  if (tags === 0 || snapshot?.follow) return "";
  const all = snapshot?.overview?.summary.tags ?? 0;
  return tags <= all ? `${Math.floor((100 * tags) / all)} %` : some(tags, "tag");
}

/** The same beside a chart or table; null where there are no tags yet, so nothing needs a label. */
export function dataLabel({ current }: State, tags?: number): string | null {
  return current && (wholeOf(current, "summary")?.tags ?? 0) > 0 ? readLabel(current.reading, tags) : null;
}

/** Whether what is drawn is not the answer to what is wanted now. */
export function isPending({ current, compared }: State, topic: Topic): boolean {
  return [current, compared].some((recording) => recording?.queries.pending(topic));
}

/** Whether the answer is of no tags yet, because those that were read first are still to be counted. */
export function coversNothing({ current }: State, topic: Topic): boolean {
  const isRunning = current?.reading.phase === "running" && !current.reading.snapshot?.follow;
  return isRunning && current.queries.answer(topic)?.tags === 0;
}

/** Whether there will be an answer, even if its query waits for the matrix, which decides the pair. */
export function isAwaited(state: State, topic: Topic): boolean {
  const { reading } = state.current ?? {};
  if (reading?.phase === "running" && !reading.snapshot) return true;
  return isPending(state, topic) || isPending(state, "pairs") || coversNothing(state, topic);
}

/** Beside answers: that they are of the range, of a part, or not there yet. */
export function scopeLabel(state: State, topic: Topic): string | null {
  const { current, view } = state;
  if (!current) return null;
  const answer = current.queries.answer(topic);
  if (current.queries.stopped(topic)) {
    if (answer !== null) return "the answer before";
    return view.range ? "not of the range" : "not counted";
  }
  // The next snapshot answers a query that is sent while the recording is read.
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

/** Beside what was counted in the range; where that was stopped or failed, what is shown is of all of the recording. */
function rangeLabel({ current }: State, topic: Topic): string {
  return current?.queries.answer(topic)?.analyses === null ? "not of the range" : "in the range";
}

/** Beside an answer that ends where the order of time breaks: how far that is. */
function brokenLabel({ current, view }: State, topic: Topic): string | null {
  const sound = current && soundPart(summaryOf(current.reading));
  const breaks = current?.queries.answer(topic)?.error?.code === "order";
  if (!sound) return breaks ? "up to where order breaks" : null;
  if (!view.range) return isOfSoundPart(topic) ? firstPart(sound) : null;
  return breaks && view.range.to > sound.range.to ? "up to the damage" : null;
}
