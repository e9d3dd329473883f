import { px } from "./svg";

/** A run of bins: `edge(k)` is the lower edge of bin k in pixels, `edge(length)` the end of the last. */
export interface Bins {
  length: number;
  edge: (index: number) => number;
  /** The first bin that reaches to the right of `pixel`. */
  find: (pixel: number) => number;
}

/** Equal bins: bin k begins at pixel `from + k*width`. */
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

/**
 * The path of a histogram between `left` and `right` (pixels). Bins of a pixel and more are drawn
 * as steps. Finer ones are reduced to each pixel column's least and greatest value, so that a path
 * has at most two points a column whatever the number of bins, and no peak is lost.
 * `y` maps a value to pixels.
 */
export function histogramPath(values: ArrayLike<number>, bins: Bins, left: number, right: number, y: (value: number) => number): string {
  const first = bins.find(left);
  const last = Math.min(bins.length, bins.find(right) + 1, values.length);
  if (last <= first || !(right > left)) return "";
  return last - first <= right - left
    ? steps(values, bins, first, last, left, right, y)
    : columns(values, bins, first, last, left, right, y);
}

function steps(values: ArrayLike<number>, bins: Bins, first: number, last: number, left: number, right: number, y: (value: number) => number): string {
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

function columns(values: ArrayLike<number>, bins: Bins, first: number, last: number, left: number, right: number, y: (value: number) => number): string {
  let path = "";
  let bin = first;
  let before = 0;
  for (let column = Math.floor(left); column < right && bin < last; column += 1) {
    let least = Infinity;
    let most = -Infinity;
    while (bin < last && (bins.edge(bin) < column + 1 || least === Infinity)) {
      const value = values[bin] ?? 0;
      if (value < least) least = value;
      if (value > most) most = value;
      bin += 1;
    }
    const low = y(least);
    const high = y(most);
    const x = px(Math.min(right, column + 0.5));
    // Whichever end is nearer to where the line comes from goes first.
    const upFirst = Math.abs(before - high) < Math.abs(before - low);
    const [one, two] = upFirst ? [high, low] : [low, high];
    path += `${path === "" ? "M" : "L"}${x},${px(one)}`;
    if (px(one) !== px(two)) path += `V${px(two)}`;
    before = two;
  }
  return path;
}
