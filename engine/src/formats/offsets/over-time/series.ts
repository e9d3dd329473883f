/** Headers of one kind, in order of time: the offset of each partition in each of them. */

import type { Offsets } from "../api.ts";
import type { HeaderRemark, OffsetsHeader, PartitionKey } from "../results.ts";
import { type GivenHeader, headersIn } from "./given.ts";
import type { SeriesRemark } from "./remark.ts";

/** Maximum kept offsets: partitions times headers. With more partitions, the first ones are kept. */
export const MOST_CELLS = 8_000_000;

/** Milliseconds after which a reader of many headers yields the thread. */
const SLICE_MS = 12;

/** A header of a series. */
export interface SeriesHeader {
  /** Number of its line, or of its entry in a HAR file, starting at 1. */
  place: number;
  /** Nanoseconds since 1970; null if unknown. */
  time_ns: bigint | null;
  /** Partitions in it. */
  count: number;
  complete: boolean;
  error: HeaderRemark | null;
}

export interface OffsetsSeries {
  headers: SeriesHeader[];
  /** Number of headers; `remarks` report omitted ones. */
  found: number;
  /** All partitions that any header has, ascending. */
  keys: PartitionKey[];
  /** The offset of partition `row` in a header; null if the header lacks it. */
  offset(row: number, header: number): bigint | null;
  /** The row of a partition; -1 if no header has it. */
  rowOf(key: PartitionKey): number;
  /**
   * Nanoseconds from header `k` to header `k + 1`, above 0; null if unknown.
   */
  intervals: (bigint | null)[];
  /** Whether intervals come from the headers' times or from the caller; null if none is known. */
  timed: "headers" | "every" | null;
  remarks: SeriesRemark[];
}

export interface SeriesOptions {
  /** Nanoseconds between headers, if none of them has a time. */
  every?: bigint | null | undefined;
  /** Yields the thread; called between headers. */
  pause?: (() => Promise<void>) | undefined;
}

/** Reads all headers in text, and sorts them by time if all have one. */
export async function readSeries(
  read: Offsets["read"],
  text: string,
  { every = null, pause }: SeriesOptions = {},
): Promise<OffsetsSeries> {
  const { headers: given, found, remarks } = headersIn(text);
  const ordered = inOrder(given, remarks);
  const table = cells(ordered.length);
  const headers: SeriesHeader[] = [];
  let since = performance.now();
  for (const { text: header, place, time_ns } of ordered) {
    const decoded = await read(header, { rows: false });
    table.put(headers.length, decoded);
    const { count, complete, error } = decoded;
    headers.push({ place, time_ns, count, complete, error });
    if (pause && performance.now() - since > SLICE_MS) {
      await pause();
      since = performance.now();
    }
  }
  const damaged = headers.filter(({ complete, error }) => !complete || error !== null);
  if (damaged.length > 0) {
    const places = damaged.slice(0, 12).map(({ place }) => place);
    remarks.push({
      code: "damaged-headers",
      message: `${damaged.length} of ${headers.length} headers can't be read as a whole (number ${places.join(", ")}${
        damaged.length > places.length ? ", ..." : ""
      }); what they lack does not count as missing.`,
    });
  }
  const { keys, offset, rowOf, leftOut } = table.finish();
  if (leftOut > 0) {
    remarks.push({
      code: "partitions-left-out",
      message: `${leftOut} offsets of further partitions were left out: at most ${MOST_CELLS} offsets are kept.`,
    });
  }
  return { headers, found, keys, offset, rowOf, ...intervalsOf(headers, every, remarks), remarks };
}

function inOrder(given: GivenHeader[], remarks: SeriesRemark[]): GivenHeader[] {
  const timed = given.filter(({ time_ns }) => time_ns !== null).length;
  if (timed < given.length) {
    if (timed > 0) {
      remarks.push({
        code: "times-missing",
        message: `${given.length - timed} of ${given.length} headers have no time: all headers stay in the given order, and rates next to a header without a time are unknown.`,
      });
    }
    return given;
  }
  const at = ({ time_ns }: GivenHeader): bigint => time_ns ?? 0n;
  const sorted = [...given].sort((a, b) => (at(a) < at(b) ? -1 : at(a) > at(b) ? 1 : a.place - b.place));
  if (sorted.some((header, index) => header !== given[index])) {
    remarks.push({ code: "sorted", message: "The headers were put in order of their times." });
  }
  return sorted;
}

function intervalsOf(
  headers: SeriesHeader[],
  every: bigint | null,
  remarks: SeriesRemark[],
): Pick<OffsetsSeries, "intervals" | "timed"> {
  const hasTimes = headers.some(({ time_ns }) => time_ns !== null);
  const intervals = headers.slice(1).map(({ time_ns }, index) => {
    const before = headers[index]?.time_ns ?? null;
    if (!hasTimes) return every;
    const interval = time_ns === null || before === null ? 0n : time_ns - before;
    return interval > 0n ? interval : null;
  });
  if (hasTimes && every !== null) {
    remarks.push({
      code: "every-unused",
      message: "The headers have times, so `every` is ignored.",
    });
  }
  if (!hasTimes && every === null && headers.length > 1) {
    remarks.push({
      code: "no-times",
      message:
        "No header has a time, so there are no rates: put a time before each header, or set their interval with `every`.",
    });
  }
  const together = headers.slice(1).filter(({ time_ns }, index) => {
    return time_ns !== null && time_ns === headers[index]?.time_ns;
  });
  if (together.length > 0) {
    remarks.push({
      code: "same-time",
      message: `${together.length} headers have the same time as the previous header, so they have no rate.`,
    });
  }
  const known = intervals.some((interval) => interval !== null);
  return { intervals, timed: known ? (hasTimes ? "headers" : "every") : null };
}

/** A unique text for each partition; one without a compartment is in compartment 0. */
function keyText(key: PartitionKey): string {
  return typeof key === "bigint" ? `0/${key}/0` : `${key.compartment}/${key.partition}/${key.cluster}`;
}

/** Collects columns of headers into one table of partitions by headers. */
function cells(columns: number) {
  const most = Math.max(1, Math.floor(MOST_CELLS / Math.max(1, columns)));
  const rows = new Map<string, { compartment: bigint; partition: bigint; cluster: bigint; at: number }>();
  /** A row's offsets, by header. */
  const offsets: BigInt64Array[] = [];
  /** 1 if the header has the partition. */
  const known: Uint8Array[] = [];
  let named = false;
  let leftOut = 0;
  return {
    put(header: number, { columns: read }: OffsetsHeader): void {
      named ||= read.compartment !== undefined;
      read.offset.forEach((offset, index) => {
        const compartment = read.compartment?.[index] ?? 0n;
        const partition = read.partition[index] ?? 0n;
        const cluster = read.cluster?.[index] ?? 0n;
        const name = `${compartment}/${partition}/${cluster}`;
        let row = rows.get(name);
        if (!row && rows.size >= most) {
          leftOut += 1;
          return;
        }
        if (!row) {
          row = { compartment, partition, cluster, at: rows.size };
          rows.set(name, row);
          offsets.push(new BigInt64Array(columns));
          known.push(new Uint8Array(columns));
        }
        (offsets[row.at] as BigInt64Array)[header] = offset;
        (known[row.at] as Uint8Array)[header] = 1;
      });
    },
    finish() {
      const order = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
      const sorted = [...rows.values()].sort(
        (a, b) =>
          order(a.compartment, b.compartment) ||
          order(a.partition, b.partition) ||
          order(a.cluster, b.cluster),
      );
      const keys = sorted.map(
        ({ compartment, partition, cluster }): PartitionKey =>
          named ? { compartment, partition, cluster } : partition,
      );
      const places = new Map(keys.map((key, row) => [keyText(key), row]));
      return {
        keys,
        leftOut,
        rowOf: (key: PartitionKey): number => places.get(keyText(key)) ?? -1,
        offset: (row: number, header: number): bigint | null => {
          const at = sorted[row]?.at ?? -1;
          return known[at]?.[header] === 1 ? (offsets[at]?.[header] ?? null) : null;
        },
      };
    },
  };
}
