/** Reads a metadata file on the caller's thread, in chunks that keep it responsive. */

import { closeOnAbort } from "../../abort.ts";
import { cancelled, TagviewError } from "../../errors.ts";
import type { Platform } from "../../platform.ts";
import { describe, type SourceInput } from "../../source/description.ts";
import type { Source } from "../../source/stream.ts";
import { fromStream, supply, wanting } from "../../source/wants.ts";
import type { Instance } from "../../worker/instance.ts";
import type { RepositoryReader } from "./folder.ts";
import { type IcechunkReading, type OpenIcechunk, openedIcechunk } from "./open.ts";

/** Lends an instance while a file is open. */
export interface Instances {
  take(): Promise<Instance<"more">>;
  give(instance: Instance<"more">): void;
}

/** The tools to read files and repositories. */
export function createReader(instances: Instances, openSource: Platform["open"]): RepositoryReader {
  const open = async (
    input: SourceInput,
    { signal, onBytes }: IcechunkReading = {},
  ): Promise<OpenIcechunk> => {
    const instance = await instances.take();
    const giveBack = () => instances.give(instance);
    try {
      const source = await openSource(describe(input), signal);
      const done = closeOnAbort(source, signal);
      try {
        return await read(instance, source, { signal, onBytes }, giveBack);
      } finally {
        done();
        source.close();
      }
    } catch (thrown) {
      giveBack();
      throw thrown;
    }
  };
  return { open, openSource };
}

async function read(
  instance: Instance<"more">,
  source: Source,
  { signal, onBytes }: IcechunkReading,
  close: () => void,
): Promise<OpenIcechunk> {
  const size = source.byteLength;
  const opening = instance.make(({ IcechunkOpening }) => new IcechunkOpening(size ?? 0));
  try {
    let bytes = 0;
    for await (const { n } of supply(wanting(opening), () => fromStream(source))) {
      if (signal?.aborted) throw cancelled(signal);
      bytes += n;
      onBytes?.(bytes, size);
      // A file with other first bytes may be long or endless.
      if (opening.call((opening) => opening.wants()) === undefined) break;
    }
    const file = opening.call((opening) => opening.finish());
    if (file === undefined) throw new TagviewError("internal", "the file was opened twice", "open it again");
    return openedIcechunk(
      instance.make(() => file),
      close,
    );
  } finally {
    opening.free();
  }
}
