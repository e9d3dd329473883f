/** `tagview verify`: decodes everything and checks it. */

import type { Finding, Snapshot, Summary } from "@tagview/engine";
import { type OutputOptions, withOutput } from "../options";
import { clean } from "../output/clean";
import { count, plural } from "../output/format";
import { tsvHeader, tsvRows } from "../output/tsv";
import { describeError } from "../report";
import { runScanCommand } from "../scan";
import { Status } from "../status";
import type { Register } from ".";

export const verify: Register = (program, done) => {
  withOutput(program.command("verify"))
    .description("decode everything and check it; a line for each finding")
    .argument("[file...]", "recordings; - is standard input")
    .action(async (files: string[], options: OutputOptions) => {
      done(
        await runScanCommand(files, options, {
          request: { analyses: [{ name: "summary" }], verify: true },
          json: verifyJson,
          tsv: verifyTsv,
          text: (name, snapshot) => verifyText(name, snapshot, options.quiet === true),
          hasText: () => true,
          tellsErrors: true,
          status: (snapshot) => (findingsOf(snapshot).length > 0 ? Status.Damaged : Status.Good),
        }),
      );
    });
};

/** What decoding found, and tags that are not in order. */
function findingsOf({ findings, analyses }: Snapshot): Finding[] {
  const summary = analyses.summary as Summary | undefined;
  if (summary === undefined || summary.out_of_order === 0 || findings.some(({ code }) => code === "order")) {
    return findings;
  }
  const [tags, are] = summary.out_of_order === 1 ? ["tag", "is"] : ["tags", "are"];
  const message =
    `${count(summary.out_of_order)} ${tags} ${are} earlier than the tag before, the first of them tag number ` +
    `${count((summary.first_disorder ?? 0) + 1)}`;
  const remedy = "sort the recording before analyses that need order";
  return [...findings, { code: "order", message, offset: null, remedy }];
}

/** The object that `--json` prints. */
export function verifyJson(name: string, snapshot: Snapshot): object {
  const { tags, complete, error } = snapshot;
  return { file: name, tags, complete, findings: findingsOf(snapshot), error };
}

function verifyTsv(name: string, snapshot: Snapshot, first: boolean): string {
  const rows = findingsOf(snapshot).map(({ code, offset, message, remedy }) => [
    name,
    code,
    offset,
    clean(message),
    clean(remedy),
  ]);
  return (first ? tsvHeader(["file", "code", "offset", "message", "remedy"]) : "") + tsvRows(rows);
}

function verifyText(name: string, snapshot: Snapshot, quiet: boolean): string {
  const findings = findingsOf(snapshot);
  if (findings.length > 0) {
    return findings.map((finding) => `${clean(name)}: ${finding.code}: ${describeError(finding)}\n`).join("");
  }
  return quiet
    ? ""
    : `${clean(name)}: sound, ${plural(snapshot.tags, "tag")} in ${plural(snapshot.frames, "frame")}\n`;
}
