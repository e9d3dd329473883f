/** Analyses for which it pays to send tags to other workers. */

import type { ScanRequest } from "@tagview/engine";
import { describe, expect, it } from "vitest";
import { areDear, areLong } from "../../engine/src/formats/tags/session/analysis-cost";
import { isWorthFanningOut } from "../../engine/src/formats/tags/session/fan-out";

type Analysis = ScanRequest["analyses"][number];

const pair = { a: 3n, b: 15n };

describe("an analysis", () => {
  it.each<[string, Analysis[]]>([
    ["nothing", []],
    ["what stats asks", [{ name: "summary" }, { name: "rate" }]],
    ["gaps", [{ name: "gaps", log: 10n }]],
    ["a correlation of a short range", [{ name: "correlation", ...pair, from: -64n, to: 64n }]],
    ["a correlation of the default range", [{ name: "correlation", ...pair }]],
    ["a correlation in few logarithmic bins", [{ name: "correlation", ...pair, log: 10n, to: 6400n }]],
    ["coincidences of two", [{ name: "coincidence", window: 13n, patterns: [[3n, 15n]] }]],
    ["pairs of the default range", [{ name: "pairs" }]],
    ["the delay within a short range", [{ name: "delay", ...pair, from: -6400n, to: 6400n }]],
  ])("is cheap: %s", (_, analyses) => {
    expect(areDear(analyses)).toBe(false);
  });

  it.each<[string, Analysis]>([
    ["logarithmic bins", { name: "correlation", ...pair, log: 10n }],
    ["a correlation of a long range", { name: "correlation", ...pair, from: -640_000n, to: 640_000n }],
    ["coincidences of three", { name: "coincidence", window: 13n, patterns: [[3n, 15n, 16n]] }],
    ["coincidences within a long window", { name: "coincidence", window: 64_000n }],
    ["pairs of a long range", { name: "pairs", from: -64_000n, to: 64_000n }],
    ["heralded pairs", { name: "heralded", herald: 16n, ...pair, window: 13n }],
    ["the delay within a long range", { name: "delay", ...pair, from: -640_000n, to: 640_000n }],
  ])("is dear: %s, whatever is asked beside it", (_, analysis) => {
    expect(areDear([{ name: "summary" }, analysis])).toBe(true);
  });
});

it("is long where its counts take more memory than a part is to have", () => {
  const of = (analysis: Partial<Analysis>) =>
    areLong([{ name: "summary" }, { name: "correlation", ...pair, ...analysis } as Analysis]);
  const range = { from: 0n, to: 9_999_999n };
  expect([of({ ...range, bin: 1n }), of({ name: "delay", ...range, bin: 5n })]).toEqual([true, true]);
  expect([of({ ...range, bin: 1000n }), of(range), of({ ...range, log: 10n }), of({})]).toEqual(
    Array(4).fill(false),
  );
});

describe("the tags of a file that one worker decodes", () => {
  const large = 100 << 20;
  const dear = { analyses: [{ name: "correlation", ...pair, log: 10n }] } satisfies ScanRequest;

  it("are sent to other workers for expensive analyses, or to be held", () => {
    expect(isWorthFanningOut(large, dear, 2, 0)).toBe(true);
    expect(isWorthFanningOut(large, { analyses: [] }, 2, 1000)).toBe(true);
  });

  it("are analysed where they are decoded otherwise", () => {
    expect(isWorthFanningOut(1 << 20, dear, 2, 1000)).toBe(false);
    expect(isWorthFanningOut(large, dear, 1, 0)).toBe(false);
    expect(isWorthFanningOut(large, { ...dear, selection: { channels: [3n] } }, 2, 0)).toBe(false);
    expect(isWorthFanningOut(large, { analyses: [{ name: "summary" }] }, 2, 0)).toBe(false);
  });
});
