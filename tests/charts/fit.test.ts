import { fitFigures, g2Chart, g2Frame } from "@tagview/charts";
import { g2Csv } from "@tagview/charts/csv";
import fc from "fast-check";
import { expect, test } from "vitest";
import { attributes, document, texts } from "./document";

const NONSENSE = /NaN|Infinity|undefined|null/u;
const round = (value: number) => Math.round(value * 100) / 100;
const plain = (text: string | undefined) => text?.replaceAll("\u00a0", " ");

// Ticks of 1 ns, bins of 10 from -20 on; 100 pairs a bin where g2 is 1.
const fit = {
  model: "two-level",
  parameters: [
    { name: "level", value: 1, error: 0.01 },
    { name: "depth", value: 0.88, error: 0.02 },
    { name: "tau", value: 5.02, error: 0.11 },
    { name: "centre", value: 0.1, error: 0.2 },
    { name: "g2_zero", value: 0.12, error: 0.02 },
  ],
  deviance: 5.2,
  true_deviance: 4.1,
  true_deviance_spread: 2.9,
  g2: Float64Array.of(1, 0.25, 0.25, 1),
};
const data = {
  a: 3n,
  b: 15n,
  bin: 10n,
  from: -20n,
  edges: null,
  counts: Float64Array.of(90, 35, 20, 110),
  g2: Float64Array.of(0.9, 0.35, 0.2, 1.1),
  fit,
};
const options = { tick: 1e-9, width: 900, height: 320 };

test("the curve of a fit goes through the middles of bins, in counts and in g2", () => {
  const { x, y, left, right } = g2Frame(data, options);
  const svg = g2Chart(document, data, options);
  const points = [-15.5, -5.5, 4.5, 14.5].map((delay, k) => {
    const pairs = 100 * (fit.g2[k] ?? 0);
    return `${round(x(delay * 1e-9))},${round(y(pairs))}`;
  });
  const [curve] = attributes(svg, ".tv-model", "d");
  expect(curve).toBe(`M${points.join("L")}`);
  // It is drawn over the counts.
  expect(attributes(svg, ".tv-lines > path", "class").at(-1)).toContain("tv-model");
  expect(attributes(g2Chart(document, data, { ...options, scale: "g2" }), ".tv-model", "d")).toEqual([curve]);
  // Where only a part is in view, it ends at the edges.
  const near = { ...options, view: [-10e-9, 10e-9] as const };
  const [part = ""] = attributes(g2Chart(document, data, near), ".tv-model", "d");
  expect(part).toMatch(new RegExp(`^M${left},.*L${right},`, "u"));
});

test("residuals are in standard errors of the expected pairs, in a labelled strip below", () => {
  const frame = g2Frame(data, options);
  const svg = g2Chart(document, data, options);
  expect(texts(svg, ".tv-residuals .tv-label")).toEqual(["residuals in standard errors"]);
  expect(texts(svg, ".tv-residuals title")).toEqual(["Residuals from −1.0 to 2.0 standard errors"]);
  expect(texts(svg, ".tv-residuals text").slice(0, 2)).toEqual(["+4", "−4"]);
  const [bars = ""] = attributes(svg, ".tv-residual-bars", "d");
  const heights = [...bars.matchAll(/M[\d.]+,([\d.]+)V([\d.]+)H/gu)].map(
    ([, zero, end]) => Number(zero) - Number(end),
  );
  const unit = (heights[3] ?? 0) / 1;
  expect(heights.map((height) => round(height / unit))).toEqual([-1, 2, -1, 1]);
  // The strip and the axis lie below the frame.
  expect(Number(/,([\d.]+)V/u.exec(bars)?.[1])).toBeGreaterThan(frame.bottom);
  expect(g2Frame({ ...data, fit: null }, options).bottom).toBeGreaterThan(frame.bottom);
  // A low chart has none.
  const low = g2Chart(document, data, { ...options, height: 120 });
  expect(attributes(low, ".tv-residual-bars", "d")).toEqual([]);
  expect(attributes(low, ".tv-model", "d")).toHaveLength(1);
});

test("bins finer than pixels or with few expected pairs are joined, and large residuals are cut", () => {
  const count = (expected: number, bins: number) => {
    const many = {
      ...data,
      counts: new Float64Array(bins).fill(expected),
      g2: new Float64Array(bins).fill(1),
      fit: { ...fit, g2: new Float64Array(bins).fill(1) },
    };
    const [bars = ""] = attributes(g2Chart(document, many, options), ".tv-residual-bars", "d");
    return bars.split("Z").length - 1;
  };
  expect(count(100, 100)).toBe(100);
  expect(count(100, 100_000)).toBeLessThanOrEqual(394);
  expect(count(1, 100)).toBe(20);
  const far = {
    ...data,
    counts: Float64Array.of(1000, 35, 20, 110),
    g2: Float64Array.of(10, 0.35, 0.2, 1.1),
  };
  const svg = g2Chart(document, far, options);
  expect(texts(svg, ".tv-residuals text").slice(0, 2)).toEqual(["+10", "−10"]);
  expect(texts(svg, ".tv-residuals title")).toEqual(["Residuals from −1.0 to 90.0 standard errors"]);
});

test("the parameters are in the chart and in its description", () => {
  const svg = g2Chart(document, data, options);
  expect(texts(svg, ".tv-model-words").map(plain)).toEqual([
    "two-level: lowest g2 0.120 ± 0.020, tau 5.02 ± 0.11 ns, centre 100 ± 200 ps, level 1.000 ± 0.010",
  ]);
  expect(plain(texts(svg, "desc")[0])).toContain(
    "two-level fit: lowest g2 0.120 ± 0.020, tau 5.02 ± 0.11 ns, centre 100 ± 200 ps, level 1.000 ± 0.010, " +
      "deviance 5 (expected 4 ± 3); Residuals from −1.0 to 2.0 standard errors.",
  );
  // As many parameters as fit.
  const narrow = g2Chart(document, data, { ...options, width: 520 });
  expect(texts(narrow, ".tv-model-words").map(plain)).toEqual(["two-level: lowest g2 0.120 ± 0.020"]);
  expect(
    plain(texts(g2Chart(document, data, { ...options, units: "ticks" }), ".tv-model-words")[0]),
  ).toContain("tau 5.02 ± 0.11 ticks");
});

test("a model that does not describe the counts is dashed, and called so", () => {
  const without = { ...fit, parameters: fit.parameters.map((one) => ({ ...one, error: null })) };
  // Errors may be unknown for another reason, as in logarithmic bins.
  const good = g2Chart(document, { ...data, fit: without }, options);
  expect(attributes(good, ".tv-model", "stroke-dasharray")).not.toContain("5 3");
  const poor = { ...without, deviance: 50 };
  const svg = g2Chart(document, { ...data, fit: poor }, options);
  expect(attributes(svg, ".tv-model", "stroke-dasharray")).toEqual(["5 3"]);
  expect(texts(svg, ".tv-model-words")).toEqual(["dashed: no two-level model fits"]);
  expect(texts(svg, "desc")[0]).toContain(
    "no two-level model describes the counts; the nearest: lowest g2 0.120",
  );
});

test("without a curve there is neither a line nor a strip", () => {
  for (const none of [null, { ...fit, g2: new Float64Array() }]) {
    const svg = g2Chart(document, { ...data, fit: none }, options);
    expect(attributes(svg, ".tv-model", "d")).toEqual([]);
    expect(svg.outerHTML).not.toContain("tv-residuals");
  }
});

test("a fit is a column of the CSV", () => {
  const [header, row] = g2Csv(data, options).split("\n");
  expect(header).toMatch(/,g2 from,g2 to,g2 of the fit$/u);
  expect(row).toMatch(/,1$/u);
});

test("coordinates are valid for any fit", () => {
  const real = fc.oneof(fc.constant(0), fc.double({ min: -1e9, max: 1e12, noNaN: true }));
  const bins = fc.nat(600);
  const any = bins.chain((length) => {
    const all = (value: fc.Arbitrary<number>) =>
      fc.array(value, { minLength: length, maxLength: length }).map((values) => Float64Array.from(values));
    return fc.record({
      counts: all(fc.nat(50)),
      factor: fc.oneof(fc.constant(Number.NaN), fc.double({ min: 1e-12, max: 1e12, noNaN: true })),
      model: all(real),
      error: fc.option(fc.double({ min: 0, max: 1e9, noNaN: true })),
      log: fc.boolean(),
      size: fc.record({ width: fc.nat(1500), height: fc.nat(800) }),
      scale: fc.constantFrom("counts" as const, "g2" as const),
    });
  });
  fc.assert(
    fc.property(any, ({ counts, factor, model, error, log, size, scale }) => {
      const bounds = { bin: log ? null : 3n, from: log ? null : -50n };
      const edges = log
        ? BigInt64Array.from({ length: counts.length + 1 }, (_, k) => BigInt(k + 1) ** 2n)
        : null;
      const parameters = fit.parameters.map((one) => ({ ...one, error }));
      const drawn = { ...data, ...bounds, edges, counts, g2: counts.map((n) => n * factor) };
      const chart = g2Chart(
        document,
        { ...drawn, fit: { ...fit, parameters, g2: model } },
        { ...size, scale },
      );
      expect(chart.outerHTML).not.toMatch(NONSENSE);
    }),
    { numRuns: 200 },
  );
});

test("a g2 within its error of 0 is an upper limit", () => {
  const parameters = [{ name: "g2_zero", value: 0, error: 0.056, upper: 0.11 }];
  expect(fitFigures({ ...fit, parameters }, {})).toContainEqual({
    name: "lowest g2",
    value: "below 0.11 (95 %)",
  });
  const well = [{ name: "g2_zero", value: 0.21, error: 0.056, upper: 0.32 }];
  expect(fitFigures({ ...fit, parameters: well }, {})[1]?.value).toContain("0.21");
});
