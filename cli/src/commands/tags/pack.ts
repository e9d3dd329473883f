/** `tagview pack`: a recording made from text, readable by the original tools. */

import { writeWhole } from "../../output/whole-file";
import { DEFAULT_TICK, engine, TagviewError } from "../../runtime/engine";
import { Status } from "../../runtime/exit-status";
import { inputsOf } from "../../runtime/inputs";
import { withQuiet } from "../../runtime/options";
import { startProgress } from "../../runtime/progress";
import { eachInput } from "../each-input";
import type { Register } from "../group";
import { aboutOf } from "./kinds";
import { readTags, type TagOptions, withTags } from "./options";
import { checkOutput, packingOf, type WritingOptions, withWriting } from "./writing";

export const pack: Register = (program, done) => {
  withTags(withQuiet(withWriting(program.command("pack"))))
    .description("write a recording from channel<TAB>time lines")
    .argument("[file]", "text; - is standard input")
    .action(async (file: string | undefined, options: WritingOptions & TagOptions & { quiet?: boolean }) => {
      if (options.unit !== undefined || options.columns !== undefined) {
        const message = "pack reads lines of channel<TAB>time in ticks, and no --columns or --unit";
        throw new TagviewError("usage", message, "read other texts by convert");
      }
      const about = aboutOf([], options.tick ?? DEFAULT_TICK, options.tick !== undefined);
      const packing = { ...packingOf(options, readTags(options)), ...(about && { about }) };
      const status = await eachInput(inputsOf(file === undefined ? [] : [file]), async (input) => {
        checkOutput(options.output, [input]);
        const progress = await startProgress(!options.quiet);
        try {
          await writeWhole(options.output, options, (write) =>
            engine.tags.pack(input.source, packing, { write, onBytes: progress.update }),
          );
          return Status.Good;
        } finally {
          progress.stop();
        }
      });
      done(status);
    });
};
