import { clockText, gapsChart, gapsRowAt, rateChart, rateFrame, rateLayout } from "@tagview/charts";
import { expect, test } from "vitest";
import { attributes, document, texts } from "./document";

// Bins of 1 ms: channel k has k tags in each of 4, but channel 5 none in the last two.
const MS = 6_400_000n;
const rates = (channels: number) => ({
  bin: MS,
  start: 0n,
  channels: Array.from({ length: channels }, (_, k) => ({
    channel: BigInt(k + 1),
    counts: k === 4 ? Float64Array.of(5, 5, 0, 0) : new Float64Array(4).fill(k + 1),
  })),
});

/** Positions of a path's rectangles: left, top, right, bottom. */
function boxes(path: string): number[][] {
  return [...path.matchAll(/M([\d.]+),([\d.]+)H([\d.]+)V([\d.]+)/gu)].map(([, ...at]) => at.map(Number));
}

test("eight channels are lines, and nine are rows", () => {
  expect(attributes(rateChart(document, rates(8)), ".tv-line", "d")).toHaveLength(8);
  const svg = rateChart(document, rates(9));
  expect(attributes(svg, ".tv-line", "d")).toEqual([]);
  expect(texts(svg, ".tv-rows text")).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
});

test("a row is darker for a higher rate, and blank without tags", () => {
  const frame = rateFrame(rates(9), { log: false });
  const svg = rateChart(document, rates(9), { log: false });
  const steps = [...svg.querySelectorAll(".tv-step")];
  const darkness = (row: number): number[][] =>
    steps.flatMap((step) =>
      boxes(step.getAttribute("d") ?? "")
        .filter(([, top = 0]) => top === Math.round(frame.y(row)))
        .map(([left = 0, , right = 0]) => [Number(step.getAttribute("fill-opacity")), left, right]),
    );
  // 9 of 9 is the last of ten steps, 1 of 9 the second.
  expect(darkness(8)).toEqual([[1, frame.left, frame.right]]);
  expect(darkness(0)).toEqual([[0.2, frame.left, frame.right]]);
  expect(darkness(4)).toEqual([[0.6, frame.left, (frame.left + frame.right) / 2]]);
  expect(texts(svg, ".tv-legend text")).toEqual(
    ["9.00 kHz", "rate 0", "channel"].map((s) => s.replace(" k", "\u00a0k")),
  );
});

test("the row under a point is the channel that is drawn there, and lines have none", () => {
  const frame = rateFrame(rates(9), {});
  expect(rateLayout(rates(9), {}).rowAt(frame.y(6.5))).toBe(7n);
  expect(rateLayout(rates(9), {}).rowAt(frame.top - 3)).toBeNull();
  expect(rateLayout(rates(8), {}).rowAt(100)).toBeNull();
});

test("if not all rows fit, those with the most tags are drawn, and this is reported", () => {
  const options = { height: 120 };
  const svg = rateChart(document, rates(90), options);
  expect(svg.textContent).toContain("no room for 58 channels with fewer tags");
  const frame = rateFrame(rates(90), options);
  expect(rateLayout(rates(90), options).rowAt(frame.y(0.5))).toBe(59n);
});

test("gaps of more than eight channels are rows as well", () => {
  const channels = rates(9).channels;
  const data = { bin: null, from: null, edges: BigInt64Array.of(1n, 10n, 100n, 1000n, 10_000n), channels };
  const svg = gapsChart(document, data);
  expect(texts(svg, ".tv-rows text")).toHaveLength(9);
  expect(gapsRowAt(data, {}, 24)).toBe(1n);
});

test("the number at the end of an axis is on the chart, also beside rows that leave it little room", () => {
  const { channels } = rates(9);
  const data = {
    bin: null,
    from: null,
    edges: BigInt64Array.of(2n, 10n, 100n, 1000n, 640_000_000n),
    channels,
  };
  const svg = gapsChart(document, data, { width: 560 });
  const last = [...svg.querySelectorAll(".tv-axis-x text:not(.tv-label)")].at(-1);
  expect(last?.textContent).toBe("100\u00a0ms");
  const half = (6 * (last?.textContent ?? "").length) / 2;
  expect(Number(last?.getAttribute("x")) + half).toBeLessThanOrEqual(560);
});

const clock = (seconds: number, view?: readonly [number, number]): string[] => {
  const data = { bin: BigInt(Math.round((seconds / 4) * 6.4e9)), start: 0n, channels: rates(1).channels };
  return texts(rateChart(document, data, view ? { view } : {}), ".tv-axis-x text");
};

test.each([
  ["seconds below two minutes", clock(100), "time (s)", ["0", "10", "20"]],
  ["minutes", clock(1200), "time (min:s)", ["0:00", "2:00", "4:00"]],
  ["hours", clock(14_400), "time (h:min)", ["0:00", "0:15", "0:30"]],
  ["seconds of an hour", clock(14_400, [7380, 7440]), "time (h:min:s)", ["2:03:00", "2:03:05", "2:03:10"]],
  [
    "milliseconds of an hour",
    clock(14_400, [7380, 7380.01]),
    "time (h:min:s)",
    ["2:03:00.000", "2:03:00.002"],
  ],
])("the axis of time has %s", (_, labels, label, first) => {
  expect(labels.at(-1)).toBe(label);
  expect(labels.slice(0, first.length)).toEqual(first);
});

test.each([
  [119, null],
  [125, "2 min 5 s"],
  [14_399.9, "4 h 0 min"],
  [-7260, "−2 h 1 min"],
  [Number.NaN, null],
])("%s s in words", (seconds, words) => {
  expect(clockText(seconds)?.replaceAll("\u00a0", " ") ?? null).toBe(words);
});

test("rates may be logarithmic, and a bin without tags lies on the axis", () => {
  const data = { bin: MS, start: 0n, channels: [{ channel: 3n, counts: Float64Array.of(1, 0, 100, 100) }] };
  const frame = rateFrame(data, { log: true });
  const [line = ""] = attributes(rateChart(document, data, { log: true }), ".tv-line", "d");
  // From 1 kHz to 100 kHz.
  const [low = 0, high = 0] = frame.y.domain();
  expect(low).toBeLessThan(1000);
  expect(high).toBeGreaterThan(100_000);
  expect(line).toContain(`V${frame.bottom}H`);
});

test("a name that is too long loses its middle, and its title is the full name", () => {
  const channels = [{ channel: 9_223_372_036_854_770_004n, counts: Float64Array.of(1, 1) }];
  const svg = rateChart(document, { bin: MS, start: 0n, channels });
  expect(svg.querySelector(".tv-name")?.textContent).toBe("9223…00049223372036854770004");
  expect(texts(svg, ".tv-name title")).toEqual(["9223372036854770004"]);
});

test("rows that do not fit are reported without overlapping the axis' label", () => {
  for (const [width, text] of [
    [900, "no room for 58 channels with fewer tags"],
    [360, "58 more channels"],
  ] as const) {
    const svg = rateChart(document, rates(100), { width, height: 140 });
    const note = [...svg.querySelectorAll(".tv-heat > .tv-label")].at(-1);
    expect(note?.firstChild?.textContent).toBe(text);
    const end = Number(note?.getAttribute("x")) + 6.2 * text.length;
    expect(end).toBeLessThan(width - 14 - 55);
  }
});
