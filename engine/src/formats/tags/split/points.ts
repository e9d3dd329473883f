/** Split points of a file, so that its parts can be read in parallel. */

import { bytesAt, type RandomAccess } from "../../../source/random-access.ts";
import { fromAnywhere, supply, wanting } from "../../../source/wants.ts";
import type { Instance } from "../../../worker/instance.ts";
import { SMALLEST, sizeOf, type TargetSize } from "./target-size.ts";

/** Bytes `from <= offset < to` of a file; `to` is null for the end of the file. */
export interface SplitPart {
  from: number;
  to: number | null;
  /** Number of its tags from the file's index, if requested. */
  tags?: number;
  /** For another tagger's format: values from before it that its reader needs. */
  state?: Uint8Array;
}

/** Share of a frame's length by which the end of a part may be early. */
const EARLIER = 1 / 32;

/** Bytes per search for the start of a frame, doubled up to a maximum while none is found. */
const NEAR = 256 << 10;
const FAR = 1 << 20;
/** Bytes of the first search, which all workers await. */
const FIRST = 4 << 20;

/** Maximum bytes, or share of the file, of a search for a frame's start: nothing is decoded meanwhile. */
const SEARCHED = 32 << 20;
const SEARCHED_SHARE = 8;

/**
 * Parts of a file of whole zstd frames, as well as known without decoding, of at most about `largest` bytes. They are
 * found while the first ones are already read. After the last frame start found, the rest of the file is one part.
 */
export function split(
  instance: Instance<"main" | "more">,
  file: RandomAccess,
  workers: number,
  largest: number,
): AsyncGenerator<SplitPart> {
  const patience = Math.min(file.patience, Math.max(SEARCHED, file.byteLength / SEARCHED_SHARE));
  const target: TargetSize = (left) => sizeOf(left, workers, largest);
  return file.remote
    ? splitBySearch(instance, file, patience, target)
    : splitByHeaders(instance, file, patience, target);
}

/** The same parts; the first is searched at once. */
export function begun(parts: AsyncGenerator<SplitPart>): AsyncGenerator<SplitPart> {
  const first = parts.next();
  // Without a handler, a failure would count as unhandled if the caller never iterates; an iterating caller still gets
  // it.
  first.catch(() => {});
  return (async function* () {
    const { done, value } = await first;
    if (done) return;
    yield value;
    yield* parts;
  })();
}

/** From header to header of frames and blocks: reliable, and fast if skipped bytes need not be read. */
async function* splitByHeaders(
  instance: Instance<"main" | "more">,
  file: RandomAccess,
  patience: number,
  target: TargetSize,
): AsyncGenerator<SplitPart> {
  const size = file.byteLength;
  const starts = instance.make(({ FrameStarts }) => new FrameStarts());
  let from = 0;
  const job = wanting(starts);
  const wants = () => {
    const wanted = job.wants();
    const isNear = wanted !== undefined && wanted.offset < size && wanted.offset - from <= patience;
    return isNear ? wanted : undefined;
  };
  try {
    for await (const { output } of supply({ ...job, wants }, () => fromAnywhere(file))) {
      for (const start of output) {
        if (start - from < target(size - from)) continue;
        yield { from, to: start };
        from = start;
      }
    }
  } finally {
    starts.free();
  }
  yield { from, to: null };
}

/**
 * Searches for byte patterns of frame starts. A wrong match makes the part before it unsound, as damage does. Most
 * frames have similar lengths, so the search begins shortly before the expected start: searched bytes are read a second
 * time to be decoded.
 */
async function* splitBySearch(
  instance: Instance<"main" | "more">,
  file: RandomAccess,
  patience: number,
  target: TargetSize,
): AsyncGenerator<SplitPart> {
  const size = file.byteLength;
  let from = 0;
  let next = SMALLEST;
  /** Number of bytes by which that is earlier than the end of a part. */
  let sooner = 0;
  let frame: number | undefined;
  for (;;) {
    const to = await frameFrom(instance, file, next, patience + sooner, frame === undefined ? FIRST : NEAR);
    yield { from, to };
    if (to === null) return;
    const length = to - from;
    const frames: number = Math.max(1, Math.round(length / (frame ?? length)));
    frame = length / frames;
    from = to;
    const wanted = target(size - from);
    // The length of frames is estimated from the previous part, less reliably the more frames a part has.
    const taken = Math.max(1, Math.min(2 * frames, Math.floor(wanted / frame)));
    next = from + Math.floor((taken - EARLIER) * frame);
    sooner = Math.max(0, from + wanted - next);
  }
}

/** The first frame start in `patience` bytes from `at`, the `first` of them at once; null for none. */
export async function frameFrom(
  instance: Instance<"main" | "more">,
  file: RandomAccess,
  at: number,
  patience: number,
  first: number,
): Promise<number | null> {
  const search = instance.make(({ FrameSearch }) => new FrameSearch());
  try {
    let searched = 0;
    for (let size = first; searched < patience; size = Math.min(2 * size, Math.max(first, FAR))) {
      const bytes = await bytesAt(file, at + searched, size);
      const found = search.call((job) => job.push(bytes));
      if (found !== undefined) return at + found;
      searched += bytes.length;
      if (bytes.length < size) break;
    }
    return null;
  } finally {
    search.free();
  }
}

/** Bytes examined to recognise a frame start; more than enough. */
const HEADER = 64;

/** Whether a frame starts at each part. */
export async function startWithFrames(
  instance: Instance<"main" | "more">,
  file: RandomAccess,
  parts: readonly SplitPart[],
): Promise<boolean> {
  for (const { from } of parts) {
    const bytes = await bytesAt(file, from, HEADER);
    const search = instance.make(({ FrameSearch }) => new FrameSearch());
    const found = search.call((job) => job.push(bytes));
    search.free();
    if (found !== 0) return false;
  }
  return true;
}
