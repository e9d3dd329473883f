/** Changes between the label names of two blocks. */

import type { LabelList } from "./labels.ts";
import type { Text } from "./texts.ts";
import { textKey } from "./texts.ts";

/** A number of the earlier and of the later block; null if that has no such label, or only samples were read. */
export interface Sides {
  left: number | null;
  right: number | null;
}

/** A label name of either block. */
export interface ChangedLabel {
  name: Text;
  values: Sides;
  postings_bytes: Sides;
  series: Sides;
  only_left: boolean;
  only_right: boolean;
}

/** Replaces a label's number in a block without the label. */
const NONE = -1;

/**
 * The label names of two blocks, sorted by the change of the number of values, then of the number of series, largest
 * first. Each entry is created on demand.
 */
export class ChangedLabels implements Iterable<ChangedLabel> {
  readonly length: number;
  readonly #left: LabelList;
  readonly #right: LabelList;
  /** The numbers of a label in both blocks. */
  readonly #inLeft: Int32Array;
  readonly #inRight: Int32Array;
  /** Positions in the two tables, in the order of this list. */
  readonly #order: Uint32Array;

  constructor(left: LabelList, right: LabelList) {
    this.#left = left;
    this.#right = right;
    const rows = new Map<string, number>();
    const inLeft = new Int32Array(left.length + right.length).fill(NONE);
    const inRight = inLeft.slice();
    const put = (labels: LabelList, numbers: Int32Array): void => {
      for (let k = 0; k < labels.length; k++) {
        const key = textKey(labels.nameAt(k));
        const row = rows.get(key) ?? rows.size;
        rows.set(key, row);
        numbers[row] = k;
      }
    };
    put(left, inLeft);
    put(right, inRight);
    this.length = rows.size;
    this.#inLeft = inLeft;
    this.#inRight = inRight;
    const sizesBy = (of: "valuesAt" | "seriesAt") =>
      Float64Array.from({ length: this.length }, (_, row) => Math.abs(this.#change(row, of)));
    const [values, series] = [sizesBy("valuesAt"), sizesBy("seriesAt")];
    const change = (sizes: Float64Array, a: number, b: number) => (sizes[b] ?? 0) - (sizes[a] ?? 0);
    // Equal changes keep the order of the tables.
    this.#order = Uint32Array.from(values.keys()).sort(
      (a, b) => change(values, a, b) || change(series, a, b) || a - b,
    );
  }

  /** Growth of the number of values or series; 0 if unknown. */
  #change(row: number, of: "valuesAt" | "seriesAt"): number {
    const { left, right } = this.#sides(row);
    const count = (labels: LabelList, k: number | null) => (k === null ? 0 : labels[of](k));
    const [before, after] = [count(this.#left, left), count(this.#right, right)];
    return before === null || after === null ? 0 : after - before;
  }

  #sides(row: number): Sides {
    const number = (numbers: Int32Array): number | null => {
      const k = numbers[row] ?? NONE;
      return k === NONE ? null : k;
    };
    return { left: number(this.#inLeft), right: number(this.#inRight) };
  }

  /** Label `k` of the list, starting at 0. */
  at(k: number): ChangedLabel | undefined {
    const row = this.#order[k];
    if (row === undefined) return undefined;
    const { left, right } = this.#sides(row);
    const a = left === null ? undefined : this.#left.at(left);
    const b = right === null ? undefined : this.#right.at(right);
    const name = (b ?? a)?.name;
    if (name === undefined) return undefined;
    return {
      name,
      values: { left: a?.values ?? null, right: b?.values ?? null },
      postings_bytes: { left: a?.postings_bytes ?? null, right: b?.postings_bytes ?? null },
      series: { left: a?.series ?? null, right: b?.series ?? null },
      only_left: b === undefined,
      only_right: a === undefined,
    };
  }

  *[Symbol.iterator](): Generator<ChangedLabel> {
    for (let k = 0; k < this.length; k++) yield this.at(k) as ChangedLabel;
  }
}

/** Growth of one of its numbers; null if unknown for a label of both blocks. */
export function labelChange(label: ChangedLabel, of: "values" | "postings_bytes" | "series"): number | null {
  const { left, right } = label[of];
  if (label.only_right) return right;
  if (label.only_left) return left === null ? null : -left;
  return left === null || right === null ? null : right - left;
}
