/** Where a file can be split, so that its parts can be read at the same time. */

import { bytesAt, type RandomAccess } from "../../../source/random-access.ts";
import { fromAnywhere, supply, wanting } from "../../../source/wants.ts";
import type { Instance } from "../../../worker/instance.ts";
import { SMALLEST, sizeOf, type TargetSize } from "./target-size.ts";

/** Bytes `from <= offset < to` of a file; `to` is null for its end. */
export interface SplitPart {
  from: number;
  to: number | null;
  /** Tags it has by the file's index, where that was asked. */
  tags?: number;
  /** What its reader needs to know of what is before it, where that is another maker's format. */
  state?: Uint8Array;
}

/** The frame that ends a part may begin so much of a frame's length before it is expected. */
const EARLIER = 1 / 32;

/** Bytes per search for the start of a frame, which doubles up to the most while none is found. */
const NEAR = 256 << 10;
const FAR = 1 << 20;
/** Bytes of the first search: all workers wait for its end. */
const FIRST = 4 << 20;

/** A frame's start is looked for in so many bytes, or in this share of the file: nothing is decoded meanwhile. */
const SEARCHED = 32 << 20;
const SEARCHED_SHARE = 8;

/**
 * Parts of a file, each of whole zstd frames as far as that is known without decoding, found while the
 * first ones are read already, of about `largest` bytes at most. From where no start of a frame is found, the
 * rest of the file is one part.
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

/** The same parts; the first is looked for at once. */
export function begun(parts: AsyncGenerator<SplitPart>): AsyncGenerator<SplitPart> {
  const first = parts.next();
  // Without a handler, a failure would count as unhandled where the caller never iterates; one who does still gets it.
  first.catch(() => {});
  return (async function* () {
    const { done, value } = await first;
    if (done) return;
    yield value;
    yield* parts;
  })();
}

/** From header to header of frames and blocks: sure, where what lies between need not be read. */
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
 * By what looks like the start of a frame. Where it is none, the part before it proves unsound, as do
 * those of damaged files. Frames are mostly about as long as those before them, so the next one is looked
 * for shortly before it is expected: what is searched is read a second time by whoever decodes it.
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
  /** How many bytes sooner that is than a part would have to end. */
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
    // How long frames are is told from one part for the next, and the less surely the more frames that has.
    const taken = Math.max(1, Math.min(2 * frames, Math.floor(wanted / frame)));
    next = from + Math.floor((taken - EARLIER) * frame);
    sooner = Math.max(0, from + wanted - next);
  }
}

/** Where the first frame starts that is found in `patience` bytes from `at` on, the `first` of them at once; null for none. */
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

/** Bytes looked at to tell whether a frame starts; more than enough. */
const HEADER = 64;

/** Whether a frame starts where each part does. */
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
