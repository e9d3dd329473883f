/** Numbers as text: SI prefixes, thousands separators, percentages. */

import { format } from "d3";

/** A non-breaking space between a number and its unit. */
const SPACE = "\u00a0";
const PREFIXES = ["y", "z", "a", "f", "p", "n", "µ", "m", "", "k", "M", "G", "T", "P", "E", "Z", "Y"];
// Formatters are created once, because creating one takes a hundred times as long as using it.
const decimals = new Intl.NumberFormat("en-US", { maximumFractionDigits: 6 });
const integer = new Intl.NumberFormat("en-US");
const significant = new Map<number, (value: number) => string>();

/** An SI prefix: its factor and its letter. */
export interface Prefix {
  factor: number;
  letter: string;
}

/** The prefix that brings `value` between 1 and 1000. */
export function prefixOf(value: number): Prefix {
  const power =
    value === 0 || !Number.isFinite(value) ? 0 : Math.floor(Math.log10(Math.abs(value)) / 3 + 1e-9);
  const step = Math.max(-8, Math.min(8, power));
  return { factor: 10 ** (3 * step), letter: PREFIXES[step + 8] ?? "" };
}

/** A measured value with an SI prefix: `si(96279, "Hz")` is "96.3 kHz"; a missing value is a dash. */
export function si(value: number | null, unit: string, digits = 3): string {
  if (value === null || !Number.isFinite(value)) return "–";
  if (value === 0) return unit === "" ? "0" : `0${SPACE}${unit}`;
  const round = significant.get(digits) ?? format(`.${digits}s`);
  significant.set(digits, round);
  const [, number, letter] = /^(.*?)([a-zA-Zµ]?)$/u.exec(round(value)) ?? ["", "", ""];
  return `${number}${letter || unit ? SPACE : ""}${letter}${unit}`;
}

/** Like `si`, without trailing zeros: "4 ns" rather than "4.000 ns". */
export function siShort(value: number | null, unit: string, digits: number): string {
  return si(value, unit, digits)
    .replace(/\.0+(?=\D|$)/u, "")
    .replace(/(\.\d*?)0+(?=\D|$)/u, "$1");
}

/** A pure number without an SI prefix: "0.919", "12,345", "1.50×10⁻⁷"; a missing value is a dash. */
export function pure(value: number | null, digits = 3): string {
  if (value === null || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size >= 1e9 || (size > 0 && size < 1e-4)) {
    const [mantissa = "", exponent = ""] = value.toExponential(digits - 1).split("e");
    return minus(`${mantissa}×10${superscript(Number(exponent))}`);
  }
  return minus(size >= 10 ** digits ? count(Math.round(value)) : value.toPrecision(digits));
}

/** The shortest form of a number on an axis without a unit: "0.01", "100,000", "10⁶". */
export function pureShort(value: number): string {
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-3 && size < 1e6)) return minus(decimals.format(value));
  const exponent = Math.floor(Math.log10(size) + 1e-9);
  const mantissa = decimals.format(value / 10 ** exponent);
  return minus(`${mantissa === "1" ? "" : `${mantissa}×`}10${superscript(exponent)}`);
}

/**
 * A value with its standard error in one unit, "3.960 ± 0.015 ns": two digits of the error; without an error, the
 * value.
 */
export function withError(value: number, error: number | null, unit: string, isScaled = unit !== ""): string {
  const space = unit === "" ? "" : SPACE;
  if (error === null || !(error > 0) || !Number.isFinite(error)) {
    return isScaled ? siShort(value, unit, 5) : `${pure(value, 5)}${space}${unit}`;
  }
  const prefix: Prefix = isScaled ? prefixOf(Math.max(Math.abs(value), error)) : { factor: 1, letter: "" };
  const digits = Math.max(0, Math.min(12, 1 - Math.floor(Math.log10(error / prefix.factor))));
  const format = (number: number): string =>
    minus(
      (number / prefix.factor).toLocaleString("en-US", {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
    );
  return `${format(value)} ±${SPACE}${format(error)}${space}${prefix.letter}${unit}`;
}

/** An integer in superscript digits. */
export function superscript(exponent: number): string {
  return [...String(exponent)]
    .map((letter) => (letter === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(letter)]))
    .join("");
}

/** The text with a minus sign instead of a hyphen, and none before a zero. */
function minus(text: string): string {
  return text.replace(/^-(?=.*[1-9])/u, "−").replace(/^-/u, "");
}

/** An exact integer with thousands separators. */
export function count(value: number | bigint | null): string {
  return value === null ? "–" : integer.format(value);
}

/** A percentage: `percent(0.446)` is "44.6 %". */
export function percent(share: number | null): string {
  return share === null || !Number.isFinite(share) ? "–" : `${(100 * share).toFixed(1)}${SPACE}%`;
}

/** Labels for the ticks of a linear axis that share a prefix, with the decimals that their step needs. */
export function linearLabels(ticks: readonly number[], prefix: Prefix): string[] {
  const scaled = ticks.map((tick) => tick / prefix.factor);
  const step = Math.abs((scaled[1] ?? 0) - (scaled[0] ?? 0));
  const decimals = step > 0 ? Math.max(0, Math.min(12, -Math.floor(Math.log10(step) + 1e-6))) : 0;
  const label = format(`,.${decimals}f`);
  return scaled.map((value) => label(Math.abs(value) < step / 1e6 ? 0 : value).replace("−", "−"));
}
