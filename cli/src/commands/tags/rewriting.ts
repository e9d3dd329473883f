/** The shared part of commands that write the selected tags of a recording to a new one: `slice`, `convert`. */

import type { Command } from "commander";
import { errorLine } from "../../output/errors";
import { jsonLine } from "../../output/json";
import { write, writeError } from "../../output/write";
import { DEFAULT_TICK, engine } from "../../runtime/engine";
import { Status, statusOf } from "../../runtime/exit-status";
import { inputsOf } from "../../runtime/inputs";
import { type OutputOptions, withMachineOutput } from "../../runtime/options";
import { eachInput } from "../each-input";
import { bareSelection } from "./bare-times";
import { aboutOf, identify, type KnownInput } from "./kinds";
import { readTags, type TagOptions, withTags } from "./options";
import { printNotes, writtenNotes } from "./remarks";
import type { SliceJson } from "./slice.schema";
import { packingOf, type WritingOptions, withWriting, writeRecording, writtenJson } from "./writing";

type RewritingOptions = WritingOptions & TagOptions & OutputOptions;

/** The part of such a command besides writing the selected tags. */
interface Rewriting<Json extends SliceJson> {
  /** The object that `--json` prints, from the object common to these commands. */
  json(json: SliceJson, input: KnownInput, tick: string): Json;
  /** A note for the user; null for none. */
  note(input: KnownInput, options: TagOptions): string | null;
}

/** Makes `command` write the selected tags of a recording into a new one. */
export function rewrites<Json extends SliceJson>(
  command: Command,
  done: (status: Status) => void,
  { json, note }: Rewriting<Json>,
): void {
  withTags(withMachineOutput(withWriting(command)))
    .argument("[file]", "recording; - is standard input")
    .action(async (file: string | undefined, options: RewritingOptions) => {
      readTags(options);
      done(
        await eachInput(inputsOf(file === undefined ? [] : [file]), async (input) => {
          const known = await identify(input, options, true);
          const { name, source, kind } = known;
          const tick = options.tick ?? kind.tick ?? DEFAULT_TICK;
          const about = aboutOf([known], tick, options.tick !== undefined);
          const packing = { ...packingOf(options, readTags({ ...options, tick })), ...(about && { about }) };
          const { made, bytes, error } = await writeRecording(options, [input], (stream) =>
            engine.tags.slice(source, packing, stream),
          );
          const wrong = error ?? made?.read.error ?? null;
          if (options.json) {
            const written: SliceJson = {
              file: name,
              out: options.output,
              ...writtenJson(made?.written, bytes),
              bytes_read: made?.read.bytes ?? null,
              doubtful_tags: made?.read.doubtful_tags ?? null,
              complete: wrong === null,
              error: wrong,
            };
            await write(jsonLine(json(written, known, tick)));
          }
          if (!options.quiet) {
            const { tick: length } = readTags({ ...options, tick });
            const bare = bareSelection(options, length, made?.written.tags);
            printNotes(name, [...writtenNotes(kind, options.tick, made?.read), ...bare]);
          }
          const text = bytes === null ? null : note(known, options);
          if (text !== null && !options.quiet && !options.json) writeError(`note: ${text}\n`);
          if (wrong === null) return Status.Good;
          writeError(errorLine(wrong, name));
          return statusOf(wrong);
        }),
      );
    });
}
