import { count, si } from "@tagview/charts";

/** A size in bytes, "1.79 MB". */
export function bytes(size: number | null): string {
  return size === null ? "–" : size < 1000 ? `${size} B` : si(size, "B");
}

/** A number with its noun: "1 tag", "1,204 tags". */
export function some(number: number, thing: string): string {
  return `${count(number)} ${thing}${number === 1 ? "" : "s"}`;
}

/**
 * A value with the digits that its error supports: "378 ± 19", "2.70 ± 0.19"; without an error its interval, "3 (1.72
 * to 5.28)"; a dash without a value. A line may break before the ±, not after it.
 */
export function measured(
  value: number | null,
  error: number | null,
  interval: readonly [number, number] | null = null,
): string {
  if (value === null || !Number.isFinite(value)) return "–";
  // A counted value always has an error above 0.
  if (error !== null && !(error > 0)) return measured(value, null, interval);
  if (error === null && interval !== null) {
    const [from, to] = interval.map((end) => end.toPrecision(3).replace("-", "−"));
    const isNone = Math.abs(value) < (interval[1] - interval[0]) / 1000;
    return `${measured(isNone ? 0 : value, null)} (${from} to\u00a0${to})`;
  }
  const decimals = error !== null ? decimalsOf(error, 2) : decimalsOf(value, 3);
  const format = (number: number): string =>
    number
      .toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
      .replace(/^-(?=.*[1-9])/u, "−")
      .replace("-", "");
  return error === null || !Number.isFinite(error)
    ? format(value)
    : `${format(value)} ±\u00a0${format(error)}`;
}

/** A share of one in percent, as `measured`. */
export function share(
  value: number | null,
  error: number | null,
  interval: readonly [number, number] | null = null,
): string {
  const percent = (x: number | null): number | null => (x === null ? null : 100 * x);
  const ends = interval && ([100 * interval[0], 100 * interval[1]] as const);
  const text = measured(percent(value), percent(error), ends);
  return text === "–" ? text : `${text}\u00a0%`;
}

/** Number of standard errors below 0 beyond which a value can't be a share. */
const IMPOSSIBLE = 3;

/** Whether a value is below 0 by more than its error or, without an error, its 68 % interval explains. */
export function isBelowZero(
  value: number,
  error: number | null,
  interval: readonly [number, number] | null,
): boolean {
  const spread = error ?? (interval === null ? Infinity : interval[1] - value);
  return value + IMPOSSIBLE * spread < 0;
}

/** Number of decimals that show `digits` significant digits of a number. */
function decimalsOf(number: number, digits: number): number {
  if (number === 0 || Number.isInteger(number)) return 0;
  return Math.max(0, Math.min(12, digits - 1 - Math.floor(Math.log10(Math.abs(number)))));
}
