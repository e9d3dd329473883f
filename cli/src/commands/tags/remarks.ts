/** Remarks about recordings of other taggers that matter for their numbers. */

import { plural, shortSeconds } from "../../output/numbers";
import { printable } from "../../output/printable";
import { writeError } from "../../output/write";
import {
  DEFAULT_TICK,
  headerPeriod,
  parseTick,
  type RecordingKind,
  type Snapshot,
} from "../../runtime/engine";
import type { ReadingOptions } from "./reading";

/** The kind of an input, and whether `--tick` gives the length of its ticks. */
export type KnownKind = RecordingKind & { isTickGiven: boolean };

export interface Remark {
  about: string;
  code: string;
  message: string;
}

/** The note that the tick length is unknown; null if it is known. */
export function noTick({ readAs, tick, facts }: RecordingKind): string | null {
  if (tick !== null) return null;
  if (typeof facts.unreadable_tick === "string")
    return `the file states a tick of "${printable(facts.unreadable_tick)}", which is not a length of time; assuming ${DEFAULT_TICK}: set it with --tick`;
  if (readAs === null) return null;
  const orUnit = "unit" in facts ? ", or the unit of the times with --unit" : "";
  return `the tick length is unknown; assuming ${DEFAULT_TICK}: set it with --tick${orUnit}`;
}

/** A remark that `--tick` replaces the file's own tick without conversion; null if both are equal. */
function otherTick({ tick: own }: RecordingKind, taken: string | undefined): string | null {
  if (own === null || taken === undefined) return null;
  const [stated, given] = [parseTick(own), parseTick(taken)];
  if (stated.numerator === given.numerator && stated.denominator === given.denominator) return null;
  return `the file states a tick of ${own}; --tick replaces it by ${taken}, and times are not converted`;
}

/** A remark that `--unit` or `--delay-unit` replaces the unit that a file states; null if it states no other. */
function otherUnit({ facts }: RecordingKind): string | null {
  const { replaced_unit: own, unit, replaced_delay_unit_s: delay, delay_unit_s } = facts;
  if (typeof own === "string")
    return `the file states times in ${printable(own)}; --unit replaces it by ${unit}`;
  if (typeof delay !== "number" || typeof delay_unit_s !== "number") return null;
  return `the file states microtimes in ${shortSeconds(delay, EXACT_DIGITS)}; --delay-unit replaces it by ${shortSeconds(delay_unit_s, EXACT_DIGITS)}`;
}

/** A remark that times with a fraction are taken as seconds, because nobody states their unit. */
function assumedUnit({ facts }: RecordingKind): string | null {
  if (facts.unit_assumed !== true) return null;
  return "no unit of the times is stated, and times with a fraction are taken as s: set it with --unit";
}

/** Notes on options about the units of a file that its format has no use for. */
export function unusedUnits(
  { facts, name, readAs }: RecordingKind,
  given: Pick<ReadingOptions, "unit" | "delayUnit">,
): string[] {
  const options = [
    { option: "--unit", value: given.unit, fact: "unit", use: "text files and tables" },
    {
      option: "--delay-unit",
      value: given.delayUnit,
      fact: "delay_unit_s",
      use: "files with microtimes whose unit is not stated",
    },
  ];
  const format = readAs === null || name === null ? "a recording of tagview" : name;
  return options
    .filter(({ value, fact }) => value !== undefined && !(fact in facts))
    .map(({ option, use }) => `${option} has no effect on ${format}: it is for ${use}`);
}

/** A note on lines of a text file before its numbers. */
const skippedText = (n: number): string =>
  `${plural(n, "line")} before the numbers ${n === 1 ? "is" : "are"} skipped as a heading`;

/** A note on rounded times of a text file. */
const roundedText = (n: number): string =>
  n === 1 ? "1 time was rounded to a whole tick" : `${plural(n, "time")} were rounded to whole ticks`;

/** Significant digits that every JavaScript number keeps. */
const EXACT_DIGITS = 15;

const NO_DELAY_UNIT =
  "the file does not state the unit of its microtimes, and they are not read: put its .set file next to it, or " +
  "state the unit as --delay-unit 4.07ps";

const isTaken = (kind: RecordingKind | KnownKind, taken: string | undefined): boolean =>
  "isTickGiven" in kind ? kind.isTickGiven : taken !== undefined;

/** The notes on the times of an answer, which has times in seconds: also that the tick length is unknown. */
export function answerNotes(
  kind: RecordingKind | KnownKind | undefined,
  taken: string | undefined,
  rounded: unknown,
): string[] {
  const skipped = kind?.facts.skipped_lines;
  const notes = [
    ...timeNotes(kind, taken, rounded),
    ...(typeof skipped === "number" && skipped > 0 ? [skippedText(skipped)] : []),
  ];
  const unknown = kind === undefined || isTaken(kind, taken) ? null : noTick(kind);
  return unknown === null || notes.includes(unknown) ? notes : [unknown, ...notes];
}

/** Notes on a file's times: a replaced tick, and the number of rounded times. */
export function timeNotes(
  kind: RecordingKind | KnownKind | undefined,
  taken: string | undefined,
  rounded: unknown,
): string[] {
  if (kind === undefined) return [];
  const other = otherTick(kind, taken);
  const isUnreadable = kind.facts.unreadable_tick !== undefined && !isTaken(kind, taken);
  return [
    ...(isUnreadable ? [noTick(kind) ?? ""] : []),
    ...[other, otherUnit(kind), assumedUnit(kind)].filter((note) => note !== null),
    ...(typeof rounded === "number" && rounded > 0 ? [roundedText(rounded)] : []),
  ];
}

/**
 * Notes on the times of a rewritten file, and on tags that may be wrong: in a frame that is read in one pass, the
 * checksum follows the tags.
 */
export function writtenNotes(
  kind: RecordingKind | undefined,
  taken: string | undefined,
  read: { rounded_times?: number; doubtful_tags?: number } | undefined,
): string[] {
  const times = [
    ...timeNotes(kind, taken, read?.rounded_times),
    ...(kind?.facts.delay_unit_s === null ? [NO_DELAY_UNIT] : []),
  ];
  const period = kind && headerPeriod(kind) !== null ? kind.facts.sync_period_s : undefined;
  if (typeof period === "number") {
    const text = shortSeconds(period, EXACT_DIGITS).replace(" ", "");
    times.push(`the output does not state the sync period: for analyses of it, give --period ${text}`);
  }
  const doubtful = read?.doubtful_tags ?? 0;
  if (doubtful === 0) return times;
  return [
    ...times,
    `${plural(doubtful, "tag")} of frames with a wrong checksum may be wrong; the output has those that are ` +
      "selected: `tagview repair` writes a recording without them",
  ];
}

/** Prints notes about a file on standard error. */
export function printNotes(name: string, notes: readonly string[]): void {
  for (const note of notes) writeError(`note: ${printable(name)}: ${note}\n`);
}

/** Remarks for counts among a file's facts that are above 0. */
const COUNTED: Record<string, { about: string; code: string; message: (n: number) => string }> = {
  overflows: {
    about: "tags",
    code: "overflows",
    message: (n) => `${plural(n, "overflow")} of the device's clock, already corrected`,
  },
  markers: {
    about: "channels",
    code: "markers",
    message: (n) => `${plural(n, "marker")} on channels of their own, from 101 on: events, not photons`,
  },
  undefined_records: {
    about: "tags",
    code: "undefined-records",
    message: (n) => `${plural(n, "record")} of an undefined type, skipped`,
  },
  skipped_lines: {
    about: "tags",
    code: "skipped-lines",
    message: skippedText,
  },
  broken_lines: {
    about: "tags",
    code: "broken-lines",
    message: (n) => `${plural(n, "line")} could not be read`,
  },
  rounded_times: {
    about: "tags",
    code: "rounded-times",
    message: roundedText,
  },
};

/** Whether a fact is a count made while reading, and not a statement of the file. */
export const isCount = (fact: string): boolean => fact in COUNTED;

/** Remarks on a recording of another format, read with ticks of the length `taken`. */
export function kindRemarks(kind: KnownKind, snapshot: Snapshot, taken: string | undefined): Remark[] {
  const facts = snapshot.about?.facts ?? kind.facts;
  const remarks: Remark[] = [];
  const other = otherTick(kind, taken);
  if (other !== null) remarks.push({ about: "tick_s", code: "other-tick", message: other });
  const read = { ...kind, facts };
  const unit = otherUnit(read);
  if (unit !== null) remarks.push({ about: "tick_s", code: "other-unit", message: unit });
  const assumed = assumedUnit(read);
  if (assumed !== null) remarks.push({ about: "tick_s", code: "assumed-unit", message: assumed });
  const unknown = kind.isTickGiven ? null : noTick(kind);
  if (unknown !== null) remarks.push({ about: "tick_s", code: "no-tick", message: unknown });
  for (const [key, { about, code, message }] of Object.entries(COUNTED)) {
    const value = facts[key];
    if (typeof value === "number" && value > 0) remarks.push({ about, code, message: message(value) });
  }
  if (facts.delay_unit_s === null)
    remarks.push({
      about: "meta",
      code: "no-delay-unit",
      message: NO_DELAY_UNIT,
    });
  if (facts.events_dropped === true)
    remarks.push({
      about: "tags",
      code: "events-dropped",
      message: "the device dropped events while it recorded",
    });
  return remarks;
}
