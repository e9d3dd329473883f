/** Times without a unit are ticks. If such a time selects no tags, the user may have meant another unit. */

import { shortSeconds } from "../../output/numbers";
import type { ErrorObject, Snapshot, Tick } from "../../runtime/engine";

/** Options with times, as typed. */
export interface TypedTimes {
  from?: string | undefined;
  to?: string | undefined;
  duration?: string | undefined;
  window?: string | undefined;
  range?: string | undefined;
  bin?: string | undefined;
}

/** The times on the command line, and the tick that they are in. */
export interface CommandTimes {
  typed: TypedTimes;
  tick: Tick;
}

/** The unit that users most likely mean, by option. */
const UNITS: Record<keyof TypedTimes, string> = {
  from: "s",
  to: "s",
  duration: "s",
  window: "ns",
  range: "ns",
  bin: "ns",
};

/** A whole number, or a range of two. */
const BARE = /^\s*[+-]?\d+\s*(?:\.\.\s*[+-]?\d+\s*)?$/u;

/** Maximum number that a unit was forgotten of: longer numbers are meant as ticks. */
const MAX_MEANT = 100_000;

/**
 * Returns "times without a unit are ticks of 156.25 ps; did you mean --to 1s?" for the options whose times have no
 * unit; null if all have one. A time of 0 needs no unit.
 */
export function bareTimes(times: TypedTimes, tick: Tick): string | null {
  const meant = Object.entries(UNITS).flatMap(([option, unit]) => {
    const text = times[option as keyof TypedTimes]?.trim();
    if (text === undefined || !BARE.test(text) || !/[1-9]/u.test(text)) return [];
    const ends = text.split("..").map((end) => end.trim());
    if (ends.some((end) => Math.abs(Number(end)) > MAX_MEANT)) return [];
    return [`--${option} ${ends.map((end) => (Number(end) === 0 ? end : `${end}${unit}`)).join("..")}`];
  });
  if (meant.length === 0) return null;
  return `times without a unit are ticks of ${shortSeconds(tick.seconds, 9)}; did you mean ${meant.join(" ")}?`;
}

/** Largest number of tags that counts as nothing: `--to` always selects the first tag. */
const NOTHING = 1;

/** Returns the sentence of `bareTimes` if `--from` and `--to` selected `tags` tags, at most one, or a note on no tags. */
export function bareSelection(
  { from, to }: TypedTimes,
  tick: Tick,
  tags: number | null | undefined,
): string[] {
  if (tags == null || tags > NOTHING) return [];
  const sentence = bareTimes({ from, to }, tick) ?? (tags === 0 ? "no tags are selected" : null);
  return sentence === null ? [] : [sentence];
}

/** Codes of errors whose reason may be a time without a unit. */
const CAUSED = new Set(["no-peak", "too-many-bins"]);

/** Properties of an answer that may have counted nothing. */
interface Answered {
  snapshot: Snapshot;
  /** Whether nothing was counted. */
  isEmpty: boolean;
  /** The channels with tags; undefined if unknown. */
  channels: readonly bigint[] | undefined;
}

/**
 * Returns the error with the sentence about times without a unit in its remedy. An answer without an error that counts
 * nothing gets the sentence as a note.
 */
export function explainNothing(
  { typed, tick }: CommandTimes,
  { snapshot, isEmpty, channels }: Answered,
): { error: ErrorObject | null; notes: string[] } {
  const { error, tags } = snapshot;
  // A width of bins selects nothing.
  const { bin: _, ...selecting } = typed;
  const { from, to } = typed;
  const selection = bareTimes({ from, to }, tick);
  let sentence: string | null = null;
  if (error === null) {
    // In a recording of at most one tag, the times are not the reason.
    if (isEmpty && (tags > NOTHING || selection !== null)) sentence = bareTimes(selecting, tick);
  } else if (CAUSED.has(error.code) || (error.code === "no-fit" && isEmpty))
    sentence = bareTimes(typed, tick);
  else if (error.code === "no-channel" && channels?.length === 0) sentence = selection;
  if (sentence === null) return { error, notes: [] };
  if (error === null) return { error, notes: [sentence] };
  return { error: { ...error, remedy: `${error.remedy}; ${sentence}` }, notes: [] };
}
