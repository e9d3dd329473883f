/**
 * The values of one label that only one of two files has, and those in both whose number of series changed: as JSON, as a
 * table for programs, and as text.
 */

import type { Colours } from "../../output/colour";
import { reportError } from "../../output/errors";
import { count, plural } from "../../output/numbers";
import { printable } from "../../output/printable";
import { table } from "../../output/table";
import { begun, type Cell, integers, type TableRows, texts } from "../../output/tsv";
import { writeError } from "../../output/write";
import { type OpenIndexHeader, type Text, textKey, toJson } from "../../runtime/engine";
import { Status } from "../../runtime/exit-status";
import type { OutputOptions } from "../../runtime/options";
import { labelOf, missingLabel, type ValueRow, valuesOf } from "./lists";
import type { ChangedValuesJson } from "./schemas";
import { cell, shown, signed } from "./texts";

/** Default number of printed values whose number of series changed; see `--top`. */
const TOP = 20;

/** Values that one file has and the other one lacks, in parts. Parts may be empty. */
type Parts = AsyncIterable<ValueRow[]>;

/** A value, and its number of series in each file; null in a file without it. */
export interface ChangedValue<N = number | null> {
  value: Text;
  series: { left: N; right: N };
}

/** The values of a label in two files. `only_left` is read first; `both` and `changed` are known after `only_right`. */
export interface ChangedValues {
  only_left: Parts;
  only_right: Parts;
  /** Number of values in both files. */
  both(): number;
  /** Values in both files whose number of series changed, largest growth first. */
  changed(): ChangedValue<number>[];
}

/** A file to compare. */
interface Side {
  opened: OpenIndexHeader;
  file: string;
}

/**
 * Notes which of two files lacks the label called `name`, and reports a label that both lack, and sparse headers, which
 * have only a sample of its values.
 */
export async function checkLabel(
  sides: readonly [Side, Side],
  name: string,
  { quiet }: OutputOptions,
): Promise<{ status: Status; isSampled: boolean }> {
  let isSampled = false;
  const lacking: string[] = [];
  for (const { opened, file } of sides) {
    const label = labelOf(opened, name);
    if (label === undefined) lacking.push(file);
    else if (opened.summary.kind === "sparse-index-header") {
      try {
        await opened.values(label.label);
      } catch (thrown) {
        reportError(thrown, file);
        isSampled = true;
      }
    }
  }
  const isLost = lacking.length === sides.length;
  for (const file of lacking) {
    if (isLost) writeError(missingLabel(file, name));
    else if (!quiet) writeError(`note: ${printable(file)}: there is no label ${printable(name)}\n`);
  }
  return { status: isLost || isSampled ? Status.Damaged : Status.Good, isSampled };
}

/** Compares the values of the label called `name`. Keys of one file are in memory at a time. */
export function changedValues(
  left: OpenIndexHeader,
  right: OpenIndexHeader,
  name: string,
  options: { prefix?: string },
): ChangedValues {
  let both = 0;
  let changed: ChangedValue<number>[] = [];
  async function* lacking(opened: OpenIndexHeader, other: OpenIndexHeader): AsyncGenerator<ValueRow[]> {
    const known = new Map<string, number>();
    for await (const rows of valuesOf(other, name, options)) {
      for (const { value, series } of rows) known.set(textKey(value), series);
    }
    both = 0;
    changed = [];
    for await (const rows of valuesOf(opened, name, options)) {
      const only: ValueRow[] = [];
      for (const row of rows) {
        const before = known.get(textKey(row.value));
        if (before === undefined) only.push(row);
        else if (opened === right && before !== row.series)
          changed.push({ value: row.value, series: { left: before, right: row.series } });
      }
      both += rows.length - only.length;
      yield only;
    }
  }
  return {
    only_left: lacking(left, right),
    only_right: lacking(right, left),
    both: () => both,
    changed: () => changed.sort(byGrowth),
  };
}

function growth({ series }: ChangedValue): number {
  return (series.right ?? 0) - (series.left ?? 0);
}

/** Largest growth first; equal ones in the order of their values. */
function byGrowth(a: ChangedValue, b: ChangedValue): number {
  return growth(b) - growth(a) || (textKey(a.value) < textKey(b.value) ? -1 : 1);
}

/** The metrics whose number of series changed, largest growth first; null if only samples of a file were read. */
export async function changedMetrics(
  left: OpenIndexHeader,
  right: OpenIndexHeader,
): Promise<ChangedValue[] | null> {
  if ([left, right].some(({ summary }) => summary.label_values === null)) return null;
  const { only_left, only_right, changed } = changedValues(left, right, "__name__", {});
  const metrics: ChangedValue[] = [];
  for await (const rows of only_left)
    for (const { value, series } of rows) metrics.push({ value, series: { left: series, right: null } });
  for await (const rows of only_right)
    for (const { value, series } of rows) metrics.push({ value, series: { left: null, right: series } });
  return [...metrics, ...changed()].sort(byGrowth);
}

/** The line of JSON in pieces; the first one is made when values have been read. */
export async function* changedValuesJson(
  { left, right, name, complete, error }: Omit<ChangedValuesJson, keyof ChangedValues>,
  { only_left, only_right, both, changed }: ChangedValues,
  top?: number,
): AsyncGenerator<string> {
  const begin = `${toJson({ left, right, name }).slice(0, -1)},"only_left":[`;
  const between = `${yield* itemsAfter(begin, only_left)}],"only_right":[`;
  const common = both();
  const end = yield* itemsAfter(between, only_right);
  const others = { changed: changed().slice(0, top), complete, error };
  yield `${end}],"both":${common},${toJson(others).slice(1)}\n`;
}

/** Yields the items of a list, preceded by `before`. Returns `before` for an empty list, otherwise an empty string. */
async function* itemsAfter(before: string, parts: Parts): AsyncGenerator<string, string> {
  let [begin, separator] = [before, ""];
  for await (const rows of parts) {
    if (rows.length === 0) continue;
    yield begin + separator + toJson(rows.map(({ value }) => value)).slice(1, -1);
    [begin, separator] = ["", ","];
  }
  return begin;
}

export async function* changedValuesTsv(changed: ChangedValues, top?: number): AsyncGenerator<TableRows> {
  const next = begun([...texts("side", "value"), ...integers("series_left", "series_right")]);
  for await (const rows of changed.only_left)
    yield next(rows.map(({ value, series }): Cell[] => ["left", cell(value), series, null]));
  for await (const rows of changed.only_right)
    yield next(rows.map(({ value, series }): Cell[] => ["right", cell(value), null, series]));
  const both = changed.changed().slice(0, top);
  yield next(both.map(({ value, series }): Cell[] => ["both", cell(value), series.left, series.right]));
}

export async function* changedValuesText(
  changed: ChangedValues,
  colours: Colours,
  top?: number,
): AsyncGenerator<string> {
  for await (const rows of changed.only_left) yield rows.map(({ value }) => `- ${shown(value)}\n`).join("");
  for await (const rows of changed.only_right) yield rows.map(({ value }) => `+ ${shown(value)}\n`).join("");
  yield `${plural(changed.both(), "value")} in both\n`;
  yield growthText("value", changed.changed(), colours, top);
}

/** A table of values whose number of series changed; empty without any. */
export function growthText(
  title: "metric" | "value",
  values: ChangedValue[],
  { dim }: Colours,
  top = TOP,
): string {
  if (values.length === 0) return "";
  const rows = values.slice(0, top).map((changed) => {
    const { left, right } = changed.series;
    const counts = [left, right].map((series) => (series === null ? "" : count(series)));
    return [shown(changed.value), ...counts, signed(growth(changed), count)];
  });
  const titles = [title, "left", "right", "change"];
  const more = values.length - rows.length;
  return `\nseries per ${title}, largest growth first\n${table(
    titles.map((title, k) => ({ title, align: k === 0 ? "left" : "right" })),
    rows,
  )}${more > 0 ? `${dim(`and ${plural(more, title)} more`)}\n` : ""}`;
}
