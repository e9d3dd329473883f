/** Possible positions of cursors: edges of bins, so that values between two cursors are exact, or tags. */

export interface Grid {
  /** Number of positions. */
  length: number;
  /** The place with a number, in ticks. */
  at: (place: number) => bigint;
  /** The number of the place nearest to a time. */
  nearest: (ticks: bigint) => number;
}

/** Edges of bins of one width. */
export function evenGrid(start: bigint, width: bigint, bins: number): Grid {
  return {
    length: bins + 1,
    at: (place) => start + BigInt(place) * width,
    nearest: (ticks) => {
      const place = Number((2n * (ticks - start) + width) / (2n * width));
      return Math.max(0, Math.min(bins, place));
    },
  };
}

/** Ascending times. */
export function listGrid(times: BigInt64Array | readonly bigint[]): Grid {
  const at = (place: number): bigint => times[place] ?? 0n;
  return {
    length: times.length,
    at,
    nearest: (ticks) => {
      let [low, high] = [0, times.length - 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (at(middle) < ticks) low = middle + 1;
        else high = middle;
      }
      const isBefore = low > 0 && ticks - at(low - 1) < at(low) - ticks;
      return isBefore ? low - 1 : Math.max(0, low);
    },
  };
}
