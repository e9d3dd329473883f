/** The data of charts of lifetimes, stability and images as CSV; see `csv.ts`. */

import { csv, seconds } from "./csv";
import type { LifetimeData, StabilityData, TagChartOptions } from "./data";
import type { ImageData } from "./image";
import { type LifetimeOptions, lifetimeCounts } from "./lifetime";
import { type HasPixel, type PhasorData, phasorPixels } from "./phasor-pixels";

/**
 * `lifetimeChart` as CSV: tags after the clock's pulse, and the counts expected by the fit. Delays without a unit are
 * the numbers of the file.
 */
export function lifetimeCsv(data: LifetimeData, options: LifetimeOptions = {}): string {
  const { bin, start = 0, fits } = data;
  const { abscissa = "pulse" } = options;
  if (abscissa === "bare-delay" || abscissa === "bin") {
    const bare = Array.from(data.counts, (n, k) => [rounded(start + k * (bin ?? 1)), n]);
    return csv([abscissa === "bin" ? "bin" : "delay from", "counts"], bare);
  }
  const expected = fits[0]?.expected;
  const rows = Array.from(lifetimeCounts(data), (n, k) => {
    const from = start + k * (bin ?? 0);
    return [from, seconds(from, options), n, expected?.[k]];
  });
  const header =
    abscissa === "delay"
      ? ["delay from (bins)", "delay from (s)", "counts", "expected"]
      : ["after the pulse from (ticks)", "after the pulse from (s)", "tags", "expected"];
  return csv(header, rows);
}

/** A number without the rounding errors of sums of doubles. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}

/** `stabilityChart` as CSV: a line for each channel and averaging time. */
export function stabilityCsv({ times, channels }: StabilityData, options: TagChartOptions = {}): string {
  const rows = channels
    .filter(({ channel }) => !options.hidden?.has(channel))
    .flatMap(({ channel, allan_deviation, allan_deviation_error, poisson_deviation }) =>
      Array.from(times, (time, k) => [
        channel,
        time,
        seconds(time, options),
        allan_deviation[k],
        allan_deviation_error[k],
        poisson_deviation[k],
      ]),
    );
  const header = ["channel", "averaged over (ticks)", "averaged over (s)"];
  return csv([...header, "Allan deviation", "error", "of Poisson's counts"], rows);
}

/** An image as CSV: a line for each pixel. Mean arrival times are in seconds. */
export function imageCsv({ width, intensity, mean }: ImageData, options: TagChartOptions = {}): string {
  const rows = Array.from(intensity, (counts, pixel) => {
    const ticks = mean?.[pixel] ?? Number.NaN;
    return [
      pixel % width,
      Math.floor(pixel / width),
      counts,
      Number.isNaN(ticks) ? undefined : seconds(ticks, options),
    ];
  });
  return csv(["column", "line", "counts", "mean arrival time (s)"], rows);
}

/** Phasors as CSV: a line for each pixel that `has` accepts and that has a phasor. */
export function phasorCsv(data: PhasorData, has?: HasPixel): string {
  const rows = Array.from(phasorPixels(data, has), ({ column, line, photons, g, s }) => [
    column,
    line,
    photons,
    g,
    s,
  ]);
  return csv(["column", "line", "counts", "g", "s"], rows);
}
