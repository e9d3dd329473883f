import { rateChart, rateFrame, rateLayout } from "@tagview/charts";
import { rateCsv } from "@tagview/charts/csv";
import { expect, test } from "vitest";
import { attributes, document, texts } from "./document";

// Bins of 1 ms (6.4 million ticks of 156.25 ps): 100 and 50 tags in each are 100 and 50 kHz.
const MS = 6_400_000n;
const data = {
  bin: MS,
  start: 5n * MS,
  channels: [
    { channel: 3n, counts: Float64Array.of(100, 100, 100, 100) },
    { channel: 15n, counts: Float64Array.of(50, 50, 50, 50) },
  ],
};

test("a line a channel at the height of its rate, from the first bin to the last", () => {
  const frame = rateFrame(data);
  const svg = rateChart(document, data);
  expect(frame.x.domain()).toEqual([0, 0.004]);
  expect(frame.y.domain()).toEqual([0, 110_000]);
  expect(attributes(svg, ".tv-line", "data-channel")).toEqual(["3", "15"]);
  // The frame lies between 56 and 856 across and 22 and 286 down: 100 of 110 kHz is 240 up.
  const [first, second] = attributes(svg, ".tv-line", "d");
  expect(first).toBe("M56,46H256V46H456V46H656V46H856");
  expect(second).toBe("M56,166H256V166H456V166H656V166H856");
});

test("lost parts of a damaged recording are not drawn", () => {
  const { start, bin } = data;
  const counts = Float64Array.from({ length: 8 }, (_, k) => ([2, 3, 5].includes(k) ? 0 : 40));
  const some = { ...data, channels: [3n, 15n].map((channel) => ({ channel, counts })) };
  const lineOf = (lost: { from: bigint | null; to: bigint | null }[]) =>
    attributes(rateChart(document, some, { lost }), ".tv-line", "d");
  // Channels without tags are dark.
  expect(lineOf([])[0]?.match(/M/gu)).toHaveLength(1);
  const at = (bins: number): bigint => (start ?? 0n) + BigInt(Math.round(bins * Number(bin)));
  for (const line of lineOf([{ from: at(1.9), to: at(4.1) }])) {
    expect(line.match(/M/gu)).toHaveLength(2);
    expect(line).toMatch(/^[^M]*M56,[^M]*H256M456,/u);
  }
  // A lost part within a bin leaves its rate, and the ends of the recording may be lost.
  expect(lineOf([{ from: at(2.1), to: at(2.9) }])[0]?.match(/M/gu)).toHaveLength(1);
  expect(lineOf([{ from: null, to: at(4.1) }])[0]).toMatch(/^M456,/u);
  expect(lineOf([{ from: at(3.9), to: null }])[0]).toMatch(/H456$/u);
});

test("axes have unit and prefix, and lines have their channel's name at the end", () => {
  const svg = rateChart(document, data);
  expect(texts(svg, ".tv-label")).toEqual(["rate (kHz)", "time (ms)"]);
  expect(texts(svg, ".tv-axis-y text").slice(0, 3)).toEqual(["0", "20", "40"]);
  expect(texts(svg, ".tv-name")).toEqual(["3", "15"]);
  expect(attributes(svg, ".tv-name", "x")).toEqual(["862", "862"]);
});

test("it has a description for screen readers, and is complete on its own", () => {
  const svg = rateChart(document, data, { subject: "a & b.tags.zst" });
  expect(svg.getAttribute("role")).toBe("img");
  expect(svg.getAttribute("aria-label")).toBe("Rate over time of a & b.tags.zst");
  expect(texts(svg, "title")).toEqual(["Rate over time of a & b.tags.zst"]);
  expect(svg.outerHTML).toContain('xmlns="http://www.w3.org/2000/svg"');
  expect(svg.outerHTML).toContain("<title>Rate over time of a &amp; b.tags.zst</title>");
  expect(svg.outerHTML).toContain('stroke="#0072b2"');
});

test("a channel keeps its colour when others are hidden or have no tags", () => {
  const all = attributes(rateChart(document, data), ".tv-line", "stroke");
  const hidden = rateChart(document, data, { hidden: new Set([3n]) });
  expect(attributes(hidden, ".tv-line", "stroke")).toEqual([all[1]]);
  const alone = { ...data, channels: data.channels.slice(1) };
  expect(attributes(rateChart(document, alone, { order: [3n, 15n] }), ".tv-line", "stroke")).toEqual([
    all[1],
  ]);
});

test("the last bin has the width that was recorded, and is omitted if that is less than half a bin", () => {
  const half = { ...data, channels: [{ channel: 3n, counts: Float64Array.of(100, 100, 100, 50) }] };
  const last = data.start + 3n * MS + MS / 2n - 1n;
  expect(attributes(rateChart(document, half, { last }), ".tv-line", "d")).toEqual([
    "M56,46H284.57V46H513.14V46H741.71V46H856",
  ]);
  const sliver = { ...data, channels: [{ channel: 3n, counts: Float64Array.of(4, 4, 4, 3) }] };
  expect(rateFrame(sliver, { last: data.start + 3n * MS + 5n }).x.domain()).toEqual([0, 0.003]);
  // Three tags in a quarter of a bin are thrice the rate by chance. They are in the CSV; a sentence states that they are not drawn.
  const part = { last: data.start + 3n * MS + MS / 4n - 1n };
  expect(rateFrame(sliver, part).y.domain()[1]).toBeLessThan(5000);
  const sentence = "The last 250\u00a0µs, less than half a bin, are not drawn.";
  expect(rateLayout(sliver, part).rest).toBe(sentence);
  expect(rateChart(document, sliver, part).querySelector("desc")?.textContent).toContain(sentence);
  expect(rateLayout(half, { last }).rest).toBe("");
  expect(rateCsv(sliver, part).split("\n")[4]).toBe("19200000,20800000,0.003,0.00325,3,12000");
});

test("a recording shorter than the bin has the rate of its own length, to which the axis reaches", () => {
  const only = { ...data, channels: [{ channel: 3n, counts: Float64Array.of(25) }] };
  const last = data.start + MS / 4n - 1n;
  const frame = rateFrame(only, { last });
  expect(frame.x.domain()).toEqual([0, 0.000_25]);
  expect(frame.y.domain()).toEqual([0, 110_000]);
  expect(attributes(rateChart(document, only, { last }), ".tv-line", "d")).toEqual(["M56,46H856"]);
  expect(rateLayout(only, { last }).rest).toBe("");
  expect(rateCsv(only, { last }).split("\n")[1]).toBe("0,1600000,0,0.00025,25,100000");
  // On a longer axis, the line ends with the recording.
  const [line] = attributes(rateChart(document, only, { last, view: [0, 0.001] }), ".tv-line", "d");
  expect(line).toBe("M56,46H256");
});

test("tags of one time have no rate in the CSV", () => {
  const one = { bin: MS, start: 5n, channels: [{ channel: 8n, counts: Float64Array.of(1) }] };
  expect(rateCsv(one, { last: 5n }).split("\n")[1]).toBe("0,1,0,1.5625e-10,1,");
});

test("a million bins become a few hundred points, and no peak is lost", () => {
  const counts = new Float64Array(1_000_000).fill(10);
  counts[654_321] = 1000;
  const many = { bin: MS, start: 0n, channels: [{ channel: 3n, counts }] };
  const svg = rateChart(document, many, { width: 900 });
  const [mean = ""] = attributes(svg, ".tv-line", "d");
  const [line = ""] = attributes(svg, ".tv-range", "d");
  expect(mean.split("L").length).toBeLessThanOrEqual(450);
  expect(line.split("L").length).toBeLessThanOrEqual(900);
  const frame = rateFrame(many, { width: 900 });
  const heights = line.match(/,[\d.]+/gu)?.map((y) => Number(y.slice(1))) ?? [];
  expect(Math.min(...heights)).toBeCloseTo(frame.y(1_000_000), 1);
});

test("nothing to draw is a sentence", () => {
  const nothing = rateChart(document, { bin: 1n, start: null, channels: [] });
  expect(texts(nothing, ".tv-empty")).toEqual(["No tags."]);
  // A single tag has no time span for a rate.
  const one = { bin: 1n, start: 5n, channels: [{ channel: 8n, counts: Float64Array.of(1) }] };
  expect(texts(rateChart(document, one, { last: 5n }), ".tv-empty")).toEqual([
    "All tags have one time: there is no rate.",
  ]);
  const off = rateChart(document, data, { hidden: new Set([3n, 15n]) });
  expect(texts(off, ".tv-empty")).toEqual(["Every channel is switched off."]);
});

test("axes are in ticks if ticks are requested", () => {
  expect(texts(rateChart(document, data, { units: "ticks" }), ".tv-label")).toContain("time (M ticks)");
});

test("colours follow the order that is given, and channels that are not in it come last", () => {
  const [first, second] = attributes(rateChart(document, data), ".tv-line", "stroke");
  const turned = rateChart(document, data, { order: [15n, 3n] });
  expect(attributes(turned, ".tv-line", "stroke")).toEqual([second, first]);
  const later = rateChart(document, data, { order: [16n] });
  expect(attributes(later, ".tv-line", "class")).toEqual(["tv-line tv-c1", "tv-line tv-c2"]);
});

test("a name stands beside the number of its channel, which alone identifies the line", () => {
  const svg = rateChart(document, data, { names: new Map([[3n, "pump"]]) });
  expect(texts(svg, ".tv-name")).toEqual(["3 pump", "15"]);
  expect(attributes(svg, ".tv-name", "data-channel")).toEqual(["3", "15"]);
});
