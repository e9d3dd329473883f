/** What a recording's index says of its frames, so that a file is cut without a search and read only where it matters. */

import { IndexOf } from "@tagview/wasm";
import { call, free } from "./instance";
import type { Snapshot, Summary } from "./results";
import { feedParts } from "./slice";
import type { Seekable, Source } from "./source";

/** A row a frame, in file order. */
export interface Frames {
  /** Time of the file's first tag; null without tags. */
  origin: bigint | null;
  /** Where each begins, and where the last one ends. */
  offset: Float64Array;
  tags: Float64Array;
  /** Least and greatest time. */
  min: BigInt64Array;
  max: BigInt64Array;
  /** What they hold; null where there are more channels or tags than are analysed. */
  summary: Summary | null;
}

/** How much a whole file holds. */
export type Totals = Pick<Snapshot, "bytes" | "frames" | "messages" | "tags">;

/** How much a file of `bytes` holds by its index; each of its frames is one message. */
export function totalsOf({ tags }: Frames, bytes: number): Totals {
  return {
    bytes,
    frames: tags.length,
    messages: tags.length,
    tags: tags.reduce((sum, n) => sum + n, 0),
  };
}

/** What an index says is in its file. */
export function overviewOf(frames: Frames | null): Snapshot["overview"] {
  if (frames === null || frames.summary === null) return null;
  return { frames: frames.tags.length, summary: frames.summary };
}

/** The frames by the index; null where there is none, or one that does not describe the file. */
export async function readFrames(file: Seekable): Promise<Frames | null> {
  const job = call(() => new IndexOf(file.byteLength));
  try {
    await feedParts(sourceOf(file), job, async () => {});
    return call(() => job.frames()) as Frames | null;
  } catch {
    // Whoever wants to know what is wrong with it asks `verify`; here it is as good as none.
    return null;
  } finally {
    free(job);
  }
}

function sourceOf(file: Seekable): Source {
  let at = 0;
  return {
    byteLength: file.byteLength,
    async read(place, max) {
      const bytes = await file.readAt(at, max);
      place(bytes.length).set(bytes);
      at += bytes.length;
      return bytes.length;
    },
    seek(offset) {
      at = offset;
    },
    close() {},
  };
}
