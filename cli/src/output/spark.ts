/** Counts as a line of bars. */

const BARS = "▁▂▃▄▅▆▇█";

/** One bar per value, against `max`; a blank where there is nothing at all. */
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
 * The first `length` bins (a fraction of the last one counts as that) spread over `columns`:
 * each column gets the mean of its part, bins across a border shared by overlap.
 */
export function resample(counts: ArrayLike<number>, length: number, columns: number): number[] {
  const width = length / columns;
  return Array.from({ length: columns }, (_, column) => {
    const from = column * width;
    const to = from + width;
    let sum = 0;
    for (let bin = Math.floor(from); bin < Math.min(Math.ceil(to), counts.length); bin += 1) {
      // The last bin is filled only as far as the recording goes.
      const binEnd = Math.min(bin + 1, Math.max(length, bin + 1e-9));
      const overlap = Math.min(to, binEnd) - Math.max(from, bin);
      if (overlap > 0) sum += ((counts[bin] ?? 0) * overlap) / (binEnd - bin);
    }
    return width > 0 ? sum / width : 0;
  });
}
