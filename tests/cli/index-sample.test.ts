/** The page's sample of an index-header. `UPDATE_GOLDEN=1` writes it. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { scratch, tagview, write } from "../support/command-line";
import { sampleSeries } from "../support/index-sample";
import { indexOf } from "../support/index-series";

const SAMPLE = fileURLToPath(new URL("../../web/public/sample-index-header", import.meta.url));
const folder = scratch();

it("is the index-header of a block whose numbers of series agree with each other", async () => {
  const series = sampleSeries();
  const index = write(folder, "index", indexOf(series));
  const header = join(folder, "header");
  const made = await tagview(["index-header", "--from-index", "-o", header, index]);
  expect(made.status).toBe(0);
  if (process.env.UPDATE_GOLDEN) writeFileSync(SAMPLE, readFileSync(header));
  expect(readFileSync(SAMPLE).equals(readFileSync(header))).toBe(true);

  const { stdout } = await tagview(["index-header", "--json", SAMPLE]);
  const summary = JSON.parse(String(stdout));
  expect(summary.series).toBe(series.length);
  for (const { name, series: own } of summary.labels) {
    const number = series.filter(({ labels }) => name in labels).length;
    expect([name, own]).toEqual([name, number]);
  }
});
