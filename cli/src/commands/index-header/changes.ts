/** The changes between two blocks: as JSON, as a table for programs, and as text. */

import type { Colours } from "../../output/colour";
import { LazyList } from "../../output/json";
import { count, plural, size } from "../../output/numbers";
import { table } from "../../output/table";
import { type Cell, integers, type TableRows, texts, wholeTable } from "../../output/tsv";
import { type ChangedLabel, ChangedLabels, type IndexHeaderSummary, labelChange } from "../../runtime/engine";
import { type ChangedValue, growthText } from "./changed-values";
import type { ChangesJson } from "./schemas";
import { cell, shown, signed } from "./texts";

/** Default number of printed labels; see `--top`. */
const TOP = 20;

/** The changes, with labels made on request. */
interface Changes extends Omit<ChangesJson, "labels"> {
  labels: LazyList<ChangedLabel>;
}

/** The object that `--json` prints, with the first `top` labels, largest change first. */
export function changesJson(
  names: readonly [string, string],
  left: IndexHeaderSummary,
  right: IndexHeaderSummary,
  metrics: ChangedValue[] | null,
  top?: number,
): Changes {
  const both = <T>(of: (summary: IndexHeaderSummary) => T) => ({ left: of(left), right: of(right) });
  return {
    left: names[0],
    right: names[1],
    label_names: both((summary) => summary.label_names),
    label_values: both((summary) => summary.label_values),
    postings_bytes: both((summary) => summary.postings_bytes),
    symbols: both((summary) => summary.symbols),
    series: both((summary) => summary.series),
    metrics: metrics === null ? null : metrics.slice(0, top),
    labels: new LazyList(firstOf(new ChangedLabels(left.labels, right.labels), top)),
    complete: left.complete && right.complete,
    error: left.error ?? right.error,
  };
}

function* firstOf(labels: ChangedLabels, top = labels.length): Generator<ChangedLabel> {
  for (let k = 0; k < Math.min(top, labels.length); k++) yield labels.at(k) as ChangedLabel;
}

export function changesTsv({ labels }: Changes): Generator<TableRows> {
  const rows = function* (): Generator<Cell[]> {
    for (const { name, values, postings_bytes, series } of labels.items) {
      const others = [postings_bytes.left, postings_bytes.right, series.left, series.right];
      yield [cell(name), values.left, values.right, ...others];
    }
  };
  return wholeTable({
    columns: [
      ...texts("name"),
      ...integers("values_left", "values_right", "postings_bytes_left", "postings_bytes_right"),
      ...integers("series_left", "series_right"),
    ],
    rows: rows(),
  });
}

export function changesText(changes: Changes, colours: Colours, top = TOP): string {
  const { bold, dim } = colours;
  const { label_names, label_values, symbols, series, metrics } = changes;
  const total = (name: string, { left, right }: { left: number | null; right: number | null }) =>
    `${name} ${count(left ?? 0)} to ${count(right ?? 0)}`;
  const facts = [
    bold(total("label names", label_names)),
    total("values", label_values),
    total("symbols", symbols),
    ...(series.left === null || series.right === null ? [] : [total("series", series)]),
  ].join(" · ");
  const rows: string[][] = [];
  let changed = 0;
  for (const label of changes.labels.items) {
    if (!isChanged(label)) continue;
    changed += 1;
    if (rows.length < top) rows.push(rowOf(label));
  }
  const grown = growthText("metric", metrics ?? [], colours, top);
  if (changed === 0)
    return `${facts}\n\nno label name has changed its number of values or its postings\n${grown}`;
  const left = changed - rows.length;
  const more = left > 0 ? `${dim(`and ${plural(left, "label name")} more`)}\n` : "";
  return `${facts}\n\n${table(
    [
      { title: "label name", align: "left" },
      { title: "left", align: "right" },
      { title: "right", align: "right" },
      { title: "change", align: "right" },
      { title: "series", align: "right" },
      { title: "postings", align: "right" },
      { title: "", align: "left" },
    ],
    rows,
  )}${more}${grown}`;
}

function isChanged(label: ChangedLabel): boolean {
  const { only_left, only_right } = label;
  return only_left || only_right || !!labelChange(label, "values") || !!labelChange(label, "postings_bytes");
}

function rowOf(label: ChangedLabel): string[] {
  const { name, values, only_left, only_right } = label;
  return [
    shown(name),
    values.left === null ? "" : count(values.left),
    values.right === null ? "" : count(values.right),
    signed(labelChange(label, "values"), count),
    signed(labelChange(label, "series"), count),
    signed(labelChange(label, "postings_bytes"), size),
    only_left ? "gone" : only_right ? "new" : "",
  ];
}
