/** Histograms with more bins than pixels: their peaks keep their positions. */

import { expect, it } from "vitest";
import { equalBins, highestAt, histogramPath, meanPath } from "../../charts/src/reduction";

/** Pixels 0 to 400 for 8 decades, 100 bins a decade rounded to whole ticks: the lowest bins are many pixels wide. */
function logBins() {
  const edges = [...new Set(Array.from({ length: 801 }, (_, k) => Math.round(10 ** (k / 100))))];
  const pixels = edges.map((edge) => 50 * Math.log10(edge));
  return {
    edges,
    bins: {
      length: edges.length - 1,
      edge: (k: number) => pixels[k] ?? Number.NaN,
      find: (x: number) =>
        Math.max(
          0,
          pixels.findLastIndex((pixel) => pixel <= x),
        ),
    },
  };
}

it.each([1, 4, 20, 60, 5000])("a peak at %s ticks is drawn there on a logarithmic axis", (ticks) => {
  const { edges, bins } = logBins();
  const at = edges.findLastIndex((edge) => edge <= ticks);
  const values = edges.map((_, k) => (k === at ? 100 : 0));
  const points = histogramPath(values, bins, 0, 400, (value) => value)
    .slice(1)
    .split("L");
  const drawn = points.map((point) => point.split(",").map(Number)).filter(([, y]) => y === 100);
  const xs = drawn.map(([x]) => x ?? Number.NaN);
  expect(Math.min(...xs)).toBeGreaterThanOrEqual(bins.edge(at) - 2);
  expect(Math.max(...xs)).toBeLessThanOrEqual(bins.edge(at + 1) + 2);
});

it("the last bin reaches to its end", () => {
  const { bins, edges } = logBins();
  const line = histogramPath(
    edges.map(() => 1),
    bins,
    0,
    400,
    (value) => value,
  );
  expect(Number(line.split("L").at(-1)?.split(",")[0])).toBeGreaterThan(396);
});

// 156 ps over 2 us: 12,800 bins in 800 pixels, at a level of 2 with one bin of 20.
const FINE = Float64Array.from({ length: 12_800 }, (_, k) => (k === 6425 ? 20 : k % 2 === 0 ? 1 : 3));

it("a line of bins finer than pixels keeps the highest and the lowest of each column", () => {
  const bins = equalBins(FINE.length, 0, 800 / FINE.length);
  const heights = histogramPath(FINE, bins, 0, 800, (value) => value)
    .slice(1)
    .split("L")
    .map((point) => Number(point.split(",")[1]));
  expect(Math.max(...heights)).toBe(20);
  expect(Math.min(...heights)).toBe(1);
  expect(heights.length).toBeLessThanOrEqual(800);
});

it("a mark at a pixel stands as high as the line there", () => {
  const bins = equalBins(FINE.length, 0, 800 / FINE.length);
  expect(highestAt(FINE, bins, 0, bins.edge(6425))).toBe(20);
  expect(highestAt(FINE, bins, 0, 100)).toBe(3);
  const wide = equalBins(4, 0, 200);
  expect(highestAt([1, 5, 2, 3], wide, 0, 399)).toBe(5);
  expect(highestAt([1, 5, 2, 3], wide, 0, 401)).toBe(2);
});

it("a path is interrupted where values are not a number, in steps and in columns", () => {
  const values = (bins: number) =>
    Float64Array.from({ length: bins }, (_, k) => (k >= bins / 4 && k < bins / 2 ? Number.NaN : k % 2));
  const y = (value: number): number => value;
  const drawn = (bins: number) => [values(bins), equalBins(bins, 0, 400 / bins), 0, 400, y] as const;
  expect(histogramPath(...drawn(8))).toBe("M0,0H50V1H100M200,0H250V1H300V0H350V1H400");
  for (const path of [histogramPath(...drawn(4000)), meanPath(...drawn(4000))]) {
    expect(path).not.toContain("NaN");
    expect(path.match(/M/gu)).toHaveLength(2);
    expect(path).toMatch(/L99,[\d.]+M201,/u);
  }
});
