/** `tagview verify`: decodes everything and checks it. */

import { describeError } from "../../output/errors";
import { count, plural } from "../../output/numbers";
import { printable } from "../../output/printable";
import { integers, type Table, texts } from "../../output/tsv";
import type { Finding, Remark, Snapshot } from "../../runtime/engine";
import { Status } from "../../runtime/exit-status";
import { withExamples } from "../../runtime/help";
import { inputsOf } from "../../runtime/inputs";
import { type OutputOptions, withOutput } from "../../runtime/options";
import type { Register } from "../group";
import { identify, kindsOf } from "./kinds";
import { readTags, withText, withTick } from "./options";
import { sortable } from "./order-break";
import type { ReadingOptions } from "./reading";
import { runScanCommand } from "./scan";
import type { VerifyJson } from "./verify.schema";

export const verify: Register = (program, done) => {
  withText(
    withTick(
      withOutput(
        withExamples(
          program.command("verify"),
          "Look",
          ["verify *.tags.zst", "check all recordings of a folder"],
          ["verify --json x.tags.zst", "print the findings for a script"],
        ),
      ),
    ),
  )
    .description("check every byte of recordings; one line per finding")
    .argument("[file...]", "recordings; - is standard input")
    .action(async (files: string[], options: OutputOptions & ReadingOptions) => {
      readTags(options);
      const inputs = await Promise.all(inputsOf(files).map((input) => identify(input, options)));
      const kinds = kindsOf(inputs, options);
      const findings = (name: string, snapshot: Snapshot) =>
        findingsOf(snapshot).map((finding) =>
          sortable(finding, { reading: options, tick: options.tick ?? kinds.get(name)?.tick }),
        );
      done(
        await runScanCommand(inputs, options, {
          request: { analyses: [{ name: "summary" }], verify: true },
          json: (name, snapshot) => verifyJson(name, snapshot, findings(name, snapshot)),
          tsv: (snapshot, name) => verifyTsv(findings(name, snapshot)),
          tsvNames: true,
          text: (name, snapshot) => verifyText(name, snapshot, findings(name, snapshot), options),
          hasText: () => true,
          textHasErrors: true,
          status: (snapshot) => (findingsOf(snapshot).length > 0 ? Status.Damaged : Status.Good),
        }),
      );
    });
};

/** The findings of decoding, and a finding about tags out of order unless it is among them. */
function findingsOf({ findings, analyses }: Snapshot): Finding[] {
  const { summary } = analyses;
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

/** Checks that are impossible for a sound recording; they do not make it fail. */
function remarksOf(snapshot: Snapshot): Remark[] {
  if (findingsOf(snapshot).length > 0) return [];
  const { indexed, passed_over } = snapshot;
  const passed = `${plural(passed_over, "byte")} of skippable frames of other programs were not read`;
  return [
    ...(indexed ? [] : [{ about: "complete", code: "end-unknown", message: END_UNKNOWN }]),
    ...(passed_over === 0 ? [] : [{ about: "passed_over", code: "passed-over", message: passed }]),
  ];
}

const END_UNKNOWN = "it has no index: missing final frames cannot be detected";

/** The object that `--json` prints. */
function verifyJson(name: string, snapshot: Snapshot, findings: Finding[]): VerifyJson {
  const { tags, complete, error, passed_over } = snapshot;
  return { file: name, tags, complete, findings, remarks: remarksOf(snapshot), passed_over, error };
}

const COLUMNS = [...texts("code"), ...integers("offset"), ...texts("message", "remedy")];

function verifyTsv(findings: Finding[]): Table {
  const rows = findings.map(({ code, offset, message, remedy }) => [
    code,
    offset,
    printable(message),
    printable(remedy),
  ]);
  return { columns: COLUMNS, rows };
}

function verifyText(name: string, snapshot: Snapshot, findings: Finding[], { quiet }: OutputOptions): string {
  if (findings.length > 0) {
    return findings
      .map((finding) => `${printable(name)}: ${finding.code}: ${describeError(finding)}\n`)
      .join("");
  }
  return quiet
    ? ""
    : `${printable(name)}: sound, ${plural(snapshot.tags, "tag")}${snapshot.frames > 0 ? ` in ${plural(snapshot.frames, "frame")}` : ""}\n` +
        remarksOf(snapshot)
          .map(({ message }) => `${printable(name)}: ${message}\n`)
          .join("");
}
