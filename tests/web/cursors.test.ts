import { expect, test } from "vitest";
import { pairsBetween, pairsText, tagsText } from "../../web/src/formats/tags/panels/cursors/between";
import { evenGrid, listGrid } from "../../web/src/formats/tags/panels/cursors/grid";

test("cursors stand on the nearest edge of a bin", () => {
  const start = 2n ** 60n;
  const grid = evenGrid(start, 10n, 3);
  expect(grid.length).toBe(4);
  const nearest = [-100n, 4n, 5n, 14n, 27n, 1000n].map(
    (ticks) => grid.at(grid.nearest(start + ticks)) - start,
  );
  expect(nearest).toEqual([0n, 0n, 10n, 10n, 30n, 30n]);
});

test("cursors stand on the nearest tag", () => {
  const grid = listGrid([3n, 4n, 100n]);
  expect([0n, 3n, 50n, 53n, 1000n].map((ticks) => grid.nearest(ticks))).toEqual([0, 0, 1, 2, 2]);
});

const linear = {
  a: 1n,
  b: 2n,
  bin: 2n,
  from: -4n,
  edges: null,
  counts: Float64Array.of(4, 0, 40, 6),
  g2: Float64Array.of(0.8, 0, 8, 1.2),
};

test("pairs between cursors, and those of chance, at which g2 is 1", () => {
  expect(pairsBetween(linear, 1, 3)).toEqual({ pairs: 40, chance: 10 });
  expect(pairsText(pairsBetween(linear, 0, 4))).toBe("50 pairs, 20.0 by chance, 30.0 ± 7.1 above it");
  expect(pairsText(pairsBetween(linear, 0, 1))).toBe("4 pairs, 5.00 by chance, −1.00 above it");
  expect(pairsText(pairsBetween(linear, 2, 2))).toBe("0 pairs, 0.00 by chance, 0.00 above it");
});

test("chance in bins of different widths follows from each", () => {
  const edges = BigInt64Array.of(1n, 2n, 4n, 8n);
  const log = {
    ...linear,
    bin: null,
    from: null,
    edges,
    counts: Float64Array.of(2, 0, 8),
    g2: Float64Array.of(1, 0, 1),
  };
  // The bin without pairs has the level of the one before: 2 pairs a tick.
  expect(pairsBetween(log, 0, 3)).toEqual({ pairs: 10, chance: 14 });
});

test("without g2 there is no level", () => {
  const dark = { ...linear, g2: new Float64Array(4).fill(Number.NaN) };
  expect(pairsText(pairsBetween(dark, 0, 4))).toBe("50 pairs");
});

test("tags between cursors by channel", () => {
  expect(tagsText([[3n, 1]])).toBe("1 tag");
  expect(
    tagsText([
      [3n, 1200],
      [15n, 4],
    ]),
  ).toBe("1,204 tags (3: 1,200, 15: 4)");
});
