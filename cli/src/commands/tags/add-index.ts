/** `tagview index`: adds an index to a recording without one. */

import { Option } from "commander";
import { errorLine } from "../../output/errors";
import { jsonLine } from "../../output/json";
import { plural } from "../../output/numbers";
import { printable } from "../../output/printable";
import { write, writeError } from "../../output/write";
import { engine, TagviewError } from "../../runtime/engine";
import { Status, statusOf } from "../../runtime/exit-status";
import { withExamples } from "../../runtime/help";
import { type Input, inputOf } from "../../runtime/inputs";
import { forceOption, type OutputOptions, withMachineOutput, writtenFile } from "../../runtime/options";
import { eachInput } from "../each-input";
import type { Register } from "../group";
import type { AddIndexJson } from "./add-index.schema";
import { writeRecording, writtenJson } from "./writing";

interface AddIndexOptions extends OutputOptions {
  output?: string;
  inPlace?: boolean;
}

export const addIndex: Register = (program, done) => {
  withMachineOutput(
    withExamples(
      program.command("index"),
      "Write",
      ["index x.tags.zst -o indexed.tags.zst", "write the recording with an index"],
      ["index --in-place *.tags.zst", "add an index to each recording"],
    ),
  )
    .description("add a seek index to a recording, for fast time ranges")
    .argument("<file...>", "recordings")
    .addOption(
      writtenFile("-o, --output <file>", "write a new recording and keep this one; - is standard output"),
    )
    .addOption(
      new Option("--in-place", "replace each recording by the same recording with an index").conflicts(
        "output",
      ),
    )
    .addOption(forceOption())
    .action(async (files: string[], options: AddIndexOptions) => {
      if (options.output !== undefined && files.length > 1) {
        throw new TagviewError(
          "usage",
          "-o names one output, but there are several recordings",
          "index one at a time",
        );
      }
      done(await eachInput(files.map(inputOf), (input) => indexed(input, options)));
    });
};

/**
 * The recording that is replaced.
 * @throws TagviewError `usage`.
 */
function placeOf(source: Input["source"], { inPlace }: AddIndexOptions): string {
  if (!inPlace)
    throw new TagviewError(
      "usage",
      "the name of the output is missing",
      "name a new file with -o OUT, or replace the recording with --in-place",
    );
  if (source.kind === "path") return source.path;
  throw new TagviewError("usage", "only a file can get an index in place", "write a new file with -o OUT");
}

async function indexed({ name, source }: Input, options: AddIndexOptions): Promise<Status> {
  const output = options.output ?? placeOf(source, options);
  const force = options.force || options.inPlace;
  // In place, it replaces the recording by a copy with an index: nothing of it is lost.
  const { made, bytes, error } = await writeRecording({ ...options, output, force }, [], (stream) =>
    engine.tags.addIndex(source, stream),
  );
  if (options.json) {
    const json: AddIndexJson = {
      file: name,
      out: output,
      ...writtenJson(made ?? undefined, bytes),
      complete: error === null,
      error,
    };
    await write(jsonLine(json));
  } else if (made !== null && !options.quiet && output !== "-") {
    await write(`${printable(name)}: ${plural(made.frames, "frame")} indexed in ${printable(output)}\n`);
  }
  if (error === null) return Status.Good;
  writeError(errorLine(error, name));
  return statusOf(error);
}
