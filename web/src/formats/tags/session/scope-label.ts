/** Scope labels: short words beside results that are not, or not yet, of the whole recording. */

import { some } from "../../../ui/numbers";
import { firstPart, isOfSoundPart, soundPart } from "./damage";
import type { Answer, Topic } from "./live-queries";
import { type Reading, snapshotOf, summaryOf } from "./reading";
import type { Recording } from "./recording";
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

/** The same for captions: `11 % of 35,000,000 tags`. */
export function readCaption(reading: Reading, tags: number): string | null {
  const label = readLabel(reading, tags);
  const isShare = label?.endsWith("%") === true;
  return isShare ? label.replace(/^so far, /u, "").concat(` of ${some(allTags(reading), "tag")}`) : label;
}

/** `11 %` if the index gives the total number of tags, otherwise `3,210,000 tags`; empty for none. */
function shareOf(reading: Reading, tags: number): string {
  if (tags === 0 || snapshotOf(reading)?.follow) return "";
  const all = allTags(reading);
  return tags <= all ? `${Math.floor((100 * tags) / all)} %` : some(tags, "tag");
}

/** Number of tags by the index; 0 if it is unknown. */
const allTags = (reading: Reading): number => snapshotOf(reading)?.overview?.summary.tags ?? 0;

/** Whether the drawn result belongs to an earlier query. */
export function isPending({ current, compared }: State, topic: Topic): boolean {
  return [current, compared].some((recording) => recording?.queries.pending(topic));
}

/** Whether the result covers no tags yet, because the first ones are still being counted. */
export function coversNothing({ current }: State, topic: Topic): boolean {
  if (current?.queries.answer(topic)?.tags !== 0 || snapshotOf(current.reading)?.follow) return false;
  return current.reading.phase === "running" || current.queries.pending(topic);
}

/** Whether a result is expected, even if its query waits for the matrix, which determines the pair. */
export function isAwaited(state: State, topic: Topic): boolean {
  const { reading } = state.current ?? {};
  if (reading?.phase === "running" && !reading.snapshot) return true;
  return isPending(state, topic) || isPending(state, "pairs") || coversNothing(state, topic);
}

/** Label of a panel's results: its query is pending or stopped, or `answer` covers the range or a part. */
export function scopeLabel(state: State, topic: Topic, answer = answerOf(state, topic)): string | null {
  const { current, view } = state;
  if (!current) return null;
  if (current.queries.stopped(topic)) {
    if (answer !== null && answer === answerOf(state, topic)) return "the answer before";
    return view.range ? "not of the range" : "not counted";
  }
  // The next snapshot also answers queries sent while the recording is read.
  if (view.range && isPending(state, topic)) return "counting the range";
  if (current.queries.waiting()?.topics.includes(topic)) return "counting";
  return coveredBy(answer, current, view.range, topic, readLabel);
}

const answerOf = ({ current }: State, topic: Topic): Answer | null => current?.queries.answer(topic) ?? null;

/**
 * The part of a recording that an answer covers; null for all. `range` is the chosen range, null to describe the answer
 * alone. `read` returns the label of a part that was read.
 */
export function coveredBy(
  answer: Answer | null,
  recording: Recording,
  range: State["view"]["range"],
  topic: Topic,
  read: (reading: Reading, tags: number) => string | null,
): string | null {
  const labels = [...rangeLabels(answer, recording.reading, range, topic), readPart(answer, recording, read)];
  return labels.filter(Boolean).join(", ") || null;
}

/** The part of a recording that was read for an answer; null for all. */
export function readPart(
  answer: Answer | null,
  recording: Recording,
  read: (reading: Reading, tags: number) => string | null,
): string | null {
  const { reading } = recording;
  // Its query is repeated for the whole recording.
  if (reading.phase !== "running" && answer?.settled === false) return "so far";
  if ((wholeOf(recording, "summary")?.tags ?? 0) === 0) return null;
  return read(reading, answer?.tags ?? snapshotOf(reading)?.tags ?? 0);
}

/** Labels of a result of a range, or of one that ends at the first tag out of order. */
function rangeLabels(
  answer: Answer | null,
  reading: Reading,
  range: State["view"]["range"],
  topic: Topic,
): string[] {
  const breaks = answer?.error?.code === "order";
  const sound = soundPart(summaryOf(reading));
  const { from, to } = answer?.request.selection ?? {};
  const isOfRange = from !== undefined && to !== undefined && answer?.analyses != null;
  if (sound === null) {
    const end = breaks ? ["up to where order breaks"] : [];
    return isOfRange ? ["in the range", ...end] : range ? ["not of the range", ...end] : end;
  }
  const isSound = isOfSoundPart(topic) && to === sound.range.to && range?.to !== to;
  if (isSound) return [firstPart(sound), ...(range ? ["not of the range"] : [])];
  if (isOfRange) return ["in the range", ...(breaks && to > sound.range.to ? ["up to the damage"] : [])];
  return range ? ["not of the range"] : isOfSoundPart(topic) ? [firstPart(sound)] : [];
}
