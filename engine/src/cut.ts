/** Where a file can be cut, so that its parts can be read at the same time. */

import { Borders, FrameSearch } from "@tagview/wasm";
import type { Frames } from "./frames";
import { call, free } from "./instance";
import type { Selection } from "./request";
import type { Seekable } from "./source";

/** Bytes `from <= offset < to` of a file; `to` is null for its end. */
export interface Cut {
  from: number;
  to: number | null;
  /** Tags it holds by the file's index, where that was asked. */
  tags?: number;
}

// Smaller parts cost more than they save; larger ones leave workers waiting at the end.
const SMALLEST = 1 << 20;
const LARGEST = 8 << 20;
/** Where each part needs another process to open the file and to share memory with, few are better. */
const LARGEST_REMOTE = 32 << 20;
/** A part is to be so small a share of what a worker has left to read, that all finish at the same time. */
const SHARE = 3;

/** Tags of a part are all kept or none, and may take four times its bytes; a part that has no room ends all keeping. */
const KEPT_PER_BYTE = 4;

/** The frame that ends a part may begin so much of a frame's length before it is expected. */
const EARLIER = 1 / 32;

/** So much is searched for it at first, and at most, at a time; for the first one, which all wait for, so much. */
const NEAR = 256 << 10;
const FAR = 1 << 20;
const FIRST = 4 << 20;

/** A border is looked for in so much, or in this share of the file: nothing is decoded meanwhile. */
const SEARCHED = 32 << 20;
const SEARCHED_SHARE = 8;

/** Bytes read for a header of a frame or block; more than enough. */
const HEADER = 64;

/** How large a part is to be where so many bytes are left. */
type Aim = (left: number) => number;

function aimOf(left: number, workers: number, largest = LARGEST): number {
  return Math.min(largest, Math.max(SMALLEST, Math.ceil(left / (workers * SHARE))));
}

/** About how many bytes a part of a file has at most that `workers` read, with `budget` bytes for all of their tags. */
export function largestPart(file: Seekable, workers: number, budget: number): number {
  if (!file.remote) return LARGEST;
  const fits = budget === 0 ? LARGEST_REMOTE : budget / (workers * KEPT_PER_BYTE);
  return Math.min(LARGEST_REMOTE, Math.max(LARGEST, fits));
}

/**
 * Parts of a file, each of whole zstd frames as far as that is known without decoding, found while the
 * first ones are read already, of about `largest` bytes at most. From where no border is found, the rest
 * of the file is one part.
 */
export function cuts(file: Seekable, workers: number, largest: number): AsyncGenerator<Cut> {
  const patience = Math.min(file.patience, Math.max(SEARCHED, file.byteLength / SEARCHED_SHARE));
  const aim: Aim = (left) => aimOf(left, workers, largest);
  return file.remote ? cutsBySearch(file, patience, aim) : cutsByHeaders(file, patience, aim);
}

/** The same parts; the first is looked for at once. */
export function begun(parts: AsyncGenerator<Cut>): AsyncGenerator<Cut> {
  const first = parts.next();
  // Where nobody wants them, nobody is told.
  first.catch(() => {});
  return (async function* () {
    const { done, value } = await first;
    if (done) return;
    yield value;
    yield* parts;
  })();
}

/** From header to header of frames and blocks: sure, where what lies between need not be read. */
async function* cutsByHeaders(file: Seekable, patience: number, aim: Aim): AsyncGenerator<Cut> {
  const size = file.byteLength;
  const borders = call(() => new Borders());
  let from = 0;
  try {
    for (;;) {
      const at = call(() => borders.wants());
      if (at === undefined || at >= size || at - from > patience) break;
      const bytes = await file.readAt(at, Math.min(HEADER, size - at));
      if (bytes.length === 0) break;
      for (const start of call(() => borders.push(bytes))) {
        if (start - from < aim(size - from)) continue;
        yield { from, to: start };
        from = start;
      }
    }
  } finally {
    free(borders);
  }
  yield { from, to: null };
}

/**
 * By what looks like the beginning of a frame. Where it is none, the part before it proves unsound, as do
 * those of damaged files. Frames are mostly about as long as those before them, so the next one is looked
 * for shortly before it is expected: what is searched is read a second time by whoever decodes it.
 */
async function* cutsBySearch(file: Seekable, patience: number, aim: Aim): AsyncGenerator<Cut> {
  const size = file.byteLength;
  let from = 0;
  let next = SMALLEST;
  /** How much sooner that is than a part would have to end. */
  let early = 0;
  let frame: number | undefined;
  for (;;) {
    const to = await frameFrom(file, next, patience + early, frame === undefined ? FIRST : NEAR);
    yield { from, to };
    if (to === null) return;
    const length = to - from;
    const frames: number = Math.max(1, Math.round(length / (frame ?? length)));
    frame = length / frames;
    from = to;
    const wanted = aim(size - from);
    // How long frames are is told from one part for the next, and the less surely the more frames that has.
    const taken = Math.max(1, Math.min(2 * frames, Math.floor(wanted / frame)));
    next = from + Math.floor((taken - EARLIER) * frame);
    early = Math.max(0, from + wanted - next);
  }
}

/** Where the first frame begins that is found in `patience` bytes from `at` on, the `first` of them at once; null for none. */
async function frameFrom(
  file: Seekable,
  at: number,
  patience: number,
  first: number,
): Promise<number | null> {
  const search = call(() => new FrameSearch());
  try {
    let searched = 0;
    for (let size = first; searched < patience; size = Math.min(2 * size, Math.max(first, FAR))) {
      const bytes = await file.readAt(at + searched, size);
      const found = call(() => search.push(bytes));
      if (found !== undefined) return at + found;
      searched += bytes.length;
      if (bytes.length < size) break;
    }
    return null;
  } finally {
    free(search);
  }
}

/** The same by the file's index; the last part goes on to the file's end. */
export function* cutsByIndex({ offset }: Frames, workers: number, largest: number): Generator<Cut> {
  const size = offset.at(-1) ?? 0;
  let from = 0;
  for (const start of offset.subarray(0, -1)) {
    if (start - from < aimOf(size - from, workers, largest)) continue;
    yield { from, to: start };
    from = start;
  }
  yield { from, to: null };
}

/** A part whose length is known, and what it holds by the file's index. */
export interface IndexedCut extends Cut {
  to: number;
  tags: number;
}

/**
 * Parts of the frames that have times in the selected range, by the file's index, of about `largest`
 * bytes at most; `origin` is the time of the file's first tag.
 */
export function* cutsOfRange(
  { offset, tags, min, max }: Frames,
  origin: bigint,
  { from, to }: Selection,
  workers: number,
  largest = LARGEST,
): Generator<IndexedCut> {
  const wanted = tags.map((n, k) => {
    const [least = 0n, greatest = 0n] = [min[k], max[k]];
    const begins = to === undefined || least <= origin + to;
    const lasts = from === undefined || origin + from <= greatest;
    return Number(n > 0 && begins && lasts);
  });
  let left = wanted.reduce((sum, is, k) => sum + is * ((offset[k + 1] ?? 0) - (offset[k] ?? 0)), 0);
  let cut: IndexedCut = { from: 0, to: 0, tags: 0 };
  for (let k = 0; k < tags.length; k += 1) {
    if (wanted[k] === 0) continue;
    const [begin, end] = [offset[k] ?? 0, offset[k + 1] ?? 0];
    if (cut.to !== begin || cut.to - cut.from >= Math.min(largest, aimOf(left, workers))) {
      if (cut.tags > 0) yield cut;
      left -= cut.to - cut.from;
      cut = { from: begin, to: begin, tags: 0 };
    }
    cut = { from: cut.from, to: end, tags: cut.tags + (tags[k] ?? 0) };
  }
  if (cut.tags > 0) yield cut;
}

/** Whether there is a frame where each part begins. */
export async function beginWithFrames(file: Seekable, parts: readonly Cut[]): Promise<boolean> {
  for (const { from } of parts) {
    const bytes = await file.readAt(from, HEADER);
    const search = call(() => new FrameSearch());
    const found = call(() => search.push(bytes));
    free(search);
    if (found !== 0) return false;
  }
  return true;
}
