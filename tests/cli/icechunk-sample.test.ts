/** The page's sample of Icechunk metadata. `UPDATE_GOLDEN=1` writes it. */

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { tagview } from "../support/command-line";
import { sampleSnapshot } from "../support/icechunk-sample";

const SAMPLE = fileURLToPath(new URL("../../web/public/sample-icechunk", import.meta.url));

it("is a sound snapshot of a few kilobytes", async () => {
  const made = Buffer.from(sampleSnapshot());
  if (process.env.UPDATE_GOLDEN) writeFileSync(SAMPLE, made);
  expect(readFileSync(SAMPLE).equals(made)).toBe(true);
  expect(made.length).toBeLessThan(20_000);

  const { status, stdout } = await tagview(["icechunk", "--json", SAMPLE]);
  const { nodes, manifests } = JSON.parse(String(stdout));
  expect([status, nodes.length, manifests.length]).toEqual([0, 13, 18]);
});
