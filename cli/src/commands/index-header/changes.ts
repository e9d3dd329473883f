/** What changed between two blocks, as JSON, as a table for programs, and for people. */

import type { Colours } from "../../output/colour";
import { count, plural, size } from "../../output/numbers";
import { table } from "../../output/table";
import { integers, type TsvLines, texts, tsv } from "../../output/tsv";
import {
  changedLabels,
  type IndexHeaderSummary,
  labelChange,
  type Text,
  textKey,
} from "../../runtime/engine";
import type { ChangedValuesJson, ChangesJson } from "./schemas";
import { cell, shown } from "./texts";

/** Labels that people see unless --top says otherwise. */
const TOP = 20;

/** The object that `--json` prints, with all labels, those that changed most first. */
export function changesJson(
  names: readonly [string, string],
  left: IndexHeaderSummary,
  right: IndexHeaderSummary,
  top?: number,
): ChangesJson {
  const both = <T>(of: (summary: IndexHeaderSummary) => T) => ({ left: of(left), right: of(right) });
  return {
    left: names[0],
    right: names[1],
    label_names: both((summary) => summary.label_names),
    label_values: both((summary) => summary.label_values),
    postings_bytes: both((summary) => summary.postings_bytes),
    symbols: both((summary) => summary.symbols),
    labels: changedLabels(left.labels, right.labels).slice(0, top),
    complete: left.complete && right.complete,
    error: left.error ?? right.error,
  };
}

function signed(n: number | null, show: (n: number) => string): string {
  return n === null || n === 0 ? "" : `${n > 0 ? "+" : "-"}${show(Math.abs(n))}`;
}

export function changesTsv({ labels }: ChangesJson): TsvLines {
  return tsv(
    [
      ...texts("name"),
      ...integers("values_left", "values_right", "postings_bytes_left", "postings_bytes_right"),
    ],
    labels.map(({ name, values, postings_bytes }) => [
      cell(name),
      values.left,
      values.right,
      postings_bytes.left,
      postings_bytes.right,
    ]),
  );
}

export function changesText(changes: ChangesJson, { bold, dim }: Colours, top = TOP): string {
  const { label_names, label_values, symbols } = changes;
  const total = (name: string, { left, right }: { left: number | null; right: number | null }) =>
    `${name} ${count(left ?? 0)} to ${count(right ?? 0)}`;
  const facts = [
    bold(total("label names", label_names)),
    total("values", label_values),
    total("symbols", symbols),
  ].join(" · ");
  const changed = changes.labels.filter(
    (label) =>
      label.only_left ||
      label.only_right ||
      labelChange(label, "values") ||
      labelChange(label, "postings_bytes"),
  );
  if (changed.length === 0)
    return `${facts}\n\nno label name has changed its number of values or its postings\n`;
  const rows = changed
    .slice(0, top)
    .map((label) => [
      shown(label.name),
      label.values.left === null ? "" : count(label.values.left),
      label.values.right === null ? "" : count(label.values.right),
      signed(labelChange(label, "values"), count),
      signed(labelChange(label, "postings_bytes"), size),
      label.only_left ? "gone" : label.only_right ? "new" : "",
    ]);
  const left = changed.length - rows.length;
  const more = left > 0 ? `${dim(`and ${plural(left, "label name")} more`)}\n` : "";
  return `${facts}\n\n${table(
    [
      { title: "label name", align: "left" },
      { title: "then", align: "right" },
      { title: "now", align: "right" },
      { title: "change", align: "right" },
      { title: "postings", align: "right" },
      { title: "", align: "left" },
    ],
    rows,
  )}${more}`;
}

/** Which values of one label only one of two files has. */
export function changedValues(
  left: readonly Text[],
  right: readonly Text[],
): Pick<ChangedValuesJson, "only_left" | "only_right" | "both"> {
  const [inLeft, inRight] = [new Set(left.map(textKey)), new Set(right.map(textKey))];
  const only_left = left.filter((value) => !inRight.has(textKey(value)));
  const only_right = right.filter((value) => !inLeft.has(textKey(value)));
  return { only_left, only_right, both: left.length - only_left.length };
}

export function changedValuesTsv({ only_left, only_right }: ChangedValuesJson): TsvLines {
  const rows = (side: string, values: Text[]) => values.map((value) => [side, cell(value)]);
  return tsv(texts("side", "value"), [...rows("left", only_left), ...rows("right", only_right)]);
}

export function changedValuesText({ only_left, only_right, both }: ChangedValuesJson): string {
  const lines = [
    ...only_left.map((value) => `- ${shown(value)}`),
    ...only_right.map((value) => `+ ${shown(value)}`),
    `${plural(both, "value")} in both`,
  ];
  return `${lines.join("\n")}\n`;
}
