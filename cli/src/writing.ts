/** What commands that write a recording share. */

import {
  type Contents,
  type ErrorObject,
  type PackOptions,
  type Selection,
  type StreamOptions,
  TagviewError,
} from "@tagview/engine";
import type { Command } from "commander";
import { wholeNumber } from "./options";
import { writeWhole } from "./output/file";
import { startProgress } from "./progress";

/** How a recording is written. */
export interface WritingOptions {
  output: string;
  level?: number;
  frameTags?: number;
}

export function withWriting(command: Command): Command {
  return command
    .requiredOption("-o, --output <file>", "the recording to write; - is standard output")
    .option("--level <n>", "zstd level, -7 to 19 (default: 3)", wholeNumber(-7, 22))
    .option("--frame-tags <n>", "tags per zstd frame (default: 1048576)", wholeNumber(1, 2 ** 26));
}

/** The engine's form of the options. */
export function packingOf({ level, frameTags }: WritingOptions, selection?: Selection): PackOptions {
  return {
    ...(level === undefined ? {} : { level }),
    ...(frameTags === undefined ? {} : { frameTags }),
    ...(selection === undefined ? {} : { selection }),
  };
}

/** What came of writing: the engine's answer, or what kept it from giving one. */
export interface Written<T> {
  made: T | null;
  bytes: number | null;
  error: ErrorObject | null;
}

/**
 * Runs `make`, with a progress bar, into `--output`, which is there as a whole or not at all.
 * @throws what is no fault of the input: an interruption, a closed pipe.
 */
export async function writeRecording<T>(
  options: WritingOptions & { json?: boolean; quiet?: boolean },
  make: (stream: StreamOptions) => Promise<T>,
): Promise<Written<T>> {
  if (options.json && options.output === "-") {
    throw new TagviewError("usage", "--json and the recording both want standard output", "give -o a file");
  }
  const progress = await startProgress(!options.quiet);
  const written: Written<T> = { made: null, bytes: 0, error: null };
  try {
    await writeWhole(options.output, async (write) => {
      written.made = await make({
        write: (piece) => {
          written.bytes = (written.bytes ?? 0) + piece.length;
          write(piece);
        },
        onBytes: progress.update,
      });
    });
    return written;
  } catch (thrown) {
    if (!(thrown instanceof TagviewError) || thrown.code === "cancelled") throw thrown;
    return { made: null, bytes: null, error: thrown.toObject() };
  } finally {
    progress.stop();
  }
}

/** What `--json` says of what was written. */
export function writtenJson(contents: Contents | undefined, bytes: number | null): object {
  return { tags: contents?.tags ?? null, frames: contents?.frames ?? null, bytes };
}
