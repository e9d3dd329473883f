/** Reduces a histogram of any number of bins to a path of pixels, without losing a peak. */

import { px } from "./svg";

/** Successive bins: `edge(k)` is the lower edge of bin k in pixels, `edge(length)` the upper edge of the last. */
export interface Bins {
  length: number;
  edge: (index: number) => number;
  /** The first bin whose upper edge is right of `pixel`. */
  find: (pixel: number) => number;
}

/** Bins of equal width in pixels: bin k begins at `from + k*width`. */
export function equalBins(length: number, from: number, width: number): Bins {
  return {
    length,
    edge: (index) => from + index * width,
    find: (pixel) => Math.max(0, Math.min(length, Math.floor((pixel - from) / width))),
  };
}

/** Bins with given, ascending edges in pixels. */
export function edgedBins(edges: ArrayLike<number>): Bins {
  const length = Math.max(0, edges.length - 1);
  return {
    length,
    edge: (index) => edges[index] ?? 0,
    find: (pixel) => {
      let low = 0;
      let high = length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((edges[middle + 1] ?? Infinity) <= pixel) low = middle + 1;
        else high = middle;
      }
      return low;
    },
  };
}

/** Width of a column in pixels; a path has at most two points per column. */
const COLUMN = 2;

/**
 * The path of a histogram between the pixels `left` and `right`. Bins at least as wide as a column on average are drawn
 * as steps. For finer bins, the path goes through the smallest and the largest value of each column. It has two points
 * per column for any number of bins, and no peak is lost, lowered or moved. `y` maps a value to pixels. The path is
 * interrupted where values are not a number.
 */
export function histogramPath(...histogram: Parameters<typeof spanOf>): string {
  const span = spanOf(...histogram);
  if (span === null) return "";
  return isFine(span) ? columns(span) : steps(span);
}

/** The path through the mean of each column; empty if bins are drawn as steps. */
export function meanPath(...histogram: Parameters<typeof spanOf>): string {
  const span = spanOf(...histogram);
  if (span === null || !isFine(span)) return "";
  const line = interruptedLine();
  eachColumn(span, (x, _least, _most, mean) => line.add(x, Number.isNaN(mean) ? null : px(span.y(mean))));
  return line.path();
}

/** A path of straight lines; a `y` of null interrupts it. */
function interruptedLine(): { add: (x: string, y: string | null) => void; path: () => string } {
  let [path, isDrawn] = ["", false];
  return {
    add: (x, y) => {
      if (y !== null) path += `${isDrawn ? "L" : "M"}${x},${y}`;
      isDrawn = y !== null;
    },
    path: () => path,
  };
}

function isFine({ first, last, left, right }: Span): boolean {
  return last - first > (right - left) / COLUMN;
}

/** The bins between two pixels; null if there are none. */
function spanOf(
  values: ArrayLike<number>,
  bins: Bins,
  left: number,
  right: number,
  y: (value: number) => number,
): Span | null {
  const first = bins.find(left);
  const last = Math.min(bins.length, bins.find(right) + 1, values.length);
  return last <= first || !(right > left) ? null : { values, bins, first, last, left, right, y };
}

/** The largest value around a pixel of the path of a histogram that begins at `left`. */
export function highestAt(values: ArrayLike<number>, bins: Bins, left: number, pixel: number): number {
  const column = left + Math.floor((pixel - left) / COLUMN) * COLUMN;
  let bin = Math.min(bins.find(pixel), bins.length - 1);
  let most = values[bin] ?? 0;
  if (bins.edge(bin + 1) - bins.edge(bin) >= COLUMN) return most;
  for (bin = bins.find(column); bin < bins.length && bins.edge(bin) < column + COLUMN; bin += 1)
    most = Math.max(most, values[bin] ?? 0);
  return most;
}

interface Span {
  values: ArrayLike<number>;
  bins: Bins;
  first: number;
  last: number;
  left: number;
  right: number;
  y: (value: number) => number;
}

function steps({ values, bins, first, last, left, right, y }: Span): string {
  let [path, isDrawn] = ["", false];
  for (let bin = first; bin < last; bin += 1) {
    const from = Math.max(left, bins.edge(bin));
    const to = Math.min(right, bins.edge(bin + 1));
    const value = values[bin] ?? 0;
    if (Number.isNaN(value)) isDrawn = false;
    if (to <= from || Number.isNaN(value)) continue;
    const at = px(y(value));
    path += `${isDrawn ? `V${at}` : `M${px(from)},${at}`}H${px(to)}`;
    isDrawn = true;
  }
  return path;
}

function columns(span: Span): string {
  const { values, first, y } = span;
  const line = interruptedLine();
  let before = values[first] ?? 0;
  eachColumn(span, (x, least, most, mean) => {
    if (Number.isNaN(mean)) return line.add(x, null);
    const isUpward = Math.abs(before - least) < Math.abs(before - most);
    const ends = isUpward ? [least, most] : [most, least];
    for (const value of least === most ? [most] : ends) line.add(x, px(y(value)));
    before = isUpward ? most : least;
  });
  return line.path();
}

/**
 * Visits the columns of pixels with the smallest, the largest and the mean value of each; the mean is not a number if one
 * of the values is none.
 */
function eachColumn(
  { values, bins, first, last, left, right }: Span,
  visit: (x: string, least: number, most: number, mean: number) => void,
): void {
  let bin = first;
  const end = Math.min(right, bins.edge(last));
  for (let column = left; column < end; column += COLUMN) {
    let least = Infinity;
    let most = -Infinity;
    let sum = 0;
    // Bins may be wider here than their average: a column in which none begins belongs to the one before.
    if (bin === last || bins.edge(bin) >= column + COLUMN) {
      if (bin === first) continue;
      bin -= 1;
    }
    const begin = bin;
    while (bin < last && (bin === begin || bins.edge(bin) < column + COLUMN)) {
      const value = values[bin] ?? 0;
      if (value < least) least = value;
      if (value > most) most = value;
      sum += value;
      bin += 1;
    }
    visit(px(Math.min(right, column + COLUMN / 2)), least, most, sum / (bin - begin));
  }
}
