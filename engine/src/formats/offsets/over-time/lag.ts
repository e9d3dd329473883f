/** Lag of each partition behind other headers, such as consumed offsets behind produced ones. */

import { TagviewError } from "../../../errors.ts";
import type { OffsetsSeries } from "./series.ts";

export interface SeriesLag {
  /** The header of `right` that is compared with header `k` of `left`; null without one. */
  partner: (number | null)[];
  /** The lag of a partition (a row of `left`) at a header; null if one of the two lacks it. */
  lag(row: number, header: number): bigint | null;
}

/**
 * `lag = right - left`, as in `Offsets.diff`. A single header on the right is compared with all. Several headers with
 * times: each header is compared with the latest one that is not after it. Without times, the first is compared with
 * the first, and so on.
 *
 * @throws TagviewError `usage` if the two have different numbers of headers, and not all have times.
 */
export function lagBehind(left: OffsetsSeries, right: OffsetsSeries): SeriesLag {
  const partner = partners(left, right);
  const rows = left.keys.map((key) => right.rowOf(key));
  return {
    partner,
    lag: (row, header) => {
      const other = partner[header] ?? null;
      if (other === null) return null;
      const [mine, theirs] = [left.offset(row, header), right.offset(rows[row] ?? -1, other)];
      return mine === null || theirs === null ? null : theirs - mine;
    },
  };
}

function partners(left: OffsetsSeries, right: OffsetsSeries): (number | null)[] {
  const [mine, theirs] = [left.headers.length, right.headers.length];
  if (theirs === 1) return left.headers.map(() => 0);
  const hasTimes = ({ headers }: OffsetsSeries): boolean => headers.every(({ time_ns }) => time_ns !== null);
  if (hasTimes(left) && hasTimes(right)) {
    let at = 0;
    return left.headers.map(({ time_ns }) => {
      const isBy = (header: number): boolean => (right.headers[header]?.time_ns ?? 0n) <= (time_ns ?? 0n);
      while (at < theirs && isBy(at)) at += 1;
      return at === 0 ? null : at - 1;
    });
  }
  if (mine === theirs) return left.headers.map((_, header) => header);
  throw new TagviewError(
    "usage",
    `${mine} headers can't be matched with ${theirs}, because they do not all have times`,
    "put a time before each header, or give one header or as many headers to compare with",
  );
}
