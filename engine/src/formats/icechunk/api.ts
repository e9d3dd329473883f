/** Icechunk metadata: files and whole repositories. */

import type { Resources } from "../../resources.ts";
import type { SourceInput } from "../../source/description.ts";
import { until } from "../../until.ts";
import type { Folder } from "./folder.ts";
import type { OutlinedRepository } from "./in-workers.ts";
import type { IcechunkReading, OpenIcechunk } from "./open.ts";
import type { IcechunkRepository } from "./open-repository.ts";
import type { IcechunkSummary } from "./results.ts";

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
  /**
   * Reads a metadata file in a worker.
   * @throws TagviewError as `open`.
   */
  read(input: SourceInput, reading?: IcechunkReading): Promise<IcechunkSummary>;
  /**
   * Reads the metadata of a repository in a worker, but for its snapshots' nodes.
   * @throws TagviewError as `openRepository`.
   */
  outlineRepository(folder: Folder, reading?: IcechunkReading): Promise<OutlinedRepository>;
}

/** What reads is loaded by the first call: few visitors of the page need it. */
export function createIcechunk(resources: Resources): Icechunk {
  const { instances, open } = resources;
  return {
    async open(input, reading) {
      const { createReader } = await import("./reader.ts");
      return createReader(instances.more, open).open(input, reading);
    },
    async openRepository(folder, reading) {
      const [{ createReader }, { openedRepository }] = await Promise.all([
        import("./reader.ts"),
        import("./open-repository.ts"),
      ]);
      return until(resources, reading?.signal, ({ open }) =>
        openedRepository(folder, createReader(instances.more, open), reading),
      );
    },
    async read(input, reading) {
      return (await import("./in-workers.ts")).readFile(resources, input, reading);
    },
    async outlineRepository(folder, reading) {
      return (await import("./in-workers.ts")).outlinedRepository(resources, folder, reading);
    },
  };
}
