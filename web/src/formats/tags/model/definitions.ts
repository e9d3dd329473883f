/** Virtual channels as they are typed: one a line. What each line means, the engine knows. */

import { parseTime, type Tick } from "@tagview/engine";

/** Definitions of a text: its lines, or what stands between semicolons, without blank ones. */
export function readDefinitions(text: string): string[] {
  return text
    .split(/[;\n]/u)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

const MOVE = /^(\d{1,20})\s*=\s*\1\s*@\s*([+-])\s*(.+)$/u;

/** Whether a definition moves a recorded channel, instead of making another. */
export function isMove(definition: string): boolean {
  return MOVE.test(definition);
}

/** The channel that a definition moves, and by how many ticks earlier; null where it moves none. */
export function delayOf(definition: string, tick: Tick): [channel: bigint, delay: bigint][] | null {
  const [, channel = "", sign, time = ""] = MOVE.exec(definition) ?? [];
  return time === "" ? null : [[BigInt(channel), parseTime(`${sign === "+" ? "-" : ""}${time}`, tick)]];
}

/** What each virtual channel is defined as, by its number. */
export function rulesOf(define: readonly string[]): ReadonlyMap<bigint, string> {
  const rules = define.map((definition) => /^(\d{1,20})\s*=\s*(.*)$/u.exec(definition));
  return new Map(
    rules.flatMap((match) => (match ? [[BigInt(match[1] ?? ""), match[2] ?? ""] as const] : [])),
  );
}
