import {
  curveData,
  curveUnits,
  lifetimeBinText,
  lifetimeChart,
  lifetimeFigures,
  lifetimeFrame,
  lifetimeView,
  stabilityChart,
} from "@tagview/charts";
import { lifetimeCsv, stabilityCsv } from "@tagview/charts/csv";
import { expect, test } from "vitest";
import { attributes, document, texts } from "./document";

const NONSENSE = /NaN|Infinity|undefined|null/u;

const decay = {
  channel: 3n,
  period: 100.5,
  bin: 1.005,
  counts: Float64Array.from({ length: 100 }, (_, k) => Math.round(500 * Math.exp(-k / 20))),
  lifetime: 20,
  fits: [
    {
      components: [{ lifetime: 20, lifetime_error: 0.5, share: 1 }],
      expected: Float64Array.from({ length: 100 }, (_, k) => 500 * Math.exp(-k / 20)),
      deviance: 1728.4,
      true_deviance: 652,
      true_deviance_spread: 26,
    },
  ],
};

test("a lifetime's chart covers the period, with the fit over the counts", () => {
  const svg = lifetimeChart(document, decay, { tick: 1e-9 });
  expect(lifetimeFrame(decay, { tick: 1e-9 }).x.domain()).toEqual([0, 100.5e-9]);
  expect(attributes(svg, ".tv-line", "d")).toHaveLength(2);
  expect(texts(svg, ".tv-axis-y text")).toContain("tags per bin");
  expect(svg.outerHTML).not.toMatch(NONSENSE);
  expect(attributes(lifetimeChart(document, { ...decay, fits: [] }), ".tv-fit", "d")).toEqual([]);
  const nothing = { ...decay, period: null, bin: null, counts: new Float64Array() };
  expect(texts(lifetimeChart(document, nothing), ".tv-empty")).toHaveLength(1);
});

test("the residuals of a decay lie below it, and a bracket on the axis marks the fitted range", () => {
  const part = decay.fits.map((fit) => ({ ...fit, expected: fit.expected.slice(0, 50) }));
  const options = { tick: 1e-9, width: 600, height: 300 };
  const svg = lifetimeChart(document, { ...decay, fits: part }, options);
  expect(texts(svg, ".tv-residuals .tv-label")).toEqual(["residuals in standard errors"]);
  expect(texts(svg, ".tv-residuals title")[0]).toMatch(/^Residuals from −0\.\d to 0\.\d standard errors$/u);
  expect(texts(svg, ".tv-model-words")[0]?.replaceAll("\u00a0", " ")).toBe("fitted from 0 s to 50.25 ns");
  const { x, left, bottom } = lifetimeFrame({ ...decay, fits: part }, options);
  const [range = ""] = attributes(svg, ".tv-fitted", "d");
  const [, from, axis, to] = /^M([\d.]+),([\d.]+)v-6m0,6H([\d.]+)v-6$/u.exec(range)?.map(Number) ?? [];
  expect([from, to]).toEqual([left, expect.closeTo(x(50.25e-9), 1)]);
  expect(axis).toBeGreaterThan(bottom);
  expect(lifetimeFrame({ ...decay, fits: [] }, options).bottom).toBe(axis);
  // A low chart has no room for residuals, but marks the range.
  const low = lifetimeChart(document, decay, { ...options, height: 140 });
  expect(texts(low, ".tv-residuals title")).toEqual([]);
  expect(attributes(low, ".tv-fitted", "d")).toHaveLength(1);
});

test("ten lifetimes after the pulse are shown first, if a decay fits and the period is longer", () => {
  const ns = { tick: 1e-9 };
  const whole = [0, 100.5e-9];
  expect(lifetimeView(decay, ns)).toEqual(whole);
  const short = (top: number) => {
    const expected = Float64Array.from({ length: 100 }, (_, k) =>
      k < top ? 1 : 500 * Math.exp((top - k) / 5),
    );
    const components = [4, 5].map((lifetime) => ({ lifetime, lifetime_error: 0.5, share: 0.5 }));
    return { ...decay, lifetime: 4.5, fits: decay.fits.map((fit) => ({ ...fit, components, expected })) };
  };
  expect(lifetimeView(short(0), ns).map((s) => s * 1e9)).toEqual([0, expect.closeTo(50.5025)]);
  expect(lifetimeView(short(20), ns).map((s) => s * 1e9)).toEqual([
    expect.closeTo(20.5 * 1.005 - 5),
    expect.closeTo(20.5 * 1.005 + 50),
  ]);
  expect(lifetimeView({ ...short(20), start: -30 }, ns)[0]).toBeCloseTo((20.5 * 1.005 - 35) * 1e-9, 12);
  // The decay goes on in the next period.
  expect(lifetimeView(short(60), ns)).toEqual(whole);
  expect(lifetimeView({ ...short(20), lifetime: null }, ns)).toEqual(whole);
});

test("a decay that does not describe the counts is dashed and labelled as poor", () => {
  const svg = lifetimeChart(document, { ...decay, lifetime: null });
  expect(attributes(svg, ".tv-fit", "stroke-dasharray")).toEqual(["4 3"]);
  expect(texts(svg, ".tv-label")).toContain("dashed: no decay fits");
  expect(texts(svg, "desc")).toEqual([
    "A step line of counts, and a dashed line of the nearest decay, which does not fit. Fitted from 0\u00a0s to 15.7\u00a0ns.",
  ]);
  const remarks = [{ code: "not-determined" }];
  const loose = lifetimeChart(document, { ...decay, lifetime: null, remarks });
  expect(texts(loose, ".tv-label")).toContain("dashed: the lifetime is not determined");
  expect(lifetimeChart(document, decay).outerHTML).not.toMatch(/stroke-dasharray|no decay fits/u);
});

test("a lifetime's CSV has a line a bin", () => {
  const rows = lifetimeCsv(decay, { tick: 1e-9 }).trim().split("\n");
  expect(rows[0]).toBe("after the pulse from (ticks),after the pulse from (s),tags,expected");
  expect(rows[1]).toBe("0,0,500,500");
  expect(rows).toHaveLength(101);
});

test("a curve begins at the delay of its first bin: chart, CSV and text", () => {
  const curve = { start_s: 4e-9, resolution_s: 0.5e-9, counts: Float64Array.of(0, 8, 4, 2, 1, 0) };
  const [data, units] = [curveData(curve, null), curveUnits(curve)];
  const frame = lifetimeFrame(data, units);
  expect(frame.x.domain().map((s) => (s * 1e9).toFixed(6))).toEqual(["4.000000", "7.000000"]);
  expect(texts(lifetimeChart(document, data, units), ".tv-axis-x text").join()).toMatch(/^4\.0/u);
  const rows = lifetimeCsv(data, units).trim().split("\n");
  expect(rows[2]?.split(",").map(Number).slice(0, 3)).toEqual([9, 4.5e-9, 8]);
  const plain = (delay: number) => lifetimeBinText(data, delay, units).replaceAll("\u00a0", " ");
  expect(plain(4.6e-9)).toBe("4.5 ns – 5 ns   8 counts");
  expect(plain(3.9e-9)).toBe("");
  expect(plain(7.1e-9)).toBe("");
});

test("a curve without a unit has the delays of its file, and no seconds", () => {
  const counts = Float64Array.of(0, 8, 4, 2, 1, 0);
  const curve = { start_s: null, resolution_s: null, counts, delays: { start: -10, width: 0.15625 } };
  const [data, units] = [curveData(curve, null), curveUnits(curve)];
  expect(lifetimeFrame(data, units).x.domain()).toEqual([-10, -9.0625]);
  expect(texts(lifetimeChart(document, data, units), ".tv-label")).toContain("delay (unit not stated)");
  expect(lifetimeCsv(data, units).split("\n").slice(0, 3)).toEqual([
    "delay from,counts",
    "-10,0",
    "-9.84375,8",
  ]);
  expect(lifetimeBinText(data, -9.8, units)).toBe("-9.84375 – -9.6875   8 counts");
  // Without the file's delays, bins are counted.
  const bins = { ...curve, delays: null };
  const [binned, plain] = [curveData(bins, null), curveUnits(bins)];
  expect(lifetimeBinText(binned, 1.5, plain)).toBe("bin 1   8 counts");
  expect(lifetimeCsv(binned, plain).split("\n").slice(0, 3)).toEqual(["bin,counts", "0,0", "1,8"]);
  expect(texts(lifetimeChart(document, binned, plain), "text").join()).not.toMatch(/pulse|tick|tags/u);
});

test("a decay as text: lifetimes with their shares, or why there is none", () => {
  const [fit] = decay.fits;
  const options = { tick: 1e-9 };
  const plain = (data: Parameters<typeof lifetimeFigures>[0]) =>
    lifetimeFigures(data, options)
      .map(({ name, value }) => `${name} ${value}`)
      .join(", ")
      .replaceAll("\u00a0", " ");
  expect(plain(decay)).toBe("lifetime 20.00 ± 0.50 ns, period 100.5 ns, deviance 1,728 (expected 652 ± 26)");
  const [one] = fit?.components ?? [];
  const components = [one, one].map((decay, k) => ({ ...decay, share: k === 0 ? 0.25 : 0.75 }));
  expect(plain({ ...decay, fits: [{ ...fit, components }] } as typeof decay)).toBe(
    "lifetime 20.00 ± 0.50 ns (25.0 %) and 20.00 ± 0.50 ns (75.0 %), period 100.5 ns, deviance 1,728 (expected 652 ± 26)",
  );
  expect(plain({ ...decay, lifetime: null, period: null, fits: [] })).toBe(
    "lifetime unknown, period no clock",
  );
  const remarks = [{ code: "fit-poor" }];
  expect(plain({ ...decay, lifetime: null, remarks })).toBe(
    "lifetime no decay fits, the nearest is 20 ns, period 100.5 ns, deviance 1,728 (expected 652 ± 26)",
  );
});

const steady = {
  times: BigInt64Array.of(1000n, 2000n, 4000n),
  channels: [
    {
      channel: 7n,
      allan_deviation: Float64Array.of(0.1, 0.07, Number.NaN),
      allan_deviation_error: Float64Array.of(0.01, 0.02, Number.NaN),
      poisson_deviation: Float64Array.of(0.1, 0.0707, 0.05),
    },
  ],
};

test("a stability's chart has a line, its errors, and that of steady light", () => {
  const svg = stabilityChart(document, steady, { tick: 1e-9 });
  const lines = attributes(svg, ".tv-line", "d");
  expect(lines.map((d) => d.split(/[ML]/).length - 1)).toEqual([3, 2, 2]);
  expect(texts(svg, ".tv-name")).toEqual(["7"]);
  expect(svg.outerHTML).not.toMatch(NONSENSE);
  expect(texts(stabilityChart(document, { ...steady, channels: [] }), ".tv-empty")).toHaveLength(1);
  expect(texts(stabilityChart(document, steady, { hidden: new Set([7n]) }), ".tv-empty")).toHaveLength(1);
});

test("a stability's CSV leaves fields empty that do not exist", () => {
  const rows = stabilityCsv(steady, { tick: 1e-9 }).trim().split("\n");
  expect(rows[1]).toBe("7,1000,0.000001,0.1,0.01,0.1");
  expect(rows[3]).toBe("7,4000,0.000004,,,0.05");
});
