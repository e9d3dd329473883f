/** Shared by tests of headers over time: headers as lines of a log, and the verdict on them. */

import {
  createEngine,
  movements,
  type OffsetsSeries,
  readSeries,
  verdict,
  verdictText,
} from "@tagview/engine";
import { nodePlatform } from "@tagview/engine/node";
import { afterAll } from "vitest";

export const engine = createEngine(nodePlatform());
afterAll(() => engine.close());

export const wording = {
  name: (key: unknown) => String(key),
  count: (value: number | bigint) => String(value),
};

export const series = (text: string, every: bigint | null = null): Promise<OffsetsSeries> =>
  readSeries(engine.offsets.read, text, { every });

/** The lines of the verdict. */
export async function says(text: string, every: bigint | null = null): Promise<string[]> {
  const found = await series(text, every);
  return verdict(found, movements(found), wording).map((line) => verdictText(line, wording.count));
}

/** Lines a quarter of a minute apart, from 14:00:00 UTC on. */
export function lines(values: string[]): string {
  const at = (k: number): string => new Date(Date.UTC(2026, 10, 23, 14, 0, 15 * k)).toISOString();
  return values.map((value, k) => `${at(k)} X-Read-Consistency-Offsets: v1=${value}`).join("\n");
}
