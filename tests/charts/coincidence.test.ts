import { coincidenceChart, coincidenceFrame, patternSentence } from "@tagview/charts";
import { expect, test } from "vitest";
import { attributes, document, texts } from "./document";

const pattern = {
  channels: [3n, 15n],
  counts: 378,
  counts_error: 19.44,
  counts_interval: null,
  accidentals_rates: 102.2,
  accidentals_rates_error: 0.3,
  accidentals_measured: 103.25,
  accidentals_measured_error: 5.08,
  accidentals_measured_interval: null,
  car: 2.698,
  car_error: 0.19,
  car_interval: null,
};
const rare = {
  ...pattern,
  channels: [3n, 16n],
  counts: 5,
  counts_error: null,
  counts_interval: [3.23, 7.78] as const,
  accidentals_rates: 10.3,
  car: -0.513,
  car_error: null,
  car_interval: [-0.69, -0.24] as const,
};
const data = { window: 13n, patterns: [pattern, { ...pattern, channels: [15n, 16n], counts: 100 }] };
const round = (value: number) => Math.round(value * 100) / 100;

test("a bar as high as the coincidences, a dashed line at the accidentals from rates, a ring at the measured ones", () => {
  const frame = coincidenceFrame(data);
  const svg = coincidenceChart(document, data);
  expect(frame.y.domain()[0]).toBe(0);
  expect(attributes(svg, ".tv-pattern", "data-pattern")).toEqual(["3,15", "15,16"]);
  expect(attributes(svg, ".tv-pattern rect", "y")).toEqual([
    String(round(frame.y(378))),
    String(round(frame.y(100))),
  ]);
  expect(attributes(svg, ".tv-pattern circle", "cy")[0]).toBe(String(round(frame.y(103.25))));
  expect(attributes(svg, ".tv-computed", "d").join("")).toContain(`,${round(frame.y(102.2))}H`);
  // From one standard error below to one above.
  const [whiskers] = attributes(svg, ".tv-whiskers", "d");
  expect(whiskers).toContain(`,${round(frame.y(378 - 19.44))}V${round(frame.y(378 + 19.44))}M`);
  expect(texts(svg, ".tv-pattern text")).toEqual(["378", "100"]);
  expect(texts(svg, ".tv-label")).toEqual(["coincidences", "CAR 2.70 ± 0.19", "CAR 2.70 ± 0.19", "channels"]);
  expect(texts(svg, "title")[0]?.replaceAll("\u00a0", " ")).toBe("Coincidences within 2.03 ns");
});

test("counts far apart stand on a logarithmic axis, unless a linear one is asked for", () => {
  const far = { window: 13n, patterns: [pattern, rare] };
  const frame = coincidenceFrame(far);
  expect(frame.y(10) - frame.y(100)).toBeCloseTo(frame.y(5) - frame.y(50), 6);
  expect(texts(coincidenceChart(document, far), ".tv-axis-y text")).toContain("100");
  expect(coincidenceFrame(far, { log: false }).y.domain()[0]).toBe(0);
});

test("a pattern never seen has no bar, on any axis", () => {
  const never = { ...rare, counts: 0, counts_interval: [0, 0.99] as const };
  for (const log of [true, false]) {
    const svg = coincidenceChart(document, { window: 1n, patterns: [pattern, never] }, { log });
    expect(attributes(svg, ".tv-pattern rect", "height")[1]).toBe("0");
    expect(texts(svg, ".tv-pattern text")[1]).toBe("0");
  }
});

test("a pattern is described in one sentence", () => {
  expect(patternSentence(pattern)).toBe(
    "3 + 15: 378 ± 19 coincidences; accidentals 102 from rates, 103 ± 5.1 measured; CAR 2.70 ± 0.19",
  );
  expect(patternSentence(rare)).toBe(
    "3 + 16: 5 (3.23 to 7.78) coincidences; accidentals 10.3 from rates, 103 ± 5.1 measured; CAR −0.513 (−0.690 to −0.240)",
  );
  const unknown = { accidentals_rates: null, car: null, car_interval: null, accidentals_measured: null };
  expect(patternSentence({ ...rare, ...unknown })).toBe("3 + 16: 5 (3.23 to 7.78) coincidences");
});

test("a second recording's coincidences are an outline, and the axis holds both", () => {
  const more = { window: 13n, patterns: [{ ...pattern, counts: 900 }, rare] };
  const options = { overlay: { data: more, name: "after.tags.zst" } };
  const frame = coincidenceFrame(data, options);
  expect(frame.y.domain()[1]).toBeGreaterThan(900);
  const svg = coincidenceChart(document, data, options);
  // The patterns that the first one has too.
  const [outline = ""] = attributes(svg, ".tv-second", "d");
  expect(outline.split("M").slice(1)).toHaveLength(1);
  expect(outline).toContain(`V${round(frame.y(900))}H`);
  expect(texts(svg, ".tv-key text")).toContain("after.tags.zst");
});

test("patterns with a hidden channel are left out", () => {
  const svg = coincidenceChart(document, data, { hidden: new Set([16n]) });
  expect(attributes(svg, ".tv-pattern", "data-pattern")).toEqual(["3,15"]);
  expect(texts(coincidenceChart(document, data, { hidden: new Set([15n]) }), ".tv-empty")).toEqual([
    "Every pattern has a channel that is switched off.",
  ]);
  expect(texts(coincidenceChart(document, { window: 1n, patterns: [] }), ".tv-empty")).toEqual([
    "No patterns.",
  ]);
});

test("shortened names below the bars and above them have the whole names as titles", () => {
  const names = new Map([[3n, "the signal detector"]]);
  const overlay = { name: "a recording with a long name.tags.zst", data };
  const svg = coincidenceChart(document, data, { names, overlay, width: 420 });
  const titles = texts(svg, "text title");
  expect(titles).toContain("3 the signal detector + 15");
  expect(titles).toContain("a recording with a long name.tags.zst");
});

test("names of many patterns do not cover each other", () => {
  const patterns = Array.from({ length: 300 }, (_, k) => ({ ...pattern, channels: [BigInt(k), 1000n] }));
  const svg = coincidenceChart(document, { window: 1n, patterns });
  const places = attributes(svg, ".tv-axis-x text:not(.tv-label)", "x").map(Number);
  expect(places.length).toBeLessThan(20);
  places.slice(1).forEach((x, index) => {
    expect(x - (places[index] ?? 0)).toBeGreaterThan(50);
  });
  expect(attributes(svg, ".tv-pattern rect", "x")).toHaveLength(300);
});
