/** Errors and remarks about an index-header, on standard error: one line each, the error first. */

import { describeError, errorLine } from "../../output/errors";
import { printable } from "../../output/printable";
import { writeError } from "../../output/write";
import type { IndexHeaderSummary } from "../../runtime/engine";
import { Status, statusOf } from "../../runtime/exit-status";
import type { OutputOptions } from "../../runtime/options";

/** Prints the error, and without `--json`, `--tsv` and `--quiet` the other findings. */
export function printRemarks(
  { error, findings }: Pick<IndexHeaderSummary, "error" | "findings">,
  name: string,
  { json, tsv, quiet }: OutputOptions,
): Status {
  if (error !== null) writeError(errorLine(error, name));
  if (!json && !tsv && !quiet) {
    const first = findings.findIndex(
      ({ message, offset }) => message === error?.message && offset === error.offset,
    );
    findings.forEach((finding, index) => {
      if (index === first) return;
      writeError(`tagview: ${printable(name)}: ${finding.severity}: ${describeError(finding)}\n`);
    });
  }
  return error === null ? Status.Good : statusOf(error);
}
