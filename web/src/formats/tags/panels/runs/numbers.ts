/** The numbers of a run, each with a reason if it is unknown, and their differences to another run's. */

import { count, roundToError, shortenApart, si } from "@tagview/charts";
import type { PairsEntry, Summary } from "@tagview/engine";
import { measured } from "../../../../ui/numbers";
import { inUnits } from "../../../../ui/sentence";
import { entryOf } from "../../model/parameters";
import type { Pair } from "../../model/view";
import { firstPart, soundPart } from "../../session/damage";
import { errorText } from "../../session/error-text";
import { errorOf, summaryOf } from "../../session/reading";
import type { Recording } from "../../session/recording";
import { get, type State } from "../../session/state";
import { fineTime, time } from "../../session/time";
import { type Question, ticksOf } from "./question";
import { countedOf } from "./read-all";

/** A number as a sort key; null if unknown, with the reason in `why`. */
export interface Cell {
  value: number | null;
  /** Its standard error; null if it has none or it is unknown. */
  error: number | null;
  text: string;
  why: string;
  /** The part of the run that it covers, "first 45 %"; empty for all. */
  part: string;
}

/** Columns with numbers; differences are relative, except those of the peak, which are times. */
export const COLUMNS = ["tags", "span", "rate", "rate a", "rate b", "peak", "car"] as const;
export type Column = (typeof COLUMNS)[number];
export type Cells = Record<Column, Cell>;

/** The numbers of a run that are known for all of it. `tick` is in seconds. */
export function cellsOf(recording: Recording, question: Question | null, tick: number): Cells {
  const own = ticksOf(recording);
  const units = unitsOf(own);
  const counted = countedOf(recording);
  const reading = recording.reading.phase === "unread" && counted ? counted.reading : recording.reading;
  const summary = summaryOf(reading);
  if (reading.phase === "unread" || reading.phase === "running" || summary === null) {
    const error = errorOf(reading);
    const why = error
      ? errorText(error, units)
      : reading.phase === "running"
        ? "It is being read"
        : "It is not read yet";
    return all(unknown(why));
  }
  if (summary.tags === 0) {
    const error = errorOf(reading);
    return { ...all(unknown(error ? errorText(error, units) : "It has no tags")), tags: known(0, "0") };
  }
  const { span } = summary;
  const seconds = Number(span ?? 0n) * tick * own;
  return {
    tags: known(summary.tags, count(summary.tags)),
    span:
      span === null
        ? unknown(NO_SPAN)
        : known(seconds, time(own === 1 ? span : BigInt(Math.round(Number(span) * own)))),
    rate: rateOf(summary.tags, seconds, summary),
    "rate a": channelRate(summary, question?.pair.a, seconds),
    "rate b": channelRate(summary, question?.pair.b, seconds),
    ...related(recording, question, summary),
  };
}

function related(
  recording: Recording,
  question: Question | null,
  summary: Summary,
): Pick<Cells, "peak" | "car"> {
  const missing = question && missingOf(question.pair, summary);
  const counted = countedOf(recording);
  const why = !question
    ? "No pair of two channels is chosen"
    : (missing ?? (counted?.key === question.key ? counted.refusal : "It is not counted yet"));
  if (why !== null || !question) return { peak: unknown(why ?? ""), car: unknown(why ?? "") };
  const peak = entryOf(counted?.pairs ?? null, question.pair);
  const pattern = counted?.pattern ?? null;
  const sound = counted?.isBroken ? soundPart(summary) : null;
  const part = sound ? firstPart(sound) : "";
  const own = ticksOf(recording);
  return {
    peak: { ...peakOf(peak, own), part },
    car:
      pattern === null || pattern.car === null
        ? unknown(reason(pattern?.remarks, "car", own) ?? "No accidentals to compare with")
        : {
            value: pattern.car,
            error: pattern.car_error,
            text: measured(pattern.car, pattern.car_error, pattern.car_interval),
            why: "",
            part,
          },
  };
}

/** The peak's place in ticks of the page; `own` of them are one of the recording. */
function peakOf(entry: PairsEntry | null, own: number): Cell {
  const found = entry === null || entry.delay === null ? null : (entry.centre ?? Number(entry.delay));
  if (found === null) return unknown(reason(entry?.remarks, "delay", own) ?? "No significant peak");
  const [at, error] = [found * own, entry?.centre_error == null ? null : entry.centre_error * own];
  return { value: at, error, text: fineTime(roundToError(at, error)), why: "", part: "" };
}

/** The units of a recording's times; `own` ticks of the page are one of its. */
function unitsOf(own: number): Pick<State, "tick" | "units"> {
  const { tick, units } = get();
  return { tick: tick * own, units };
}

/** The message of a remark on a number; `own` ticks of the page are one of the recording. */
function reason(
  remarks: readonly { about: string; message: string }[] | undefined,
  about: string,
  own: number,
): string | null {
  const remark = remarks?.find((remark) => remark.about === about);
  return remark ? inUnits(remark.message, unitsOf(own)) : null;
}

function missingOf({ a, b }: Pair, { channels }: Summary): string | null {
  const missing = [a, b].filter((wanted) => !channels.some(({ channel }) => channel === wanted));
  return missing.length === 0 ? null : `It has no tags of channel ${missing.join(" and ")}`;
}

function channelRate(summary: Summary, wanted: bigint | undefined, seconds: number): Cell {
  if (wanted === undefined) return unknown("No pair of two channels is chosen");
  const tags = summary.channels.find(({ channel }) => channel === wanted)?.tags;
  return tags === undefined ? unknown(`It has no tags of channel ${wanted}`) : rateOf(tags, seconds, summary);
}

/** Why a run with tags has no span, and no rates. */
const NO_SPAN = "Its times go back: how long it lasted is not known";

function rateOf(tags: number, seconds: number, { span }: Summary): Cell {
  if (seconds > 0) return known(tags / seconds, si(tags / seconds, "Hz"));
  return unknown(span === null ? NO_SPAN : "There is no time between its tags");
}

/** Minimum number of runs to detect outliers. */
const ENOUGH = 5;
/** Minimum distance of an outlier from the median: in usual distances, and relative to the median. */
const FAR = 6;
const SHARE = 0.05;

/** The range of usual values of a column; null for too few runs. */
export function usualOf(column: Column, runs: readonly Cells[]): readonly [number, number] | null {
  const values = runs.flatMap((cells) => cells[column].value ?? []);
  if (values.length < ENOUGH) return null;
  const middle = medianOf(values);
  const spread = 1.4826 * medianOf(values.map((value) => Math.abs(value - middle)));
  const error = medianOf(runs.flatMap((cells) => cells[column].error ?? []));
  const far = FAR * Math.max(spread, error, (SHARE * Math.abs(middle)) / FAR);
  return [middle - far, middle + far];
}

/** Whether a number is known and outside the usual range. */
export function isFar({ value }: Cell, usual: readonly [number, number] | null | undefined): boolean {
  return value !== null && usual != null && !(value >= usual[0] && value <= usual[1]);
}

/** Maximum number of runs named in a sentence, and of letters in a name. */
const MOST_NAMED = 6;
const LETTERS = 20;

/**
 * "2 of 20 runs stand out: …_run_07, …_run_13. 1 has a warning: …_run_04. 1 has no tags or could not be read:
 * notes.txt.", with names cut so that they differ; empty for none. `without` are the files without numbers to compare.
 */
export function outliersText(
  names: readonly string[],
  far: readonly string[],
  flawed: readonly string[],
  without: readonly string[],
): string {
  const short = new Map(shortenApart(names, LETTERS).map((text, k) => [names[k], text]));
  const listed = (some: readonly string[]): string => {
    const named = some.slice(0, MOST_NAMED).map((name) => short.get(name) ?? name);
    return [...named, ...(some.length > MOST_NAMED ? [`${some.length - MOST_NAMED} more`] : [])].join(", ");
  };
  const verb = far.length === 1 ? "stands" : "stand";
  const have = (some: readonly string[], one: string, several: string): string[] => {
    if (some.length === 0) return [];
    return [`${some.length} ${some.length === 1 ? `has ${one}` : `have ${several}`}: ${listed(some)}.`];
  };
  return [
    ...(far.length > 0
      ? [`${far.length} of ${names.length - without.length} runs ${verb} out: ${listed(far)}.`]
      : []),
    ...have(flawed, "a warning", "warnings"),
    ...have(without, "no tags or could not be read", "no tags or could not be read"),
  ].join(" ");
}

/** Whether a run was read and has no numbers to compare: it has no tags, or could not be read. */
export const isWithoutTags = ({ tags }: Cells, isFlawed: boolean): boolean =>
  tags.value === 0 || (tags.value === null && isFlawed);

function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** The difference to another run's number, in a few characters; empty if either is unknown. */
export function difference(column: Column, { value, error }: Cell, { value: base, ...other }: Cell): string {
  if (value === null || base === null) return "";
  if (value === base) return "same";
  const sign = value < base ? "−" : "+";
  if (column === "peak") {
    const apart = roundToError(Math.abs(value - base), Math.hypot(error ?? 0, other.error ?? 0));
    return apart === 0 ? "same" : `${sign}${fineTime(apart, 3)}`;
  }
  // A share of a value below 0, such as the CAR of antibunched light, is meaningless.
  if (base <= 0 || value < 0) return "";
  const percent = Math.abs(100 * (value / base - 1));
  const digits = percent < 10 ? 1 : 0;
  return percent < 0.05
    ? "same"
    : `${sign}${percent.toLocaleString("en-US", { maximumFractionDigits: digits })} %`;
}

function known(value: number, text: string): Cell {
  return { value, error: null, text, why: "", part: "" };
}

function unknown(why: string): Cell {
  return { value: null, error: null, text: "–", why, part: "" };
}

function all(cell: Cell): Cells {
  return Object.fromEntries(COLUMNS.map((column) => [column, cell])) as Cells;
}
