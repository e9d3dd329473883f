/** `tagview header`: all that the header of a recording states. */

import { jsonLine } from "../../output/json";
import { printable } from "../../output/printable";
import { table } from "../../output/table";
import { type Tables, tablePieces, tablesOf, texts } from "../../output/tsv";
import { write, writePieces } from "../../output/write";
import { engine, type HeaderEntry, peek, type RecordingKind, TagviewError } from "../../runtime/engine";
import { Status } from "../../runtime/exit-status";
import { withExamples } from "../../runtime/help";
import { type Input, inputsOf } from "../../runtime/inputs";
import { type OutputOptions, withOutput } from "../../runtime/options";
import { isGzip, packedPipe, unpacked } from "../../runtime/unpacked";
import { eachInput } from "../each-input";
import type { Register } from "../group";
import type { HeaderJson } from "./header.schema";
import { orderedOf } from "./kinds";
import { readTags, withText, withTick } from "./options";
import { type ReadingOptions, readingOf } from "./reading";
import { isCount, printNotes } from "./remarks";

const NOTHING_STATED = "the file states nothing of a device or a measurement";

interface Row {
  tag: string;
  value: string | null;
}

export const header: Register = (program, done) => {
  withText(
    withTick(
      withOutput(
        withExamples(
          program.command("header"),
          "Look",
          ["header x.ptu", "print all tags of the header"],
          ["header --json x.ptu", "print them for a script"],
        ),
      ),
    ),
  )
    .description("print the header of a recording: tag and value")
    .argument("[file...]", "recordings; - is standard input")
    .action(async (files: string[], options: OutputOptions & ReadingOptions) => {
      readTags(options);
      const inputs = inputsOf(files);
      const tables = tablesOf(inputs.length);
      done(
        await eachInput(inputs, async (input) => {
          try {
            return await printHeader(input, options, tables);
          } catch (thrown) {
            if (options.json && thrown instanceof TagviewError && thrown.code !== "cancelled") {
              const unread = {
                file: input.name,
                format: null,
                meta: null,
                header: [],
                error: thrown.toObject(),
              };
              await write(jsonLine(unread satisfies HeaderJson));
            }
            throw thrown;
          }
        }),
      );
    });
};

async function printHeader(
  input: Input,
  options: OutputOptions & ReadingOptions,
  tables: Tables,
): Promise<Status> {
  const { source, name } = input;
  const { json, tsv, ...reading } = options;
  // A file that cannot be opened is an error here.
  const { head, source: opened } = await peek(source, name);
  if (source.kind === "fd" && isGzip(head)) throw packedPipe();
  const given = readingOf(reading, source);
  const begun = await engine.tags.kind(opened, { ...given, head });
  const ordered = orderedOf(input, begun);
  const kind = ordered === input ? begun : await engine.tags.kind(ordered.source, given);
  if (kind.readAs === null && Object.keys(kind.facts).length === 0) {
    const inside = await unpacked(input);
    if (inside !== input) return printHeader(inside, options, tables);
    const remedy =
      "name a file of another time tagger, such as PTU or SPC; tagview stats describes a .tags.zst";
    throw new TagviewError("unknown-format", "this file has no header with tags and values", remedy);
  }
  const rows = rowsOf(kind);
  if (json) await write(jsonLine(headerJson(name, kind, rows)));
  else if (tsv) {
    const cells = rows.map(({ tag, value }) => [tag, value]);
    await writePieces(tablePieces(tables, name, { columns: texts("tag", "value"), rows: cells }));
  } else if (rows.length > 0) await write(headerText(name, rows));
  if (rows.length === 0 && !options.quiet && !json) printNotes(name, [NOTHING_STATED]);
  return Status.Good;
}

/** The entries of the header; without any, the facts that the file states. */
function rowsOf({ header = [], facts }: RecordingKind): Row[] {
  const entries: readonly Pick<HeaderEntry, "tag">[] = header;
  if (entries.length > 0) return header.map(({ tag, value }) => ({ tag, value: textOf(value) }));
  const stated = Object.entries(facts).filter(([tag, value]) => value != null && !isCount(tag));
  return stated.map(([tag, value]) => ({ tag, value: String(value) }));
}

function textOf(value: HeaderEntry["value"]): string | null {
  if (value === null) return null;
  return Array.isArray(value) ? value.map((one) => String(one)).join(" ") : String(value);
}

function headerJson(file: string, { readAs, meta = null }: RecordingKind, rows: Row[]): HeaderJson {
  return { file, format: readAs?.import ?? null, meta, header: rows, error: null };
}

function headerText(name: string, rows: Row[]): string {
  const cells = rows.map(({ tag, value }) => [printable(tag), value === null ? "" : printable(value)]);
  const columns = ["tag", "value"].map((title) => ({ title, align: "left" as const }));
  return `${printable(name)}\n${table(columns, cells)}\n`;
}
