/** Remarks as people read them. */

import { type Hint, type Tick, toSeconds } from "../runtime/engine";
import { seconds } from "./numbers";

/** A line for each hint, with its times in seconds too. */
export function hintLines(hints: readonly Hint[], tick: Tick): string {
  const inSeconds = (ticks: string) => `${seconds(toSeconds(BigInt(ticks), tick), 4)} (${ticks} ticks)`;
  return hints
    .map(({ message, option }) => {
      const text = message.replace(/(\d+) ticks/u, (_, ticks: string) => inSeconds(ticks));
      return `hint: ${text}${option === null ? "" : `: ${option}`}\n`;
    })
    .join("");
}

/** The remarks that no hint repeats. */
export function unhinted<R extends { code: string }>(remarks: readonly R[], hints: readonly Hint[]): R[] {
  return remarks.filter(({ code }) => !hints.some((hint) => hint.code === code));
}

/** A line for each. */
export function noteLines(all: readonly { message: string }[]): string {
  return all.map(({ message }) => `note: ${message}\n`).join("");
}
