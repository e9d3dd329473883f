/** Files that are made of others: a sparse header, and the index-header of an index. */

import { errorLine } from "../../output/errors";
import { jsonLine } from "../../output/json";
import { plural } from "../../output/numbers";
import { printable } from "../../output/printable";
import { type Append, checkApart, writeWhole } from "../../output/whole-file";
import { write, writeError } from "../../output/write";
import { type ErrorObject, engine, TagviewError } from "../../runtime/engine";
import { Status, statusOf } from "../../runtime/exit-status";
import type { Input } from "../../runtime/inputs";
import type { OutputOptions } from "../../runtime/options";
import { startProgress } from "../../runtime/progress";
import { insideOf } from "./inside";
import type { WrittenJson } from "./schemas";

interface Writing extends OutputOptions {
  output?: string;
}

/** Writes the sparse header of a file. */
export async function writeSparse(input: Input, options: Writing): Promise<Status> {
  const { name } = input;
  checkWritten(options.output, input.source);
  return writeFile(name, options.output ?? "-", options, async (put, onBytes) => {
    const { source } = await insideOf(input);
    const opened = await engine.indexHeader.open(source, { onBytes });
    try {
      const { error } = opened.summary;
      if (error !== null) throw new TagviewError(error.code, error.message, error.remedy, error.offset);
      await put(await opened.sparse());
    } finally {
      opened.close();
    }
  });
}

/** Writes the index-header of an index. */
export async function writeHeader(input: Input, options: Writing): Promise<Status> {
  checkWritten(options.output, input.source);
  return writeFile(input.name, options.output ?? "-", options, async (put, onBytes) => {
    const { source } = await insideOf(input);
    await engine.indexHeader.fromIndex(source, { write: put, onBytes });
  });
}

/**
 * @throws TagviewError `usage` if OUT is the input file.
 */
function checkWritten(out = "-", source: Input["source"]): void {
  checkApart(out, source.kind === "path" ? [source.path] : []);
}

/** Writes OUT atomically and prints a summary. */
async function writeFile(
  file: string,
  out: string,
  { json, quiet, force }: Writing,
  make: (put: Append, onBytes: (bytes: number, total: number | null) => void) => Promise<void>,
): Promise<Status> {
  if (json && out === "-") {
    throw new TagviewError("usage", "--json and the file both go to standard output", "name a file");
  }
  const progress = await startProgress(!quiet);
  let bytes: number | null = 0;
  let error: ErrorObject | null = null;
  try {
    await writeWhole(out, { force }, (put) =>
      make((chunk) => {
        bytes = (bytes ?? 0) + chunk.length;
        return put(chunk);
      }, progress.update),
    );
  } catch (thrown) {
    if (!(thrown instanceof TagviewError) || thrown.code === "cancelled") throw thrown;
    [bytes, error] = [null, thrown.toObject()];
  } finally {
    progress.stop();
  }
  if (json) {
    const answer: WrittenJson = { file, out, bytes, complete: error === null, error };
    await write(jsonLine(answer));
  } else if (bytes !== null && !quiet && out !== "-") {
    writeError(`tagview: ${printable(out)}: ${plural(bytes, "byte")}\n`);
  }
  if (error === null) return Status.Good;
  writeError(errorLine(error, file));
  return statusOf(error);
}
