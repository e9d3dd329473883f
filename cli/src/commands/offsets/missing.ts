/** The message for a partition that a header does not have. */

import { plural } from "../../output/numbers";
import type { OffsetsHeader } from "../../runtime/engine";

/** Maximum number of named ranges; of more, the message has the number. */
const MOST_RANGES = 8;

/** `partition 9 is not in the header, which has 0 to 2, 5: choose from these` */
export function missingPartition(
  { partitions }: OffsetsHeader,
  partition: number,
  compartment: bigint,
): string {
  const entries = partitions ?? [];
  const what = `partition ${partition} is not in`;
  if (entries.length === 0) return `${what} the header, which has none: check what it was copied from`;
  const compartments = entries.flatMap((entry) => entry.compartment ?? []);
  if (compartments.length === 0)
    return `${what} the header, which has ${rangesOf(entries.map((entry) => entry.partition))}: choose from these`;
  const its = entries.filter((entry) => entry.compartment === compartment);
  const others = `with --compartment: ${rangesOf(compartments)}`;
  return its.length === 0
    ? `${what} the header, which has no compartment ${compartment}: name another one ${others}`
    : `${what} compartment ${compartment} of the header, which has ${rangesOf(its.map((entry) => entry.partition))}: choose from these, or name another compartment ${others}`;
}

/** `0 to 2, 5` of numbers in any order. */
function rangesOf(numbers: readonly bigint[]): string {
  const ranges: { from: bigint; to: bigint }[] = [];
  for (const n of [...numbers].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))) {
    const last = ranges.at(-1);
    if (last !== undefined && n <= last.to + 1n) last.to = n;
    else ranges.push({ from: n, to: n });
  }
  const named = ranges
    .slice(0, MOST_RANGES)
    .map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`));
  const left = ranges.length - named.length;
  return `${named.join(", ")}${left > 0 ? ` and ${plural(left, "more range")}` : ""}`;
}
