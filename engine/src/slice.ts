/** Part of a recording, and the index by which the rest of it need not be read; on the calling thread. */

import { IndexOf, Slice } from "@tagview/wasm";
import { feed } from "./feed";
import { call, free } from "./instance";
import type { Finding } from "./results";
import { limited, type Source } from "./source";
import { outlet, type StreamControl } from "./streams";
import type { PackOptions } from "./text";

/** What a recording holds that was written, or that has an index. */
export interface Contents {
  tags: number;
  /** zstd frames that hold data. */
  frames: number;
  /** Ascending. */
  channels: bigint[];
}

/** What was made of a recording. */
export interface Sliced {
  read: {
    /** Bytes of the file, and the frames and tags in them. */
    bytes: number;
    frames: number;
    tags: number;
    complete: boolean;
    error: Finding | null;
    findings: Finding[];
  };
  written: Contents;
}

/**
 * Writes a recording of the selected tags. A source that can be read at any place and has an index is
 * read only where it can hold such tags.
 * @throws TagviewError `bad-index` where the index does not describe the file; what was written until
 * then is no recording.
 */
export async function runSlice(
  source: Source,
  options: PackOptions,
  control: StreamControl,
): Promise<Sliced> {
  let made: Slice | undefined;
  try {
    const size = source.seek === undefined ? null : source.byteLength;
    const job = call(() => new Slice({ ...options, size }));
    made = job;
    const pass = outlet(control);
    let bytes = 0;
    await feedParts(source, job, async (output, n) => {
      bytes += n;
      await pass(output, bytes, call(() => job.total()) ?? source.byteLength);
    });
    await control.write(call(() => job.finish()));
    return call(() => job.result()) as Sliced;
  } finally {
    source.close();
    free(made);
  }
}

/**
 * What a recording's index says is in it; null where it has none, or can't be read at any place.
 * @throws TagviewError `bad-index` where the index does not describe the file.
 */
export async function readIndex(source: Source): Promise<Contents | null> {
  const { byteLength } = source;
  let made: IndexOf | undefined;
  try {
    if (source.seek === undefined || byteLength === null) return null;
    const job = call(() => new IndexOf(byteLength));
    made = job;
    await feedParts(source, job, async () => {});
    return call(() => job.finish()) as Contents | null;
  } finally {
    source.close();
    free(made);
  }
}

/** A class of the wasm module that asks for parts of a file. */
interface PartsJob<T> {
  wants(): { offset: number; length: number } | undefined;
  reserve(n: number): number;
  push(n: number): T;
  end(): T;
}

/** Gives `job` the parts it wants; `took` is called with what came of each piece of `n` bytes. */
export async function feedParts<T>(
  source: Source,
  job: PartsJob<T>,
  took: (output: T, n: number) => Promise<void>,
): Promise<void> {
  for (;;) {
    const part = call(() => job.wants());
    if (part === undefined) return;
    source.seek?.(part.offset);
    let size = 0;
    const push = (n: number) => {
      size = n;
      return call(() => job.push(n));
    };
    await feed(limited(source, part.length), job, push, async (output) => {
      await took(output, size);
      return true;
    });
    const output = call(() => job.end());
    await took(output, 0);
  }
}
