/** Virtual channels as typed, one a line. The engine parses each line. */

import { parseTime, type Tick } from "@tagview/engine";

/** The definitions in `text`: its lines or the parts between semicolons, without blank ones. */
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

/** The channel that a definition moves, and the ticks by which it becomes earlier; null for other definitions. */
export function delayOf(definition: string, tick: Tick): [channel: bigint, delay: bigint][] | null {
  const [, channel = "", sign, time = ""] = MOVE.exec(definition) ?? [];
  return time === "" ? null : [[BigInt(channel), parseTime(`${sign === "+" ? "-" : ""}${time}`, tick)]];
}

/** The definition of each virtual channel, by its number. */
export function rulesOf(define: readonly string[]): ReadonlyMap<bigint, string> {
  const rules = define.map((definition) => /^(\d{1,20})\s*=\s*(.*)$/u.exec(definition));
  return new Map(
    rules.flatMap((match) => (match ? [[BigInt(match[1] ?? ""), match[2] ?? ""] as const] : [])),
  );
}
