import { comparisonChart, type FormatCost } from "@tagview/charts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { document } from "./document";

const formats = ["csv-unix", "capnp", "custom"];

const cost = (format: string, bytes: number, decode: number, isOnFront: boolean): FormatCost => ({
  ...{ format, compression: null },
  ...{ bytes, decode, isOnFront },
});

test("a point each, the best at the lower left, the front joined and named", () => {
  const rows = [
    cost("csv-unix", 8e6, 0.1, false),
    cost("capnp", 8e6, 0.001, true),
    cost("custom", 1e6, 0.01, true),
  ];
  const svg = comparisonChart(document, rows, { formats, width: 600, height: 400 });
  const points = [...svg.querySelectorAll("[data-row]")];
  expect(points).toHaveLength(3);
  const place = points.map((point) => {
    const circle = point.querySelector("circle");
    return { x: Number(circle?.getAttribute("cx")), y: Number(circle?.getAttribute("cy")) };
  });
  const [csv, capnp, custom] = place;
  expect(capnp?.x).toBeLessThan(custom?.x ?? 0);
  expect(custom?.x).toBeLessThan(csv?.x ?? 0);
  expect(csv?.y).toBe(capnp?.y);
  expect(custom?.y).toBeGreaterThan(capnp?.y ?? 0);
  expect(svg.querySelector(".tv-front")?.getAttribute("d")).toBe(
    `M${custom?.x},${custom?.y}L${capnp?.x},${capnp?.y}`,
  );
  expect([...svg.querySelectorAll(".tv-names text")].map((text) => text.textContent)).toEqual([
    "custom",
    "capnp",
    "csv-unix",
  ]);
  expect(points[1]?.querySelector("title")?.textContent).toContain("on the Pareto front");
  expect(points[0]?.querySelector("title")?.textContent).not.toContain("front");
});

test("a chart without rows states that there is nothing to compare", () => {
  expect(comparisonChart(document, [], { formats }).textContent).toContain("There is nothing to compare.");
});

test("coordinates are valid for any costs", () => {
  const row = fc.record({
    format: fc.constantFrom(...formats, "another"),
    compression: fc.option(fc.constantFrom("zstd 19", "lz4")),
    bytes: fc.nat(),
    decode: fc.oneof(fc.constant(0), fc.double({ min: 1e-12, max: 1e6, noNaN: true })),
    isOnFront: fc.boolean(),
  });
  const size = { width: fc.nat(2000), height: fc.nat(1200) };
  fc.assert(
    fc.property(fc.array(row, { maxLength: 80 }), fc.record(size), (rows, options) => {
      const { outerHTML } = comparisonChart(document, rows, { ...options, formats });
      expect(outerHTML).not.toMatch(/NaN|Infinity|undefined|null/u);
    }),
  );
});
