/** Durations as text, in nanoseconds. */

import { TagviewError } from "../../../errors.ts";

const SECOND = 1_000_000_000n;

const UNITS: Record<string, bigint> = {
  ns: 1n,
  us: 1000n,
  µs: 1000n,
  ms: 1_000_000n,
  s: SECOND,
  m: 60n * SECOND,
  min: 60n * SECOND,
  h: 3600n * SECOND,
  d: 86_400n * SECOND,
};

/** Maximum: a century. */
const MOST = 36_525n * 86_400n * SECOND;

/**
 * Parses `15s`, `1m30s`, `500 ms`, `1.5h`; a bare number is seconds.
 * @throws TagviewError `usage` if it is not a duration, not above 0, or longer than a century.
 */
export function parseDuration(text: string): bigint {
  const remedy = "give a duration such as 15s, 1m30s or 500ms";
  const short = text.trim().slice(0, 64);
  const parts = [...short.matchAll(/(\d{1,18})(?:\.(\d{1,9}))?\s*(ns|us|µs|ms|min|m|s|h|d)?\s*/guy)];
  const isWhole = short !== "" && parts.reduce((length, [part]) => length + part.length, 0) === short.length;
  const isPlain = parts.length === 1 || parts.every(([, , , unit]) => unit !== undefined);
  if (!isWhole || !isPlain) throw new TagviewError("usage", `"${short}" is not a duration`, remedy);
  let ns = 0n;
  for (const [, whole = "0", fraction = "", unit = "s"] of parts) {
    const length = UNITS[unit] ?? SECOND;
    ns += BigInt(whole) * length + (BigInt(fraction.padEnd(9, "0")) * length) / SECOND;
  }
  if (ns <= 0n || ns > MOST)
    throw new TagviewError("usage", `"${short}" is not a duration between headers`, remedy);
  return ns;
}

/** A duration in its two largest units: `45 s`, `4 min 10 s`, `3 h 5 min`, `2 d 4 h`. */
export function durationText(ns: bigint): string {
  if (ns < 10n * SECOND) return `${Number(ns) / 1e9} s`;
  const seconds = ns / SECOND;
  const units = [
    ["d", 86_400n],
    ["h", 3600n],
    ["min", 60n],
    ["s", 1n],
  ] as const;
  const at = units.findIndex(([, length]) => seconds >= length);
  const [first, second] = [units[at], units[at + 1]];
  if (!first) return "0 s";
  const rest = seconds % first[1];
  const more = second && rest >= second[1] ? ` ${rest / second[1]} ${second[0]}` : "";
  return `${seconds / first[1]} ${first[0]}${more}`;
}
