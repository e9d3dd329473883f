/** The sound part of a damaged recording. */

import { TagviewError } from "../../../errors.ts";
import type { Resources } from "../../../resources.ts";
import { nameOf, type SourceDescription } from "../../../source/description.ts";
import type { RandomAccess } from "../../../source/random-access.ts";
import { fromAnywhere, supply, wanting } from "../../../source/wants.ts";
import type { Instance } from "../../../worker/instance.ts";
import type { Pool } from "../../../worker/pool.ts";
import type { Finding } from "../results.ts";
import { type Control, outlet, SHORT_PAUSE_MS } from "./control.ts";
import type { Contents, Packing } from "./options.ts";
import { createRecordingWriter, outputOf } from "./recording-writer.ts";

export interface RepairOptions extends Packing {
  /** Also write the decoded tags of damaged frames: some may be wrong. */
  keepDoubtful?: boolean;
}

/** Bytes `from <= offset < to` of a file that could not be read completely. */
export interface Lost {
  from: number;
  to: number;
  /** zstd frames that begin in this range. */
  frames: number;
  /** Approximate number of unwritten tags; null if unknown. */
  tags_estimate: number | null;
  /** Number of these that were decoded, but may be wrong. */
  tags_held_back: number;
  /** Number of tags of this range that were written. */
  tags_written: number;
}

/** The result of a repair. */
export interface Repaired {
  read: {
    bytes: number;
    frames: number;
    tags: number;
    complete: boolean;
    error: Finding | null;
    findings: Finding[];
    /**
     * Whether the metadata of the recording, such as the length of a tick, may be lost: something before the first
     * sound frame is damaged, or a skippable frame is unknown.
     */
    beginning_lost: boolean;
    lost: Lost[];
  };
  written: Contents;
}

/**
 * Writes a recording of every sound frame, and of the tags before the end of a truncated file. The source is read
 * twice.
 * @throws TagviewError `usage` if it cannot be read twice, and its error if nothing of it is sound; the output is then
 * incomplete.
 */
export async function repair(
  { openAnywhere, writers, open }: Resources,
  instance: Instance<"more">,
  description: SourceDescription,
  { keepDoubtful = false, ...packing }: RepairOptions,
  control: Control,
): Promise<Repaired> {
  const file = await openAnywhere(description);
  if (file === null) {
    // If it cannot be opened at all, the error reports that.
    (await open(description)).close();
    const message = `${nameOf(description)} can be read only once, but a repair reads it twice`;
    throw new TagviewError("usage", message, "write it to a file, and name that file");
  }
  try {
    return await repairFile(instance, writers, file, keepDoubtful, packing, control);
  } finally {
    file.close();
  }
}

async function repairFile(
  instance: Instance<"more">,
  writers: Pool,
  file: RandomAccess,
  keepDoubtful: boolean,
  packing: Packing,
  control: Control,
): Promise<Repaired> {
  const writer = createRecordingWriter(instance, writers, packing, control);
  try {
    const { fanOut } = writer;
    const size = file.byteLength;
    const job = instance.make(({ Repair }) => new Repair({ ...packing, keepDoubtful, size, fanOut }));
    try {
      const bytesAt = fromAnywhere(file);
      const pass = outlet(control, SHORT_PAUSE_MS);
      const view = outputOf(job);
      const total = job.call((repairing) => repairing.total()) ?? null;
      let bytes = 0;
      for await (const { output, n } of supply(wanting(job), () => bytesAt, SHORT_PAUSE_MS)) {
        bytes += n;
        await writer.put(output, view);
        await pass(undefined, bytes, total);
      }
      await writer.put(
        job.call((repairing) => repairing.finish()),
        view,
      );
      const made: Repaired = job.call((repairing) => repairing.result());
      return { ...made, written: (await writer.finish()) ?? made.written };
    } finally {
      job.free();
    }
  } finally {
    await writer.close();
  }
}
