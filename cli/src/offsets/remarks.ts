/** Findings on standard error: one line each, the failure first. */

import type { HeaderRemark, OffsetsHeader } from "@tagview/engine";
import { clean } from "../output/clean";
import { writeError } from "../output/write";
import { statusOf } from "../report";
import { Status } from "../status";

interface Wanted {
  json?: boolean;
  tsv?: boolean;
  quiet?: boolean;
}

interface Place {
  /** Which of two headers it is. */
  side?: string;
  /** Whether notes are told: where the answer is not about the header itself, they are noise. */
  notes?: boolean;
}

/** Tells what is wrong and, unless machines or nobody listen, what is remarkable; the exit status. */
export function tell(
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

/** Its sentences, which say what to do too, and its place. */
function describeRemark({ message, offset }: HeaderRemark): string {
  return clean(message).replace(/\.$/, "") + (offset === null ? "" : ` (at byte ${offset})`);
}
