/** Numbers with their errors as text. */

import { seconds } from "./numbers";

/** The two ends of an interval. */
type Ends = readonly [number, number];

/** `12.30 ± 0.41`; `0.75 (0.17 to 2.1)` for few counts, `below 0.32 (95 %)` for none, and a dash without a value. */
export function uncertain(
  value: number | null,
  error: number | null,
  interval: Ends | null = null,
  upper: number | null = null,
): string {
  if (value === null) return "–";
  if (error !== null) return uncertainNumber(value, error);
  if (interval === null) return value.toPrecision(4);
  const [from, to] = interval;
  if (upper !== null && value <= from) return `below ${short(upper)} (95 %)`;
  const shown = Math.abs(value) < (to - from) / 1000 ? 0 : value;
  return `${shown.toPrecision(4)} (${short(from)} to ${short(to)})`;
}

const UNITS = ["fs", "ps", "ns", "µs", "ms", "s"] as const;

/** `5.02 ns ± 0.11 ns`: a time in seconds and its error in one unit, with two digits of the error. */
export function uncertainSeconds(value: number, error: number | null): string {
  if (error === null || !(error > 0)) return seconds(value, 4);
  const { middle, half, unit } = inOneUnit(value, error);
  return `${middle} ${unit} ± ${half} ${unit}`;
}

/** `5.02 ns`: a time in seconds, rounded to the second digit of its error; a dash without a value. */
export function secondsToError(value: number | null, error: number | null): string {
  if (value === null || error === null || !(error > 0)) return seconds(value, 4);
  const { middle, unit } = inOneUnit(value, error);
  return `${middle} ${unit}`;
}

function inOneUnit(value: number, error: number): { middle: string; half: string; unit: string } {
  const largest = Math.max(Math.abs(value), error);
  const index = Math.max(0, Math.min(UNITS.length - 1, Math.floor(Math.log10(largest) / 3 + 1e-9) + 5));
  const scale = 1000 ** (UNITS.length - 1 - index);
  const [middle, half] = aligned(value * scale, error * scale);
  return { middle, half, unit: UNITS[index] ?? "s" };
}

/** `0.1735 ± 0.0074`: a number and its error, with two digits of the error. */
export function uncertainNumber(value: number, error: number | null): string {
  return error !== null && error > 0 ? aligned(value, error).join(" ± ") : value.toPrecision(4);
}

/** Formats a value and its error with the same decimals; the error has two digits. */
function aligned(value: number, error: number): [value: string, error: string] {
  const digits = Math.max(0, Math.min(12, 1 - Math.floor(Math.log10(error))));
  return [value.toFixed(digits).replace(/^-(?=[0.]+$)/u, ""), error.toFixed(digits)];
}

/** Smallest difference, in ticks, of fitted times without an error. */
const FINEST = 1e-4;

/** A fitted time in ticks without an error; rounding noise about 0 becomes 0. */
export function withoutNoise(ticks: number): number {
  return Math.round(ticks / FINEST) * FINEST || 0;
}

function short(value: number): string {
  return String(Number(value.toPrecision(2)));
}
