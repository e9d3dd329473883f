/** `tagview cat`: a recording as text, byte for byte what the original `tcat` prints. */

import { isatty } from "node:tty";
import { errorLine } from "../../output/errors";
import { write, writeError } from "../../output/write";
import { engine } from "../../runtime/engine";
import { inputsOf } from "../../runtime/inputs";
import { withQuiet } from "../../runtime/options";
import { startProgress } from "../../runtime/progress";
import { eachInput } from "../each-input";
import type { Register } from "../group";
import { statusOfSnapshot } from "./answer";
import { identify } from "./kinds";
import { readTags, type TagOptions, withTags } from "./options";
import { printNotes, timeNotes } from "./remarks";

export const cat: Register = (program, done) => {
  withTags(withQuiet(program.command("cat")))
    .description("print channel<TAB>time lines")
    .argument("[file...]", "recordings; - is standard input")
    .action(async (files: string[], options: TagOptions & { quiet?: boolean }) => {
      const status = await eachInput(inputsOf(files), async (input) => {
        const { name, source, kind } = await identify(input, options, true);
        const { selection, definitions } = readTags({
          ...options,
          tick: options.tick ?? kind.tick ?? undefined,
        });
        // On a terminal the bar would stand between the lines of text.
        const progress = await startProgress(!options.quiet && !isatty(1));
        try {
          const stream = { write, onBytes: progress.update };
          const snapshot = await engine.tags.cat(source, selection, { ...definitions, ...stream });
          if (!options.quiet) printNotes(name, timeNotes(kind, options.tick, snapshot.rounded_times));
          if (snapshot.error !== null) writeError(errorLine(snapshot.error, name));
          return statusOfSnapshot(snapshot);
        } finally {
          progress.stop();
        }
      });
      done(status);
    });
};
