/** Movement of partitions between two headers, in sentences. */

import type { OffsetsDiff, PartitionKey } from "./results.ts";

/** The caller's format of partitions and numbers. */
export interface Wording {
  name: (key: PartitionKey) => string;
  count: (value: number | bigint) => string;
}

/** Maximum number of named partitions; for more, their number is given. */
const NAMED = 12;

/** Whether partitions moved, and none of them forwards: the headers are the wrong way round. */
function isReversed({ later, max_lag }: OffsetsDiff): boolean {
  return later === "left" && max_lag !== null && max_lag <= 0n;
}

/** Which of the two headers is the later one, or how many partitions say so. */
export function orderSentence(diff: OffsetsDiff): string {
  const { later, count, fell_back, columns } = diff;
  if (count === 0) return "The two headers have no partition in common.";
  if (later === null) return "Each header is ahead in the same number of partitions.";
  if (later === "right") return "The second header is the later one.";
  if (isReversed(diff)) return "The first header is the later one: swap them to see what happened since.";
  const forwards = columns.lag.filter((lag) => lag > 0n).length;
  return `The first header is ahead in ${fell_back.length} partitions, the second one in ${forwards}: swap them if the first one is the later.`;
}

/**
 * The findings for an operator, worst first: partitions that went backwards, that stood still, that are missing in the
 * second header, and that are new in it. Empty if all advanced. If no partition advanced, and the first header is the
 * later one, none is reported as going backwards.
 */
export function incidents(diff: OffsetsDiff, { name, count }: Wording): string[] {
  const { fell_back, stood_still, only_left, only_right, min_lag } = diff;
  const list = (keys: PartitionKey[]): string => {
    const few = keys.slice(0, NAMED).map(name).join("; ");
    return keys.length > NAMED ? `${few}; and ${count(keys.length - NAMED)} more` : few;
  };
  const sentence = (keys: PartitionKey[], one: string, several: string): string[] => {
    if (keys.length === 0) return [];
    return [
      keys.length === 1
        ? `Partition ${list(keys)} ${one}.`
        : `${count(keys.length)} partitions ${several}: ${list(keys)}.`,
    ];
  };
  const furthest = fell_back.length === 0 || min_lag === null ? "" : ` by ${count(-min_lag)}`;
  return [
    ...(isReversed(diff)
      ? []
      : sentence(fell_back, `went backwards${furthest}`, `went backwards, the first${furthest}`)),
    ...sentence(stood_still, "stood still", "stood still"),
    ...sentence(only_left, "is missing in the second header", "are missing in the second header"),
    ...sentence(only_right, "is new in the second header", "are new in the second header"),
  ];
}

/**
 * Movement of partitions from the first header to the second: the one that moved furthest, the median, and the sum.
 * Empty without a common partition; without the first one if the headers are the wrong way round.
 */
export function progressSentences(diff: OffsetsDiff, { name, count }: Wording): string[] {
  const { worst, max_lag, median_lag, total_lag } = diff;
  if (worst === null || max_lag === null || median_lag === null) return [];
  const furthest =
    max_lag > 0n
      ? `Partition ${name(worst)} moved furthest, by ${count(max_lag)}.`
      : "No partition advanced.";
  const common = diff.count === 1 ? "1 partition is" : `${count(diff.count)} partitions are`;
  return [
    ...(isReversed(diff) ? [] : [furthest]),
    `${common} in both: median progress ${count(median_lag)}, ${count(total_lag)} in all.`,
  ];
}
