/** Merges several recordings into one. */

import { asTagviewError, TagviewError } from "../../../errors.ts";
import type { ReadAs } from "../../../source/description.ts";
import type { Source } from "../../../source/stream.ts";
import { type BytesAt, supply, wanting } from "../../../source/wants.ts";
import type { Instance } from "../../../worker/instance.ts";
import type { Pool } from "../../../worker/pool.ts";
import type { Snapshot } from "../snapshot.ts";
import { type Control, outlet, SHORT_PAUSE_MS } from "./control.ts";
import type { Contents, PackOptions } from "./options.ts";
import { createRecordingWriter, outputOf } from "./recording-writer.ts";

export interface MergeOptions extends PackOptions {
  /** Ticks added to the times of each recording; 0 by default. */
  offsets?: readonly bigint[];
}

export interface Merged {
  /** Totals of each recording. */
  read: Omit<Snapshot, "analyses" | "total">[];
  written: Contents;
}

/** A recording to merge, with its name for errors. */
export interface MergeInput {
  name: string;
  /** The format it is read as; null for tagview's own format. */
  readAs: ReadAs | null;
  source: Source;
}

/**
 * Writes the tags of all recordings in order of time.
 * @throws TagviewError `order`, `usage`, `range-too-long` or `read-failed`, whose message begins with the name of the
 * recording; the output is then incomplete.
 */
export async function merge(
  instance: Instance<"more">,
  pool: Pool,
  inputs: readonly MergeInput[],
  { offsets = [], ...options }: MergeOptions,
  control: Control,
): Promise<Merged> {
  try {
    const all = inputs.map((_, number) => offsets[number] ?? 0n);
    const { selection: _, define: __, tick: ___, ...packing } = options;
    const writer = createRecordingWriter(instance, pool, packing, control);
    const { fanOut } = writer;
    const imports = inputs.map(({ readAs }) => readAs ?? {});
    const job = instance.make(({ Merge }) => new Merge({ ...options, offsets: all, imports, fanOut }));
    try {
      const total = totalOf(inputs);
      const pass = outlet(control, SHORT_PAUSE_MS);
      const view = outputOf(job);
      let bytes = 0;
      /** The current recording: errors concern it. */
      let current: MergeInput | undefined;
      const bytesOf = (input: number): BytesAt => {
        current = inputs[input];
        return (_, place, max) => current?.source.read(place, max) ?? 0;
      };
      const supplied = supply(wanting(job), bytesOf, SHORT_PAUSE_MS);
      for (;;) {
        const { done, value } = await naming(
          () => current?.name,
          () => supplied.next(),
        );
        if (done) break;
        bytes += value.n;
        await writer.put(value.output, view);
        await pass(undefined, bytes, total);
      }
      await writer.put(
        job.call((merging) => merging.finish()),
        view,
      );
      const made: Merged = job.call((merging) => merging.result());
      return { ...made, written: (await writer.finish()) ?? made.written };
    } finally {
      await writer.close();
      job.free();
    }
  } finally {
    for (const { source } of inputs) source.close();
  }
}

/** Runs `f`; its errors get the name that `name` returns then. */
export async function naming<T>(name: () => string | undefined, f: () => T | Promise<T>): Promise<T> {
  try {
    return await f();
  } catch (thrown) {
    const error = asTagviewError(thrown);
    const named = name();
    if (named === undefined) throw error;
    const message = `${named}: ${error.message}`;
    throw new TagviewError(error.code, message, error.remedy, error.offset, { cause: error });
  }
}

function totalOf(inputs: readonly MergeInput[]): number | null {
  let total = 0;
  for (const { source } of inputs) {
    if (source.byteLength === null) return null;
    total += source.byteLength;
  }
  return total;
}
