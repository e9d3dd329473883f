/** Part of a recording, read with the help of its index. */

import type { Resources } from "../../../resources.ts";
import type { KnownSource, SourceDescription } from "../../../source/description.ts";
import type { RandomAccess } from "../../../source/random-access.ts";
import type { Source } from "../../../source/stream.ts";
import {
  type BytesAt,
  fromAnywhere,
  fromStream,
  supply,
  type Wanted,
  wanting,
} from "../../../source/wants.ts";
import type { Instance } from "../../../worker/instance.ts";
import { isRange } from "../request.ts";
import type { Finding } from "../results.ts";
import { readIndexWith } from "../split/frame-index.ts";
import { type Control, outlet, SHORT_PAUSE_MS } from "./control.ts";
import type { Contents, PackOptions } from "./options.ts";
import { createRecordingWriter, outputOf } from "./recording-writer.ts";

/** The result of a conversion. */
export interface Sliced {
  read: {
    /** Bytes of the file, and the frames and tags in them. */
    bytes: number;
    frames: number;
    tags: number;
    /** Those in frames whose checksum does not match. */
    doubtful_tags: number;
    complete: boolean;
    error: Finding | null;
    findings: Finding[];
    /** Times of a text file that were rounded to whole ticks. */
    rounded_times: number;
  };
  written: Contents;
}

/**
 * The source with random access if useful: if that is as fast as reading in order, or for a range of time of a remote
 * file.
 */
async function openNear(
  { openAnywhere }: Resources,
  source: SourceDescription,
  isNarrow: boolean,
): Promise<RandomAccess | null> {
  const file = source.kind === "url" && !isNarrow ? null : await openAnywhere(source);
  if (!file?.remote || isNarrow) return file;
  file.close();
  return null;
}

/** Ranges of a remote file, each in one response: one for each chunk would take longer. */
function fromRanges(
  { open }: Resources,
  file: RandomAccess,
  wanted: () => Wanted | undefined,
): { bytesOf: () => BytesAt; close: () => void } {
  let opened: Source | null = null;
  const close = (): void => {
    opened?.close();
    opened = null;
  };
  const bytesOf = (): BytesAt => {
    close();
    const { offset = 0, length = 0 } = wanted() ?? {};
    const to = Math.min(file.byteLength, offset + length);
    return async (_, place, max) => {
      opened ??= await open(file.part(offset, to === file.byteLength ? null : to));
      return opened.read(place, max);
    };
  };
  return { bytesOf, close };
}

/**
 * Writes a recording of the selected tags. If a source has random access and an index, it reads only the frames that
 * can hold such tags.
 * @throws TagviewError `bad-index` if the index does not describe the file; the output is then incomplete.
 */
export async function slice(
  resources: Resources,
  instance: Instance<"more">,
  description: KnownSource,
  options: PackOptions,
  control: Control,
): Promise<Sliced> {
  const { readAs } = description;
  const file = readAs === null ? await openNear(resources, description, isRange(options.selection)) : null;
  const source = file === null ? await resources.open(description) : null;
  try {
    const size = file?.byteLength ?? null;
    const { selection: _, define: __, tick: ___, ...packing } = options;
    const writer = createRecordingWriter(instance, resources.writers, packing, control);
    const { fanOut } = writer;
    const job = instance.make(({ Slice }) => new Slice({ ...options, size, fanOut, ...readAs }));
    const ranges =
      file?.remote === true
        ? fromRanges(resources, file, () => job.call((slicing) => slicing.wants()))
        : null;
    try {
      const bytesAt = source === null ? fromAnywhere(file as RandomAccess) : fromStream(source);
      const total = source === null ? (file?.byteLength ?? null) : source.byteLength;
      const pass = outlet(control, SHORT_PAUSE_MS);
      const view = outputOf(job);
      let bytes = 0;
      for await (const { output, n } of supply(
        wanting(job),
        ranges?.bytesOf ?? (() => bytesAt),
        SHORT_PAUSE_MS,
      )) {
        bytes += n;
        await writer.put(output, view);
        await pass(undefined, bytes, job.call((slicing) => slicing.total()) ?? total);
      }
      await writer.put(
        job.call((slicing) => slicing.finish()),
        view,
      );
      const made: Sliced = job.call((slicing) => slicing.result());
      return { ...made, written: (await writer.finish()) ?? made.written };
    } finally {
      ranges?.close();
      await writer.close();
      job.free();
    }
  } finally {
    file?.close();
    source?.close();
  }
}

/**
 * Returns the contents of a recording according to its index; null without an index or random access.
 * @throws TagviewError `bad-index` if the index does not describe the file, `open-failed`.
 */
export async function readContents(
  resources: Resources,
  instance: Instance<"main" | "more">,
  description: SourceDescription,
): Promise<Contents | null> {
  const file = await openNear(resources, description, true);
  if (file === null) {
    // If it cannot be opened at all, the error reports that.
    (await resources.open(description)).close();
    return null;
  }
  try {
    return await readIndexWith(instance, file, (reader) => reader.finish());
  } finally {
    file.close();
  }
}
