/** Remarks and hints as text. */

import { type Hint, hintMessage, type Tick, toSeconds } from "../runtime/engine";
import { seconds } from "./numbers";

/** A line for each hint. */
export function hintLines(hints: readonly Hint[], tick: Tick): string {
  return hints.map((hint) => `hint: ${hintText(hint, tick)}\n`).join("");
}

/** The message of a hint, with its times in seconds too, and the option that applies it. */
export function hintText(hint: Hint, tick: Tick): string {
  const inSeconds = (ticks: number) => {
    const isWhole = Number.isInteger(ticks);
    return `${seconds(toSeconds(ticks, tick), isWhole ? 4 : 5)} (${ticks} tick${ticks === 1 ? "" : "s"})`;
  };
  const remedy = hint.option === null ? "" : `: add ${optionText(hint.option, tick)}`;
  return `${hintMessage(hint, inSeconds)}${remedy}`;
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

/** A line for each. */
export function noteLines(all: readonly { message: string }[]): string {
  return all.map(({ message }) => `note: ${message}\n`).join("");
}
