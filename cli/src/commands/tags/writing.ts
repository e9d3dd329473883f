/** Shared parts of commands that write a recording: writing it, and reporting on it. */

import { extname } from "node:path";
import { type Command, Option } from "commander";
import { type Append, checkApart, type Replacing, type Rewrite, writeWhole } from "../../output/whole-file";
import { outputPath } from "../../runtime/descriptors";
import {
  type Contents,
  type ErrorObject,
  EXPORT_TARGETS,
  type PackOptions,
  type StreamOptions,
  TagviewError,
} from "../../runtime/engine";
import type { Input } from "../../runtime/inputs";
import { forceOption, wholeNumber } from "../../runtime/options";
import { startProgress } from "../../runtime/progress";
import type { ReadTags } from "./options";
import type { WrittenJson } from "./written.schema";

/** How a recording is written; as typed. */
export interface WritingOptions {
  output: string;
  force?: boolean;
  level?: number;
  frameTags?: number;
}

/** Reads the name of the recording to write. Its ending must not belong to another format. */
function recordingPath(output: string): string {
  const ending = extname(output).slice(1).toLowerCase();
  if (!EXPORT_TARGETS.some((target) => target === ending)) return outputPath(output);
  const message = `${output} would be a .tags.zst recording in spite of its name`;
  throw new TagviewError("usage", message, `write .${ending} files with tagview export`);
}

/** Adds `--output`, `--force`, `--level` and `--frame-tags`. */
export function withWriting(command: Command): Command {
  return command
    .addOption(
      new Option("-o, --output <file>", "the recording to write; - is standard output")
        .argParser(recordingPath)
        .makeOptionMandatory(),
    )
    .addOption(forceOption())
    .option("--level <n>", "zstd level, -7 to 19 (default: 3)", wholeNumber(-7, 19))
    .option("--frame-tags <n>", "tags per zstd frame (default: 524288)", wholeNumber(1, 2 ** 26));
}

/** The engine's form of the options. */
export function packingOf({ level, frameTags }: WritingOptions, tags?: ReadTags): PackOptions {
  const { selection, definitions } = tags ?? {};
  return {
    ...definitions,
    ...(level === undefined ? {} : { level }),
    ...(frameTags === undefined ? {} : { frameTags }),
    ...(selection === undefined ? {} : { selection }),
  };
}

/**
 * The outcome of writing: the engine's answer and the bytes written, or the error that kept it from answering. `bytes` is
 * null if no file was kept.
 */
export interface Written<T> {
  made: T | null;
  bytes: number | null;
  error: ErrorObject | null;
}

/** The engine's result: the parts read of each input, and the written recording. */
interface Made {
  read?: ReadInput | readonly ReadInput[];
  written?: Pick<Contents, "tags">;
}

interface ReadInput {
  error: ErrorObject | null;
}

/** Ends the writing of a file that is not kept. */
class NothingWritten extends Error {}

/** Returns whether an input was damaged and no tag was written: there is nothing to keep then. */
function isNothing({ read = [], written }: Made): boolean {
  return written?.tags === 0 && [read].flat().some(({ error }) => error !== null);
}

/** Maximum number of bytes held back. Output without a tag is shorter. */
const MAX_HELD_BYTES = 1 << 20;

/** The beginning of an output, held back, because bytes written to a pipe cannot be withdrawn. */
class HeldBeginning {
  private held: Uint8Array[] | null = [];
  private bytes = 0;
  private readonly write: Append;

  constructor(write: Append) {
    this.write = write;
  }

  readonly append: Append = async (chunk) => {
    if (this.held === null) return this.write(chunk);
    // The caller may change the chunk afterwards.
    this.held.push(new Uint8Array(chunk));
    this.bytes += chunk.length;
    if (this.bytes > MAX_HELD_BYTES) await this.release();
  };

  /** Writes the held bytes; later bytes are written at once. */
  async release(): Promise<void> {
    const { held } = this;
    this.held = null;
    for (const chunk of held ?? []) await this.write(chunk);
  }
}

/**
 * Writes the file at `path` with `make`. If an input was damaged and no tag was written, no file is kept, an existing
 * one remains unchanged, and standard output or a pipe gets no byte.
 * @returns whether the file is kept.
 */
export async function writeUnlessNothing(
  path: string,
  replacing: Replacing,
  make: (append: Append, rewrite: Rewrite) => Promise<Made>,
): Promise<boolean> {
  try {
    await writeWhole(path, replacing, async (append, rewrite) => {
      const beginning = new HeldBeginning(append);
      const made = await make(beginning.append, async (bytes) => {
        await beginning.release();
        return rewrite(bytes);
      });
      if (isNothing(made)) throw new NothingWritten();
      await beginning.release();
    });
    return true;
  } catch (thrown) {
    if (thrown instanceof NothingWritten) return false;
    throw thrown;
  }
}

/**
 * Checks that the output is none of the inputs.
 * @throws TagviewError `usage`.
 */
export function checkOutput(output: string, inputs: readonly Input[]): void {
  checkApart(
    output,
    inputs.flatMap(({ source, path }) => (source.kind === "path" ? [source.path] : (path ?? []))),
  );
}

/**
 * Runs `make`, which reads `inputs`, with a progress bar, and writes `--output` atomically; the output cannot be an
 * input.
 * @throws errors that an input did not cause: an interruption, or a closed pipe.
 */
export async function writeRecording<T extends object>(
  options: Pick<WritingOptions, "output" | "force"> & { json?: boolean; quiet?: boolean },
  inputs: readonly Input[],
  make: (stream: StreamOptions) => Promise<T>,
): Promise<Written<T>> {
  if (options.json && options.output === "-") {
    throw new TagviewError("usage", "--json and the recording both go to standard output", "give -o a file");
  }
  checkOutput(options.output, inputs);
  const progress = await startProgress(!options.quiet);
  const written: Written<T> = { made: null, bytes: 0, error: null };
  try {
    const isKept = await writeUnlessNothing(options.output, options, async (write) => {
      written.made = await make({
        write: (chunk) => {
          written.bytes = (written.bytes ?? 0) + chunk.length;
          return write(chunk);
        },
        onBytes: progress.update,
      });
      return written.made;
    });
    return isKept ? written : { ...written, bytes: null };
  } catch (thrown) {
    if (!(thrown instanceof TagviewError) || thrown.code === "cancelled") throw thrown;
    return { made: null, bytes: null, error: thrown.toObject() };
  } finally {
    progress.stop();
  }
}

/** The JSON of the written recording; all values are null if none was kept. */
export function writtenJson(contents: Contents | undefined, bytes: number | null): WrittenJson {
  if (bytes === null) return { tags: null, frames: null, bytes };
  return { tags: contents?.tags ?? null, frames: contents?.frames ?? null, bytes };
}
