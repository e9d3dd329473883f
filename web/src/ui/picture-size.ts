/** Sizes of saved pictures: one choice for all charts, kept while the page is open. */

/** A size in CSS pixels; a saved PNG has `scale` device pixels for each. `null` is the size on the page. */
export interface PictureSize {
  text: string;
  width: number | null;
  height: number | null;
  scale: number;
}

/** Millimetres per CSS pixel: an inch has 96 pixels. */
export const PIXEL_MM = 25.4 / 96;
const PRINT_DPI = 600;

/** The last one has the width of a journal's column, 86 mm. */
const SIZES: readonly PictureSize[] = [
  { text: "as shown", width: null, height: null, scale: 2 },
  { text: "small, 480 × 300", width: 480, height: 300, scale: 2 },
  { text: "normal, 800 × 500", width: 800, height: 500, scale: 2 },
  { text: "large, 1600 × 900", width: 1600, height: 900, scale: 2 },
  { text: "print, 86 × 57 mm", width: 325, height: 215, scale: PRINT_DPI / 96 },
];

let chosen = 0;

export const pictureSizes = (): readonly string[] => SIZES.map(({ text }) => text);
export const chosenSize = (): PictureSize => SIZES[chosen] as PictureSize;

export function chooseSize(text: string): void {
  chosen = Math.max(
    0,
    SIZES.findIndex((size) => size.text === text),
  );
}
