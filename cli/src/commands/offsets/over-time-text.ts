/** Headers over time, as a table for programs and as text. */

import type { Colours } from "../../output/colour";
import { count, plural } from "../../output/numbers";
import { table } from "../../output/table";
import { type Cell, integers, reals, type TableRows, texts } from "../../output/tsv";
import {
  durationText,
  isEmptyStep,
  medianPace,
  type OffsetsSeries,
  type PartitionMovement,
  paceIn,
  paceOf,
  paceText,
  type SeriesLag,
  secondsOf,
  secondsText,
  stepAt,
  stepTo,
  toRfc3339,
  verdict,
  verdictText,
  type Wording,
} from "../../runtime/engine";
import { keyOf, partitionColumn } from "./lag";

/** The results to print. */
export interface OverTime {
  series: OffsetsSeries;
  /** The series compared with; null without `--diff`. */
  other: OffsetsSeries | null;
  lag: SeriesLag | null;
  /** The worst first. */
  partitions: PartitionMovement[];
}

/** How the command line writes partitions and numbers. */
export const WORDING: Wording = { name: keyOf, count };

/** Options of the names in remarks. */
export const OPTIONS = { every: "every TIME" };

/** Maximum number of marks for the steps of a partition. If there are more steps, one mark shows the worst of several. */
const MARKS = 40;
/** From slow to fast: below a quarter, a half, once, twice and four times the median, and above. */
const BARS = ["▁", "▂", "▃", "▅", "▆", "█"];
const EDGES = [0.25, 0.5, 1, 2, 4];

/** A line for each partition in each header, in order of time. */
export function overTimeTsv({ series, lag, partitions }: OverTime): TableRows {
  const rows = [...partitions].sort((a, b) => a.row - b.row);
  const lines = series.headers.flatMap(({ time_ns }, header) =>
    rows.flatMap(({ row, key }): Cell[][] => {
      const offset = series.offset(row, header);
      if (offset === null) return [];
      const step = header === 0 ? null : stepAt(series, row, header - 1);
      const behind = lag?.lag(row, header) ?? null;
      const time = time_ns === null ? null : toRfc3339(time_ns);
      const catchUp = behind === null ? null : secondsOf(behind, step?.rate ?? null).seconds;
      return [[header, time, keyOf(key), offset, step?.moved ?? null, step?.rate ?? null, behind, catchUp]];
    }),
  );
  const columns = [
    ...[...integers("header"), ...texts("time"), ...partitionColumn(series.keys)],
    ...[...integers("offset", "moved"), ...reals("rate"), ...integers("lag"), ...reals("lag_s")],
  ];
  return { begins: columns, rows: lines };
}

/** The verdict, the changes between the headers, and the partitions, worst first. */
export function overTimeText(found: OverTime, { bold, dim }: Colours): string {
  const { series, partitions } = found;
  const sentences = verdict(series, partitions, WORDING).map((line) => {
    const text = verdictText(line, count);
    return line.grave ? bold(text) : text;
  });
  const facts = [
    bold(plural(series.headers.length, "header")),
    plural(series.keys.length, "partition"),
    ...spanText(series),
  ];
  const legend = dim(
    `one mark per step: ↓ fell back, · stood still, ${BARS[0]} below ¼ of the median rate to ${BARS.at(-1)} above 4 times that rate, blank: missing or empty`,
  );
  const parts = [
    `${sentences.join("\n")}\n`,
    `${facts.join(" · ")}\n`,
    ...(series.headers.length > 1 ? [stepTable(found), `${partitionTable(found, dim)}${legend}\n`] : []),
    ...(series.headers.length === 1 && found.lag !== null ? [partitionTable(found, dim)] : []),
  ];
  return parts.join("\n");
}

function spanText({ headers }: OffsetsSeries): string[] {
  const [first, last] = [headers[0]?.time_ns ?? null, headers.at(-1)?.time_ns ?? null];
  if (first === null || last === null) return [];
  return [`${toRfc3339(first)} to ${toRfc3339(last)}`, durationText(last - first)];
}

/** A line for each step from header to header. */
function stepTable({ series, partitions }: OverTime): string {
  const rows = series.intervals.map((interval, k) => {
    const steps = partitions.flatMap(({ row }) => stepAt(series, row, k) ?? []);
    const ended = partitions.flatMap(({ row }) => stepTo(series, row, k + 1) ?? []);
    const moved = steps.reduce((sum, step) => sum + step.moved, 0n);
    const rate = interval === null ? null : (Number(moved) / Number(interval)) * 1e9;
    const time = series.headers[k + 1]?.time_ns ?? null;
    return [
      String(k + 2),
      time === null ? "–" : toRfc3339(time),
      interval === null ? "–" : durationText(interval),
      count(moved),
      rate === null ? "–" : paceText(rate, true, count),
      count(ended.filter((step) => step.moved < 0n).length),
      count(partitions.filter(({ row }) => isStill(series, row, k)).length),
    ];
  });
  const titles = ["header", "time", "after", "moved", "rate", "back", "still"];
  return table(
    titles.map((title) => ({ title, align: title === "time" ? "left" : "right" })),
    rows,
  );
}

function partitionTable({ series, lag, partitions }: OverTime, dim: Colours["dim"]): string {
  const median = medianPace(partitions);
  const isTimed = series.timed !== null;
  const rows = partitions.map((one) => {
    const pace = paceOf(one);
    const behind = one.lag;
    return [
      keyOf(one.key),
      one.state,
      one.whole === null ? "–" : count(one.whole.moved),
      pace === null ? "–" : paceText(pace, one.whole?.rate != null, count),
      ...(lag
        ? [
            behind ? count(behind.offsets) : "–",
            behind?.seconds == null ? dim("–") : secondsText(behind.seconds),
          ]
        : []),
      marksOf(series, one, median, isTimed),
    ];
  });
  const titles = ["partition", "state", "moved", "rate", ...(lag ? ["lag", "to catch up"] : []), "over time"];
  const left = new Set(["state", "over time"]);
  return table(
    titles.map((title) => ({ title, align: left.has(title) ? "left" : "right" })),
    rows,
  );
}

function isStill(series: OffsetsSeries, row: number, k: number): boolean {
  const step = stepTo(series, row, k + 1);
  return step?.moved === 0n && !isEmptyStep(series, row, step);
}

/** A mark for each step of a partition. */
function marksOf(
  series: OffsetsSeries,
  { row }: PartitionMovement,
  median: number | null,
  isTimed: boolean,
): string {
  const steps = series.intervals.length;
  const at = (mark: number): number => Math.round((mark * steps) / Math.min(MARKS, steps));
  return Array.from({ length: Math.min(MARKS, steps) }, (_, mark) => {
    let worst: number | null = null;
    for (let k = at(mark); k < at(mark + 1); k += 1) {
      const step = stepTo(series, row, k + 1);
      if (step === null || isEmptyStep(series, row, step)) continue;
      // Without a rate, a partition is only known to have moved, while others have rates.
      const pace = step.rate ?? (isTimed && step.moved > 0n ? (median ?? 1) : paceIn(step));
      worst = worst === null ? pace : Math.min(worst, pace);
    }
    if (worst === null) return " ";
    if (worst <= 0) return worst < 0 ? "↓" : "·";
    const ratio = median === null ? 1 : worst / median;
    return BARS[EDGES.filter((edge) => ratio >= edge).length] ?? "█";
  }).join("");
}
