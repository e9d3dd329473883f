/** `tagview cat`: a recording as text, byte for byte what the original `tcat` prints. */

import { isatty } from "node:tty";
import { cat as runCat } from "@tagview/engine";
import { eachInput, inputsOf } from "../inputs";
import { readTags, type TagOptions, withQuiet, withTags } from "../options";
import { write, writeError } from "../output/write";
import { startProgress } from "../progress";
import { errorLine } from "../report";
import { statusOfSnapshot } from "../scan";
import type { Register } from ".";

export const cat: Register = (program, done) => {
  withTags(withQuiet(program.command("cat")))
    .description("print channel<TAB>time lines")
    .argument("[file...]", "recordings; - is standard input")
    .action(async (files: string[], options: TagOptions & { quiet?: boolean }) => {
      const { selection } = readTags(options);
      const status = await eachInput(inputsOf(files), async ({ name, source }) => {
        // A bar between lines of text would help nobody.
        const progress = await startProgress(!options.quiet && !isatty(1));
        try {
          const snapshot = await runCat(source, selection, { write, onBytes: progress.update });
          if (snapshot.error !== null) writeError(errorLine(snapshot.error, name));
          return statusOfSnapshot(snapshot);
        } finally {
          progress.stop();
        }
      });
      done(status);
    });
};
