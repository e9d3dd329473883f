/** The columns of long histograms: only a slice of a fetched column is in memory at a time. */

import type { ResultByName } from "../results.ts";

/** Values of a histogram by bin; typed arrays also have this interface. */
export interface Column<T = number> {
  readonly length: number;
  at(k: number): T | undefined;
}

/** A result whose long columns may be fetched on demand. */
export type Columnar<T> = {
  [K in keyof T]: T[K] extends Float64Array ? Column : T[K] extends (infer E)[] ? Columnar<E>[] : T[K];
};

/** Results by the names of their analyses; long columns that may be fetched are marked. */
export type ColumnarResult = {
  [N in keyof ResultByName]: N extends "correlation" | "rate" ? Columnar<ResultByName[N]> : ResultByName[N];
};

/** Maximum numbers of a slice. */
export const LONGEST_STRETCH = 1 << 13;

/** A column whose numbers are computed, or fetched, a slice at a time on demand. */
export class FetchedColumn<T = number> implements Column<T> {
  readonly length: number;
  private stretch: ArrayLike<T> = [];
  private from = 0;
  private readonly stretchLength: number;
  private readonly fetch: (from: number, to: number) => ArrayLike<T>;

  /** A column of `length` numbers; `fetch` returns a range of them, end exclusive. */
  constructor(
    length: number,
    fetch: (from: number, to: number) => ArrayLike<T>,
    stretchLength = LONGEST_STRETCH,
  ) {
    this.length = length;
    this.fetch = fetch;
    this.stretchLength = stretchLength;
  }

  at(k: number): T | undefined {
    const offset = k - this.from;
    if (offset >= 0 && offset < this.stretch.length) return this.stretch[offset];
    if (k < 0 || k >= this.length) return undefined;
    this.from = k - (k % this.stretchLength);
    this.stretch = this.fetch(this.from, Math.min(this.length, this.from + this.stretchLength));
    return this.stretch[k - this.from];
  }
}

/** A result with complete columns. */
export function wholeColumns<T extends object>(result: Columnar<T>): T {
  const whole = (value: unknown): unknown => {
    if (value instanceof FetchedColumn) {
      const numbers = new Float64Array(value.length);
      for (let k = 0; k < numbers.length; k += 1) numbers[k] = value.at(k) ?? Number.NaN;
      return numbers;
    }
    return Array.isArray(value) && typeof value[0] === "object"
      ? value.map((each) => wholeColumns(each))
      : value;
  };
  return Object.fromEntries(Object.entries(result).map(([key, value]) => [key, whole(value)])) as T;
}
