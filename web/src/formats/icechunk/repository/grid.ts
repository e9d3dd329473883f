import {
  type ChunkGrid,
  type ChunkGridLayout,
  chunkGridLayout,
  chunkGridMap,
  chunkGridMost,
} from "@tagview/charts";
import { type ArraySummary, type GridCells, type GridView, gridCells } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { announce } from "../../../ui/announce";
import { h, setAttribute, setAttributes, showText, svg } from "../../../ui/dom";
import { type Figure, figure } from "../../../ui/figure";
import { derived, drawing, reactive } from "../../../ui/signals";
import { type Repository, shownRepository } from "../state";
import { entriesOf } from "../table-panel";
import { type Choice, choiceOf, dimensionBoxes, nameOf } from "./grid-dimensions";
import { cellText, csv, noteOf, wholeText } from "./grid-text";
import { lostInCells, lostManifests } from "./lost-chunks";

type By = "kind" | "size";

interface Cell {
  row: number;
  column: number;
}

/** The cells that are drawn of an array. */
interface Drawn {
  array: ArraySummary;
  cells: GridCells;
  /** Number of chunks in each cell whose manifest is missing. */
  lost: Uint32Array;
  grid: ChunkGrid;
  by: By;
  layout: ChunkGridLayout;
}

/** The chunk grid of the selected array as a map, coloured by the kind of reference or by size. */
export function gridPanel(): Panel<Repository> {
  const now = reactive<{ chosen: Cell | null }>({ chosen: null });
  const bySize = h(
    "button",
    {
      "aria-pressed": "false",
      class: "quiet by-size",
      onclick: () => {
        const repository = shownRepository();
        if (!repository) return;
        const by = repository.view.by === "kind" ? "size" : "kind";
        repository.view = { ...repository.view, by };
      },
    },
    "By size",
  );
  const chart = figure({
    id: "chunk-grid",
    title: "Chunk grid",
    lead: "The stored chunks of the array, and their locations.",
    explanation: entriesOf("grid"),
    hint: "Arrow keys go from cell to cell.",
  });
  chart.tools.prepend(bySize);
  const dimensions = dimensionBoxes((grid) => {
    const repository = shownRepository();
    if (repository) repository.view = { ...repository.view, grid };
  });
  const note = h("p", { class: "field-note" });
  chart.root.children[0]?.after(dimensions.root, note);
  /** The cells of the array, apart from which of them is pointed at. */
  const drawnNow = derived((): Drawn | null => {
    const repository = shownRepository();
    const columns = repository?.array?.columns;
    const { width, height } = chart.size();
    now.chosen = null;
    if (!repository?.array || columns?.is !== "read" || width === 0) return null;
    const { summary } = repository.array;
    const { grid, by } = repository.view;
    return cellsOf(summary, columns.what, choiceOf(summary, grid), { width, height, by });
  });
  const draw = drawing(() => {
    const drawn = drawnNow();
    if (drawn) drawGrid(chart, drawn);
    else chart.wait();
  });
  const ring = chart.overlay.appendChild(svg("rect", { class: "cell-ring" }));
  followPointer(chart, point, (x, y) => drawnNow()?.layout.at(x, y) ?? null);
  chart.host.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    const drawn = drawnNow();
    if (!drawn || !step) return;
    event.preventDefault();
    point(neighbour(drawn, now.chosen, step));
    announce(now.chosen ? cellText(drawn.cells, now.chosen, drawn.lost) : "");
  });

  function point(cell: Cell | null): void {
    if (cell?.row !== now.chosen?.row || cell?.column !== now.chosen?.column) now.chosen = cell;
  }

  return {
    root: chart.root,
    render: ({ array, view: { by, grid } }) => {
      const summary = array?.summary ?? null;
      dimensions.render(summary, summary && choiceOf(summary, grid));
      setAttribute(bySize, "aria-pressed", String(by === "size"));
      chart.name(summary ? `Chunk grid of ${summary.node.path}` : "Chunk grid");
      const text = noteOf(array);
      showText(note, text);
      note.className = summary && lostManifests(summary).length > 0 ? "field-error" : "field-note";
      chart.host.hidden = summary === null;
      if (!summary || chart.size().width === 0) return;
      draw();
      const [drawn, { chosen }] = [drawnNow(), now];
      ring.setAttribute("visibility", drawn && chosen ? "visible" : "hidden");
      chart.setPointReadout(drawn && chosen && cellText(drawn.cells, chosen, drawn.lost));
      if (drawn && chosen) setAttributes(ring, drawn.layout.cell(chosen.row, chosen.column));
    },
  };
}

/** Highlights the cell that `at` returns for the pointer. */
function followPointer(
  { host }: Figure,
  point: (cell: Cell | null) => void,
  at: (x: number, y: number) => Cell | null,
): void {
  host.addEventListener("pointermove", ({ clientX, clientY }) => {
    const { left, top } = host.getBoundingClientRect();
    point(at(clientX - left, clientY - top));
  });
  host.addEventListener("pointerleave", () => point(null));
}

const STEPS: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The neighbour of the selected cell; the first cell if no cell is selected. A row may be drawn in several lines. */
function neighbour({ cells, layout }: Drawn, from: Cell | null, [y, x]: readonly [number, number]): Cell {
  const { rows, columns } = cells;
  if (!from) return { row: 0, column: 0 };
  const within = (value: number, n: number): number => Math.max(0, Math.min(n - 1, value));
  if (layout.columns === columns)
    return { row: within(from.row + y, rows), column: within(from.column + x, columns) };
  return { row: from.row, column: within(from.column + y * layout.columns + x, columns) };
}

/** As many cells as fit, each with the chunks it represents. */
function cellsOf(
  array: ArraySummary,
  columns: Parameters<typeof gridCells>[0],
  choice: Choice,
  room: { width: number; height: number; by: By },
): Drawn {
  const { down, across, at } = choice;
  const chunks = array.shape.map(({ num_chunks }) => Number(num_chunks));
  const view: GridView = { chunks, down, across, at, most: chunkGridMost(room, down === null) };
  const cells = gridCells(columns, view);
  const names = [down, across].map((dimension) => (dimension === null ? null : nameOf(array, dimension)));
  const lost = lostInCells(array, choice, cells);
  const grid: ChunkGrid = { ...cells, lost, names: [names[0] ?? null, names[1] ?? null] };
  return { array, cells, lost, grid, by: room.by, layout: chunkGridLayout(grid, room) };
}

function drawGrid(chart: Figure, { array, cells, lost, grid, by }: Drawn): void {
  chart.setPointReadout(null);
  chart.setReadout(wholeText(array, cells));
  chart.draw({
    chart: (size) => chunkGridMap(document, grid, { ...size, by, subject: array.node.path }),
    csv: () => csv(cells, lost),
  });
}
