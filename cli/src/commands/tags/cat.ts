/** `tagview cat`: a recording as text, identical to the output of the original `tcat`. */

import { isatty } from "node:tty";
import { errorLine } from "../../output/errors";
import { write, writeError } from "../../output/write";
import { engine, TagviewError } from "../../runtime/engine";
import type { Status } from "../../runtime/exit-status";
import { withExamples } from "../../runtime/help";
import { type Input, inputsOf } from "../../runtime/inputs";
import { type OutputOptions, withMachineOutput } from "../../runtime/options";
import { startProgress } from "../../runtime/progress";
import { eachInput } from "../each-input";
import type { Register } from "../group";
import { statusOfSnapshot } from "./answer";
import { bareSelection } from "./bare-times";
import { type CatObject, catObject } from "./cat-json";
import { identify } from "./kinds";
import { readTags, type TagOptions, withTags } from "./options";
import { printNotes, timeNotes } from "./remarks";

const LINE_END = 0x0a;

export const cat: Register = (program, done) => {
  withTags(
    withMachineOutput(
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
    .action(async (files: string[], options: TagOptions & OutputOptions) => {
      const catOne = async (input: Input, begin: (tick: number) => CatObject | null): Promise<Status> => {
        const { name, source, kind } = await identify(input, options, true);
        const { tick, selection, definitions } = readTags({
          ...options,
          tick: options.tick ?? kind.tick ?? undefined,
        });
        const object = begin(tick.seconds);
        // On a terminal the bar would stand between the lines of text.
        const progress = await startProgress(!options.quiet && !isatty(1));
        try {
          let tags = 0;
          const counted = (piece: Uint8Array) => {
            // Whether there are more than one is all that matters.
            for (let at = piece.indexOf(LINE_END); at >= 0 && tags < 2; at = piece.indexOf(LINE_END, at + 1))
              tags += 1;
            return object === null ? write(piece) : object.add(piece);
          };
          const stream = { write: counted, onBytes: progress.update };
          const snapshot = await engine.tags.cat(source, selection, { ...definitions, ...stream });
          if (!options.quiet) {
            const bare = snapshot.error === null ? bareSelection(options, tick, tags) : [];
            printNotes(name, [...timeNotes(kind, options.tick, snapshot.rounded_times), ...bare]);
          }
          await object?.end(snapshot.complete, snapshot.error);
          if (snapshot.error !== null) writeError(errorLine(snapshot.error, name));
          return statusOfSnapshot(snapshot);
        } finally {
          progress.stop();
        }
      };
      const status = await eachInput(inputsOf(files), async (input) => {
        const { seconds } = readTags(options).tick;
        let object: CatObject | null = null;
        try {
          return await catOne(input, (tick) => {
            object = options.json ? catObject(input.name, tick) : null;
            return object;
          });
        } catch (thrown) {
          if (options.json && thrown instanceof TagviewError && thrown.code !== "cancelled")
            await (object ?? catObject(input.name, seconds)).end(false, thrown.toObject());
          throw thrown;
        }
      });
      done(status);
    });
};
