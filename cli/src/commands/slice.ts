/** `tagview slice`: a time range and channels into a new recording. */

import { slice as runSlice } from "@tagview/engine";
import { eachInput, inputsOf } from "../inputs";
import { type OutputOptions, readTags, type TagOptions, withMachineOutput, withTags } from "../options";
import { jsonLine } from "../output/json";
import { write, writeError } from "../output/write";
import { errorLine, statusOf } from "../report";
import { Status } from "../status";
import { packingOf, type WritingOptions, withWriting, writeRecording, writtenJson } from "../writing";
import type { Register } from ".";

export const slice: Register = (program, done) => {
  withTags(withMachineOutput(withWriting(program.command("slice"))))
    .description("write a time range and channels of a recording into a new one")
    .argument("[file]", "recording; - is standard input")
    .action(async (file: string | undefined, options: WritingOptions & TagOptions & OutputOptions) => {
      const packing = packingOf(options, readTags(options).selection);
      done(
        await eachInput(inputsOf(file === undefined ? [] : [file]), async ({ name, source }) => {
          const { made, bytes, error } = await writeRecording(options, (stream) =>
            runSlice(source, packing, stream),
          );
          const wrong = error ?? made?.read.error ?? null;
          if (options.json) {
            const contents = writtenJson(made?.written, bytes);
            const read = { bytes_read: made?.read.bytes ?? null };
            const outcome = { complete: wrong === null, error: wrong };
            write(jsonLine({ file: name, out: options.output, ...contents, ...read, ...outcome }));
          }
          if (wrong === null) return Status.Good;
          writeError(errorLine(wrong, name));
          return statusOf(wrong);
        }),
      );
    });
};
