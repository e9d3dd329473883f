/** The values of one label that only one of two files has: as JSON, as a table for programs, and as text. */

import { plural } from "../../output/numbers";
import { begun, type Cell, type TableRows, texts } from "../../output/tsv";
import { type OpenIndexHeader, type Text, textKey, toJson } from "../../runtime/engine";
import { valuesOf } from "./lists";
import type { ChangedValuesJson } from "./schemas";
import { cell, shown } from "./texts";

/** Values that one file has and the other one lacks, in parts. Parts may be empty. */
type Parts = AsyncIterable<Text[]>;

/** The values of a label in two files. `only_left` is read first; `both` is known after that. */
export interface ChangedValues {
  only_left: Parts;
  only_right: Parts;
  /** Number of values in both files. */
  both(): number;
}

/** Compares the values of the label called `name`. Keys of one file are in memory at a time. */
export function changedValues(
  left: OpenIndexHeader,
  right: OpenIndexHeader,
  name: string,
  options: { prefix?: string },
): ChangedValues {
  let both = 0;
  async function* lacking(opened: OpenIndexHeader, other: OpenIndexHeader): AsyncGenerator<Text[]> {
    const known = new Set<string>();
    for await (const values of valuesOf(other, name, options)) {
      for (const value of values) known.add(textKey(value));
    }
    both = 0;
    for await (const values of valuesOf(opened, name, options)) {
      const only = values.filter((value) => !known.has(textKey(value)));
      both += values.length - only.length;
      yield only;
    }
  }
  return { only_left: lacking(left, right), only_right: lacking(right, left), both: () => both };
}

/** The line of JSON in pieces; the first one is made when values have been read. */
export async function* changedValuesJson(
  { left, right, name, complete, error }: Omit<ChangedValuesJson, keyof ChangedValues>,
  { only_left, only_right, both }: ChangedValues,
): AsyncGenerator<string> {
  const begin = `${toJson({ left, right, name }).slice(0, -1)},"only_left":[`;
  const between = `${yield* itemsAfter(begin, only_left)}],"only_right":[`;
  const common = both();
  const end = yield* itemsAfter(between, only_right);
  yield `${end}],"both":${common},${toJson({ complete, error }).slice(1)}\n`;
}

/** Yields the items of a list, preceded by `before`. Returns `before` for an empty list, otherwise an empty string. */
async function* itemsAfter(before: string, parts: Parts): AsyncGenerator<string, string> {
  let [begin, separator] = [before, ""];
  for await (const values of parts) {
    if (values.length === 0) continue;
    yield begin + separator + toJson(values).slice(1, -1);
    [begin, separator] = ["", ","];
  }
  return begin;
}

export async function* changedValuesTsv(changed: ChangedValues): AsyncGenerator<TableRows> {
  const next = begun(texts("side", "value"));
  for (const [side, parts] of sidesOf(changed)) {
    for await (const values of parts) yield next(values.map((value): Cell[] => [side, cell(value)]));
  }
  yield next([]);
}

export async function* changedValuesText(changed: ChangedValues): AsyncGenerator<string> {
  const marks = { left: "-", right: "+" };
  for (const [side, parts] of sidesOf(changed)) {
    for await (const values of parts)
      yield values.map((value) => `${marks[side]} ${shown(value)}\n`).join("");
  }
  yield `${plural(changed.both(), "value")} in both\n`;
}

function sidesOf({ only_left, only_right }: ChangedValues): ["left" | "right", Parts][] {
  return [
    ["left", only_left],
    ["right", only_right],
  ];
}
