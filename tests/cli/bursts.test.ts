/** `bursts`: single molecules that shine for a while over a background. */

import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { record, scratch, tagview } from "../support/command-line";
import { inOrder, randomOf } from "../support/light";

const folder = scratch();

/** Ticks in a second, as in the default tick. */
const SECOND = 6.4e9;
/** Seconds from one molecule to the next, and for which each one shines. */
const [APART_S, SHINES_S, MOLECULES] = [0.02, 0.002, 60];
/** Share of the acceptor's photons of a molecule. */
const RATIO = 0.7;

beforeAll(async () => {
  const { random, times } = randomOf(3);
  const tags: [number, number][] = [];
  const end = APART_S * MOLECULES;
  for (const channel of [1, 2]) for (const time of times(500, 0, end)) tags.push([channel, SECOND * time]);
  for (let k = 0; k < MOLECULES; k += 1) {
    const begin = (k + 0.5) * APART_S;
    for (const time of times(60_000, begin, begin + SHINES_S))
      tags.push([random() < RATIO ? 2 : 1, SECOND * time]);
  }
  await record(join(folder, "molecules.tags.zst"), inOrder(tags));
});

const bursts = (...args: string[]) =>
  tagview(["bursts", "--donor", "1", "--acceptor", "2", ...args, "molecules.tags.zst"], "", folder);

it("finds each molecule, with its proximity ratio", async () => {
  const { stdout, status, stderr } = await bursts("--within", "500us", "--photons", "10", "--json");
  expect([status, stderr]).toEqual([0, ""]);
  const { start, duration, donor_counts, acceptor_counts, proximity_ratio, least } = JSON.parse(stdout);
  expect(start).toHaveLength(MOLECULES);
  expect(least).toBe(30);
  start.forEach((time: number, k: number) => {
    expect(Math.abs(time / SECOND - (k + 0.5) * APART_S)).toBeLessThan(0.0005);
    expect(Math.abs(duration[k] / SECOND - SHINES_S)).toBeLessThan(0.001);
    expect(proximity_ratio[k]).toBe(acceptor_counts[k] / (donor_counts[k] + acceptor_counts[k]));
  });
  const mean = proximity_ratio.reduce((sum: number, ratio: number) => sum + ratio, 0) / MOLECULES;
  expect(Math.abs(mean - RATIO)).toBeLessThan(0.02);
});

it("prints the first bursts, and all of them as a table", async () => {
  const text = (await bursts("--within", "500us")).stdout;
  expect(text).toMatch(
    / {3}60 bursts of at least 30 photons, of \d+\nwindows of 10 photons within 500\.0 µs\n/,
  );
  expect(text).toContain("and 50 more: --tsv prints all");
  const rows = (await bursts("--within", "500us", "--tsv")).stdout.trim().split("\n");
  expect(rows[0]).toBe("#start_s\tduration_s\tdonor_counts\tacceptor_counts\tproximity_ratio\ttick_s");
  expect(rows).toHaveLength(1 + MOLECULES);
});

it("refuses one channel twice, and a window of one photon", async () => {
  const same = await tagview(
    ["bursts", "--donor", "1", "--acceptor", "1", "--within", "1us", "molecules.tags.zst"],
    "",
    folder,
  );
  expect(same.status).toBe(2);
  expect(same.stderr).toContain("the same");
  expect((await bursts("--within", "1us", "--photons", "1")).status).toBe(2);
});
