import { ticksCsv } from "@tagview/charts/csv";
import { type TicksOptions, tagAt, tagsIn, ticksChart, ticksFrame } from "@tagview/charts/ticks";
import { expect, test } from "vitest";
import { attributes, document, texts } from "./document";

// Ticks of 1 ns from 2^53 + 1 on, which no double holds.
const START = 2n ** 53n + 1n;
const data = {
  times: BigInt64Array.from([START, START + 100n, START + 100n, START + 250n, START + 900n]),
  channels: [3n, 3n, 15n, 3n, 15n],
};
const options: TicksOptions = {
  tick: 1e-9,
  origin: START,
  view: [0, 500e-9],
  rows: [3n, 15n],
  subject: "a.tags",
  width: 800,
  height: 156,
};

test("a line for each tag in the row of its channel", () => {
  const frame = ticksFrame(data, options);
  const svg = ticksChart(document, data, options);
  expect(frame.x.domain()).toEqual([0, 500e-9]);
  expect(attributes(svg, ".tv-line", "data-channel")).toEqual(["3", "15"]);
  expect(texts(svg, ".tv-rows text")).toEqual(["3", "15"]);
  const paths = attributes(svg, ".tv-line", "d");
  const places = (path: string | null) =>
    [...(path ?? "").matchAll(/M([\d.]+),/gu)].map(([, x]) => Number(x));
  const x = (ns: number) => Math.round(100 * frame.x(ns * 1e-9)) / 100;
  expect(paths.map(places)).toEqual([[x(0), x(100), x(250)], [x(100)]]);
  expect(texts(svg, "desc")).toEqual(["A row each for channel 3, 15; 4 tags."]);
  expect(texts(svg, ".tv-label")).toEqual(["channel", "time (ns)"]);
});

test("a long name of a channel loses its middle, and its title is the full name", () => {
  const names = new Map([[3n, "the signal detector of the left arm"]]);
  const svg = ticksChart(document, data, { ...options, names });
  const [long] = svg.querySelectorAll(".tv-rows text");
  expect(long?.querySelector("title")?.textContent).toContain("the signal detector of the left arm");
  expect(long?.firstChild?.textContent).toContain("…");
});

test("far from 0, the axis counts from its beginning, and states that time to the tick", () => {
  const far = { ...options, view: [1.2 - 12e-9, 1.2] as const };
  const svg = ticksChart(document, data, far);
  expect(texts(svg, ".tv-axis-x text").slice(0, 2)).toEqual(["0", "2"]);
  expect(texts(svg, ".tv-label").at(-1)).toBe("time after 1.199999988\u00a0s (ns)");
  const inTicks = ticksChart(document, data, { ...far, units: "ticks" });
  expect(texts(inTicks, ".tv-label").at(-1)).toBe("time after 1,199,999,988 ticks (ticks)");
});

test("the tag nearest to a place, of its row first", () => {
  const frame = ticksFrame(data, options);
  const at = (ns: number, row: number, near = 40) =>
    tagAt(data, options, ns * 1e-9, frame.y(row + 0.5), near);
  expect(at(240, 0)?.time).toBe(START + 250n);
  expect(at(110, 1)).toMatchObject({ time: START + 100n, channel: 15n });
  expect(at(400, 0)).toBeNull();
  // Above the rows, of any channel.
  expect(tagAt(data, options, 5e-9, 2, 40)).toMatchObject({ time: START, channel: 3n });
});

test("channels that are switched off have no row, and their tags are not found", () => {
  const hidden = { ...options, hidden: new Set([3n]) };
  expect(attributes(ticksChart(document, data, hidden), ".tv-line", "data-channel")).toEqual(["15"]);
  expect(tagsIn(data, hidden).map(({ time }) => time)).toEqual([START + 100n]);
});

test("rows without tags are the first to be omitted", () => {
  const rows = Array.from({ length: 200 }, (_, k) => BigInt(k));
  const svg = ticksChart(document, data, { ...options, rows });
  expect(attributes(svg, ".tv-line", "data-channel")).toEqual(["3", "15"]);
});

test("saved, times are exact", () => {
  expect(ticksCsv(data, options).split("\n").slice(0, 3)).toEqual([
    "channel,time (ticks),after the first tag (ticks),after the first tag (s)",
    "3,9007199254740993,0,0",
    "3,9007199254741093,100,1e-7",
  ]);
});
