/** `--channel` changes neither the length of a recording nor any number derived from it. */

import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { record, scratch, tagview } from "../support/command-line";

const folder = scratch();

/** Channels 3, 15 and 16 have no tags at the ends of the recording; channel 7 has. */
beforeAll(async () => {
  const inner = Array.from({ length: 3000 }, (_, k): [number, bigint][] => {
    const time = 50_000n + 97n * BigInt(k);
    return [
      [3, time],
      [15, time + BigInt((k * 31) % 23)],
      [16, time + BigInt((k * 7) % 41)],
    ];
  });
  const tags: [number, bigint][] = [[7, 0n], ...inner.flat(), [7, 1_000_000n]];
  const ascending = tags.toSorted(([, one], [, other]) => Number(one - other));
  await record(join(folder, "run.tags.zst"), ascending, "--frame-tags", "500");
});

async function json(...args: string[]) {
  const { status, stdout, stderr } = await tagview([...args, "--json", "run.tags.zst"], "", folder);
  expect([status, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

const SELECTED = ["--channel", "3", "--channel", "15", "--channel", "16"];

it("stats gives a channel the rate that it has among all", async () => {
  const all = await json("stats");
  const one = await json("stats", "--channel", "3");
  expect([one.first, one.last, one.span_s]).toEqual([all.first, all.last, all.span_s]);
  expect(one.channels).toEqual([all.channels[0]]);
  expect(one.tags).toBe(3000);
});

const derived: [command: string, args: string[], of: (answer: Record<string, never>) => unknown][] = [
  ["g2", ["--a", "3", "--b", "15"], ({ span, g2, g2_error }) => [span, g2, g2_error]],
  ["g2", ["--a", "3", "--b", "15", "--log", "5"], ({ span, g2 }) => [span, g2]],
  [
    "delay",
    ["--a", "3", "--b", "15", "--period", "97"],
    ({ span, delay, significance }) => [span, delay, significance],
  ],
  [
    "coincidences",
    ["--window", "30", "--pattern", "3,15"],
    ({ span, patterns, displaced_from }) => [span, patterns, displaced_from],
  ],
  ["heralded", ["--herald", "3", "--a", "15", "--b", "16", "--window", "9"], ({ span, g2 }) => [span, g2]],
  ["pairs", [], ({ span }) => span],
  ["bursts", ["--donor", "3", "--acceptor", "15", "--within", "100"], ({ span, start }) => [span, start]],
  ["stability", ["--bin", "100"], ({ span, times, slices }) => [span, times, slices]],
];

it.each(derived)("%s %j prints the same result with and without --channel", async (command, args, of) => {
  expect(of(await json(command, ...args, ...SELECTED))).toEqual(of(await json(command, ...args)));
});

it("a range of time is as long whichever channels are selected", async () => {
  const range = ["--from", "1000", "--to", "999000"];
  const all = await json("stats", ...range);
  const some = await json("stats", ...range, "--channel", "15");
  expect(some.span_s).toBe(all.span_s);
  const g2 = ["g2", "--a", "3", "--b", "15", ...range];
  expect((await json(...g2, ...SELECTED)).g2).toEqual((await json(...g2)).g2);
});

it("a selection of virtual channels only has the time span of the whole recording", async () => {
  const define = ["--define", "100=3+15"];
  const all = await json("stats", ...define);
  const one = await json("stats", ...define, "--channel", "100");
  expect(one.span_s).toBe(all.span_s);
  expect(one.channels).toEqual([all.channels.at(-1)]);
});
