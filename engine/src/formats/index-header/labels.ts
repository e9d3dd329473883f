/** The labels of a file, in columns: half a million objects would take hundreds of megabytes. */

import type { LabelColumns, TextColumn } from "./results.generated.ts";
import { type Text, textOf } from "./texts.ts";

/** A label name; null fields if only samples were read. */
export interface LabelSummary {
  /** Its number, for queries of values and samples. */
  label: number;
  name: Text;
  values: number | null;
  /** Upper bound of the number of values, from the samples. */
  values_least: number;
  values_most: number;
  /** Bytes of the values, of the entries in the table, and of the values' postings lists. */
  value_bytes: number | null;
  table_bytes: number | null;
  postings_bytes: number | null;
  /** Number of series with the label. */
  series: number | null;
  first: Text;
  last: Text;
  /** End of the range of the last value's postings. */
  last_end: bigint;
}

/** The labels in the order of the table. Each is created on demand. */
export class LabelList implements Iterable<LabelSummary> {
  readonly length: number;
  readonly #columns: LabelColumns;
  readonly #texts: Record<"name" | "first" | "last", (k: number) => Text>;

  constructor(columns: LabelColumns) {
    this.length = columns.label.length;
    this.#columns = columns;
    this.#texts = { name: texts(columns.name), first: texts(columns.first), last: texts(columns.last) };
  }

  /** Label `k` of the list, starting at 0. */
  at(k: number): LabelSummary | undefined {
    if (!(k >= 0 && k < this.length)) return undefined;
    const { label, values, values_least, values_most, value_bytes, table_bytes, postings_bytes } =
      this.#columns;
    const { series, last_end } = this.#columns;
    const { name, first, last } = this.#texts;
    return {
      label: label[k] ?? 0,
      name: name(k),
      values: values?.[k] ?? null,
      values_least: values_least[k] ?? 0,
      values_most: values_most[k] ?? 0,
      value_bytes: value_bytes?.[k] ?? null,
      table_bytes: table_bytes?.[k] ?? null,
      postings_bytes: postings_bytes?.[k] ?? null,
      series: series?.[k] ?? null,
      last: last(k),
      first: first(k),
      last_end: BigInt.asUintN(64, last_end[k] ?? 0n),
    };
  }

  /** The name of label `k`, which is in the list. */
  nameAt(k: number): Text {
    return this.#texts.name(k);
  }

  /** The number of values of label `k`; null if only samples were read. */
  valuesAt(k: number): number | null {
    return this.#columns.values?.[k] ?? null;
  }

  /** The number of series with label `k`; null if only samples were read. */
  seriesAt(k: number): number | null {
    return this.#columns.series?.[k] ?? null;
  }

  /** The numbers of the labels in this list, most values first. */
  byValues(): Uint32Array {
    const { values_most } = this.#columns;
    const most = (k: number): number => values_most[k] ?? 0;
    return Uint32Array.from({ length: this.length }, (_, k) => k).sort((a, b) => most(b) - most(a) || a - b);
  }

  /** The first label for which `is` returns true. */
  find(is: (label: LabelSummary) => boolean): LabelSummary | undefined {
    for (const label of this) if (is(label)) return label;
    return undefined;
  }

  *[Symbol.iterator](): Generator<LabelSummary> {
    for (let k = 0; k < this.length; k++) yield this.at(k) as LabelSummary;
  }
}

function texts({ bytes, lengths }: TextColumn): (k: number) => Text {
  const ends = new Float64Array(lengths.length);
  let end = 0;
  for (let k = 0; k < lengths.length; k++) {
    end += lengths[k] ?? 0;
    ends[k] = end;
  }
  return (k) => textOf(bytes.subarray(k === 0 ? 0 : ends[k - 1], ends[k]));
}
