/** `tagview export`: the tags of a recording in a format that other tools read. */

import { basename, extname } from "node:path";
import { type Command, Option } from "commander";
import { errorLine } from "../../output/errors";
import { jsonLine } from "../../output/json";
import { shellLine } from "../../output/shell";
import { write, writeError } from "../../output/write";
import {
  DEFAULT_TICK,
  type ErrorObject,
  EXPORT_TARGETS,
  type Exported,
  type ExportOptions,
  type ExportTarget,
  engine,
  type RecordingKind,
  replacesItsBeginning,
  TagviewError,
} from "../../runtime/engine";
import { Status, statusOf, worse } from "../../runtime/exit-status";
import { withExamples } from "../../runtime/help";
import { areSmall, type Input, inputOf, inputsOf } from "../../runtime/inputs";
import {
  forceOption,
  type OutputOptions,
  wholeNumber,
  withMachineOutput,
  writtenFile,
} from "../../runtime/options";
import { startProgress } from "../../runtime/progress";
import type { Register } from "../group";
import { bareSelection } from "./bare-times";
import type { ExportJson } from "./export.schema";
import { identify } from "./kinds";
import { type ReadTags, readTags, type TagOptions, withTags } from "./options";
import { printNotes, writtenNotes } from "./remarks";
import { checkOutput, writeUnlessNothing } from "./writing";

interface ExportCommandOptions extends TagOptions, OutputOptions {
  output: string;
  format?: ExportTarget;
  force?: boolean;
  groupTags?: number;
  microtimes?: boolean;
}

/** Most tags of a row group. */
const MOST_IN_GROUP = 2 ** 24;

export const exportCommand: Register = (program, done) => {
  withTags(
    withMachineOutput(
      withTarget(
        withExamples(
          program.command("export"),
          "Write",
          ["export x.tags.zst -o x.parquet", "write the tags for DuckDB, Polars or pandas"],
          ["export x.tags.zst --channel 3 -o x.npy", "write channel 3 for NumPy"],
        ),
      ),
    ),
  )
    .description("write the tags of a recording for other tools: Parquet, Arrow, NumPy, CSV, HDF5")
    .argument("[file]", "recording; - is standard input")
    .action(async (file: string | undefined, options: ExportCommandOptions) => {
      const target = targetOf(options);
      if (options.json && options.output === "-") {
        throw new TagviewError("usage", "--json and the export both go to standard output", "give -o a file");
      }
      readTags(options);
      const input = await identify(
        file === undefined ? (inputsOf([])[0] ?? inputOf("-")) : inputOf(file),
        options,
      );
      if (options.microtimes && (input.kind.meta?.delay_resolution_s ?? null) === null) {
        const message = "--microtimes: this recording has no microtimes: only those in T3 mode have them";
        throw new TagviewError("usage", message, "leave --microtimes out");
      }
      const tags = readTags({ ...options, tick: options.tick ?? input.kind.tick ?? DEFAULT_TICK });
      const metadata = metadataOf(input, tags);
      const unit = options.tick ?? input.kind.tick;
      const made = await writeExport(input, options, {
        target,
        metadata,
        ...(unit !== null && { unit: unit.replaceAll(/\s/gu, "") }),
        ...tags.definitions,
        ...(tags.selection !== undefined && { selection: tags.selection }),
        ...(options.groupTags !== undefined && { groupTags: options.groupTags }),
        ...(options.microtimes && { microtimes: true }),
      });
      if (!options.quiet) {
        const bare = bareSelection(options, tags.tick, made.exported?.written.tags);
        printNotes(input.name, [
          ...writtenNotes(input.kind, options.tick, made.exported?.read),
          ...withoutMicrotimes(input.kind, target, options),
          ...bare,
        ]);
      }
      const wrong = made.error ?? made.exported?.read.error ?? null;
      const isComplete = wrong === null && (made.exported?.read.complete ?? false);
      if (options.json) {
        const json: ExportJson = {
          file: input.name,
          out: options.output,
          format: target,
          tags: made.bytes === null ? null : (made.exported?.written.tags ?? null),
          bytes: made.bytes,
          metadata,
          doubtful_tags: made.exported?.read.doubtful_tags ?? null,
          complete: isComplete,
          error: wrong,
        };
        await write(jsonLine(json));
      }
      if (wrong !== null) writeError(errorLine(wrong, input.name));
      const status = wrong === null ? Status.Good : statusOf(wrong);
      done(worse(status, isComplete ? Status.Good : Status.Damaged));
    });
};

/** The note on microtimes that are left out. */
function withoutMicrotimes(
  { meta }: RecordingKind,
  target: ExportTarget,
  { microtimes }: ExportCommandOptions,
): string[] {
  if (microtimes || target === "npy" || (meta?.delay_resolution_s ?? null) === null) return [];
  return ["the delays after the sync are not exported: add their column with --microtimes"];
}

function withTarget(command: Command): Command {
  return command
    .addOption(
      writtenFile(
        "-o, --output <file>",
        `the file to write, which ends in ${endings()}; - is standard output`,
      ).makeOptionMandatory(),
    )
    .addOption(new Option("--format <name>", "its format, whatever its name").choices([...EXPORT_TARGETS]))
    .addOption(forceOption())
    .option("--microtimes", "add a column of microtimes, of a T3 recording; not in .npy")
    .option(
      "--group-tags <n>",
      "tags per Parquet row group (default: 1048576)",
      wholeNumber(1, MOST_IN_GROUP),
    );
}

function endings(): string {
  const all = EXPORT_TARGETS.map((target) => `.${target}`);
  return `${all.slice(0, -1).join(", ")} or ${all.at(-1)}`;
}

/**
 * The requested format.
 * @throws TagviewError `usage`.
 */
function targetOf({ output, format }: ExportCommandOptions): ExportTarget {
  const ending = extname(output).slice(1).toLowerCase();
  const target = format ?? EXPORT_TARGETS.find((one) => one === ending);
  if (target === undefined) {
    const message =
      output === "-"
        ? "standard output has no name that states a format"
        : `the name ${output} has no known format`;
    throw new TagviewError("usage", message, `end it in ${endings()}, or name one with --format`);
  }
  if (output === "-" && replacesItsBeginning(target)) {
    const message = `a file of ${target} begins with its length, which is only known at the end`;
    throw new TagviewError("usage", message, "give -o a file, or choose parquet, arrow or csv");
  }
  return target;
}

/** Metadata of the file: its source, and the units of its numbers. */
function metadataOf({ name }: Input, { tick, listed }: ReadTags): Record<string, string> {
  const names = Object.fromEntries([...(listed?.names ?? [])].filter(([, text]) => text !== ""));
  return {
    "tagview.source": name === "-" ? name : basename(name),
    "tagview.command": shellLine(["tagview", ...process.argv.slice(2)]),
    "tagview.tick_s": String(tick.seconds),
    ...(Object.keys(names).length > 0 && { "tagview.channels": JSON.stringify(names) }),
  };
}

interface Made {
  exported: Exported | null;
  /** Null if no file was kept. */
  bytes: number | null;
  error: ErrorObject | null;
}

async function writeExport(
  input: Input,
  { output, force, quiet }: ExportCommandOptions,
  options: ExportOptions,
): Promise<Made> {
  checkOutput(output, [input]);
  const { source, size } = input;
  const progress = await startProgress(!quiet);
  let bytes = 0;
  let exported: Exported | null = null;
  try {
    const isKept = await writeUnlessNothing(output, { force }, async (append, rewrite) => {
      exported = await engine.tags.export(source, options, {
        write: (chunk) => {
          bytes += chunk.length;
          return append(chunk);
        },
        onBytes: progress.update,
        where: areSmall([size]) ? "here" : "worker",
      });
      const { head } = exported.written;
      if (head !== null) await rewrite(head);
      return exported;
    });
    return { exported, bytes: isKept ? bytes : null, error: null };
  } catch (thrown) {
    if (!(thrown instanceof TagviewError) || thrown.code === "cancelled") throw thrown;
    return { exported: null, bytes: null, error: thrown.toObject() };
  } finally {
    progress.stop();
  }
}
