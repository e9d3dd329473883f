/** The problematic partitions of a series, in sentences that name them. */

import type { Wording } from "../movement.ts";
import { durationText } from "./duration.ts";
import { medianPace, type PartitionMovement, type PartitionState, paceOf, worstFirst } from "./movement.ts";
import type { OffsetsSeries } from "./series.ts";
import { toRfc3339 } from "./timestamp.ts";

/** Maximum number of named partitions; for more, their number is given. */
const NAMED = 8;

/** A sentence about some partitions. */
export interface VerdictLine {
  /** The state concerned; `fine` without a problem, `lag` for the partition that is furthest behind. */
  code: PartitionState | "fine" | "idle" | "lag";
  /** Whether it needs an operator's attention. */
  grave: boolean;
  /** Text before a colon and the names: "2 partitions fell back". A full sentence without names. */
  text: string;
  /** The named partitions, worst first, each with details. */
  named: { row: number; name: string; detail: string }[];
  /** Number of further partitions. */
  more: number;
}

/** A time as text: time of day, with the date if the headers span more than a day; else the header's number. */
export function whenText(series: OffsetsSeries, header: number): string {
  const time = series.headers[header]?.time_ns ?? null;
  if (time === null) return `header ${header + 1}`;
  const times = series.headers.flatMap(({ time_ns }) => time_ns ?? []);
  const days = new Set([times[0] ?? time, times.at(-1) ?? time].map((one) => toRfc3339(one).slice(0, 10)));
  const text = toRfc3339(time);
  return `${days.size > 1 ? `${text.slice(0, 10)} ` : ""}${text.slice(11, -1)} UTC`;
}

/** A rate as text with its unit: offsets per second, or per step. */
export function paceText(pace: number, isTimed: boolean, count: Wording["count"]): string {
  const size = Math.abs(pace);
  const digits = size >= 1e15 ? pace.toExponential(2) : size >= 100 ? count(Math.round(pace)) : "";
  return `${digits === "" ? Number(pace.toPrecision(3)) : digits}${isTimed ? "/s" : " a step"}`;
}

/** A duration in seconds as text. */
export function secondsText(seconds: number): string {
  if (seconds < 10) return `${Number(seconds.toPrecision(2))} s`;
  return seconds > 1e9 ? "over 30 years" : durationText(BigInt(Math.round(seconds)) * 1_000_000_000n);
}

/** The findings of a series, worst first. */
export function verdict(
  series: OffsetsSeries,
  all: readonly PartitionMovement[],
  wording: Wording,
): VerdictLine[] {
  const { count, name } = wording;
  if (series.headers.length < 2) {
    return [
      line("fine", false, "One header shows no movement: add a header from a later moment."),
      ...furthestBehind(all, wording),
    ];
  }
  const ordered = worstFirst(all);
  const sentence = (state: PartitionState, one: string, several: string, grave: boolean): VerdictLine[] => {
    const found = ordered.filter((movement) => movement.state === state);
    if (found.length === 0) return [];
    const named = found.slice(0, NAMED).map((movement) => ({
      row: movement.row,
      name: name(movement.key),
      detail: detailOf(series, movement, count),
    }));
    const text = found.length === 1 ? `1 partition ${one}` : `${count(found.length)} partitions ${several}`;
    return [{ code: state, grave, text, named, more: found.length - named.length }];
  };
  const median = medianPace(all);
  const usual = median === null ? "" : ` (median ${paceText(median, series.timed !== null, count)})`;
  const found = [
    ...sentence("fell-back", "fell back", "fell back", true),
    ...sentence("missing", "is missing in the last header", "are missing in the last header", true),
    ...sentence("stands-still", "stands still while others move", "stand still while others move", true),
    ...furthestBehind(all, wording),
    ...sentence("slow", `is slow${usual}`, `are slow${usual}`, true),
    ...sentence("stood-still", "stood still for a while", "stood still for a while", false),
    ...sentence("new", "is new", "are new", false),
  ];
  const isIdle = all.every(({ whole }) => whole === null || whole.moved === 0n);
  if (isIdle && !found.some(({ grave }) => grave))
    return [line("idle", true, "No partition moved: nothing was written between these headers."), ...found];
  if (found.some(({ grave }) => grave)) return found;
  return [line("fine", false, fineText(series, all, count)), ...found];
}

/** A line of the verdict as text. */
export function verdictText({ text, named, more }: VerdictLine, count: Wording["count"]): string {
  if (named.length === 0) return text;
  const names = named.map(({ name, detail }) => (detail === "" ? name : `${name} (${detail})`));
  return `${text}: ${[...names, ...(more > 0 ? [`and ${count(more)} more`] : [])].join("; ")}.`;
}

function line(code: VerdictLine["code"], grave: boolean, text: string): VerdictLine {
  return { code, grave, text, named: [], more: 0 };
}

function fineText(series: OffsetsSeries, all: readonly PartitionMovement[], count: Wording["count"]): string {
  const paces = all.flatMap((one) => (one.state === "empty" ? [] : (paceOf(one) ?? [])));
  const isTimed = series.timed !== null;
  const [least, most] = paces.reduce(
    ([low, high], pace) => [Math.min(low, pace), Math.max(high, pace)],
    [Infinity, -Infinity],
  );
  if (paces.length === 0) return "No partition is in two headers.";
  const paced = `${paceText(least, isTimed, count)} to ${paceText(most, isTimed, count)}`;
  return paces.length === 1
    ? `The one partition moves, at ${paceText(most, isTimed, count)}.`
    : `All ${count(paces.length)} partitions with offsets move, at ${paced}; none is slower than half the median.`;
}

function furthestBehind(all: readonly PartitionMovement[], { count, name }: Wording): VerdictLine[] {
  const behind = all.filter(({ lag }) => lag !== null && lag.offsets > 0n);
  const worst = behind.reduce<PartitionMovement | null>(
    (most, one) => (most === null || (one.lag?.offsets ?? 0n) > (most.lag?.offsets ?? 0n) ? one : most),
    null,
  );
  if (worst?.lag == null) return [];
  const { offsets, seconds } = worst.lag;
  const detail = `${count(offsets)} to catch up${seconds === null ? "" : `, ${secondsText(seconds)} at its rate`}`;
  return [
    {
      code: "lag",
      grave: true,
      text: "Furthest behind",
      named: [{ row: worst.row, name: name(worst.key), detail }],
      more: 0,
    },
  ];
}

function detailOf(series: OffsetsSeries, movement: PartitionMovement, count: Wording["count"]): string {
  const { state, fell_back, still_since, whole } = movement;
  if (state === "fell-back" && fell_back) {
    const { moved, from, to } = fell_back.furthest;
    const again = fell_back.times > 1 ? `, ${count(fell_back.times)} times in all` : "";
    const between = `between ${whenText(series, from)} and ${whenText(series, to)}`;
    return `by ${count(-moved)} ${between}${again}`;
  }
  if (state === "stands-still" && still_since !== null) {
    const now = series.headers.at(-1)?.time_ns ?? null;
    const then = series.headers[still_since]?.time_ns ?? null;
    const long = now !== null && then !== null && now > then ? `, ${durationText(now - then)}` : "";
    return `since ${whenText(series, still_since)}${long}`;
  }
  const pace = paceOf(movement);
  if (state === "slow" && pace !== null) return paceText(pace, whole?.rate != null, count);
  return "";
}
