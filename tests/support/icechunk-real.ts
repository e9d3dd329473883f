/** Real repositories written by the official package, if available, and the queries compared for them. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { tagview } from "./command-line";

export const DATA = fileURLToPath(new URL("../../../shared/data/icechunk", import.meta.url));
export const isThere = existsSync(DATA);
if (!isThere) console.log(`skipped: there are no real repositories in ${DATA}`);
export const NAMES = isThere ? readdirSync(DATA).filter((name) => !name.includes(".")) : [];

// biome-ignore lint/suspicious/noExplicitAny: the results have many shapes, and all are compared
export type Any = any;

export const answers = (name: string, kind: "expected" | "decoded"): Any =>
  JSON.parse(readFileSync(join(DATA, `${name}.${kind}.json`), "utf8"));

export async function lines(...args: string[]): Promise<Any[]> {
  const { status, stdout, stderr } = await tagview(["icechunk", "--json", ...args], "", DATA);
  expect([status, stderr]).toEqual([0, ""]);
  return stdout
    .trimEnd()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
export const one = async (...args: string[]): Promise<Any> => (await lines(...args))[0];

export const SPEC_TYPES: Record<string, number> = {
  snapshot: 1,
  manifest: 2,
  "transaction-log": 4,
  "repo-info": 6,
};

/** Removes keys whose value is null, as the official package does. */
export const present = (object: Any): Any =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
