/** Part of a recording, and the index by which the rest of it need not be read. */

import type { Resources } from "../../../resources.ts";
import type { ReadAs, SourceDescription } from "../../../source/description.ts";
import type { RandomAccess } from "../../../source/random-access.ts";
import { fromAnywhere, fromStream, supply, wanting } from "../../../source/wants.ts";
import type { Instance } from "../../../worker/instance.ts";
import type { Finding } from "../results.ts";
import { readIndexWith } from "../split/frame-index.ts";
import { type Control, outlet, SHORT_PAUSE_MS } from "./control.ts";
import type { Contents, PackOptions } from "./options.ts";
import { createRecordingWriter, outputOf, writeAbout } from "./recording-writer.ts";

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

/** The source, if reading it here and there is as fast as in order. */
async function openNear(
  { openAnywhere }: Resources,
  source: SourceDescription,
): Promise<RandomAccess | null> {
  // An answer for each chunk takes longer than one for all of them.
  const file = source.kind === "url" ? null : await openAnywhere(source);
  if (!file?.remote) return file;
  file.close();
  return null;
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
  description: SourceDescription,
  readAs: ReadAs | null,
  { about, ...options }: PackOptions,
  control: Control,
): Promise<Sliced> {
  const file = readAs === null ? await openNear(resources, description) : null;
  const source = file === null ? await resources.open(description) : null;
  try {
    const size = file?.byteLength ?? null;
    const { selection: _, define: __, tick: ___, ...packing } = options;
    const begins = await writeAbout(instance, about, control.write);
    const writer = createRecordingWriter(instance, resources.writers, { ...packing, begins }, control);
    const { fanOut } = writer;
    const job = instance.make(({ Slice }) => new Slice({ ...options, begins, size, fanOut, ...readAs }));
    try {
      const bytesAt = source === null ? fromAnywhere(file as RandomAccess) : fromStream(source);
      const total = source === null ? (file?.byteLength ?? null) : source.byteLength;
      const pass = outlet(control, SHORT_PAUSE_MS);
      const view = outputOf(job);
      let bytes = 0;
      for await (const { output, n } of supply(wanting(job), () => bytesAt, SHORT_PAUSE_MS)) {
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
  const file = await openNear(resources, description);
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
