/** Tags of a recording, queries, and results that can be compared. */

import type { ScanRequest } from "@tagview/engine";

/** Tags of a part. */
export const TAGS = 60_000;

/** Tags of two channels about every 1000 ticks; the second follows the first by 26 ticks. */
export function tags(part: number): [number, bigint][] {
  return Array.from({ length: TAGS }, (_, i) => {
    const at = BigInt(part * TAGS + i);
    return [i % 2 === 0 ? 3 : 15, (at / 2n) * 1000n + (at % 2n) * 26n + (at % 7n)];
  });
}

export const request = {
  analyses: [
    { name: "summary" },
    { name: "rate" },
    { name: "gaps", log: 10n },
    { name: "correlation", a: 3n, b: 15n },
    { name: "coincidence", window: 30n },
  ],
} satisfies ScanRequest;

/** A result as text: long arrays as their length and a checksum, so that differences are readable. */
export function brief(value: unknown): string {
  const short = (_: string, entry: unknown) => {
    if (typeof entry === "bigint") return `${entry}`;
    if (!(entry instanceof Float64Array || entry instanceof BigInt64Array)) return entry;
    const sum = Array.from(entry, Number).reduce((all, n, k) => (all * 31 + n * (k + 1)) % 1e9, 0);
    return `${entry.length} numbers, checksum ${sum}`;
  };
  return JSON.stringify(value, short, 1);
}
