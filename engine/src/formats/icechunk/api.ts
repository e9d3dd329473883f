/** Icechunk metadata: files and whole repositories. */

import { type Checks, checkedAsync, checkedLater, options } from "../../arguments.ts";
import type { Resources } from "../../resources.ts";
import type { SourceInput } from "../../source/description.ts";
import { until } from "../../until.ts";
import { type Folder, folderCheck } from "./folder.ts";
import type { OutlinedRepository } from "./in-workers.ts";
import { type IcechunkReading, type OpenIcechunk, READING } from "./open.ts";
import type { IcechunkRepository } from "./open-repository.ts";
import type { IcechunkSummary } from "./results.ts";

export interface Icechunk {
  /**
   * Opens a metadata file. Damage of its content does not reject: the summary contains it.
   * @throws TagviewError `open-failed`, `cancelled`, and errors of its header or compressed content: `empty`,
   * `unknown-format`, `truncated`, `wrong-version`, `bad-header`, `corrupt-frame`, `inflation`.
   */
  open(input: SourceInput, reading?: IcechunkReading): Promise<OpenIcechunk>;
  /**
   * Reads all metadata files of a repository. Damaged and missing files are findings.
   * @throws TagviewError `unknown-format` if the folder is not a repository, `cancelled`.
   */
  openRepository(folder: Folder, reading?: IcechunkReading): Promise<IcechunkRepository>;
  /**
   * Reads a metadata file in a worker.
   * @throws TagviewError like `open`.
   */
  read(input: SourceInput, reading?: IcechunkReading): Promise<IcechunkSummary>;
  /**
   * Reads the metadata of a repository in a worker, without the nodes of its snapshots.
   * @throws TagviewError like `openRepository`.
   */
  outlineRepository(folder: Folder, reading?: IcechunkReading): Promise<OutlinedRepository>;
}

const PARAMETERS: Checks<Icechunk> = {
  open: [checkedLater, options(READING)],
  openRepository: [folderCheck, options(READING)],
  read: [checkedLater, options(READING)],
  outlineRepository: [folderCheck, options(READING)],
};

/** The first call loads the readers: few visitors of the page need them. */
export function createIcechunk(resources: Resources): Icechunk {
  const { instances, open } = resources;
  const functions: Icechunk = {
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
  return checkedAsync(functions, PARAMETERS);
}
