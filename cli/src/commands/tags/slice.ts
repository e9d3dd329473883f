/** `tagview slice`: a time range and channels into a new recording. */

import { errorLine } from "../../output/errors";
import { jsonLine } from "../../output/json";
import { write, writeError } from "../../output/write";
import { engine } from "../../runtime/engine";
import { Status, statusOf } from "../../runtime/exit-status";
import { inputsOf } from "../../runtime/inputs";
import { type OutputOptions, withMachineOutput } from "../../runtime/options";
import { eachInput } from "../each-input";
import type { Register } from "../group";
import { readTags, type TagOptions, withTags } from "./options";
import type { SliceJson } from "./slice.schema";
import { packingOf, type WritingOptions, withWriting, writeRecording, writtenJson } from "./writing";

export const slice: Register = (program, done) => {
  withTags(withMachineOutput(withWriting(program.command("slice"))))
    .description("write a time range and channels of a recording into a new one")
    .argument("[file]", "recording; - is standard input")
    .action(async (file: string | undefined, options: WritingOptions & TagOptions & OutputOptions) => {
      const packing = packingOf(options, readTags(options));
      done(
        await eachInput(inputsOf(file === undefined ? [] : [file]), async ({ name, source }) => {
          const { made, bytes, error } = await writeRecording(options, (stream) =>
            engine.tags.slice(source, packing, stream),
          );
          const wrong = error ?? made?.read.error ?? null;
          if (options.json) {
            const json: SliceJson = {
              file: name,
              out: options.output,
              ...writtenJson(made?.written, bytes),
              bytes_read: made?.read.bytes ?? null,
              complete: wrong === null,
              error: wrong,
            };
            write(jsonLine(json));
          }
          if (wrong === null) return Status.Good;
          writeError(errorLine(wrong, name));
          return statusOf(wrong);
        }),
      );
    });
};
