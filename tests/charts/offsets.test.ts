import { offsetsChart, offsetsFrame, progressChart, progressFrame } from "@tagview/charts";
import { expect, test } from "vitest";
import { attributes, document, texts } from "./document";

function columns(offsets: bigint[]) {
  return {
    partition: BigInt64Array.from(offsets, (_, index) => BigInt(index)),
    offset: BigInt64Array.from(offsets),
  };
}

test("a point a partition, a ring for the empty ones", () => {
  const data = columns([0n, 100n, -1n]);
  const frame = offsetsFrame(data);
  const svg = offsetsChart(document, data);
  const at = (partition: number, offset: number) =>
    `M${Math.round(frame.x(partition) * 100) / 100},${Math.round(frame.y(offset) * 100) / 100}h0`;
  expect(attributes(svg, ".tv-dots", "d")).toEqual([at(0, 0) + at(1, 100)]);
  expect(attributes(svg, ".tv-rings circle", "cx")).toEqual([String(Math.round(frame.x(2) * 100) / 100)]);
  expect(texts(svg, "desc")).toEqual(["3 partitions, 1 of them empty."]);
});

test("offsets that differ by one near 2^63 are drawn apart", () => {
  const top = 2n ** 63n - 1n;
  const data = columns([0n, 1n, 2n, 3n].map((partition) => top - partition));
  const heights = attributes(offsetsChart(document, data), ".tv-dots", "d")[0]?.match(/,[\d.]+/gu) ?? [];
  expect(new Set(heights).size).toBe(4);
  expect(texts(offsetsChart(document, data), ".tv-label")).toContain(
    "offset above 9,223,372,036,854,775,804",
  );
});

test("more partitions than pixels stay a small path", () => {
  const data = columns(Array.from({ length: 50_000 }, (_, partition) => BigInt(partition % 977)));
  const [path = ""] = attributes(offsetsChart(document, data), ".tv-dots", "d");
  expect(path.split("M").length).toBeLessThan(900);
});

test("no partitions is a sentence", () => {
  expect(texts(offsetsChart(document, columns([])), ".tv-empty")).toEqual(["No partitions."]);
});

test("a bar a partition from no progress, and the one that moved furthest is named", () => {
  const data = { partition: BigInt64Array.of(3n, 4n, 9n), moved: BigInt64Array.of(10n, 1_500n, -20n) };
  const frame = progressFrame(data);
  const svg = progressChart(document, data);
  const round = (value: number) => Math.round(value * 100) / 100;
  const bar = (partition: number, moved: number) =>
    `M${round(frame.x(partition))},${round(frame.y(0))}V${round(frame.y(moved))}`;
  expect(attributes(svg, ".tv-bars", "d")).toEqual([bar(3, 10) + bar(4, 1500), bar(9, -20)]);
  expect(new Set(attributes(svg, ".tv-bars", "stroke")).size).toBe(2);
  expect(texts(svg, ".tv-worst")).toEqual(["4: 1,500", "9: -20"]);
  expect(texts(svg, "desc")).toEqual([
    "Partition 4 moved furthest, by 1,500. Partition 9 went backwards by 20.",
  ]);
});

test("without movement no partition is named", () => {
  const svg = progressChart(document, {
    partition: BigInt64Array.of(1n, 2n),
    moved: BigInt64Array.of(0n, -3n),
  });
  expect(texts(svg, ".tv-worst")).toEqual(["2: -3"]);
  expect(texts(svg, "desc")).toEqual(["No partition advanced. Partition 2 went backwards by 3."]);
});

test("one outlier does not flatten the others, and is named", () => {
  const offsets = Array.from({ length: 100_000 }, (_, k) => 18_000_000n + BigInt((k * 7919) % 5000));
  offsets[77] = 12n;
  offsets[99_000] = 4_000_000_000_000n;
  const data = columns(offsets);
  const frame = offsetsFrame(data);
  const [low = 0, high = 0] = frame.y.domain();
  expect(high - low).toBeLessThan(10_000);
  expect(texts(offsetsChart(document, data), ".tv-off")).toEqual([
    "off the scale: 77 at 12, 99,000 at 4,000,000,000,000",
  ]);
  // It is drawn at the edge, not beyond it.
  expect(frame.y(4e12)).toBe(frame.top);
  const moved = { partition: data.partition, moved: BigInt64Array.from(offsets, (_, k) => BigInt(k % 50)) };
  moved.moved[5] = 1_000_000n;
  expect(progressFrame(moved).y.domain()[1]).toBeLessThan(100);
  expect(texts(progressChart(document, moved), ".tv-worst")).toEqual(["5: 1,000,000 (off the scale)"]);
  // Without outliers, all values are on the scale.
  expect(texts(offsetsChart(document, columns(offsets.slice(100, 200))), ".tv-off")).toEqual([]);
});
