/** `partitionMap`: changes of each partition over time, as a heat map. */

import { scaleLinear } from "d3";
import { linearTicks, type Ticks, xAxis } from "../axis";
import { stepsFrom, timeTicks } from "../clock-time";
import { canvas, type Frame, INK, sentence, sizeOf } from "../frame";
import { shorten } from "../names";
import { count } from "../numbers";
import type { ChartOptions } from "../options";
import { element, nameElement } from "../svg";
import type { MapData } from "./data";
import { type HeatStyle, heatPaths, heatStyles } from "./heat-cells";

export interface PartitionMapOptions extends ChartOptions {
  /** The highlighted row; none by default. */
  chosen?: number | null;
}

/** Positions in a `partitionMap`; the frame maps the horizontal axis, its `y` maps row numbers. */
export interface PartitionMapLayout {
  frame: Frame;
  rowHeight: number;
  /** The cell at a point; null outside the map. */
  at(x: number, y: number): { row: number; column: number } | null;
}

/** Height of a line of text, and width of a letter, in pixels. */
const [LINE, LETTER] = [13, 6.4];
/** Maximum letters of a partition's name. */
const LETTERS = 16;
/** Maximum height of a row in pixels. */
const TALLEST = 26;

/** The layout of `partitionMap` with the same options. */
export function partitionMapLayout(data: MapData, options: PartitionMapOptions = {}): PartitionMapLayout {
  const { width, height } = sizeOf(options);
  const longest = data.rows.reduce((most, { length }) => Math.max(most, length), 1);
  const left = Math.ceil(20 + LETTER * Math.min(LETTERS, longest));
  const [right, top, room] = [width - 30, 6 + legendLines(width) * 18, height - 34];
  const rows = Math.max(1, data.rows.length);
  const rowHeight = Math.min(TALLEST, Math.max(1, room - top) / rows);
  const bottom = top + rows * rowHeight;
  const [first = 0, last = 1] = [data.edges[0], data.edges.at(-1)];
  const x = scaleLinear([...(options.view ?? [first, last > first ? last : first + 1])], [left, right]);
  const y = scaleLinear([0, rows], [top, bottom]);
  // Few rows leave space below the axis, which is directly below them.
  const frame = { width, height: Math.min(height, bottom + 34), left, right, top, bottom, x, y };
  return {
    frame,
    rowHeight,
    at: (px, py) => {
      if (px < left || px > right || py < top || py >= bottom) return null;
      const place = x.invert(px);
      const column = data.edges.findLastIndex((edge) => edge <= place);
      const row = Math.floor((py - top) / rowHeight);
      return column < 0 || column >= data.edges.length - 1 || row >= data.rows.length
        ? null
        : { row, column };
    },
  };
}

/** Partitions from the top, time from the left; colours compare values with the usual one. */
export function partitionMap(
  document: Document,
  data: MapData,
  options: PartitionMapOptions = {},
): SVGSVGElement {
  const size = sizeOf(options);
  const what = data.kind === "movement" ? "Movement of partitions over time" : "Lag of partitions over time";
  const title = `${what}${options.subject ? ` (${options.subject})` : ""}`;
  const columns = data.edges.length - 1;
  if (data.rows.length === 0 || columns < 1) {
    const svg = canvas(document, "partition-map", size, title, "There is nothing to draw.");
    svg.append(sentence(document, size, data.rows.length === 0 ? "No partition fits." : "One header only."));
    return svg;
  }
  const { frame, rowHeight } = partitionMapLayout(data, options);
  const described = `${count(data.rows.length)} partitions by ${count(columns)} columns of time.`;
  const svg = canvas(document, "partition-map", size, title, described);
  const edges = data.edges.map((edge) => frame.x(edge));
  const styles = heatStyles(data.kind);
  const paths = heatPaths(data, { edges, left: frame.left, right: frame.right, top: frame.top, rowHeight });
  const cells = element(document, "g", { class: "tv-heat" });
  // Problems are drawn last, so that nothing covers them.
  for (const [index, { slot, fill }] of [...styles.entries()].reverse()) {
    const d = paths[index];
    if (d) cells.append(element(document, "path", { class: `tv-s${slot}`, d, fill }));
  }
  svg.append(cells, legend(document, styles, data, frame.width));
  svg.append(names(document, data, frame, rowHeight, options.chosen ?? null));
  svg.append(xAxis(document, frame, ticksOf(data, frame), LABELS[data.axis]));
  return svg;
}

const LABELS = { time: "time (UTC)", seconds: "since the first header", headers: "header" };

function ticksOf(data: MapData, frame: Frame): Ticks {
  const room = frame.width / 110;
  if (data.axis === "seconds") return timeTicks(frame.x, frame.right - frame.left);
  if (data.axis === "headers") {
    const ticks = linearTicks(frame.x, room, "");
    const values = ticks.values.filter(Number.isInteger);
    return { ...ticks, values, labels: values.map((value) => count(value)) };
  }
  const [low = 0, high = 1] = frame.x.domain();
  const seconds = (high - low) / 1000;
  const step = 1000 * (stepsFrom(seconds / frame.width).find((one) => seconds / one <= room) ?? seconds);
  const first = Math.ceil(low / step);
  const values = Array.from(
    { length: Math.max(0, Math.floor(high / step) - first + 1) },
    (_, k) => (first + k) * step,
  );
  // Labels omit what all ticks share: days are shown only if there are several, decimals only for close ticks.
  const labels = values.map((value) => {
    const text = new Date(value).toISOString();
    if (step >= 86_400_000) return text.slice(0, 10);
    const isMidnight = text.slice(11, 19) === "00:00:00";
    return isMidnight ? text.slice(5, 10) : text.slice(11, step >= 60_000 ? 16 : step >= 1000 ? 19 : 23);
  });
  return { values, labels, minor: [], unit: "" };
}

/** Names of rows, if they fit; always that of the selected row. */
function names(
  document: Document,
  data: MapData,
  frame: Frame,
  rowHeight: number,
  chosen: number | null,
): SVGElement {
  const group = element(document, "g", {
    class: "tv-axis tv-rows",
    fill: INK.text,
    "text-anchor": "end",
  });
  const every = Math.max(1, Math.ceil(LINE / rowHeight));
  const middle = (row: number): number => frame.top + (row + 0.5) * rowHeight;
  data.rows.forEach((name, row) => {
    const isNear = chosen !== null && row !== chosen && Math.abs(row - chosen) * rowHeight < LINE;
    if (row % every !== 0 || isNear || row === chosen) return;
    const [x, y] = [frame.left - 7, middle(row) + 4];
    group.append(nameElement(document, { x, y }, name, shorten(name, LETTERS)));
  });
  const name = chosen === null ? undefined : data.rows[chosen];
  if (chosen !== null && name !== undefined) {
    const [top, height] = [frame.top + chosen * rowHeight, Math.max(3, rowHeight)];
    group.append(
      element(document, "rect", {
        class: "tv-chosen",
        x: frame.left - 1,
        y: top - 1,
        width: frame.right - frame.left + 2,
        height: height + 1,
        fill: "none",
        stroke: "#1b2129",
        "stroke-width": 1.5,
      }),
      nameElement(
        document,
        { class: "tv-worst", x: frame.left - 7, y: middle(chosen) + 4, "font-weight": 700 },
        name,
        shorten(name, LETTERS),
      ),
    );
  }
  return group;
}

/** Width of the legend in pixels, in one line. */
const LEGEND = 480;

function legendLines(width: number): number {
  return width >= LEGEND ? 1 : 2;
}

function legend(document: Document, styles: readonly HeatStyle[], data: MapData, width: number): SVGElement {
  const group = element(document, "g", { class: "tv-legend", fill: INK.text, "font-size": 11 });
  const isShort = width < LEGEND;
  let [x, y] = [4, 13];
  const word = (text: string): void => {
    group.append(element(document, "text", { class: "tv-label", x, y, fill: INK.faint }, text));
    x += 6 + LETTER * text.length;
  };
  styles.forEach(({ slot, fill, label }, index) => {
    if (index === 2 && isShort) [x, y] = [4, 31];
    const box = { class: `tv-s${slot}`, x, y: y - 9, width: 11, height: 11, fill };
    group.append(element(document, "rect", box));
    x += 15;
    word(label);
    x += 4;
  });
  word(data.usual === null ? "" : `× ${data.usualText}`);
  return group;
}
