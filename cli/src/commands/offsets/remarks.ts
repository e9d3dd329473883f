/** Errors and remarks about a header, on standard error: one line each, the error first. */

import { printable } from "../../output/printable";
import { writeError } from "../../output/write";
import type { HeaderRemark, OffsetsHeader } from "../../runtime/engine";

import { Status, statusOf } from "../../runtime/exit-status";

/** The requested output. */
interface Wanted {
  json?: boolean;
  tsv?: boolean;
  quiet?: boolean;
}

interface Place {
  /** Which of two headers it is: `left` or `right`. */
  side?: string;
  /** Whether notes are printed; without an answer about the header itself, they are noise. */
  notes?: boolean;
}

/** Prints the errors of a header and, without `--json`, `--tsv` and `--quiet`, its remarks. */
export function printRemarks(
  { error, complete, findings }: OffsetsHeader,
  { json, tsv, quiet }: Wanted,
  { side, notes = false }: Place = {},
): Status {
  const place = side === undefined ? "" : `${side}: `;
  if (error !== null) writeError(`tagview: ${place}${describeRemark(error)}\n`);
  if (!json && !tsv && !quiet) {
    const known = findings.findIndex(({ message }) => message === error?.message);
    findings.forEach((finding, index) => {
      if (index === known || (finding.severity === "note" && !notes)) return;
      writeError(`tagview: ${place}${finding.severity}: ${describeRemark(finding)}\n`);
    });
  }
  if (error !== null) return statusOf(error);
  return complete ? Status.Good : Status.Damaged;
}

/** The sentences of a remark, which include the remedy, and its position. */
function describeRemark({ message, offset }: HeaderRemark): string {
  return printable(message).replace(/\.$/, "") + (offset === null ? "" : ` (at byte ${offset})`);
}
