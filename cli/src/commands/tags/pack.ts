/** `tagview pack`: a recording made from text, readable by the original tools. */

import { errorLine } from "../../output/errors";
import { jsonLine } from "../../output/json";
import { write, writeError } from "../../output/write";
import { DEFAULT_TICK, engine, TagviewError } from "../../runtime/engine";
import { Status, statusOf } from "../../runtime/exit-status";
import { withExamples } from "../../runtime/help";
import { inputsOf } from "../../runtime/inputs";
import { type OutputOptions, withMachineOutput } from "../../runtime/options";
import { refuseZstd, unpackedFile } from "../../runtime/unpacked";
import { eachInput } from "../each-input";
import type { Register } from "../group";
import { aboutOf } from "./kinds";
import { readTags, type TagOptions, withTags } from "./options";
import type { PackJson } from "./pack.schema";
import { packingOf, type WritingOptions, withWriting, writeRecording } from "./writing";

type PackCommandOptions = WritingOptions & TagOptions & OutputOptions;

export const pack: Register = (program, done) => {
  withTags(
    withMachineOutput(
      withWriting(
        withExamples(
          program.command("pack"),
          "Write",
          ["pack x.tsv -o x.tags.zst", "write a text file as a recording"],
          ["cat a.tags.zst | tagview pack - -o b.tags.zst", "write the text from a pipe"],
        ),
      ),
    ),
  )
    .description("write a recording from channel<TAB>time lines")
    .argument("[file]", "text; - is standard input")
    .action(async (file: string | undefined, options: PackCommandOptions) => {
      if (options.unit !== undefined || options.columns !== undefined) {
        const message = "pack reads lines of channel<TAB>time in ticks, without --columns or --unit";
        throw new TagviewError("usage", message, "read other text files with convert");
      }
      const about = aboutOf([], options.tick ?? DEFAULT_TICK, options.tick !== undefined);
      const packing = { ...packingOf(options, readTags(options)), ...(about && { about }) };
      const status = await eachInput(inputsOf(file === undefined ? [] : [file]), async (input) => {
        const { bytes, error } = await writeRecording(options, [input], async (stream) => {
          const inside = await unpackedFile(input);
          refuseZstd(inside);
          await engine.tags.pack(inside.source, packing, stream);
          return {};
        });
        if (options.json) {
          const complete = error === null;
          const json: PackJson = { file: input.name, out: options.output, bytes, complete, error };
          await write(jsonLine(json));
        }
        if (error === null) return Status.Good;
        writeError(errorLine(error, input.name));
        return statusOf(error);
      });
      done(status);
    });
};
