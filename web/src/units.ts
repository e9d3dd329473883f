import { si } from "@tagview/charts";
import { parseTick, type Tick } from "@tagview/engine";
import { get } from "./state";

/** A time in ticks as the person wants to read it: with an SI unit, or in ticks. */
export function time(ticks: bigint | null, digits = 3): string {
  if (ticks === null) return "–";
  const { tick, units } = get();
  return units === "ticks" ? ticks.toLocaleString("en-US") : si(Number(ticks) * tick, "s", digits);
}

/** A time with a fraction of a tick, such as a peak's centre. */
export function fineTime(ticks: number | null, digits = 4): string {
  if (ticks === null || !Number.isFinite(ticks)) return "–";
  const { tick, units } = get();
  return units === "ticks" ? Number(ticks.toPrecision(digits)).toString() : si(ticks * tick, "s", digits);
}

/** A time as it stands in a box: with a unit, no zeros that say nothing. */
export function boxed(ticks: bigint): string {
  const { tick, units } = get();
  if (units === "ticks") return String(ticks);
  const [, number = "", unit = ""] = /^(.*?)(\u00a0.*)?$/u.exec(si(Number(ticks) * tick, "s", 6)) ?? [];
  return `${number.includes(".") ? number.replace(/\.?0+$/u, "") : number}${unit}`;
}

/** The tick as it was written, exact. */
export function tickNow(): Tick {
  return parseTick(get().tickText);
}

/** A time in ticks, exact, for titles. */
export function exact(ticks: bigint | null): string {
  return ticks === null ? "" : `${ticks.toLocaleString("en-US")} ticks`;
}

/** A size in bytes, "1.79 MB". */
export function bytes(size: number | null): string {
  return size === null ? "–" : size < 1000 ? `${size} B` : si(size, "B");
}

/** A value as far as its error lets it be known: "378 ± 19", "2.70 ± 0.19"; no value is a dash. Where it wraps, the error stays in one piece. */
export function measured(value: number | null, error: number | null): string {
  if (value === null || !Number.isFinite(value)) return "–";
  // Two digits of the error, but one where that makes the value long.
  const digits = error !== null && Math.abs(value) > 500 * error ? 1 : 2;
  const decimals = error !== null && error > 0 ? decimalsOf(error, digits) : decimalsOf(value, 3);
  const say = (number: number): string =>
    number.toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return error === null || !Number.isFinite(error) ? say(value) : `${say(value)} ±\u00a0${say(error)}`;
}

/** The same of a share of one, in percent. */
export function share(value: number | null, error: number | null): string {
  const text = measured(value === null ? null : 100 * value, error === null ? null : 100 * error);
  return text === "–" ? text : `${text}\u00a0%`;
}

/** Decimals that show `digits` of a number's digits. */
function decimalsOf(number: number, digits: number): number {
  if (number === 0 || Number.isInteger(number)) return 0;
  return Math.max(0, Math.min(12, digits - 1 - Math.floor(Math.log10(Math.abs(number)))));
}
