/** Icechunk metadata: files and whole repositories, read on the caller's thread in chunks that let it answer in between. */

import { cancelled, TagviewError } from "../../errors.ts";
import type { Resources } from "../../resources.ts";
import { describe, type SourceInput } from "../../source/description.ts";
import { fromStream, supply, wanting } from "../../source/wants.ts";
import type { Folder } from "./folder.ts";
import { type IcechunkReading, type OpenIcechunk, openedIcechunk } from "./open.ts";
import { type IcechunkRepository, openedRepository } from "./open-repository.ts";

export interface Icechunk {
  /**
   * Opens a metadata file. Damage of its content does not reject: it is in the summary.
   * @throws TagviewError `open-failed`, `cancelled`, and what is wrong with its header or its compressed content:
   * `empty`, `unknown-format`, `truncated`, `wrong-version`, `bad-header`, `corrupt-frame`, `inflation`.
   */
  open(input: SourceInput, reading?: IcechunkReading): Promise<OpenIcechunk>;
  /**
   * Reads the metadata of a repository, all files of it. What is damaged or missing is in its findings.
   * @throws TagviewError `unknown-format` where the folder is no repository, `cancelled`.
   */
  openRepository(folder: Folder, reading?: IcechunkReading): Promise<IcechunkRepository>;
}

export function createIcechunk({ instances: { more: instances }, open: openSource }: Resources): Icechunk {
  const open: Icechunk["open"] = async (input, { signal, onBytes } = {}) => {
    const source = await openSource(describe(input));
    const instance = await instances.take();
    const giveBack = () => instances.give(instance);
    const size = source.byteLength;
    try {
      const opening = instance.make(({ IcechunkOpening }) => new IcechunkOpening(size ?? 0));
      try {
        let bytes = 0;
        for await (const { n } of supply(wanting(opening), () => fromStream(source))) {
          if (signal?.aborted) throw cancelled();
          bytes += n;
          onBytes?.(bytes, size);
        }
        const file = opening.call((opening) => opening.finish());
        if (file === undefined)
          throw new TagviewError("internal", "the file was opened twice", "open it again");
        return openedIcechunk(
          instance.make(() => file),
          giveBack,
        );
      } finally {
        opening.free();
      }
    } catch (thrown) {
      giveBack();
      throw thrown;
    } finally {
      source.close();
    }
  };
  return {
    open,
    openRepository: (folder, reading) => openedRepository(folder, { open, openSource }, reading),
  };
}
