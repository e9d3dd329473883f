/** Statistics of the series of a full index, as JSON and as text, and the check of its postings lists as text. */

import type { Colours } from "../../output/colour";
import { count, plural } from "../../output/numbers";
import { table } from "../../output/table";
import type { IndexVerification, LabelSeries, SeriesStatistics } from "../../runtime/engine";
import type { SummaryJson } from "./schemas";
import { shown } from "./texts";

/** Default number of printed labels and label pairs; see `--top`. */
const TOP = 20;
const TOP_PAIRS = 5;

/** Labels sorted by the number of series that they distinguish, largest first. */
function ranked(labels: LabelSeries[], top?: number): LabelSeries[] {
  return [...labels].sort((a, b) => b.differ - a.differ || b.series - a.series).slice(0, top);
}

/** The object in that of a whole index. */
export function statisticsJson(
  statistics: SeriesStatistics,
  top?: number,
): NonNullable<SummaryJson["statistics"]> {
  const { labels, churning } = statistics;
  return {
    ...statistics,
    labels: ranked(labels, top),
    churning: churning.slice(0, top),
  };
}

export function statisticsText(statistics: SeriesStatistics, { bold, dim }: Colours, top = TOP): string {
  const { series, empty_series, chunks, label_pairs, min_time, max_time, labels, churning, remarks } =
    statistics;
  const facts = [
    bold(`${count(series)} series`),
    ...(empty_series === 0 ? [] : [`${count(empty_series)} of them without a chunk`]),
    plural(chunks, "chunk"),
    `${plural(label_pairs, "label pair")} in all`,
    ...(min_time === null || max_time === null ? [] : [`${timeText(min_time)} to ${timeText(max_time)}`]),
  ];
  const parts = [
    `${facts.join(" · ")}\n`,
    remarks.map(({ message }) => `${dim(message)}\n`).join(""),
    labels.length === 0 ? "" : labelsText(ranked(labels, top)),
    churning.length === 0 ? "" : churningText(churning.slice(0, Math.min(top, TOP_PAIRS))),
  ];
  return `\n${parts.filter((part) => part !== "").join("\n")}`;
}

/** The line about the postings lists of a whole index. */
export function verificationText({
  postings_lists,
  postings,
  unused_symbols,
  complete,
}: IndexVerification): string {
  const facts = [
    `${plural(postings_lists, "postings list")} with ${plural(postings, "reference")}`,
    complete ? "equal to the labels of the series" : "damaged, or different from the labels of the series",
    ...(unused_symbols === null || unused_symbols === 0 ? [] : [plural(unused_symbols, "unused symbol")]),
  ];
  return `\n${facts.join(" · ")}\n`;
}

/** A time of the years that ISO 8601 has, else its milliseconds. */
export function timeText(milliseconds: bigint): string {
  const date = new Date(Number(milliseconds));
  return Number.isNaN(date.getTime()) ? `${milliseconds} ms` : date.toISOString();
}

function churnText(churn: number | null): string {
  return churn === null ? "" : churn.toFixed(1);
}

function labelsText(labels: LabelSeries[]): string {
  return `label names that neighbouring series differ in\n${table(
    [
      { title: "label name", align: "left" },
      { title: "series", align: "right" },
      { title: "differ", align: "right" },
      { title: "churn", align: "right" },
    ],
    labels.map(({ name, series, differ, churn }) => [
      shown(name),
      count(series),
      count(differ),
      churnText(churn),
    ]),
  )}`;
}

function churningText(pairs: SeriesStatistics["churning"]): string {
  return `label pairs with most churn: series that do not last\n${table(
    [
      { title: "label", align: "left" },
      { title: "series", align: "right" },
      { title: "churn", align: "right" },
    ],
    pairs.map(({ name, value, series, churn }) => [
      `${shown(name)}=${shown(value)}`,
      count(series),
      churnText(churn),
    ]),
  )}`;
}
