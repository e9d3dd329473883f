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
  /** Whether all notes are printed; without an answer about the header itself, they are noise. */
  notes?: boolean;
}

type Finding = OffsetsHeader["findings"][number];

/** Whether a finding is about the choice of one header from several: every answer depends on it. */
const isChoice = ({ code }: Finding): boolean => code === "several-headers";

/** Whether remarks are printed. */
export const hasRemarks = ({ json, tsv, quiet }: Wanted): boolean => !json && !tsv && !quiet;

/** Prints which of several headers is used, for an answer that has no other remarks. */
export function printChoice({ findings }: OffsetsHeader): void {
  for (const finding of findings.filter(isChoice)) writeFinding(finding, "");
}

/** Prints the errors of a header and, without `--json`, `--tsv` and `--quiet`, its remarks. */
export function printRemarks(
  { error, complete, findings }: OffsetsHeader,
  wanted: Wanted,
  { side, notes = false }: Place = {},
): Status {
  const place = side === undefined ? "" : `${side}: `;
  if (error !== null) writeError(`tagview: ${place}${describeRemark(error)}\n`);
  if (hasRemarks(wanted)) {
    const known = findings.findIndex(({ message }) => message === error?.message);
    findings.forEach((finding, index) => {
      if (index === known || (finding.severity === "note" && !notes && !isChoice(finding))) return;
      writeFinding(finding, place);
    });
  }
  if (error !== null) return statusOf(error);
  return complete ? Status.Good : Status.Damaged;
}

function writeFinding(finding: Finding, place: string): void {
  writeError(`tagview: ${place}${finding.severity}: ${describeRemark(finding)}\n`);
}

/** The sentences of a remark, which include the remedy, and its position. */
function describeRemark({ message, offset }: HeaderRemark): string {
  return printable(message).replace(/\.$/, "") + (offset === null ? "" : ` (at byte ${offset})`);
}
