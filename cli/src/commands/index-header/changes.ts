/** What changed between two blocks, as JSON, as a table for programs, and for people. */

import type { Colours } from "../../output/colour";
import { count, plural, size } from "../../output/numbers";
import { table } from "../../output/table";
import { tsv } from "../../output/tsv";
import type { IndexHeaderSummary, LabelSummary, Text } from "../../runtime/engine";
import type { ChangedValuesJson, ChangesJson } from "./schemas";
import { cell, keyOf, shown } from "./texts";

/** Labels that people see unless --top says otherwise. */
const TOP = 20;

type Changed = ChangesJson["labels"][number];

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
    labels: changedLabels(left, right).slice(0, top),
    complete: left.complete && right.complete,
    error: left.error ?? right.error,
  };
}

function changedLabels(left: IndexHeaderSummary, right: IndexHeaderSummary): Changed[] {
  const sides = new Map<string, { left?: LabelSummary; right?: LabelSummary }>();
  for (const label of left.labels) sides.set(keyOf(label.name), { left: label });
  for (const label of right.labels) {
    const key = keyOf(label.name);
    sides.set(key, { ...sides.get(key), right: label });
  }
  const changed = [...sides.values()].flatMap(({ left: a, right: b }): Changed[] => {
    const name = (a ?? b)?.name;
    if (name === undefined) return [];
    return [
      {
        name,
        values: { left: a?.values ?? null, right: b?.values ?? null },
        postings_bytes: { left: a?.postings_bytes ?? null, right: b?.postings_bytes ?? null },
        only_left: b === undefined,
        only_right: a === undefined,
      },
    ];
  });
  // Sorting keeps the order of the tables where changes are equal.
  return changed.sort((a, b) => Math.abs(difference(b.values)) - Math.abs(difference(a.values)));
}

function difference({ left, right }: { left: number | null; right: number | null }): number {
  return (right ?? 0) - (left ?? 0);
}

function signed(n: number, show: (n: number) => string): string {
  return n === 0 ? "" : `${n > 0 ? "+" : "-"}${show(Math.abs(n))}`;
}

export function changesTsv({ labels }: ChangesJson): string {
  return tsv(
    ["name", "values_left", "values_right", "postings_bytes_left", "postings_bytes_right"],
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
    ({ values, postings_bytes, only_left, only_right }) =>
      only_left || only_right || difference(values) !== 0 || difference(postings_bytes) !== 0,
  );
  if (changed.length === 0)
    return `${facts}\n\nno label name has changed its number of values or its postings\n`;
  const rows = changed
    .slice(0, top)
    .map(({ name, values, postings_bytes, only_left, only_right }) => [
      shown(name),
      values.left === null ? "" : count(values.left),
      values.right === null ? "" : count(values.right),
      signed(difference(values), count),
      signed(difference(postings_bytes), size),
      only_left ? "gone" : only_right ? "new" : "",
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
  const [inLeft, inRight] = [new Set(left.map(keyOf)), new Set(right.map(keyOf))];
  const only_left = left.filter((value) => !inRight.has(keyOf(value)));
  const only_right = right.filter((value) => !inLeft.has(keyOf(value)));
  return { only_left, only_right, both: left.length - only_left.length };
}

export function changedValuesTsv({ only_left, only_right }: ChangedValuesJson): string {
  const rows = (side: string, values: Text[]) => values.map((value) => [side, cell(value)]);
  return tsv(["side", "value"], [...rows("left", only_left), ...rows("right", only_right)]);
}

export function changedValuesText({ only_left, only_right, both }: ChangedValuesJson): string {
  const lines = [
    ...only_left.map((value) => `- ${shown(value)}`),
    ...only_right.map((value) => `+ ${shown(value)}`),
    `${plural(both, "value")} in both`,
  ];
  return `${lines.join("\n")}\n`;
}
