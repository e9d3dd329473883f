/** `imageChart`: the photons of a scanned sample by pixel. */

import { scaleLinear } from "d3";
import { countTicks, xAxis, yAxis } from "../axis";
import { canvas, type Frame, sentence, sizeOf } from "../frame";
import { count, si } from "../numbers";
import type { ChartOptions } from "../options";
import { BAR, type Bar, darknessBar, gridCells, STEPS } from "./darkness";

/** The image that `imageChart` draws; pixel (x, y) is number `y * width + x`. */
export interface ImageData {
  width: number;
  height: number;
  intensity: ArrayLike<number>;
  /** Mean arrival time of each pixel in ticks, not a number where there is none; empty without arrival times. */
  mean?: ArrayLike<number>;
}

/** Values of the pixels, drawn instead of counts; not a number for pixels without a value. */
export interface PixelValues {
  values: ArrayLike<number>;
  unit: string;
  /** Above the bar of the steps. */
  label: string;
}

export interface ImageOptions extends ChartOptions {
  pixels?: PixelValues;
}

/** Maximum number of drawn cells on a side: neighbouring pixels of a larger image are averaged. */
const MAX_CELLS = 256;

/** The plotting area of the chart: pixels of the image are square, and line 0 is at the top. */
export function imageFrame({ width, height }: ImageData, options: ChartOptions = {}): Frame {
  const size = sizeOf({ height: 480, ...options });
  const [left, top] = [56, 22];
  const room = { width: size.width - left - BAR.gap - BAR.width - BAR.label, height: size.height - 34 - top };
  const scale = Math.max(1e-6, Math.min(room.width / width, room.height / height));
  const [right, bottom] = [left + scale * width, top + scale * height];
  const x = scaleLinear([0, width], [left, right]);
  const y = scaleLinear([0, height], [top, bottom]);
  return { width: size.width, height: size.height, left, right, top, bottom, x, y };
}

/** Photons of each pixel or other values, darker for more, with axes in pixels and a bar of the steps. */
export function imageChart(document: Document, data: ImageData, options: ImageOptions = {}): SVGSVGElement {
  const { pixels: other, subject } = options;
  const frame = imageFrame(data, options);
  const title = `${other ? other.label : "Photons"} of each pixel${subject ? ` of ${subject}` : ""}`;
  const { cells, columns, rows, every } = averaged(data, other?.values ?? data.intensity);
  const most = cells.reduce((most, value) => (value > most ? value : most), 0);
  // The scale of counts begins at 0. Other values begin at their smallest: a scale from 0 would hide their differences.
  const least = other ? cells.reduce((least, value) => (value < least ? value : least), most) : 0;
  if (most === 0) {
    const svg = canvas(document, "image", frame, title, "There is nothing to draw.");
    svg.append(sentence(document, frame, "There are no photons in pixels."));
    return svg;
  }
  const description = `An image of ${data.width} by ${data.height} pixels, in a stronger colour for more${other ? "" : " photons"}.`;
  const svg = canvas(document, "image", frame, title, description);
  const pixels = gridCells(document, {
    columns,
    rows,
    x: (column) => frame.x(Math.min(column * every, data.width)),
    y: (row) => frame.y(Math.min(row * every, data.height)),
    step: (column, row) => stepOf(cells[row * columns + column] ?? 0, least, most),
  });
  const about = (frame.right - frame.left) / 90;
  svg.append(
    pixels,
    xAxis(document, { ...frame, height: frame.bottom + 34 }, countTicks(frame.x, about), "column (pixels)"),
    yAxis(document, { ...frame, right: frame.left }, countTicks(frame.y, frame.height / 60), "line (pixels)"),
    darknessBar(document, frame, barOf(other, least, most, every > 1 ? "mean counts" : "counts")),
  );
  return svg;
}

/** The step of darkness of a value: 0 for no value; values other than counts begin at step 1. */
function stepOf(value: number, least: number, most: number): number {
  if (Number.isNaN(value)) return 0;
  if (least === 0) return Math.ceil((STEPS * value) / most);
  return most === least ? STEPS : Math.max(1, Math.ceil((STEPS * (value - least)) / (most - least)));
}

/** The image with means of squares of `every` pixels on a side; pixels without a value are in no mean. */
function averaged({ width, height }: ImageData, values: ArrayLike<number>) {
  const every = Math.max(1, Math.ceil(Math.max(width, height) / MAX_CELLS));
  const [columns, rows] = [Math.ceil(width / every), Math.ceil(height / every)];
  const cells = new Float64Array(columns * rows);
  const pixels = new Float64Array(columns * rows);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const value = values[y * width + x] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      const cell = Math.floor(y / every) * columns + Math.floor(x / every);
      cells[cell] = (cells[cell] ?? 0) + value;
      pixels[cell] = (pixels[cell] ?? 0) + 1;
    }
  }
  return { cells: cells.map((sum, cell) => sum / (pixels[cell] ?? 0)), columns, rows, every };
}

function barOf(other: PixelValues | undefined, least: number, most: number, counts: string): Bar {
  if (other) return { label: other.label, least: si(least, other.unit), most: si(most, other.unit) };
  return { label: counts, least: "0", most: Number.isInteger(most) ? count(most) : most.toPrecision(3) };
}
