/** Part of a recording, and the index by which the rest of it need not be read. */

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

/** What was made of a recording. */
export interface Sliced {
  read: {
    /** Bytes of the file, and the frames and tags in them. */
    bytes: number;
    frames: number;
    tags: number;
    /** Those of them that are of frames whose checksum does not match. */
    doubtful_tags: number;
    complete: boolean;
    error: Finding | null;
    findings: Finding[];
    /** Times of a text that were rounded to whole ticks. */
    rounded_times: number;
  };
  written: Contents;
}

/**
 * The source, if it is to be read here and there: where that is as fast as in order, or where a range of time of what lies
 * on another machine is wanted.
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

/** Ranges of a file on another machine, each as one answer: one for each chunk would take longer. */
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
 * Writes a recording of the selected tags. A source that can be read at any place and has an index is
 * read only where it can hold such tags.
 * @throws TagviewError `bad-index` where the index does not describe the file; what was written until
 * then is no recording.
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
 * What a recording's index says is in it; null where it has none, or can't be read at any place.
 * @throws TagviewError `bad-index` where the index does not describe the file, `open-failed`.
 */
export async function readContents(
  resources: Resources,
  instance: Instance<"main" | "more">,
  description: SourceDescription,
): Promise<Contents | null> {
  const file = await openNear(resources, description, true);
  if (file === null) {
    // Where it can't be opened at all, that is said.
    (await resources.open(description)).close();
    return null;
  }
  try {
    return await readIndexWith(instance, file, (reader) => reader.finish());
  } finally {
    file.close();
  }
}
