/** Hints as text. */

import type { Hint } from "./results.generated.ts";

/** Returns the message of a hint, with each of its times in ticks written by `write`. */
export function hintMessage({ message }: Pick<Hint, "message">, write: (ticks: number) => string): string {
  return message.replace(/(\d+(?:\.\d+)?) ticks/gu, (_, ticks: string) => write(Number(ticks)));
}
