/** Comparison of formats: the same tags or references in each, measured in a worker. */

import { type Checks, checkedAsync, checkedLater, options } from "../../arguments.ts";
import type { Resources } from "../../resources.ts";
import { describe, type SourceInput } from "../../source/description.ts";
import { CALL } from "../../until.ts";
import type { Task } from "../../worker/protocol.ts";
import type { ComparedSelection, CompareJob } from "./job.ts";
import type { Compared, ComparedItems, ComparedSoFar } from "./results.ts";

export interface CompareOptions extends ComparedSelection {
  signal?: AbortSignal | undefined;
  /** Bytes read from the file. */
  onBytes?: ((bytes: number, total: number | null) => void) | undefined;
  /** The tags or references were read; their rows follow. */
  onItems?: ((items: ComparedItems) => void) | undefined;
  onRow?: ((row: ComparedSoFar) => void) | undefined;
}

export interface Compare {
  /**
   * Measures the first tags of a recording, or references of an Icechunk manifest, in every format with every
   * compression, slow compressions last. The first bytes decide between the two. One file is compared at a time. Damage
   * does not reject: the result contains it, with everything that could be read.
   * @throws TagviewError `open-failed`, `usage`, `cancelled` or `internal`.
   */
  measure(input: SourceInput, options?: CompareOptions): Promise<Compared>;
}

const PARAMETERS: Checks<Compare> = {
  measure: [
    checkedLater,
    options<CompareOptions>({
      selection: true,
      tags: true,
      references: true,
      ...CALL,
      onBytes: true,
      onItems: true,
      onRow: true,
    }),
  ],
};

export function createCompare({ measuring, measuringHere, isPostable }: Resources): Compare {
  const functions: Compare = {
    async measure(input, { signal, onBytes, onItems, onRow, ...args } = {}) {
      const source = describe(input);
      const task: Task<CompareJob> = { format: "compare", method: "measure", source, args };
      const onReport = (report: CompareJob["report"]): void => {
        if (report.type === "bytes") onBytes?.(report.bytes, report.total);
        else if (report.type === "items") onItems?.(report.items);
        else onRow?.(report.row);
      };
      return (isPostable(source) ? measuring : measuringHere).run(task, onReport, signal);
    },
  };
  return checkedAsync(functions, PARAMETERS);
}
