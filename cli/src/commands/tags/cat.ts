/** `tagview cat`: a recording as text, byte for byte what the original `tcat` prints. */

import { isatty } from "node:tty";
import { errorLine } from "../../output/errors";
import { write, writeError } from "../../output/write";
import { engine } from "../../runtime/engine";
import { withExamples } from "../../runtime/help";
import { inputsOf } from "../../runtime/inputs";
import { withQuiet } from "../../runtime/options";
import { startProgress } from "../../runtime/progress";
import { eachInput } from "../each-input";
import type { Register } from "../group";
import { statusOfSnapshot } from "./answer";
import { bareSelection } from "./bare-times";
import { identify } from "./kinds";
import { readTags, type TagOptions, withTags } from "./options";
import { printNotes, timeNotes } from "./remarks";

const LINE_END = 0x0a;

export const cat: Register = (program, done) => {
  withTags(
    withQuiet(
      withExamples(
        program.command("cat"),
        "Look",
        ["cat x.tags.zst | head", "print the first tags"],
        ["cat --channel 3 --from 1s --to 2s x.tags.zst", "print one second of channel 3"],
      ),
    ),
  )
    .description("print channel<TAB>time lines")
    .argument("[file...]", "recordings; - is standard input")
    .action(async (files: string[], options: TagOptions & { quiet?: boolean }) => {
      const status = await eachInput(inputsOf(files), async (input) => {
        const { name, source, kind } = await identify(input, options, true);
        const { tick, selection, definitions } = readTags({
          ...options,
          tick: options.tick ?? kind.tick ?? undefined,
        });
        // On a terminal the bar would stand between the lines of text.
        const progress = await startProgress(!options.quiet && !isatty(1));
        try {
          let tags = 0;
          const counted = (piece: Uint8Array) => {
            // Whether there are more than one is all that matters.
            for (let at = piece.indexOf(LINE_END); at >= 0 && tags < 2; at = piece.indexOf(LINE_END, at + 1))
              tags += 1;
            return write(piece);
          };
          const stream = { write: counted, onBytes: progress.update };
          const snapshot = await engine.tags.cat(source, selection, { ...definitions, ...stream });
          if (!options.quiet) {
            const bare = snapshot.error === null ? bareSelection(options, tick, tags) : [];
            printNotes(name, [...timeNotes(kind, options.tick, snapshot.rounded_times), ...bare]);
          }
          if (snapshot.error !== null) writeError(errorLine(snapshot.error, name));
          return statusOfSnapshot(snapshot);
        } finally {
          progress.stop();
        }
      });
      done(status);
    });
};
