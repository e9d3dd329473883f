/** The content of an index-header: as JSON, as a table for programs, and as text. */

import type { Colours } from "../../output/colour";
import { LazyList } from "../../output/json";
import { count, percent, plural, size } from "../../output/numbers";
import { table } from "../../output/table";
import { type Cell, integers, type Table, texts } from "../../output/tsv";
import {
  type IndexHeaderReport,
  type IndexHeaderSummary,
  type IndexVerification,
  type LabelSummary,
  type SeriesStatistics,
  textKey,
} from "../../runtime/engine";
import type { SummaryJson } from "./schemas";
import { statisticsJson } from "./statistics";
import { cell, shown } from "./texts";

/** Default number of printed labels and lists of postings; see `--top`. */
const TOP = 20;
const TOP_LISTS = 5;

/** Labels sorted by their number of values, largest first. */
function* ranked({ labels }: IndexHeaderSummary, top = labels.length): Generator<LabelSummary> {
  for (const k of labels.byValues().subarray(0, top)) {
    const label = labels.at(k);
    if (label !== undefined) yield label;
  }
}

/** The object that `--json` prints. Its labels are made as they are written. */
export function summaryJson(
  file: string,
  summary: IndexHeaderSummary,
  hash: string | null,
  {
    statistics,
    verification,
  }: { statistics: SeriesStatistics | null; verification: IndexVerification | null },
  top?: number,
): LazySummaryJson {
  const { size: bytes, report, findings, labels: _, ...known } = summary;
  const all = [summary, statistics, verification].filter((part) => part !== null);
  return {
    ...known,
    complete: all.every(({ complete }) => complete),
    error: all.map(({ error }) => error).find((error) => error !== null) ?? null,
    file,
    bytes,
    labels: new LazyList(jsonLabels(summary, top)),
    entries_sha256: hash,
    report:
      report === null
        ? null
        : { ...report, largest: report.largest.slice(0, top), metrics: report.metrics.slice(0, top) },
    statistics: statistics === null ? null : statisticsJson(statistics, top),
    verification,
    findings,
  };
}

type LabelJson = SummaryJson["labels"][number];
type LazySummaryJson = Omit<SummaryJson, "labels"> & { labels: LazyList<LabelJson> };

function* jsonLabels(summary: IndexHeaderSummary, top?: number): Generator<LabelJson> {
  for (const { label: _, ...label } of ranked(summary, top)) yield label;
}

function* tsvRowsOf(summary: IndexHeaderSummary, top?: number): Generator<Cell[]> {
  for (const { name, values, postings_bytes, value_bytes, table_bytes, series } of ranked(summary, top)) {
    yield [cell(name), values, postings_bytes, value_bytes, table_bytes, series];
  }
}

export function summaryTsv(summary: IndexHeaderSummary, top?: number): Table {
  return {
    columns: [
      ...texts("name"),
      ...integers("values", "postings_bytes", "value_bytes", "table_bytes", "series"),
    ],
    rows: tsvRowsOf(summary, top),
  };
}

const NAMES = {
  "index-header": "index-header",
  index: "TSDB index",
  "sparse-index-header": "sparse index-header",
};

export function summaryText(summary: IndexHeaderSummary, colours: Colours, top = TOP): string {
  const { kind, index_version, label_names, label_values, symbols, postings_bytes, report } = summary;
  const { bold, dim } = colours;
  const facts = [
    bold(kind === null ? "nothing" : NAMES[kind]),
    ...(index_version === null ? [] : [`index version ${index_version}`]),
    size(summary.size),
    plural(label_names, "label name"),
    ...(label_values === null ? [`${plural(summary.samples, "sample")}`] : [plural(label_values, "value")]),
    plural(symbols, "symbol"),
    ...(summary.series === null ? [] : [`${count(summary.series)} series`]),
    ...(postings_bytes === null ? [] : [`postings of ${size(postings_bytes)}`]),
  ];
  const labels = [...ranked(summary, top)];
  const left = summary.labels.length - labels.length;
  const parts = [
    `${facts.join(" · ")}\n`,
    sectionsText(summary, colours),
    labels.length === 0 ? "" : labelsText(summary, labels),
    left > 0
      ? `${dim(`and ${plural(left, "label name")} more (--top ${summary.labels.length} shows all)`)}\n`
      : "",
    ...(report === null
      ? []
      : [
          largestText(report, Math.min(top, TOP_LISTS)),
          metricsText(report, Math.min(top, TOP_LISTS)),
          culpritsText(report, summary, top),
        ]),
  ];
  return parts.filter((part) => part !== "").join("\n");
}

function sectionsText({ sections, ...summary }: IndexHeaderSummary, { dim }: Colours): string {
  const lines = sections.map(({ name, offset, bytes, count: entries, checksum }) =>
    dim(
      `${name.replaceAll("_", " ")}: ${size(Number(bytes))} at byte ${offset}, ${plural(entries, "entry").replace(/entrys$/, "entries")}` +
        (checksum === null ? "" : `, checksum ${checksum}`),
    ),
  );
  const kept = dim(`an open reader keeps ${plural(summary.samples, "value")}, ${size(summary.memory)}`);
  return [...lines, kept].map((line) => `${line}\n`).join("");
}

/** The number of values; its bounds if only samples were read. */
function valuesText({ values, values_least, values_most }: LabelSummary): string {
  if (values !== null || values_least === values_most) return count(values_most);
  return `${count(values_least)} to ${count(values_most)}`;
}

function labelsText({ label_values, postings_bytes }: IndexHeaderSummary, labels: LabelSummary[]): string {
  if (label_values === null) {
    return table(
      [
        { title: "label name", align: "left" },
        { title: "values", align: "right" },
      ],
      labels.map((label) => [shown(label.name), valuesText(label)]),
    );
  }
  return table(
    [
      { title: "label name", align: "left" },
      { title: "values", align: "right" },
      { title: "of all", align: "right" },
      { title: "series", align: "right" },
      { title: "in the table", align: "right" },
      { title: "postings", align: "right" },
      { title: "of all", align: "right" },
    ],
    labels.map((label) => [
      shown(label.name),
      valuesText(label),
      percent(label.values ?? 0, label_values),
      count(label.series ?? 0),
      size(label.table_bytes ?? 0),
      size(label.postings_bytes ?? 0),
      percent(label.postings_bytes ?? 0, postings_bytes ?? 0),
    ]),
  );
}

function largestText({ largest }: IndexHeaderReport, top: number): string {
  if (largest.length === 0) return "";
  return `largest postings lists\n${table(
    [
      { title: "label", align: "left" },
      { title: "series", align: "right" },
      { title: "postings", align: "right" },
    ],
    largest
      .slice(0, top)
      .map(({ name, value, start, end, series }) => [
        `${shown(name)}=${shown(value)}`,
        count(series),
        size(Number(end - start)),
      ]),
  )}`;
}

function metricsText({ metrics }: IndexHeaderReport, top: number): string {
  if (metrics.length === 0) return "";
  return `metric names with most series\n${table(
    [
      { title: "metric", align: "left" },
      { title: "series", align: "right" },
    ],
    metrics.slice(0, top).map(({ value, series }) => [shown(value), count(series)]),
  )}`;
}

function culpritsText(report: IndexHeaderReport, { labels }: IndexHeaderSummary, top: number): string {
  const culprits = report.culprits.slice(0, top);
  if (culprits.length === 0) return "";
  const tables = new Map(culprits.map(({ name }) => [textKey(name), 0]));
  let all = 0;
  for (const { name, table_bytes } of labels) {
    all += table_bytes ?? 0;
    if (tables.has(textKey(name))) tables.set(textKey(name), table_bytes ?? 0);
  }
  return `values that look like ids, addresses or times\n${table(
    [
      { title: "label name", align: "left" },
      { title: "looks like", align: "left" },
      { title: "values", align: "right" },
      { title: "of the table", align: "right" },
      { title: "for example", align: "left" },
    ],
    culprits.map(({ name, looks_like, values, example }) => [
      shown(name),
      looks_like,
      count(values),
      percent(tables.get(textKey(name)) ?? 0, all),
      shown(example),
    ]),
  )}`;
}
