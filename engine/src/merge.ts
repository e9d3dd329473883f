/** Several recordings into one, on the calling thread. */

import { Merge } from "@tagview/wasm";
import { asTagviewError, TagviewError } from "./errors";
import { readPiece } from "./feed";
import { call, free, placeIn } from "./instance";
import type { Snapshot } from "./results";
import type { Contents } from "./slice";
import type { Source } from "./source";
import { outlet, type StreamControl } from "./streams";
import type { PackOptions } from "./text";

export interface MergeOptions extends PackOptions {
  /** For each recording the ticks that are added to its times; 0 where absent. */
  offsets?: bigint[];
}

export interface Merged {
  /** What was read of each recording. */
  read: Omit<Snapshot, "analyses" | "total">[];
  written: Contents;
}

/** A recording to merge, with its name for errors. */
export interface MergeInput {
  name: string;
  source: Source;
}

/**
 * Writes the tags of all recordings in order of time.
 * @throws TagviewError `order`, `usage`, `range-too-long` or `read-failed`, its message with the
 * recording's name in front; what was written until then is no recording.
 */
export async function runMerge(
  inputs: MergeInput[],
  { offsets = [], ...options }: MergeOptions,
  control: StreamControl,
): Promise<Merged> {
  let made: Merge | undefined;
  try {
    const all = inputs.map((_, number) => offsets[number] ?? 0n);
    const job = call(() => new Merge({ ...options, offsets: all }));
    made = job;
    const total = totalOf(inputs);
    const pass = outlet(control);
    let bytes = 0;
    for (;;) {
      const wanted = call(() => job.wants()) as { input: number; length: number } | undefined;
      const input = wanted && inputs[wanted.input];
      if (wanted === undefined || input === undefined) break;
      const output = await naming(input.name, async () => {
        const n = await readPiece(input.source, placeIn(job), wanted.length);
        bytes += n;
        return call(() => job.push(wanted.input, n));
      });
      await pass(output, bytes, total);
    }
    await control.write(call(() => job.finish()));
    return call(() => job.result()) as Merged;
  } finally {
    for (const { source } of inputs) source.close();
    free(made);
  }
}

/** Runs `f`; an error of it names `name`. */
export async function naming<T>(name: string, f: () => T | Promise<T>): Promise<T> {
  try {
    return await f();
  } catch (thrown) {
    const error = asTagviewError(thrown);
    const message = `${name}: ${error.message}`;
    throw new TagviewError(error.code, message, error.remedy, error.offset, { cause: error });
  }
}

function totalOf(inputs: MergeInput[]): number | null {
  let total = 0;
  for (const { source } of inputs) {
    if (source.byteLength === null) return null;
    total += source.byteLength;
  }
  return total;
}
