/** Histograms of more bins than pixels: their peaks stay where they are. */

import { expect, it } from "vitest";
import { histogramTrace } from "../../charts/src/reduction";

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
  const { band } = histogramTrace(values, bins, 0, 400, (value) => value);
  const points = band.slice(1).split(/[LZ]/).slice(0, -1);
  const drawn = points.map((point) => point.split(",").map(Number)).filter(([, y]) => y === 100);
  const xs = drawn.map(([x]) => x ?? Number.NaN);
  expect(Math.min(...xs)).toBeGreaterThanOrEqual(bins.edge(at) - 2);
  expect(Math.max(...xs)).toBeLessThanOrEqual(bins.edge(at + 1) + 2);
});

it("the last bin reaches to its end", () => {
  const { bins, edges } = logBins();
  const { line } = histogramTrace(
    edges.map(() => 1),
    bins,
    0,
    400,
    (value) => value,
  );
  expect(Number(line.split("L").at(-1)?.split(",")[0])).toBeGreaterThan(396);
});
