/** `tagview delay --by`: the peak in each slice, and how the delay drifts. */

import { jsonLine } from "../../output/json";
import { count, plural, seconds } from "../../output/numbers";
import { printable } from "../../output/printable";
import { hintLines, noteLines, unhinted } from "../../output/remarks";
import { table } from "../../output/table";
import { type Cell, integers, reals, tablePieces, texts } from "../../output/tsv";
import { uncertainNumber, uncertainSeconds } from "../../output/uncertain";
import { write, writePieces } from "../../output/write";
import {
  type AnalysisRequest,
  type Delay,
  type DelayRequest,
  type ErrorObject,
  type Tick,
  toSeconds,
} from "../../runtime/engine";
import { bareTimes, type TypedTimes } from "./bare-times";
import type { DelayByJson } from "./delay.schema";
import type { PairOptions } from "./pair";
import { sameChannel } from "./peak";
import { messages } from "./period";
import type { Remark } from "./remarks";
import type { SliceAnswers, SlicePrinting } from "./scan-slices";
import { type Slice, type Sliced, slicesAtOnce } from "./slices";
import { straightLine } from "./straight-line";
import { withSeconds } from "./with-tick";

/** Minimum number of slices with a delay that a drift is fitted to. */
const MIN_POINTS = 3;
/** Maximum excess of chi squared over that of a straight line, in standard deviations; beyond it the error is null. */
const MAX_DEVIATION = 5;

type Options = PairOptions & TypedTimes;
type Printing = SlicePrinting<Options>;

/** Request and output of `delay --by`. */
export const delayBySlices: SliceAnswers<Options, Delay> = {
  help: "find the peak of each slice separately",
  request: (analyses) => ({ analyses, atOnce: slicesAtOnce(binsOf(analyses)), kept: ({ delay }) => delay }),
  missing,
  print,
};

function binsOf(analyses: readonly AnalysisRequest[]): number {
  const { from = 0n, to = 0n, bin = 1n } = analyses[0] as DelayRequest;
  return Number((to - from) / bin + 1n);
}

/** The error if no slice has a peak. */
function missing({ slices, error }: Sliced<Delay>, { options, tick }: Printing): ErrorObject | null {
  const [first] = slices;
  if (error !== null || first === undefined || slices.some(({ result }) => result.delay !== null))
    return null;
  const { a, b } = options;
  if (a === b) return sameChannel(a);
  const remedy = "try longer slices, another --range, or a wider --bin";
  const bare = bareTimes(options, tick);
  return {
    code: "no-peak",
    message: `no slice has a correlation peak (${messages(first.result.remarks, "delay", tick)})`,
    offset: null,
    remedy: bare === null ? remedy : `${remedy}; ${bare}`,
  };
}

type Row = DelayByJson["slices"][number];

function rowOf({ from, to, result }: Slice<Delay>, tick: Tick): Row {
  const { centre, centre_error, fwhm, fwhm_error, peak_counts, significance, remarks } = result;
  const inSeconds = (ticks: number | null) => (ticks === null ? null : toSeconds(ticks, tick));
  const peak = centre === null ? undefined : result.peaks[0];
  return {
    from,
    to,
    from_s: toSeconds(from, tick),
    to_s: toSeconds(to, tick),
    delay_s: inSeconds(centre),
    delay_error_s: inSeconds(centre_error),
    width_s: inSeconds(fwhm),
    width_error_s: inSeconds(fwhm_error),
    pairs: peak?.pairs ?? null,
    pairs_error: peak?.pairs_error ?? null,
    peak_counts,
    significance,
    remarks,
  };
}

type Drift = Pick<DelayByJson, "drift_s_per_s" | "drift_error"> & { remarks: Remark[] };

/** The straight line through the delays, each at the middle of its slice. */
function driftOf(slices: readonly Slice<Delay>[], rows: readonly Row[]): Drift {
  const unknown = (code: string, message: string): Drift => ({
    drift_s_per_s: null,
    drift_error: null,
    remarks: [{ about: "drift_s_per_s", code, message }],
  });
  if (slices.some(({ result }) => result.delay_modulo !== null))
    return unknown("pulsed", "delays that are known only modulo the period have no drift");
  const points = rows.flatMap(({ from_s, to_s, delay_s, delay_error_s }) =>
    delay_s === null || delay_error_s === null || !(delay_error_s > 0)
      ? []
      : [{ x: (from_s + to_s) / 2, y: delay_s, error: delay_error_s }],
  );
  const line = points.length < MIN_POINTS ? null : straightLine(points);
  if (line === null)
    return unknown(
      "too-few-slices",
      `a drift needs ${MIN_POINTS} slices with a delay, but there are ${points.length}`,
    );
  const { slope, slopeError, chi2 } = line;
  const freedom = points.length - 2;
  const isStraight = chi2 <= freedom + MAX_DEVIATION * Math.sqrt(2 * freedom);
  if (isStraight) return { drift_s_per_s: slope, drift_error: slopeError, remarks: [] };
  const message = `the delays do not lie on a straight line (chi squared ${chi2.toPrecision(3)} for ${freedom} degrees of freedom)`;
  return {
    drift_s_per_s: slope,
    drift_error: null,
    remarks: [{ about: "drift_error", code: "fit-poor", message }],
  };
}

function jsonOf(
  name: string,
  { slices, complete, error }: Sliced<Delay>,
  { options, tick }: Printing,
): DelayByJson {
  const { a, b, by } = options;
  const rows = slices.map((slice) => rowOf(slice, tick));
  const hints = slices.flatMap(({ result }) => result.hints);
  return {
    file: name,
    a,
    b,
    by,
    complete,
    slices: rows,
    ...driftOf(slices, rows),
    // Only the first remark of each kind: later slices have nearly the same text.
    hints: hints.filter(({ code }, k) => hints.findIndex((hint) => hint.code === code) === k),
    tick_s: tick.seconds,
    error,
  };
}

const COLUMNS = [
  ...integers("from", "to"),
  ...reals("delay_s", "delay_error_s", "width_s", "width_error_s", "pairs", "pairs_error"),
  ...[...integers("peak_counts"), ...reals("significance"), ...texts("reason")],
];

async function print(name: string, sliced: Sliced<Delay>, printing: Printing): Promise<void> {
  const { options, tick, tables } = printing;
  const json = jsonOf(name, sliced, printing);
  if (options.json) await write(jsonLine(json));
  else if (options.tsv) {
    const rows = json.slices.map((row): Cell[] =>
      COLUMNS.map(({ name }) => (name === "reason" ? reasonOf(row, tick) || null : row[name])),
    );
    const table = withSeconds({ columns: COLUMNS, rows }, tick, ["from", "to"]);
    await writePieces(tablePieces(tables, name, table, true));
  } else if (json.slices.length > 0) await write(textOf(json, printing));
}

/** The reason why a slice has no delay; empty if it has one. */
function reasonOf({ delay_s, remarks }: Row, tick: Tick): string {
  return delay_s === null ? messages(remarks, "delay", tick) : "";
}

function textOf(json: DelayByJson, { label, tick }: Printing): string {
  const { file, a, b, slices, hints, remarks } = json;
  const rows = slices.map((row) => [
    seconds(row.from_s, 4),
    seconds(toSeconds(row.to - row.from + 1n, tick), 4),
    row.delay_s === null ? "–" : uncertainSeconds(row.delay_s, row.delay_error_s),
    row.width_s === null ? "–" : uncertainSeconds(row.width_s, row.width_error_s),
    row.pairs === null ? "–" : uncertainNumber(row.pairs, row.pairs_error),
    row.significance === null ? "–" : row.significance.toFixed(1),
    reasonOf(row, tick),
  ]);
  const columns = ["from", "for", "delay", "width", "pairs", "sigma"].map((title) => ({
    title,
    align: "right" as const,
  }));
  return (
    `${printable(file)}   channel ${label(b)} after ${label(a)}, by slice\n\n` +
    `${table([...columns, { title: "", align: "left" }], rows)}\n` +
    driftText(json) +
    noteLines(slices.length > 1 ? remarks : [], null) +
    noteLines(peakNotes(json), tick) +
    hintLines(hints, tick)
  );
}

/** The remarks on peaks that stand out, each with the number of slices that have it. */
function peakNotes({ slices, hints }: DelayByJson): { message: string }[] {
  const slicesWith = new Map<string, number>();
  for (const { delay_s, remarks } of slices) {
    const shown = delay_s === null ? [] : unhinted(remarks, hints);
    for (const { message } of shown) slicesWith.set(message, (slicesWith.get(message) ?? 0) + 1);
  }
  return [...slicesWith].map(([message, n]) => ({
    message:
      slices.length === 1 ? message : `in ${count(n)} of ${plural(slices.length, "slice")}: ${message}`,
  }));
}

/** "drift of the delay   12.30 ± 0.41 ps/s". */
function driftText({ drift_s_per_s, drift_error }: DelayByJson): string {
  if (drift_s_per_s === null) return "";
  const drift = uncertainNumber(1e12 * drift_s_per_s, drift_error === null ? null : 1e12 * drift_error);
  return `drift of the delay   ${drift} ps/s\n`;
}
