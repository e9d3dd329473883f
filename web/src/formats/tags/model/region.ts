/** Regions of an image as text: "10..20,5..9" is columns and lines, both ends inclusive. */

import type { ImageRegion } from "@tagview/engine";

/** Maximum number of pixels of a side of an image. */
const MOST_PIXELS = 4096n;
const REGION = /^(\d{1,5})\.\.(\d{1,5}),(\d{1,5})\.\.(\d{1,5})$/u;

export function regionText({ x_from, x_to, y_from, y_to }: ImageRegion): string {
  return `${x_from}..${x_to},${y_from}..${y_to}`;
}

/** Null for invalid text. */
export function regionOf(text: string): ImageRegion | null {
  const ends = REGION.exec(text)?.slice(1).map(BigInt) ?? [];
  const [x_from = 1n, x_to = 0n, y_from = 1n, y_to = 0n] = ends;
  const isRegion = x_from <= x_to && y_from <= y_to && x_to < MOST_PIXELS && y_to < MOST_PIXELS;
  return isRegion ? { x_from, x_to, y_from, y_to } : null;
}
