import { gapsChart, gapsFrame, rateChart, rateFrame } from "@tagview/charts";
import { expect, test } from "vitest";
import { attributes, document, texts } from "./document";

const MS = 6_400_000n;
const first = {
  bin: MS,
  start: 5n * MS,
  channels: [{ channel: 15n, counts: Float64Array.of(50, 50) }],
};
// Recorded at another time, twice as fine, for longer, and with a channel more.
const second = {
  bin: MS / 2n,
  start: 900n * MS,
  channels: [
    { channel: 3n, counts: new Float64Array(8).fill(100) },
    { channel: 15n, counts: new Float64Array(8).fill(25) },
  ],
};
const overlay = { data: second, name: "after.tags.zst" };

test("two recordings' rates start together, and the axes hold both", () => {
  const frame = rateFrame(first, { overlay });
  expect(frame.x.domain()).toEqual([0, 0.004]);
  expect(frame.y.domain()[1]).toBeGreaterThanOrEqual(200_000);
  const svg = rateChart(document, first, { overlay, subject: "before.tags.zst" });
  const y = Math.round(frame.y(50_000) * 100) / 100;
  expect(attributes(svg, ".tv-line:not(.tv-second)", "d")).toEqual([`M56,${y}H256V${y}H456`]);
  expect(attributes(svg, ".tv-second", "data-channel")).toEqual(["3", "15"]);
  expect(attributes(svg, ".tv-second", "d")[1]).toMatch(new RegExp(`^M56,${y}H156V.*H856$`, "u"));
  expect(texts(svg, ".tv-key text")).toEqual(["after.tags.zst", "before.tags.zst"]);
});

test("a channel has one colour in both recordings", () => {
  const svg = rateChart(document, first, { overlay });
  const [solid] = attributes(svg, ".tv-line:not(.tv-second)", "stroke");
  expect(attributes(svg, ".tv-second", "stroke")[1]).toBe(solid);
  expect(attributes(svg, ".tv-second", "stroke")[0]).not.toBe(solid);
});

test("a hidden channel is hidden in both", () => {
  const svg = rateChart(document, first, { overlay, hidden: new Set([3n]) });
  expect(attributes(svg, ".tv-second", "data-channel")).toEqual(["15"]);
});

test("a second recording without tags does not change the first", () => {
  const none = { data: { bin: 1n, start: null, channels: [] }, name: "empty" };
  expect(rateChart(document, first, { overlay: none }).outerHTML).toBe(rateChart(document, first).outerHTML);
});

test("long names with a common beginning remain distinguishable in any space", () => {
  const both = ["2022-01-19-photons-run-07.tags.zst", "2022-01-19-photons-run-13.tags.zst"] as const;
  for (const width of [240, 400, 900]) {
    const options = { width, subject: both[0], overlay: { ...overlay, name: both[1] } };
    const keys = [...rateChart(document, first, options).querySelectorAll(".tv-key text")];
    const [second = "", own = ""] = keys.map((node) => node.firstChild?.textContent ?? "");
    expect(own, `${width}`).toMatch(/7|07/u);
    expect(second, `${width}`).toMatch(/3|13/u);
    if (width === 900) expect([own, second]).toEqual(both);
  }
});

test("the key's sample lines do not run into its names", () => {
  const names = ["2026_MWMW_0000000000.tags.zst", "2026_MWMW_1111111111.tags.zst"] as const;
  const svg = rateChart(document, first, { subject: names[0], overlay: { ...overlay, name: names[1] } });
  const [right = 0, left = 0] = attributes(svg, ".tv-key text", "x").map(Number);
  const [sample = ""] = attributes(svg, ".tv-key path", "d");
  const from = Number(/^M([\d.]+)/u.exec(sample)?.[1]);
  // The widest of these letters are 8 pixels wide on average.
  expect(from + 20).toBeLessThan(right - 7.2 * names[1].length);
  expect(from).toBeGreaterThan(left);
});

test("two recordings' gaps are drawn over the range of both", () => {
  const gaps = (edges: bigint[], ...counts: number[]) => ({
    bin: null,
    from: null,
    edges: BigInt64Array.from(edges),
    channels: [{ channel: 7n, counts: Float64Array.from(counts) }],
  });
  const [fine, coarse] = [gaps([10n, 100n, 1000n], 5, 50), gaps([1n, 100n, 100_000n], 7, 5000)];
  const options = { tick: 1e-9, overlay: { data: coarse, name: "after" } };
  const frame = gapsFrame(fine, options);
  const [low = 0, high = 0] = frame.x.domain();
  expect(low).toBeLessThan(1e-9);
  expect(high).toBeGreaterThan(1e-4);
  const svg = gapsChart(document, fine, options);
  const y = Math.round(frame.y(5000) * 100) / 100;
  expect(attributes(svg, ".tv-second", "d")[0]).toContain(`V${y}`);
  expect(texts(svg, ".tv-key text")).toEqual(["after"]);
});
