/** `tagview pack`: text to a recording that the original tools read. */

import { pack as runPack } from "@tagview/engine";
import type { Command } from "commander";
import { eachInput, inputsOf } from "../inputs";
import { readTags, type TagOptions, wholeNumber, withQuiet, withTags } from "../options";
import { writeWhole } from "../output/file";
import { startProgress } from "../progress";
import { Status } from "../status";
import type { Register } from ".";

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

export const pack: Register = (program, done) => {
  withTags(withQuiet(withWriting(program.command("pack"))))
    .description("write a recording from channel<TAB>time lines")
    .argument("[file]", "text; - is standard input")
    .action(async (file: string | undefined, options: WritingOptions & TagOptions & { quiet?: boolean }) => {
      const { selection } = readTags(options);
      const { level, frameTags } = options;
      const packing = {
        ...(level === undefined ? {} : { level }),
        ...(frameTags === undefined ? {} : { frameTags }),
        ...(selection === undefined ? {} : { selection }),
      };
      const status = await eachInput(inputsOf(file === undefined ? [] : [file]), async ({ source }) => {
        const progress = await startProgress(!options.quiet);
        try {
          await writeWhole(options.output, (write) =>
            runPack(source, packing, { write, onBytes: progress.update }),
          );
          return Status.Good;
        } finally {
          progress.stop();
        }
      });
      done(status);
    });
};
