/** `tagview pack`: text to a recording that the original tools read. */

import { pack as runPack } from "@tagview/engine";
import { eachInput, inputsOf } from "../inputs";
import { readTags, type TagOptions, withQuiet, withTags } from "../options";
import { writeWhole } from "../output/file";
import { startProgress } from "../progress";
import { Status } from "../status";
import { packingOf, type WritingOptions, withWriting } from "../writing";
import type { Register } from ".";

export const pack: Register = (program, done) => {
  withTags(withQuiet(withWriting(program.command("pack"))))
    .description("write a recording from channel<TAB>time lines")
    .argument("[file]", "text; - is standard input")
    .action(async (file: string | undefined, options: WritingOptions & TagOptions & { quiet?: boolean }) => {
      const { selection } = readTags(options);
      const packing = packingOf(options, selection);
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
