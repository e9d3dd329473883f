/** Remarks and hints as text. */

import { type Hint, type Remark, type Tick, timesInMessage, toSeconds } from "../runtime/engine";
import { seconds } from "./numbers";
import { uncertainNumber, uncertainSeconds } from "./uncertain";

/** A line for each hint. */
export function hintLines(hints: readonly Hint[], tick: Tick): string {
  return hints.map((hint) => `hint: ${hintText(hint, tick)}\n`).join("");
}

/** A message with its times in ticks in seconds too: "12.50 ns (80 ticks)". */
export function inSeconds(message: string, tick: Tick): string {
  return timesInMessage(message, (ticks, error) => {
    const noun = ticks === 1 ? "tick" : "ticks";
    if (error !== null)
      return `${uncertainSeconds(toSeconds(ticks, tick), toSeconds(error, tick))} (${uncertainNumber(ticks, error)} ${noun})`;
    return `${seconds(toSeconds(ticks, tick), Number.isInteger(ticks) ? 4 : 5)} (${ticks} ${noun})`;
  });
}

/** The message of a hint, with its times in seconds too, and the option that applies it. */
export function hintText(hint: Hint, tick: Tick): string {
  const remedy = hint.option === null ? "" : `: add ${optionText(hint.option, tick)}`;
  return `${inSeconds(hint.message, tick)}${remedy}`;
}

/** Returns the option that applies a hint, as typed: `--delay 15=4.0625ns`. */
export function optionText({ name, channel, ticks }: NonNullable<Hint["option"]>, tick: Tick): string {
  return `--${name} ${channel === null ? "" : `${channel}=`}${exactTime(ticks, tick)}`;
}

/** Units of time with their length in seconds, longest first. */
const UNITS: readonly (readonly [unit: string, seconds: number])[] = [
  ...[["s", 1] as const, ["ms", 1e-3] as const, ["us", 1e-6] as const],
  ...[["ns", 1e-9] as const, ["ps", 1e-12] as const, ["fs", 1e-15] as const],
];
/** Significant digits of a time, for a relative error below 1e-7. */
const DIGITS = 8;

/** Returns a time as an option of the command line reads it back: `12.500188ns`. */
export function exactTime(ticks: number, tick: Tick): string {
  const time = toSeconds(ticks, tick);
  const [unit, length] = UNITS.find(([, length]) => Math.abs(time) >= length) ?? ["fs", 1e-15];
  return `${Number((time / length).toPrecision(DIGITS))}${unit}`;
}

/** The remarks that no hint repeats. */
export function unhinted<R extends { code: string }>(remarks: readonly R[], hints: readonly Hint[]): R[] {
  return remarks.filter(({ code }) => !hints.some((hint) => hint.code === code));
}

/** A line for each, with times in seconds too if there is a `tick`. */
export function noteLines(all: readonly { message: string }[], tick: Tick | null): string {
  return all.map(({ message }) => `note: ${tick === null ? message : inSeconds(message, tick)}\n`).join("");
}

/** A line for each remark, except those on errors that an interval replaces. */
export function remarkLines(remarks: readonly Remark[], tick: Tick, about = ""): string {
  const shown = remarks.filter(({ code }) => code !== "too-few-counts");
  return [...new Set(shown.map(({ message }) => `note: ${about}${inSeconds(message, tick)}\n`))].join("");
}
