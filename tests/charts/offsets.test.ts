import { offsetsChart, offsetsFrame } from "@tagview/charts";
import { expect, test } from "vitest";
import { attributes, document, texts } from "./document";

test("a point a partition, a ring for the empty ones", () => {
  const data = {
    partitions: [0, 1, 2].map((partition) => ({ partition, offset: [0n, 100n, -1n][partition] ?? 0n })),
  };
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
  const data = {
    partitions: [0, 1, 2, 3].map((partition) => ({ partition, offset: top - BigInt(partition) })),
  };
  const heights = attributes(offsetsChart(document, data), ".tv-dots", "d")[0]?.match(/,[\d.]+/gu) ?? [];
  expect(new Set(heights).size).toBe(4);
  expect(texts(offsetsChart(document, data), ".tv-label")).toContain(
    "offset above 9,223,372,036,854,775,804",
  );
});

test("more partitions than pixels stay a small path", () => {
  const partitions = Array.from({ length: 50_000 }, (_, partition) => ({
    partition,
    offset: BigInt(partition % 977),
  }));
  const [path = ""] = attributes(offsetsChart(document, { partitions }), ".tv-dots", "d");
  expect(path.split("M").length).toBeLessThan(900);
});

test("no partitions is a sentence", () => {
  expect(texts(offsetsChart(document, { partitions: [] }), ".tv-empty")).toEqual(["No partitions."]);
});
