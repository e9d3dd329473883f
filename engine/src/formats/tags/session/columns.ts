/** The columns of long histograms: of one that is fetched, few numbers are in memory at a time. */

import type { PartJoiner } from "@tagview/wasm/main";
import type { WasmObject } from "../../../worker/instance.ts";
import type { ResultByName } from "../results.ts";
import type { AnyResults, Snapshot } from "../snapshot.ts";
import { MOST_NUMBERS } from "./merger.ts";
import type { SavingSession } from "./session.ts";

/** What a histogram has in each bin, by the bin's number; typed arrays are such columns too. */
export interface Column<T = number> {
  readonly length: number;
  at(k: number): T | undefined;
}

/** A result whose long columns may be fetched as they are looked at. */
export type Columnar<T> = {
  [K in keyof T]: T[K] extends Float64Array ? Column : T[K] extends (infer E)[] ? Columnar<E>[] : T[K];
};

/** Results by the names of their analyses; those whose columns may be fetched, where they are long, are told. */
export type ColumnarResult = {
  [N in keyof ResultByName]: N extends "correlation" | "rate" ? Columnar<ResultByName[N]> : ResultByName[N];
};

/** A snapshot that may have columns that are fetched. */
export interface ScannedColumns {
  snapshot: Snapshot;
  /** Gives back what they need. */
  close(): void;
}

/** Numbers of the longest stretch. */
const LONGEST_STRETCH = 1 << 13;
/** Numbers of the shortest one. */
const SHORTEST_STRETCH = 64;

/** A column whose numbers are made, or fetched, a stretch at a time, as they are looked at. */
export class FetchedColumn<T = number> implements Column<T> {
  readonly length: number;
  private stretch: ArrayLike<T> = [];
  private from = 0;
  private readonly stretchLength: number;
  private readonly fetch: (from: number, to: number) => ArrayLike<T>;

  /** Of `length` numbers, of which `fetch` gives those from one to before another. */
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

/** What `session` reads, with columns that are fetched where they are long; where none is, it is closed at once. */
export async function scanned(session: SavingSession): Promise<ScannedColumns> {
  try {
    const { held: _, ...snapshot } = await session.read;
    if (!putColumns(snapshot.analyses, session.joined)) session.close();
    return { snapshot, close: session.close };
  } catch (thrown) {
    session.close();
    throw thrown;
  }
}

/** Puts columns that are fetched into results that have columns of no bins; false where none has. They last as long as `joined`. */
function putColumns(results: AnyResults, joined: WasmObject<PartJoiner>): boolean {
  let isAny = false;
  for (const [id, result] of Object.entries(results) as [string, { channels?: unknown[] }][]) {
    const bins = joined.call((joiner) => joiner.bins(id));
    if (bins === 0) continue;
    const found: { of: Record<string, unknown>; key: string; name: string }[] = [];
    const look = (of: object, channel?: bigint): void => {
      for (const [key, value] of Object.entries(of))
        if (value instanceof Float64Array && value.length < bins)
          found.push({
            of: of as Record<string, unknown>,
            key,
            name: channel === undefined ? key : `${channel}`,
          });
    };
    look(result);
    for (const each of result.channels ?? [])
      if (typeof each === "object" && each !== null) look(each, (each as { channel: bigint }).channel);
    const stretchLength = Math.min(
      LONGEST_STRETCH,
      Math.max(SHORTEST_STRETCH, Math.floor(MOST_NUMBERS / found.length)),
    );
    for (const { of, key, name } of found) {
      const fetch = (from: number, to: number): Float64Array =>
        joined.call((joiner) => joiner.column(id, name, from, to));
      isAny = true;
      of[key] = new FetchedColumn(bins, fetch, stretchLength);
    }
  }
  return isAny;
}

/** A result with its columns as a whole. */
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
