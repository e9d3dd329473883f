import { type HeraldedData, heraldedChart } from "@tagview/charts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { attributes, document, texts } from "./document";

const many: HeraldedData = {
  ...{ tags_herald: 10_000, herald_a: 1000, herald_b: 1000, herald_a_b: 25 },
  ...{ g2: 0.25, g2_error: 0.05, g2_interval: null, g2_upper: null },
};
const few: HeraldedData = {
  ...many,
  ...{ herald_a_b: 2, g2: 0.02, g2_error: null, g2_interval: [0.008, 0.047], g2_upper: 0.063 },
};

/** The horizontal scale: pixels of a value, from the positions of the two reference lines. */
function scaleOf(svg: SVGSVGElement): (g2: number) => number {
  const places = attributes(svg, ".tv-axis text[y='52']", "x").map(Number);
  const [half = 0, one = 0] = places;
  return (g2) => half + ((g2 - 0.5) / 0.5) * (one - half);
}

test("the dot is at g2(0), between the ends of its error", () => {
  const svg = heraldedChart(document, many);
  const x = scaleOf(svg);
  expect(Number(attributes(svg, "circle", "cx")[0])).toBeCloseTo(x(0.25), 1);
  const [, low, high] = /^M([\d.]+),[\d.]+H([\d.]+)/u.exec(attributes(svg, ".tv-line", "d")[0] ?? "") ?? [];
  expect(Number(low)).toBeCloseTo(x(0.2), 1);
  expect(Number(high)).toBeCloseTo(x(0.3), 1);
  expect(texts(svg, ".tv-note").join("\n")).toContain("g2(0) = 0.250 ±\u00a00.050");
  expect(texts(svg, ".tv-note").join("\n")).toContain("25 with both");
});

test("few coincidences have an interval and an upper limit", () => {
  const svg = heraldedChart(document, few, { subject: "x.tags.zst" });
  expect(texts(svg, "title")[0]).toBe("Heralded g2(0) of x.tags.zst");
  expect(texts(svg, ".tv-note")[0]).toContain("(0.00800 to 0.0470), below 0.0630 at 95 %");
  const x = scaleOf(svg);
  const limit = /H([\d.]+)/u.exec(attributes(svg, ".tv-line", "d")[1] ?? "")?.[1];
  expect(Number(limit)).toBeCloseTo(x(0.063), 1);
});

test("an unknown g2(0) is a sentence", () => {
  const unknown = { ...many, herald_b: 0, herald_a_b: 0, g2: null, g2_error: null };
  const svg = heraldedChart(document, unknown);
  expect(texts(svg, ".tv-empty")).toEqual(["g2(0) is not known: a detector has no tag near a herald."]);
});

test("whatever the result, no coordinate is nonsense", () => {
  const value = fc.option(fc.double({ min: 0, max: 1e6, noNaN: true }));
  const data = fc.record({
    ...{ tags_herald: fc.nat(), herald_a: fc.nat(), herald_b: fc.nat(), herald_a_b: fc.nat() },
    ...{ g2: value, g2_error: value, g2_upper: value },
    g2_interval: fc.option(fc.tuple(fc.constant(0), fc.double({ min: 0, max: 1e6, noNaN: true }))),
  });
  const size = { width: fc.nat(2000), height: fc.nat(1200) };
  fc.assert(
    fc.property(data, fc.record(size), (result, options) => {
      expect(heraldedChart(document, result, options).outerHTML).not.toMatch(/NaN|Infinity|undefined|null/u);
    }),
    { numRuns: 100 },
  );
});
