import { clockText, si } from "@tagview/charts";
import { parseTick } from "@tagview/engine";
import type { Box } from "../model/typed-time";
import type { Range } from "../model/view";
import { get, type State } from "./state";

/** How times are written; by default as selected in the settings. */
type Writing = Pick<State, "tick" | "units">;

/** A time in ticks as text: with an SI unit or in ticks, as selected in the settings. */
export function time(ticks: bigint | null, digits = 3, { tick, units }: Writing = get()): string {
  if (ticks === null) return "–";
  if (units === "ticks") return ticks.toLocaleString("en-US");
  return secondsText(Number(ticks) * tick, digits);
}

/** A time in seconds with an SI prefix; from two minutes on in minutes and hours. */
export function secondsText(seconds: number, digits: number): string {
  return clockText(seconds) ?? si(seconds, "s", digits);
}

/** A time that may lie between ticks, such as a peak's centre, in the unit selected in the settings. */
export function fineTime(ticks: number | null, digits = 4): string {
  if (ticks === null || !Number.isFinite(ticks)) return "–";
  const { tick, units } = get();
  return units === "ticks" ? Number(ticks.toPrecision(digits)).toString() : si(ticks * tick, "s", digits);
}

/** A time for a text box: with its unit, `zero` for 0, and without trailing zeros. */
export function boxed(ticks: bigint, zero = "ns", writing: Writing = get()): string {
  if (writing.units === "ticks") return String(ticks);
  if (ticks === 0n) return `0\u00a0${zero}`;
  return boxedReal(Number(ticks), 6, writing);
}

/** The same for a time that may lie between ticks, with `digits` digits. */
export function boxedReal(ticks: number, digits: number, { tick, units }: Writing = get()): string {
  if (units === "ticks") return String(digits === 6 ? ticks : Number(ticks.toPrecision(digits)));
  const seconds = ticks * tick;
  // Values from 1000 s on are not written with a prefix.
  if (Math.abs(seconds) >= 1000) return `${Number(seconds.toPrecision(digits))}\u00a0s`;
  const [, number = "", unit = ""] = /^(.*?)(\u00a0.*)?$/u.exec(si(seconds, "s", digits)) ?? [];
  return `${number.includes(".") ? number.replace(/\.?0+$/u, "") : number}${unit}`;
}

/** A range for a text box: "−10 .. 10 ns", with both units if they differ. */
export function boxedRange({ from, to }: Range, writing: Writing = get()): string {
  const unit = (ticks: bigint): string => unitOf(boxed(ticks, "ns", writing));
  const [first, last] = [boxed(from, unit(to), writing), boxed(to, unit(from), writing)];
  const same = unitOf(first) === unitOf(last);
  return `${same ? first.replace(/\u00a0.*$/u, "") : first} .. ${last}`;
}

/** The unit of a time in a box. */
export function unitOf(text: string): string {
  return text.split("\u00a0")[1] ?? "ns";
}

/** A box that was typed into while it showed this. */
export function boxOf(shown: string): Box {
  return { shown, tick: parseTick(get().tickText) };
}

/** A time in ticks to the last digit, for titles. */
export function exact(ticks: bigint | null): string {
  return ticks === null ? "" : `${ticks.toLocaleString("en-US")} ticks`;
}
