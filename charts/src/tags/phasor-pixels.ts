/** The pixels of an image that have a phasor. */

import type { ImageData } from "./image";

/** The image whose phasors are drawn. */
export interface PhasorData extends ImageData {
  /** Mean cosine and sine of the phase of each pixel's photons in the sync period, not a number where there is none. */
  g: ArrayLike<number>;
  s: ArrayLike<number>;
  /** Sync period in ticks. */
  period: number;
}

/** Whether a pixel is selected. */
export type HasPixel = (column: number, line: number) => boolean;

/** A pixel with its phasor. */
interface PhasorPixel {
  column: number;
  line: number;
  photons: number;
  g: number;
  s: number;
}

/** The selected pixels that have a phasor. */
export function* phasorPixels(
  { width, intensity, g, s }: PhasorData,
  has: HasPixel = () => true,
): Generator<PhasorPixel> {
  for (let pixel = 0; pixel < intensity.length; pixel += 1) {
    const [column, line] = [pixel % width, Math.floor(pixel / width)];
    const place = { g: g[pixel] ?? Number.NaN, s: s[pixel] ?? Number.NaN };
    if (!Number.isNaN(place.g) && has(column, line))
      yield { column, line, photons: intensity[pixel] ?? 0, ...place };
  }
}
