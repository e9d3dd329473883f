/** Recordings made byte by byte, for layouts that tagview's writer does not produce. */

/** A Cap'n Proto message of tags in one segment: root, list of lists, list of tags. */
export function message(tags: readonly (readonly [channel: number, time: bigint])[]): Uint8Array {
  const words = 4 + 2 * tags.length;
  const view = new DataView(new ArrayBuffer(8 + 8 * words));
  const word = (at: number, low: number, high: number) => {
    view.setUint32(8 + 8 * at, low, true);
    view.setUint32(12 + 8 * at, high, true);
  };
  // Segment table: one segment (count less 1), its length in words.
  view.setUint32(4, words, true);
  word(0, 0, 1 << 16);
  word(1, 1, 6 | (1 << 3));
  word(2, 1, 7 | ((2 * tags.length) << 3));
  word(3, tags.length << 2, 2);
  tags.forEach(([channel, time], k) => {
    view.setBigInt64(8 + 8 * (4 + 2 * k), time, true);
    view.setBigUint64(8 + 8 * (5 + 2 * k), BigInt(channel), true);
  });
  return new Uint8Array(view.buffer);
}

const BLOCK = 128 << 10;

/** `content` as one zstd frame of raw blocks, without checksum and content size. */
export function rawFrame(content: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 0x38)];
  for (let at = 0; at === 0 || at < content.length; at += BLOCK) {
    const block = content.subarray(at, at + BLOCK);
    const header = (block.length << 3) | (at + BLOCK >= content.length ? 1 : 0);
    pieces.push(Uint8Array.of(header & 255, (header >> 8) & 255, header >> 16), block);
  }
  return concat(pieces);
}

/** `content` cut into frames of `size` bytes. */
export function rawFrames(content: Uint8Array, size: number): Uint8Array {
  const frames: Uint8Array[] = [];
  for (let at = 0; at < content.length; at += size) frames.push(rawFrame(content.subarray(at, at + size)));
  return concat(frames);
}

export function concat(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

const FRAME = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd);
const INDEX = Uint8Array.of(0x54, 0x2a, 0x4d, 0x18);

/** Byte offsets of the zstd frames of a file. */
export function framesOf(file: Uint8Array): number[] {
  const bytes = Buffer.from(file);
  const found: number[] = [];
  for (let at = bytes.indexOf(FRAME); at !== -1; at = bytes.indexOf(FRAME, at + 1)) found.push(at);
  return found;
}

/**
 * The file without its index (the last skippable frame), and with a foreign skippable frame instead of its
 * announcement.
 */
export function withoutIndex(file: Uint8Array): Uint8Array<ArrayBuffer> {
  const rest = new Uint8Array(file.subarray(0, Buffer.from(file).lastIndexOf(INDEX)));
  rest[0] = 0x50;
  return rest;
}
