/** Charts of Icechunk arrays and histories: nothing is hidden if a cell represents many chunks. */

import {
  type ChunkGrid,
  chunkGridLayout,
  chunkGridMap,
  chunkGridMost,
  chunkSizesChart,
  historyLines,
} from "@tagview/charts";
import { expect, it } from "vitest";
import { document, texts } from "./document";

/** A grid of one row: the number of native and virtual chunks in each cell. */
function grid(cells: [native: number, virtual: number][], per: number): ChunkGrid {
  return {
    rows: 1,
    columns: cells.length,
    per: [1, per],
    chunks: [1, per * cells.length],
    counts: {
      native: cells.map(([native]) => native),
      virtual: cells.map(([, virtual]) => virtual),
      inline: cells.map(() => 0),
      unknown: cells.map(() => 0),
    },
    bytes: cells.map(([native, virtual]) => 100 * native + 10 * virtual),
    names: [null, "time"],
  };
}

const WIDE = { by: "kind", width: 900, height: 200 } as const;

it("cells of several kinds, of some written chunks and of none are distinguished", () => {
  const svg = chunkGridMap(
    document,
    grid(
      [
        [4, 0],
        [1, 0],
        [2, 2],
        [0, 0],
      ],
      4,
    ),
    WIDE,
  );
  const cells = [...svg.querySelectorAll(".tv-cells path")].map((path) => [
    path.getAttribute("class"),
    path.getAttribute("fill-opacity"),
  ]);
  expect(cells).toEqual([
    ["tv-kind-native", null],
    ["tv-kind-native", "0.4375"],
    ["tv-kind-several", null],
    ["tv-kind-missing", null],
  ]);
  expect(svg.querySelector("desc")?.textContent).toContain("A cell stands for 1 × 4 chunks");
});

it("a grid of single chunks does not speak of several", () => {
  const svg = chunkGridMap(document, grid([[1, 0]], 1), WIDE);
  expect(texts(svg, ".tv-legend text")).toEqual(["native", "virtual", "inline", "not written"]);
});

it("chunks of a missing manifest are not drawn as chunks that were never written", () => {
  const lost = {
    ...grid(
      [
        [1, 0],
        [0, 0],
        [0, 0],
      ],
      1,
    ),
    lost: [0, 1, 0],
  };
  for (const by of ["kind", "size"] as const) {
    const svg = chunkGridMap(document, lost, { ...WIDE, by });
    const cells = [...svg.querySelectorAll(".tv-cells path")].map((path) => path.getAttribute("class"));
    expect(cells.slice(1)).toEqual(["tv-kind-lost", "tv-kind-missing"]);
    expect(texts(svg, ".tv-legend text").slice(-2)).toEqual(["not written", "manifest missing"]);
  }
});

it("by size the smallest and the largest have the ends of the colours", () => {
  const svg = chunkGridMap(
    document,
    grid(
      [
        [1, 0],
        [0, 1],
        [0, 0],
      ],
      1,
    ),
    { ...WIDE, by: "size" },
  );
  const cells = [...svg.querySelectorAll(".tv-cells path")].map((path) => path.getAttribute("class"));
  expect(cells).toEqual(["tv-s6", "tv-s1", "tv-kind-missing"]);
});

it("a point of the map is that of its cell", () => {
  const data = grid(
    [
      [1, 0],
      [0, 1],
      [0, 0],
    ],
    5,
  );
  const { frame, at } = chunkGridLayout(data, WIDE);
  expect(at(frame.x(7), frame.top + 3)).toEqual({ row: 0, column: 1 });
  expect(at(frame.left - 3, frame.top + 3)).toBeNull();
});

it("the charts of an array without chunks state that it has none", () => {
  expect(chunkGridMap(document, grid([], 1), WIDE).textContent).toContain("no chunks");
  const none = { native: [], virtual: [], inline: [], unknown: [] };
  expect(chunkSizesChart(document, { edges: [], counts: none }).textContent).toContain("No chunk");
});

it("few chunks of one size are seen beside many of another", () => {
  const counts = { native: [100_000, 0, 1], virtual: [0, 0, 0], inline: [0, 0, 0], unknown: [0, 0, 0] };
  const svg = chunkSizesChart(document, { edges: [1, 10, 100, 1000], counts }, { width: 900, height: 200 });
  const bars = svg.querySelector("path.tv-kind-native")?.getAttribute("d")?.split("z").filter(Boolean);
  expect(bars).toHaveLength(2);
  expect(bars?.[1]).toContain("v-1h");
});

it("lines of a history begin at children and end at parents", () => {
  const place = (column: number, parent: string | null, passing: number[], joining: number[]) => ({
    column,
    passing,
    joining,
    snapshot: { parent },
  });
  const lines = historyLines([
    place(0, "c", [], []),
    place(1, "c", [0], []),
    place(0, "d", [], [1]),
    place(0, null, [], []),
  ]);
  expect(lines.map(({ isChildAbove, hasParent }) => [isChildAbove, hasParent])).toEqual([
    [false, true],
    [false, true],
    [true, true],
    [true, false],
  ]);
});

it("a long grid of one dimension fills its room in lines of a round number of chunks", () => {
  const data = grid(
    Array.from({ length: 230 }, (_, k) => [k % 2, 0]),
    1,
  );
  const { frame, at, cell, columns } = chunkGridLayout(data, WIDE);
  expect(columns).toBe(50);
  expect(frame.bottom).toBe(WIDE.height - 36);
  const last = cell(0, 229);
  expect(last.y + last.height).toBeCloseTo(frame.bottom);
  expect(at(last.x + 1, last.y + 1)).toEqual({ row: 0, column: 229 });
  expect(at(frame.right - 1, frame.bottom - 1)).toBeNull();
  const svg = chunkGridMap(document, data, WIDE);
  expect(texts(svg, ".tv-axis-y text")).toEqual(expect.arrayContaining(["0", "50", "200"]));
  const drawn = [...svg.querySelectorAll(".tv-cells path")].map(
    (path) => path.getAttribute("d")?.match(/M/gu)?.length,
  );
  expect(drawn).toEqual([115, 115]);
});

it("few chunks of one dimension are large squares", () => {
  const { cell } = chunkGridLayout(
    grid(
      [
        [1, 0],
        [0, 1],
        [1, 0],
        [1, 0],
        [1, 0],
        [1, 0],
        [1, 0],
        [1, 0],
      ],
      1,
    ),
    WIDE,
  );
  expect(cell(0, 7).width).toBeCloseTo(822 / 8);
  expect(cell(0, 7).height).toBeCloseTo(822 / 8);
});

it("a grid of one dimension has a cell for each chunk as long as there is room", () => {
  expect(chunkGridMost(WIDE, true)).toEqual([1, 44 * 200]);
  expect(chunkGridMost(WIDE, false)).toEqual([44, 274]);
});
