import { count } from "@tagview/charts";
import type { OffsetsDiff, OffsetsHeader } from "@tagview/engine";
import { sentence } from "../../ui/sentence";
import { keyOf } from "./partition";

/** What screen readers are told of a header. */
export function spoken(result: OffsetsHeader, diff: OffsetsDiff | null): string {
  const first = result.error ? sentence(result.error) : `${count(result.count)} partitions.`;
  return diff ? `${first} ${worstOf(diff)}` : first;
}

/** The answer to "which partition is furthest behind?". */
export function worstOf({ worst, max_lag }: OffsetsDiff): string {
  if (worst === null || max_lag === null) return "The two headers have no partition in common.";
  return max_lag > 0n
    ? `Partition ${keyOf(worst)} is furthest behind: ${count(max_lag)} to catch up.`
    : "No partition is behind.";
}
