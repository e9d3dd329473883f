/** Numbers as text: thousands separators, significant digits, a unit with its prefix. */

const PREFIXES = ["f", "p", "n", "µ", "m", "", "k", "M", "G", "T", "P"];
const ONE = PREFIXES.indexOf("");
/** Stands for a value that does not exist. */
const NONE = "–";

/** `500,000` */
export function count(n: number | bigint): string {
  // `toLocaleString` would load Node's tables of all languages first: 30 ms.
  return String(n).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** `1.79 MB`: a number of bytes with three significant digits. */
export function size(bytes: number): string {
  return bytes < 1000 ? `${bytes} B` : scaled(bytes, "B", (value) => value.toPrecision(3));
}

/** `96.3 kHz`, `5.2 ns`: a value with one decimal, so that the digits of a column line up. */
export function withUnit(value: number | null, unit: string): string {
  return scaled(value, unit, (scaledValue) => scaledValue.toFixed(1));
}

/** `2.3168 s`, `82.3 ns`: a duration, with `digits` significant digits. */
export function seconds(value: number | null, digits = 3): string {
  return duration(value, (scaledValue) => scaledValue.toPrecision(digits));
}

/** `156.25 ps`, `1 ns`: a duration with at most `digits` significant digits, without trailing zeros. */
export function shortSeconds(value: number | null, digits: number): string {
  return duration(value, (scaledValue) => String(Number(scaledValue.toPrecision(digits))));
}

function duration(value: number | null, digits: (scaled: number) => string): string {
  if (value !== null && Math.abs(value) >= 1000) return `${count(Math.round(value))} s`;
  return scaled(value, "s", digits);
}

/** `44.6 %` */
export function percent(part: number, whole: number): string {
  return whole === 0 ? NONE : `${((100 * part) / whole).toFixed(1)} %`;
}

/** `1 frame`, `2 frames` */
export function plural(n: number | bigint, noun: string): string {
  return `${count(n)} ${noun}${n === 1 || n === 1n ? "" : "s"}`;
}

function scaled(value: number | null, unit: string, digits: (scaled: number) => string): string {
  if (value === null || !Number.isFinite(value)) return NONE;
  if (value === 0) return `0 ${unit}`;
  const magnitude = Math.floor(Math.log10(Math.abs(value)) / 3);
  const step = Math.max(-ONE, Math.min(magnitude, PREFIXES.length - 1 - ONE));
  let text = digits(value / 1000 ** step);
  let index = step + ONE;
  // 999.96 rounds to 1000.0, which is shorter with the next prefix.
  if (Math.abs(Number(text)) >= 1000 && index < PREFIXES.length - 1) {
    index += 1;
    text = digits(value / 1000 ** (index - ONE));
  }
  return `${text} ${PREFIXES[index]}${unit}`;
}
