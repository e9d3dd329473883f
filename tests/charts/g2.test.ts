import { dipText, g2Chart, g2Frame } from "@tagview/charts";
import { expect, test } from "vitest";
import { attributes, document, texts } from "./document";

// Ticks of 1 ns, bins of 10 from -20 on; 4 accidental pairs a bin.
const data = {
  a: 3n,
  b: 15n,
  bin: 10n,
  from: -20n,
  edges: null,
  counts: Float64Array.of(4, 4, 64, 4),
  g2: Float64Array.of(1, 1, 16, 1),
  g2_error: Float64Array.of(0.5, 0.5, 2, 0.5),
};
const options = { tick: 1e-9 };
const peak = {
  delay: 5n,
  centre: 4.5,
  fwhm: 6,
  peak_counts: 64,
  significance: 37.6,
};
const round = (value: number) => Math.round(value * 100) / 100;
const plain = (text: string | undefined) => text?.replaceAll("\u00a0", " ");

test("steps at the height of their counts, with the accidental level and the axis of g2", () => {
  const frame = g2Frame(data, options);
  const svg = g2Chart(document, data, options);
  expect(frame.x.domain().map((x) => round(x * 1e9))).toEqual([-20.5, 19.5]);
  const [low, high] = [round(frame.y(4)), round(frame.y(64))];
  expect(attributes(svg, ".tv-line", "d")).toEqual([`M56,${low}H253V${low}H450V${high}H647V${low}H844`]);
  expect(attributes(svg, ".tv-accidentals path", "d")[0]).toBe(`M56,${low}H844`);
  expect(texts(svg, ".tv-accidentals text")).toEqual(["accidental level"]);
  expect(texts(svg, ".tv-label").map(plain)).toEqual([
    "pairs per bin of 10.0 ns",
    "delay (ns)",
    "g2",
    "accidental level",
  ]);
  // Level with each other: 64 counts and a g2 of 16.
  const right = attributes(svg, ".tv-axis-right text", "y").map(Number);
  expect(round((right[0] ?? 0) - 4)).toBe(frame.bottom);
});

test("the left axis can be g2, and the line keeps its position", () => {
  const svg = g2Chart(document, data, { ...options, scale: "g2" });
  expect(texts(svg, ".tv-label").slice(0, 3).map(plain)).toEqual(["g2", "delay (ns)", "pairs per bin"]);
  expect(attributes(svg, ".tv-line", "d")).toEqual(
    attributes(g2Chart(document, data, options), ".tv-line", "d"),
  );
  expect(g2Frame(data, { ...options, scale: "g2" }).y(16)).toBeCloseTo(g2Frame(data, options).y(64), 6);
});

test("the error of each bin is a band of one standard error to either side", () => {
  const frame = g2Frame(data, options);
  const [band = ""] = attributes(g2Chart(document, data, options), ".tv-errors", "d");
  expect(band.split("Z").slice(0, -1)).toHaveLength(4);
  // 64 +- 8
  expect(band).toContain(`M450,${round(frame.y(72))}H647V${round(frame.y(56))}H450Z`);
  // In bins of a few pixels it would be invisible.
  const narrow = { ...data, counts: new Float64Array(2000).fill(4), g2: new Float64Array(2000).fill(1) };
  expect(attributes(g2Chart(document, narrow, options), ".tv-errors", "d")).toEqual([]);
});

test("empty bins have no band: of few counts it would be a slab over the whole chart", () => {
  const counts = new Float64Array([0, 0, 1, 0]);
  const few = { ...data, counts, g2: counts, g2_low: counts, g2_high: counts.map((n) => n + 1.84) };
  const [band = ""] = attributes(g2Chart(document, few, options), ".tv-errors", "d");
  expect(band.split("Z").slice(0, -1)).toHaveLength(1);
});

test("the peak is marked with its position, significance, and width at half of its height", () => {
  const frame = g2Frame(data, options);
  const svg = g2Chart(document, data, { ...options, peak });
  expect(texts(svg, ".tv-peak text").map(plain)).toEqual(["4.5 ns · 38 σ · FWHM 6 ns"]);
  // At its centre, in the middle of the bin of the delays from 0 to 9, on the line.
  expect(attributes(svg, ".tv-peak circle", "cx")).toEqual([String(round(frame.x(4.5e-9)))]);
  expect(attributes(svg, ".tv-peak circle", "cy")).toEqual([String(round(frame.y(64)))]);
  // Half between the accidental level and the peak.
  const y = round(frame.y((64 + 4) / 2));
  const [from, to] = [round(frame.x(1.5e-9)), round(frame.x(7.5e-9))];
  expect(attributes(svg, ".tv-half", "d")[0]).toContain(`M${from},${y}H${to}`);
  expect(plain(texts(svg, "desc")[0])).toContain("The peak: 4.5 ns · 38 σ · FWHM 6 ns.");
});

test("a bin of one tick is drawn around its delay, where the peak, its width and the window are", () => {
  const counts = Float64Array.of(4, 4, 64, 4, 4);
  const fine = { ...data, bin: 1n, from: 24n, counts, g2: counts.map((n) => n / 4) };
  const narrow = { ...peak, delay: 26n, centre: 26, fwhm: 1 };
  const drawing = { tick: 1e-9, peak: narrow, window: { from: 26n, to: 26n } };
  const { x } = g2Frame(fine, drawing);
  const svg = g2Chart(document, fine, drawing);
  const [middle, from, to] = [26e-9, 25.5e-9, 26.5e-9].map((delay) => round(x(delay)));
  expect(attributes(svg, ".tv-line", "d")[0]).toMatch(new RegExp(`H${from}V[\\d.]+H${to}V`, "u"));
  expect(attributes(svg, ".tv-peak circle", "cx")).toEqual([String(middle)]);
  expect(attributes(svg, ".tv-half", "d")[0]).toMatch(new RegExp(`^M${from},.*H${to}m`, "u"));
  expect(attributes(svg, ".tv-window rect", "x")).toEqual([String(from)]);
});

test("a peak outside the picture is reported at its side", () => {
  const before = g2Chart(document, data, { ...options, peak: { ...peak, delay: -300n, centre: -300 } });
  expect(texts(before, ".tv-peak text").map(plain)).toEqual(["← peak at −300 ns · 38 σ · FWHM 6 ns"]);
  const after = g2Chart(document, data, { ...options, peak, view: [-20e-9, -10e-9] as const });
  expect(texts(after, ".tv-peak text").map(plain)).toEqual(["peak at 4.5 ns · 38 σ · FWHM 6 ns →"]);
});

test("without a significant peak no bin is marked; without a search the highest one is", () => {
  const none = { delay: null, centre: null, fwhm: null, peak_counts: 4, significance: 2 };
  const svg = g2Chart(document, data, { ...options, peak: none });
  expect(texts(svg, ".tv-peak text")).toEqual(["no significant peak"]);
  const own = g2Chart(document, { ...data, b: data.a }, { ...options, peak: none });
  expect(texts(own, ".tv-peak text")).toEqual(["a channel with itself has no delay"]);
  const remarks = [{ about: "delay", code: "pulsed" }];
  for (const pulsed of [{ remarks }, { period: 80 }, { delay_modulo: 80 }]) {
    const repeating = g2Chart(document, data, { ...options, peak: { ...none, ...pulsed } });
    expect(texts(repeating, ".tv-peak text")).toEqual(["peaks repeat; no single one stands out"]);
    expect(texts(repeating, "desc").join()).toContain("Peaks repeat; no single one stands out");
  }
  expect(attributes(svg, ".tv-peak circle", "cx")).toEqual([]);
  expect(texts(g2Chart(document, data, options), ".tv-peak text").map(plain)).toEqual(["64 at 4 ns"]);
});

test("a window is shaded from its first to the end of its last tick", () => {
  const frame = g2Frame(data, options);
  const svg = g2Chart(document, data, { ...options, window: { from: -5n, to: 4n } });
  const width = round(frame.x(4.5e-9) - frame.x(-5.5e-9));
  expect(attributes(svg, ".tv-window rect", "x")).toEqual([String(round(frame.x(-5.5e-9)))]);
  expect(attributes(svg, ".tv-window rect", "width")).toEqual([String(width)]);
});

test("a window's name is at the end away from the peak's text", () => {
  const frame = g2Frame(data, options);
  const place = (from: bigint, to: bigint) =>
    attributes(g2Chart(document, data, { ...options, window: { from, to } }), ".tv-window text", "x");
  expect(place(-18n, 18n)).toEqual([String(round(frame.x(-18.5e-9) + 4))]);
  // The text ends at the middle of the bin from 0 to 10.
  expect(place(1n, 18n)).toEqual([String(round(frame.x(18.5e-9) - 4))]);
  expect(place(1n, 3n)).toEqual([]);
});

test("a second recording is drawn by its g2, however many counts it has", () => {
  // A tenth of the counts, the same correlation.
  const other = { ...data, counts: data.counts.map((n) => n / 10) };
  const svg = g2Chart(document, data, {
    ...options,
    subject: "before.tags.zst",
    overlay: { data: other, name: "after.tags.zst" },
  });
  const [second, first] = attributes(svg, ".tv-line", "d");
  expect(attributes(svg, ".tv-second", "d")).toEqual([second]);
  expect(second).toBe(first);
  expect(attributes(svg, ".tv-second", "stroke-dasharray")).toEqual(["4 3"]);
  expect(texts(svg, ".tv-key text")).toEqual(["after.tags.zst", "before.tags.zst"]);
});

test("the frame holds both recordings", () => {
  const higher = { ...data, g2: data.g2.map((value) => 2 * value) };
  const frame = g2Frame(data, { ...options, overlay: { data: higher, name: "x" } });
  expect(frame.y.domain()[1]).toBeGreaterThan(128);
});

test("the height is that of the part in view", () => {
  const frame = g2Frame(data, { ...options, view: [-20e-9, -1e-9] as const });
  expect(frame.y.domain()[1]).toBeLessThan(10);
});

test("logarithmic bins always show g2", () => {
  const log = { ...data, bin: null, from: null, edges: BigInt64Array.of(1n, 10n, 100n, 1000n, 10_000n) };
  const svg = g2Chart(document, log, { ...options, scale: "counts" });
  expect(texts(svg, ".tv-label").map(plain)).toEqual(["g2", "delay", "accidental level"]);
  expect(texts(svg, ".tv-axis-x text").map(plain)).toContain("100 ns");
});

test("delays that are a considerable part of the recording show g2: their counts have no common level", () => {
  const long = { ...data, counts: Float64Array.of(4, 6, 128, 2), g2: Float64Array.of(1, 1, 16, 1) };
  const svg = g2Chart(document, long, options);
  expect(texts(svg, ".tv-label").map(plain)).toEqual(["g2", "delay (ns)", "accidental level"]);
  expect(attributes(svg, ".tv-axis-right text", "y")).toEqual([]);
});

test("a correlation without normalisation is drawn in counts, and rejected as g2", () => {
  const raw = { ...data, g2: new Float64Array(4).fill(Number.NaN), g2_error: new Float64Array(4) };
  const svg = g2Chart(document, raw, options);
  expect(attributes(svg, ".tv-line", "d")).toHaveLength(1);
  expect(attributes(svg, ".tv-accidentals path", "d")).toEqual([]);
  expect(texts(g2Chart(document, raw, { ...options, scale: "g2" }), ".tv-empty")).toEqual([
    "It can't be normalised: there is no span of time.",
  ]);
});

test("no pairs is a sentence", () => {
  const none = { ...data, counts: new Float64Array(4), g2: new Float64Array(4) };
  expect(texts(g2Chart(document, none, options), ".tv-empty")).toEqual([
    "No tags of channels 3 and 15 have a delay in this range.",
  ]);
});

test("chart and headline tell one value, the fitted centre with its error", () => {
  const fitted = { ...peak, centre: 4.5, centre_error: 0.12 };
  const svg = g2Chart(document, data, { ...options, peak: fitted });
  expect(texts(svg, ".tv-peak text").map(plain)).toEqual(["4.50 ± 0.12 ns · 38 σ · FWHM 6 ns"]);
});

// A level of 40 with a dip of 90 % at 0, 12 ns wide; bins of 2 ns.
const emitter = {
  ...data,
  bin: 2n,
  from: -50n,
  counts: Float64Array.from({ length: 50 }, (_, k) => (Math.abs(k - 25) < 3 ? 4 : 40)),
  g2: Float64Array.from({ length: 50 }, (_, k) => (Math.abs(k - 25) < 3 ? 0.1 : 1)),
};
const none = { delay: null, centre: null, fwhm: null, peak_counts: null, significance: null };

test("the text of a dip is in a free corner beside it, in as many lines as fit", () => {
  const dips = [{ delay: 0, depth: 0.951, depth_error: 0.017, width: 9.58 }];
  for (const width of [480, 560, 900]) {
    const sized = { ...options, width, peak: { ...none, dips } };
    const svg = g2Chart(document, emitter, sized);
    const left = g2Frame(emitter, sized).x(-4.3e-9);
    for (const x of attributes(svg, ".tv-dips text", "x")) expect(Number(x), `${width}`).toBeLessThan(left);
    // Even on a low chart, no line overlaps the numbers of the axis.
    const low = { ...sized, height: 140 };
    const bottom = g2Frame(emitter, low).bottom;
    for (const y of attributes(g2Chart(document, emitter, low), ".tv-dips text", "y"))
      expect(Number(y), `${width}`).toBeLessThan(bottom);
    const words = texts(svg, ".tv-dips text").map(plain).join(" ");
    expect(words).toMatch(/mean 0.049 ± 0.017 of the level/u);
  }
});

test("the place of a dip is the range of its bins, whose middle has no error", () => {
  const tick = { tick: 156.25e-12 };
  // One bin of 5 ns around 0.
  const one = { delay: -0.5, depth: 0.9, width: 32 };
  expect(plain(dipText(one, tick))).toMatch(/^dip within 2.6 ns of 0: mean/u);
  expect(plain(dipText({ ...one, delay: 191.5 }, tick))).toMatch(/^dip between 27.4 ns and 32.4 ns:/u);
  expect(plain(dipText({ ...one, delay: 191.5 }, { units: "ticks" }))).toMatch(
    /^dip between 176 ticks and 208 ticks:/u,
  );
  expect(plain(dipText({ ...one, delay: 640_000.5 }, tick))).toContain("between 99.9976 µs and 100.003 µs");
});

test("the text of a dip that fits in no free corner is left to the heading", () => {
  const noise = Float64Array.from({ length: 50 }, (_, k) => (Math.abs(k - 25) < 3 ? 1 : k % 2 ? 80 : 0));
  const noisy = { ...emitter, counts: noise, g2: noise.map((n) => n / 40) };
  const dips = [{ delay: 0, depth: 0.9, width: 12 }];
  const svg = g2Chart(document, noisy, { ...options, width: 390, height: 140, peak: { ...none, dips } });
  expect(texts(svg, ".tv-dips text")).toEqual([]);
  expect(plain(texts(svg, ".tv-dips title")[0] ?? "")).toContain("dip within");
});

test("a dip around a peak is marked below the level, and its words are not over those of the peak", () => {
  const height = (k: number) => (k === 25 ? 400 : Math.abs(k - 25) < 3 ? 36 : 40);
  const around = {
    ...emitter,
    counts: Float64Array.from({ length: 50 }, (_, k) => height(k)),
    g2: Float64Array.from({ length: 50 }, (_, k) => height(k) / 40),
  };
  const dips = [{ delay: 0, depth: null, width: 4 }];
  const sized = { ...options, peak: { ...peak, delay: 0n, centre: 0.5, peak_counts: 400, dips } };
  const svg = g2Chart(document, around, sized);
  expect(attributes(svg, ".tv-dips circle", "cy")).toEqual([String(round(g2Frame(around, sized).y(40)))]);
  const [dip, words] = [".tv-dips text", ".tv-peak text"].map((all) => attributes(svg, all, "y").map(Number));
  expect(Math.min(...(dip ?? []))).toBeGreaterThan(Math.max(...(words ?? [])) + 13);
});

test("a dip is marked over its width at half of its depth, and no peak is", () => {
  const dips = [{ delay: 0, depth: 0.9, width: 12 }];
  const svg = g2Chart(document, emitter, { ...options, peak: { ...none, dips } });
  const frame = g2Frame(emitter, { ...options, peak: { ...none, dips } });
  const text = "dip within 6 ns of 0: mean 0.100 of the level over 12 ns";
  expect(texts(svg, ".tv-dips title").map(plain)).toEqual([text]);
  expect(texts(svg, ".tv-dips text").map(plain)).toEqual(text.split(": "));
  const [from, to, y] = [frame.x(-6e-9), frame.x(6e-9), frame.y(40 * 0.55)].map(round);
  const known = [{ delay: 0, depth: 0.9, depth_error: 0.012, width: 12 }];
  expect(
    texts(g2Chart(document, emitter, { ...options, peak: { ...none, dips: known } }), ".tv-dips text")
      .map(plain)
      .join(" "),
  ).toContain("mean 0.100 ± 0.012 of the level over 12 ns");
  expect(attributes(svg, ".tv-dips path", "d")[0]).toContain(`M${from},${y}H${to}`);
  expect(attributes(svg, ".tv-dips circle", "cy")).toEqual([String(round(frame.y(4)))]);
  expect(attributes(svg, ".tv-peak circle", "cx")).toEqual([]);
  expect(texts(svg, "desc")[0]).toContain("dip within");
  const aside = g2Chart(document, emitter, {
    ...options,
    peak: { ...none, dips: [{ delay: 900, depth: 0.9, width: 12 }] },
  });
  expect(attributes(aside, ".tv-dips circle", "cx")).toEqual([]);
  const unknown = [{ delay: 0, depth: null, width: 12 }];
  expect(
    texts(g2Chart(document, emitter, { ...options, peak: { ...none, dips: unknown } }), ".tv-dips text").map(
      plain,
    ),
  ).toEqual(["dip within 6 ns of 0, of unknown depth"]);
});

// Pulses every 20 ns, each in one bin of 2 ns, the one at 0 a tenth as high.
const pulsed = {
  ...emitter,
  counts: Float64Array.from({ length: 50 }, (_, k) => (k === 25 ? 20 : (k - 25) % 10 === 0 ? 200 : 0)),
  g2: Float64Array.from({ length: 50 }, (_, k) => (k === 25 ? 1 : (k - 25) % 10 === 0 ? 10 : 0)),
  pulsed: { period: 20, phase: 0.5, g2: 0.1, g2_error: 0.023, g2_interval: null, g2_upper: null },
};

test("for pulsed light, the compared areas are drawn, and their result is stated", () => {
  const any = { ...none, delay: 0n, centre: 0.5, period: 20, delay_modulo: 20 };
  const svg = g2Chart(document, pulsed, { ...options, peak: any });
  const frame = g2Frame(pulsed, { ...options, peak: any });
  expect(texts(svg, ".tv-pulses text").map(plain)).toEqual(["pulsed, 20 ns · g2 by areas 0.100 ± 0.023"]);
  const ends = [-49.5e-9, -29.5e-9, -9.5e-9, 10.5e-9, 30.5e-9].map((end) => round(frame.x(end)));
  const lines = attributes(svg, ".tv-periods", "d")[0]?.match(/M[\d.]+/gu) ?? [];
  expect(lines.map((line) => Number(line.slice(1)))).toEqual(ends);
  expect(attributes(svg, ".tv-area", "x")).toEqual([String(ends[2])]);
  expect(attributes(svg, ".tv-area", "width")).toEqual([String(round(frame.x(10.5e-9) - frame.x(-9.5e-9)))]);
  // Any of the pulses may be the right one: none is marked, in particular not the missing one.
  expect(attributes(svg, ".tv-peak circle", "cx")).toEqual([]);
  expect(texts(svg, ".tv-peak text")).toEqual([]);
});

test("a pulse that stands out is marked at its centre, beside the areas", () => {
  const one = { ...none, delay: 20n, centre: 20.2, centre_error: 0.11, significance: 9, period: 20 };
  const svg = g2Chart(document, pulsed, { ...options, peak: { ...one, delay_modulo: null } });
  const frame = g2Frame(pulsed, { ...options, peak: one });
  expect(attributes(svg, ".tv-peak circle", "cx")).toEqual([String(round(frame.x(20.2e-9)))]);
  expect(attributes(svg, ".tv-peak circle", "cy")).toEqual([String(round(frame.y(200)))]);
  expect(texts(svg, ".tv-peak text").map(plain)).toEqual(["20.20 ± 0.11 ns · 9.0 σ"]);
});

test("with few pairs in the central area, the interval and the limit replace its error", () => {
  const few = { ...pulsed.pulsed, g2: 0.02, g2_error: null, g2_interval: [0.01, 0.04], g2_upper: 0.061 };
  const svg = g2Chart(document, { ...pulsed, pulsed: few as typeof pulsed.pulsed & typeof few }, options);
  expect(texts(svg, ".tv-pulses text").map(plain)[0]).toContain(
    "g2 by areas 0.0200 (0.0100 to 0.0400), below 0.0610 with 95 %",
  );
});

test("in a narrow chart, the result of the areas has a line each for its parts", () => {
  const few = { ...pulsed.pulsed, g2: 0.02, g2_error: null, g2_interval: [0.01, 0.04], g2_upper: 0.061 };
  const narrow = { ...options, width: 260 };
  const svg = g2Chart(document, { ...pulsed, pulsed: few as typeof pulsed.pulsed & typeof few }, narrow);
  expect(texts(svg, ".tv-pulses text").map(plain)).toEqual([
    "pulsed, 20 ns",
    "g2 by areas 0.0200 (0.0100 to 0.0400),",
    "below 0.0610 with 95 %",
  ]);
});
