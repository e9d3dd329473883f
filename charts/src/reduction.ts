/** Reduces a histogram of any number of bins to a path of pixels, without losing a peak. */

import { px } from "./svg";

/** Successive bins: `edge(k)` is the lower edge of bin k in pixels, `edge(length)` the upper edge of the last. */
export interface Bins {
  length: number;
  edge: (index: number) => number;
  /** The first bin whose upper edge lies to the right of `pixel`. */
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

/** What a histogram of any number of bins looks like in pixels. */
export interface Trace {
  /** Path of the steps; where bins are finer than pixels, of each pixel column's mean. */
  line: string;
  /** Where bins are finer than pixels, the outline from each column's least to its greatest value; otherwise empty. */
  band: string;
}

/** Width in pixels of a column, which has one point of the mean line; with narrower ones noise hides the line. */
const COLUMN = 2;

/**
 * The paths of a histogram between the pixels `left` and `right`. Bins that are on average at least as wide as a column
 * are drawn as steps. Finer ones are reduced to the mean, least and greatest value of those in each column, so that a
 * path has one point a column however many bins there are, and no peak is lost or moved. `y` maps a value to pixels.
 */
export function histogramTrace(
  values: ArrayLike<number>,
  bins: Bins,
  left: number,
  right: number,
  y: (value: number) => number,
): Trace {
  const first = bins.find(left);
  const last = Math.min(bins.length, bins.find(right) + 1, values.length);
  if (last <= first || !(right > left)) return { line: "", band: "" };
  const span: Span = { values, bins, first, last, left, right, y };
  return last - first <= (right - left) / COLUMN ? { line: steps(span), band: "" } : columns(span);
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
  let path = "";
  for (let bin = first; bin < last; bin += 1) {
    const from = Math.max(left, bins.edge(bin));
    const to = Math.min(right, bins.edge(bin + 1));
    if (to <= from) continue;
    const at = px(y(values[bin] ?? 0));
    path += path === "" ? `M${px(from)},${at}` : `V${at}`;
    path += `H${px(to)}`;
  }
  return path;
}

function columns({ values, bins, first, last, left, right, y }: Span): Trace {
  const upper: string[] = [];
  const lower: string[] = [];
  const line: string[] = [];
  let bin = first;
  const end = Math.min(right, bins.edge(last));
  for (let column = left; column < end; column += COLUMN) {
    let least = Infinity;
    let most = -Infinity;
    let sum = 0;
    // Bins may be wider here than their average: a column in which none begins lies in the one before.
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
    const x = px(Math.min(right, column + COLUMN / 2));
    upper.push(`${x},${px(y(most))}`);
    lower.push(`${x},${px(y(least))}`);
    line.push(`${x},${px(y(sum / (bin - begin)))}`);
  }
  return { line: `M${line.join("L")}`, band: `M${upper.join("L")}L${lower.reverse().join("L")}Z` };
}
