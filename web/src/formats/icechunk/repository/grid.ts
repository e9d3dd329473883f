import { type ChunkGrid, chunkGridLayout, chunkGridMap, count } from "@tagview/charts";
import { type ArraySummary, type GridCells, type GridView, gridCell, gridCells } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { store } from "../../../app/store";
import { announce } from "../../../ui/announce";
import { h, setText } from "../../../ui/dom";
import { figure } from "../../../ui/figure";
import { bytes } from "../../../ui/numbers";
import type { Repository } from "../state";

/** The least side of a cell in pixels: where there are more chunks, a cell stands for several. */
const LEAST = 3;
const KINDS = ["native", "virtual", "inline", "unknown"] as const;

/** Which dimensions of an array are drawn, and where in the others. */
interface Choice {
  array: ArraySummary | null;
  down: number | null;
  across: number | null;
  at: number[];
}

const nameOf = ({ shape }: ArraySummary, dimension: number): string =>
  shape[dimension]?.name ?? `dimension ${dimension}`;

/** The chunk grid of the chosen array as a map, by where its chunks are or by their size. */
export function gridPanel(): Panel<Repository> {
  let choice: Choice = { array: null, down: null, across: null, at: [] };
  let drawn: { cells: GridCells; grid: ChunkGrid } | null = null;
  let chosen: { row: number; column: number } | null = null;
  let by: "kind" | "size" = "kind";
  /** What the cells were counted of. */
  let counted: readonly unknown[] = [];
  const bySize = h(
    "button",
    {
      type: "button",
      "aria-pressed": "false",
      class: "quiet by-size",
      onclick: () => {
        by = by === "kind" ? "size" : "kind";
        bySize.setAttribute("aria-pressed", String(by === "size"));
        store.refresh();
      },
    },
    "By size",
  );
  const chart = figure({
    id: "chunk-grid",
    title: "Chunk grid",
    hint: "Arrow keys go from cell to cell.",
    onResize: store.refresh,
  });
  chart.tools.prepend(bySize);
  const view = h("div", { class: "grid-view", hidden: true });
  const note = h("p", { class: "field-note" });
  chart.root.children[0]?.after(view, note);

  chart.host.addEventListener("pointermove", ({ clientX, clientY }) => {
    const { left, top } = chart.host.getBoundingClientRect();
    point(drawn && chunkGridLayout(drawn.grid, { ...chart.size(), by }).at(clientX - left, clientY - top));
  });
  chart.host.addEventListener("pointerleave", () => point(null));
  chart.host.addEventListener("keydown", (event) => {
    const [y, x] = STEPS[event.key] ?? [0, 0];
    if (!drawn || (x === 0 && y === 0)) return;
    event.preventDefault();
    const { rows, columns } = drawn.cells;
    const within = (value: number, n: number): number => Math.max(0, Math.min(n - 1, value));
    point(
      chosen
        ? { row: within(chosen.row + y, rows), column: within(chosen.column + x, columns) }
        : { row: 0, column: 0 },
    );
    announce(chosen && drawn ? cellText(drawn.cells, chosen) : "");
  });

  function point(cell: { row: number; column: number } | null): void {
    if (cell?.row === chosen?.row && cell?.column === chosen?.column) return;
    chosen = cell;
    store.refresh();
  }

  /** Puts the controls for the dimensions into the page, where there is something to choose. */
  function choose(array: ArraySummary): void {
    const rank = array.shape.length;
    // The two that have most chunks, in their order.
    const [a = null, b = null] = array.shape
      .map(({ num_chunks }, dimension) => ({ num_chunks, dimension }))
      .sort((a, b) => Number(b.num_chunks - a.num_chunks) || a.dimension - b.dimension)
      .slice(0, 2)
      .map(({ dimension }) => dimension)
      .sort((a, b) => a - b);
    const pair = b === null ? { down: null, across: a } : { down: a, across: b };
    choice = { array, ...pair, at: new Array<number>(rank).fill(0) };
    controls();
  }

  function controls(): void {
    const { array, down, across, at } = choice;
    view.hidden = array === null || array.shape.length < 3;
    if (array === null || view.hidden) return;
    const select = (label: "down" | "across", other: number | null): HTMLElement => {
      const box = h(
        "select",
        {
          "aria-label": `Dimension ${label}`,
          onchange: () => {
            const wanted = Number(box.value);
            // The one that takes the other's place leaves it its own.
            const swapped = wanted === other ? { [label === "down" ? "across" : "down"]: choice[label] } : {};
            choice = { ...choice, ...swapped, [label]: wanted };
            controls();
            store.refresh();
          },
        },
        ...array.shape.map((_, dimension) =>
          h(
            "option",
            { value: dimension, selected: dimension === (label === "down" ? down : across) },
            nameOf(array, dimension),
          ),
        ),
      );
      return h("label", {}, label, " ", box);
    };
    const others = array.shape.flatMap(({ num_chunks }, dimension) =>
      dimension === down || dimension === across || num_chunks <= 1n
        ? []
        : [slider(array, dimension, Number(num_chunks), at[dimension] ?? 0)],
    );
    view.replaceChildren(select("down", across), select("across", down), ...others);
  }

  function slider(array: ArraySummary, dimension: number, chunks: number, value: number): HTMLElement {
    const name = nameOf(array, dimension);
    const text = h("output", {}, count(value));
    const range = h("input", {
      type: "range",
      min: 0,
      max: chunks - 1,
      value,
      "aria-label": `Chunk of ${name}`,
      oninput: () => {
        const at = [...choice.at];
        at[dimension] = Number(range.value);
        choice = { ...choice, at };
        setText(text, count(at[dimension]));
        store.refresh();
      },
    });
    return h("label", {}, `${name} `, range, " ", text, ` of ${count(chunks)}`);
  }

  function draw(array: ArraySummary, columns: Parameters<typeof gridCells>[0], isNew: boolean): void {
    const size = chart.size();
    if (isNew || !drawn) {
      const { down, across, at } = choice;
      const { frame } = chunkGridLayout(HUGE, { ...size, by });
      const most = [frame.bottom - frame.top, frame.right - frame.left].map((room) =>
        Math.max(1, Math.floor(room / LEAST)),
      );
      const chunks = array.shape.map(({ num_chunks }) => Number(num_chunks));
      const view: GridView = { chunks, down, across, at, most: [most[0] ?? 1, most[1] ?? 1] };
      const cells = gridCells(columns, view);
      const names = [down, across].map((dimension) => (dimension === null ? null : nameOf(array, dimension)));
      drawn = { cells, grid: { ...cells, names: [names[0] ?? null, names[1] ?? null] } };
      chosen = null;
    }
    const { cells, grid } = drawn;
    const options = { ...size, by, chosen, subject: array.node.path };
    chart.sayOfPoint(null);
    chart.say(wholeText(array, cells));
    if (chosen) chart.sayOfPoint(cellText(cells, chosen));
    chart.draw(
      chunkGridMap(document, grid, options),
      null,
      () => csv(cells),
      (other) => chunkGridMap(document, grid, { ...options, ...other, chosen: null }),
    );
  }

  return {
    root: chart.root,
    render: ({ array, snapshot }, changed) => {
      const summary = array?.summary ?? null;
      const columns = array?.columns.is === "read" ? array.columns.what : null;
      const { width, height } = chart.size();
      if (summary && choice.array !== summary) choose(summary);
      if (!changed(summary, snapshot, columns, array?.columns.is, width, height, choice, by, chosen)) return;
      chart.name(summary ? `Chunk grid of ${summary.node.path}` : "Chunk grid");
      const text = noteOf(array);
      setText(note, text);
      note.hidden = text === "";
      chart.host.hidden = summary === null;
      if (summary === null) view.hidden = true;
      if (!summary || width === 0) return;
      if (!columns) {
        drawn = null;
        chart.wait();
        return;
      }
      const now = [summary, columns, choice, width, height];
      const isNew = now.some((value, k) => value !== counted[k]);
      counted = now;
      draw(summary, columns, isNew);
    },
  };
}

const STEPS: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** A grid that takes all the room there is. */
const HUGE: ChunkGrid = {
  rows: 1e6,
  columns: 1e6,
  per: [1, 1],
  chunks: [1e6, 1e6],
  counts: { native: [], virtual: [], inline: [], unknown: [] },
  bytes: [],
  names: [null, null],
};

function noteOf(array: Repository["array"]): string {
  if (!array) return "Choose an array among the nodes: this snapshot has none, or none is chosen.";
  const { columns } = array;
  if (columns.is === "failed") return columns.error;
  if (columns.is !== "read") return "";
  const { left, misfits, findings } = columns.what;
  return [
    left > 0 ? `${count(left)} references are not drawn: there are too many.` : "",
    misfits > 0 ? `${count(misfits)} references have another number of coordinates than the array.` : "",
    findings.length > 0 ? `${count(findings.length)} manifests can't be read.` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

function wholeText({ shape, grid, refs, missing }: ArraySummary, { per, outside }: GridCells): string {
  const [down, across] = per;
  const cell = down * across === 1 ? "" : ` · a cell is ${count(down)} × ${count(across)} chunks`;
  const beyond = outside === 0 ? "" : ` · ${count(outside)} references beyond the grid`;
  const lengths = shape.map(({ array_length }) => count(array_length)).join(" × ") || "scalar";
  return `${lengths} · ${count(refs)} of ${count(grid)} chunks, ${count(missing)} missing${cell}${beyond}`;
}

function cellText(cells: GridCells, { row, column }: { row: number; column: number }): string {
  const { down, across, chunks, missing } = gridCell(cells, row, column);
  const place = row * cells.columns + column;
  const range = ([from, to]: readonly [number, number]): string =>
    to - from <= 1 ? count(from) : `${count(from)}–${count(to - 1)}`;
  const kinds = KINDS.flatMap((kind) => {
    const number = cells.counts[kind][place] ?? 0;
    if (number === 0) return [];
    return [chunks === 1 ? kind : `${count(number)} ${kind}`];
  });
  if (missing > 0) kinds.push(chunks === 1 ? "missing" : `${count(missing)} missing`);
  const size = missing === chunks ? "" : `, ${bytes(cells.bytes[place] ?? 0)}`;
  const where = cells.chunks[0] > 1 ? `${range(down)} / ${range(across)}` : range(across);
  return `${chunks === 1 ? "chunk" : "chunks"} ${where}: ${kinds.join(", ")}${size}`;
}

/** A row for each cell that has chunks. */
function csv(cells: GridCells): string {
  const rows: string[] = [["down", "across", ...KINDS, "missing", "bytes"].join(",")];
  for (let row = 0; row < cells.rows; row++) {
    for (let column = 0; column < cells.columns; column++) {
      const { down, across, missing } = gridCell(cells, row, column);
      const place = row * cells.columns + column;
      const numbers = KINDS.map((kind) => cells.counts[kind][place] ?? 0);
      rows.push([down[0], across[0], ...numbers, missing, cells.bytes[place] ?? 0].join(","));
    }
  }
  return `${rows.join("\n")}\n`;
}
