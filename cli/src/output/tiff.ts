/**
 * Images of numbers as a TIFF file: baseline TIFF 6.0 in grey, a page for each image, without compression.
 *
 * No package that is maintained writes such pages: utif2 writes colours of 8 bits, geotiff writes one page, and tiff only
 * reads.
 */

/** An image of numbers in row order. */
export interface TiffPage {
  description: string;
  /** Counts are written in 32 bits, other numbers as floating point in 32 bits. */
  values: Uint32Array | Float32Array;
}

const HEADER = 8;
const ENTRY = 12;

const SHORT = 3;
const LONG = 4;
const ASCII = 2;

/** The bytes of a file of such pages, all of one size. */
export function tiff(width: number, height: number, pages: readonly TiffPage[]): Uint8Array<ArrayBuffer> {
  const texts = pages.map(({ description }) => new TextEncoder().encode(`${description}\0`));
  const ENTRIES = 11;
  const directory = 2 + ENTRIES * ENTRY + 4;
  const padded = (bytes: number) => Math.ceil(bytes / 4) * 4;
  const sizes = texts.map(
    (text) => padded(directory) + padded(Math.max(text.length, 5)) + 4 * width * height,
  );
  const file = new Uint8Array(HEADER + sizes.reduce((sum, size) => sum + size, 0));
  const view = new DataView(file.buffer);
  file.set([0x49, 0x49, 42, 0]);
  view.setUint32(4, HEADER, true);
  let at = HEADER;
  for (const [number, { values }] of pages.entries()) {
    const text = texts[number] ?? new Uint8Array();
    const textAt = at + padded(directory);
    const pixelsAt = textAt + padded(Math.max(text.length, 5));
    const next = at + (sizes[number] ?? 0);
    const entries: [tag: number, type: number, count: number, value: number][] = [
      [256, LONG, 1, width],
      [257, LONG, 1, height],
      [258, SHORT, 1, 32], // BitsPerSample
      [259, SHORT, 1, 1], // Compression: none
      [262, SHORT, 1, 1], // PhotometricInterpretation: 0 is black
      [270, ASCII, Math.max(text.length, 5), textAt], // ImageDescription; up to 4 bytes would be in the entry
      [273, LONG, 1, pixelsAt], // StripOffsets
      [277, SHORT, 1, 1], // SamplesPerPixel
      [278, LONG, 1, height], // RowsPerStrip
      [279, LONG, 1, 4 * width * height], // StripByteCounts
      [339, SHORT, 1, values instanceof Float32Array ? 3 : 1], // SampleFormat
    ];
    view.setUint16(at, ENTRIES, true);
    for (const [k, [tag, type, count, value]] of entries.entries()) {
      const entry = at + 2 + k * ENTRY;
      view.setUint16(entry, tag, true);
      view.setUint16(entry + 2, type, true);
      view.setUint32(entry + 4, count, true);
      view.setUint32(entry + 8, value, true);
    }
    view.setUint32(at + directory - 4, number + 1 < pages.length ? next : 0, true);
    file.set(text, textAt);
    for (let k = 0; k < values.length; k += 1) {
      const value = values[k] ?? 0;
      if (values instanceof Float32Array) view.setFloat32(pixelsAt + 4 * k, value, true);
      else view.setUint32(pixelsAt + 4 * k, value, true);
    }
    at = next;
  }
  return file;
}
