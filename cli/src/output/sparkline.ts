/** Counts as a line of bars made of characters. */

import type { Column } from "../runtime/engine";

const BARS = "▁▂▃▄▅▆▇█";

/** One bar per value, the highest for `max`; a blank for 0. */
export function spark(values: number[], max: number): string {
  return values
    .map((value) => {
      if (value <= 0 || max <= 0) return " ";
      const level = Math.ceil((value / max) * BARS.length) - 1;
      return BARS[Math.max(0, Math.min(level, BARS.length - 1))];
    })
    .join("");
}

/**
 * The mean count in each of `columns` columns of equal width, over the first `length` bins. If `length` has a fraction,
 * the last bin is only that wide. A bin in two columns counts for each in proportion to its overlap.
 */
export function resample(counts: Column, length: number, columns: number): number[] {
  const width = length / columns;
  return Array.from({ length: columns }, (_, column) => {
    const from = column * width;
    const to = from + width;
    let sum = 0;
    for (let bin = Math.floor(from); bin < Math.min(Math.ceil(to), counts.length); bin += 1) {
      // The last bin ends with the recording.
      const binEnd = Math.min(bin + 1, Math.max(length, bin + 1e-9));
      const overlap = Math.min(to, binEnd) - Math.max(from, bin);
      if (overlap > 0) sum += ((counts.at(bin) ?? 0) * overlap) / (binEnd - bin);
    }
    return width > 0 ? sum / width : 0;
  });
}
