/** `phasorChart`: the phasors of the pixels of a scanned sample, with the semicircle of single decays. */

import { scaleLinear } from "d3";
import { numberTicks, xAxis, yAxis } from "../axis";
import { canvas, type Frame, INK, sentence, sizeOf } from "../frame";
import { count, siShort } from "../numbers";
import type { ChartOptions } from "../options";
import { element, px, RIM } from "../svg";
import { BAR, darknessBar, gridCells, STEPS } from "./darkness";
import { type HasPixel, type PhasorData, phasorPixels } from "./phasor-pixels";

export interface PhasorOptions extends ChartOptions {
  /** Seconds per tick. */
  tick: number;
  /** Whether a pixel is drawn; all by default. */
  has?: HasPixel;
}

/** Number of cells in a unit of g and of s. */
const CELLS = 64;
/** Least height of a lifetime's mark, so that marks near the axis do not overlap. */
const LEAST_SINE = 0.2;

/** Photons by their pixel's phasor. `low` and `high` are the first cell and the one after the last, along g and s. */
interface Density {
  low: [number, number];
  high: [number, number];
  cells: Map<number, number>;
  columns: number;
}

/**
 * Photons by the phasor of their pixel, darker for more. A single exponential decay lies on the semicircle, a mixture
 * of two on the line between them, unless the instrument's response delays the photons (Digman, Caiolfa, Zamai,
 * Gratton, Biophys. J. 94, L14 (2008)).
 */
export function phasorChart(document: Document, data: PhasorData, options: PhasorOptions): SVGSVGElement {
  const density = densityOf(data, options);
  const frame = frameOf(density, options);
  const title = `Phasors of the pixels${options.subject ? ` of ${options.subject}` : ""}`;
  if (density.cells.size === 0) {
    const svg = canvas(document, "phasor", frame, title, "There is nothing to draw.");
    svg.append(sentence(document, frame, "No pixel has a phasor."));
    return svg;
  }
  const description =
    "Photons by the phasor of their pixel, in a stronger colour for more, with the semicircle of single exponential decays.";
  const svg = canvas(document, "phasor", frame, title, description);
  const { low, high, cells, columns } = density;
  const most = [...cells.values()].reduce((most, photons) => Math.max(most, photons), 0);
  const drawn = gridCells(document, {
    columns,
    rows: high[1] - low[1],
    x: (column) => frame.x((low[0] + column) / CELLS),
    // Rows go down, s goes up.
    y: (row) => frame.y((high[1] - row) / CELLS),
    step: (column, row) =>
      Math.ceil((STEPS * (cells.get((high[1] - low[1] - 1 - row) * columns + column) ?? 0)) / most),
  });
  const about = (frame.right - frame.left) / 90;
  svg.append(
    drawn,
    xAxis(document, { ...frame, height: frame.bottom + 34 }, numberTicks(frame.x, about), "g (mean cosine)"),
    yAxis(
      document,
      { ...frame, right: frame.left },
      numberTicks(frame.y, (frame.bottom - frame.top) / 60),
      "s (mean sine)",
    ),
    semicircle(document, frame, data.period * options.tick),
    darknessBar(document, frame, { label: "photons", least: "0", most: count(most) }),
  );
  return svg;
}

function densityOf(data: PhasorData, { has }: PhasorOptions): Density {
  // The semicircle is always visible, with its labels.
  const [low, high]: [Density["low"], Density["high"]] = [
    [0, 0],
    [CELLS + CELLS / 4, CELLS / 2 + CELLS / 16],
  ];
  const pixels: [column: number, row: number, photons: number][] = [];
  for (const { photons, g, s } of phasorPixels(data, has)) {
    const [column, row] = [Math.floor(g * CELLS), Math.floor(s * CELLS)];
    pixels.push([column, row, photons]);
    [low[0], low[1]] = [Math.min(low[0], column), Math.min(low[1], row)];
    [high[0], high[1]] = [Math.max(high[0], column + 1), Math.max(high[1], row + 1)];
  }
  const columns = high[0] - low[0];
  const cells = new Map<number, number>();
  for (const [column, row, photons] of pixels) {
    const cell = (row - low[1]) * columns + column - low[0];
    cells.set(cell, (cells.get(cell) ?? 0) + photons);
  }
  return { low, high, cells, columns };
}

/** The plotting area: a unit of g is as long as one of s. */
function frameOf({ low, high }: Density, options: ChartOptions): Frame {
  const size = sizeOf({ height: 480, ...options });
  const [left, top] = [56, 22];
  const room = { width: size.width - left - BAR.gap - BAR.width - BAR.label, height: size.height - 34 - top };
  const cell = Math.max(1e-6, Math.min(room.width / (high[0] - low[0]), room.height / (high[1] - low[1])));
  const [right, bottom] = [left + cell * (high[0] - low[0]), top + cell * (high[1] - low[1])];
  const x = scaleLinear([low[0] / CELLS, high[0] / CELLS], [left, right]);
  const y = scaleLinear([low[1] / CELLS, high[1] / CELLS], [bottom, top]);
  return { width: size.width, height: size.height, left, right, top, bottom, x, y };
}

/** The phasors of single decays, g = 1 / (1 + (w tau)²) and s = w tau g, with marks at 1, 2 and 5 of each decade. */
function semicircle(document: Document, frame: Frame, period: number): SVGElement {
  const group = element(document, "g", { class: "tv-axis tv-semicircle", fill: INK.text });
  const radius = px((frame.x(1) - frame.x(0)) / 2);
  group.append(
    element(document, "path", {
      ...{ class: "tv-rule", fill: "none", stroke: INK.faint },
      d: `M${px(frame.x(0))},${px(frame.y(0))}A${radius},${radius} 0 0 1 ${px(frame.x(1))},${px(frame.y(0))}`,
    }),
  );
  const power = Math.floor(Math.log10(period));
  for (const lifetime of [-3, -2, -1, 0, 1].flatMap((by) => [1, 2, 5].map((k) => k * 10 ** (power + by)))) {
    const phase = (2 * Math.PI * lifetime) / period;
    const g = 1 / (1 + phase ** 2);
    if (phase * g < LEAST_SINE) continue;
    const [x, y] = [frame.x(g), frame.y(phase * g)];
    group.append(
      element(document, "circle", { class: "tv-rings", cx: x, cy: y, r: 3, fill: "none", stroke: INK.faint }),
      element(document, "text", { x: x + 6, y: y - 5, ...RIM }, siShort(lifetime, "s", 3)),
    );
  }
  return group;
}
