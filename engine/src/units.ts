/** Times as text, in exact arithmetic: no time passes through a float before it is in ticks. */

import { TagviewError } from "./errors.ts";

/** The length of a tick: exactly `numerator / denominator` seconds. */
export interface Tick {
  /** The nearest float, for `--json` and for axes. */
  seconds: number;
  numerator: bigint;
  denominator: bigint;
}

const EXPONENTS: Record<string, number> = { fs: -15, ps: -12, ns: -9, us: -6, µs: -6, μs: -6, ms: -3, s: 0 };
const TIME = /^([+-]?)(\d{1,40})(?:\.(\d{1,40}))?\s*([a-zµμ]*)$/u;
const MIN = -(2n ** 63n);
const MAX = 2n ** 63n - 1n;

function usage(message: string, remedy: string): TagviewError {
  return new TagviewError("usage", message, remedy);
}

/** A decimal number as `numerator / denominator`; `unit` is empty without a unit. */
function parseDecimal(text: string): {
  numerator: bigint;
  denominator: bigint;
  unit: string;
  whole: boolean;
} {
  const match = TIME.exec(text.trim());
  if (match === null)
    throw usage(`"${text}" is not a time`, "write ticks such as 64, or a time such as 10ns or 0.5us");
  const [, sign, integer = "", fraction = "", unit = ""] = match;
  const magnitude = BigInt(integer + fraction);
  return {
    numerator: sign === "-" ? -magnitude : magnitude,
    denominator: 10n ** BigInt(fraction.length),
    unit,
    whole: fraction === "",
  };
}

function scale(numerator: bigint, denominator: bigint, unit: string): [bigint, bigint] {
  const exponent = Object.hasOwn(EXPONENTS, unit) ? EXPONENTS[unit] : undefined;
  if (exponent === undefined) throw usage(`"${unit}" is not a unit of time`, "use fs, ps, ns, us, ms or s");
  return [numerator, denominator * 10n ** BigInt(-exponent)];
}

/** The tick of the UQDevices Logic16, and the default everywhere. */
export const DEFAULT_TICK = "156.25ps";

/**
 * Parses the length of a tick, such as `156.25ps`.
 * @throws TagviewError `usage` if there is no unit or it is not above 0.
 */
export function parseTick(text: string): Tick {
  const { unit, ...decimal } = parseDecimal(text);
  if (unit === "") throw usage(`the tick "${text}" has no unit`, "add a unit, as in 156.25ps");
  const [numerator, denominator] = scale(decimal.numerator, decimal.denominator, unit);
  if (numerator <= 0n) throw usage(`the tick "${text}" is not longer than 0`, "give a longer tick");
  const divisor = gcd(numerator, denominator);
  const tick = { numerator: numerator / divisor, denominator: denominator / divisor, seconds: 0 };
  tick.seconds = divide(tick.numerator, tick.denominator);
  return tick;
}

/**
 * Parses a time in ticks: a bare integer is ticks; with a unit it is converted to the nearest tick, halves away from
 * zero.
 * @throws TagviewError `usage` if it is not a time or does not fit 64 bits.
 */
export function parseTime(text: string, tick: Tick): bigint {
  const { numerator, denominator, unit, whole } = parseDecimal(text);
  if (unit === "" && !whole)
    throw usage(`"${text}" is not a whole number of ticks`, `add a unit, as in ${text}ns`);
  let ticks = numerator;
  if (unit !== "") {
    const [top, bottom] = scale(numerator, denominator, unit);
    ticks = round(top * tick.denominator, bottom * tick.numerator);
  }
  if (ticks < MIN || ticks > MAX)
    throw usage(`"${text}" does not fit in 64 bits of ticks`, "give a shorter time");
  return ticks;
}

/** Whether a time as text is a whole number of ticks, so that {@link parseTime} does not round. */
export function isWholeTicks(text: string, tick: Tick): boolean {
  const { numerator, denominator, unit, whole } = parseDecimal(text);
  if (unit === "") return whole;
  const [top, bottom] = scale(numerator, denominator, unit);
  return (top * tick.denominator) % (bottom * tick.numerator) === 0n;
}

/**
 * Parses a fractional time in ticks, such as the mean period of a clock: `12.5ns`, or a bare number of ticks.
 * @throws TagviewError `usage` if it is not a time, or not above 0.
 */
export function parseRealTime(text: string, tick: Tick): number {
  const { numerator, denominator, unit } = parseDecimal(text);
  if (numerator <= 0n) throw usage(`"${text}" is not longer than 0`, "give a longer time");
  if (unit === "") return divide(numerator, denominator);
  const [top, bottom] = scale(numerator, denominator, unit);
  return divide(top * tick.denominator, bottom * tick.numerator);
}

/**
 * `FROM..TO`, both inclusive.
 * @throws TagviewError `usage` if it is not a range or goes backwards.
 */
export function parseRange(text: string, tick: Tick): { from: bigint; to: bigint } {
  const parts = text.split("..");
  const [left, right] = parts;
  if (parts.length !== 2 || !left || !right) {
    throw usage(`"${text}" is not a range`, "write FROM..TO, as in -64..64 or -10ns..10ns");
  }
  const range = { from: parseTime(left, tick), to: parseTime(right, tick) };
  if (range.from > range.to)
    throw usage(`the range "${text}" ends before it begins`, "write the smaller time first");
  return range;
}

/** The nearest float to `ticks` in seconds. */
export function toSeconds(ticks: bigint | number, tick: Tick): number {
  if (typeof ticks === "number") return (ticks * Number(tick.numerator)) / Number(tick.denominator);
  return divide(ticks * tick.numerator, tick.denominator);
}

/** The float nearest to `numerator / denominator`, also if neither fits a float. */
function divide(numerator: bigint, denominator: bigint): number {
  if (numerator < 0n) return -divide(-numerator, denominator);
  if (numerator <= 2n ** 53n && denominator <= 2n ** 53n) return Number(numerator) / Number(denominator);
  // 64 or more significant bits in the quotient; a sticky lowest bit keeps the rounding right.
  const shift = BigInt(Math.max(0, 64 + bits(denominator) - bits(numerator)));
  const shifted = numerator << shift;
  const quotient = shifted / denominator;
  const sticky = quotient * denominator === shifted ? 0n : 1n;
  return Number(quotient | sticky) / 2 ** Number(shift);
}

function bits(n: bigint): number {
  return n.toString(16).length * 4;
}

function round(numerator: bigint, denominator: bigint): bigint {
  const half = numerator < 0n ? -denominator : denominator;
  return (2n * numerator + half) / (2n * denominator);
}

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b);
}
