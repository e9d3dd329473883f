/** `tagview convert`: writes another tagger's recording, or a text file, as a `.tags.zst` recording. */

import { parseTick } from "../../runtime/engine";
import { withExamples } from "../../runtime/help";
import type { Register } from "../group";
import type { ConvertJson } from "./convert.schema";
import { noTick } from "./remarks";
import { rewrites } from "./rewriting";

export const convert: Register = (program, done) => {
  const command = withExamples(
    program.command("convert"),
    "Write",
    ["convert run.ptu -o run.tags.zst", "write a PicoQuant recording as .tags.zst"],
    [
      "convert run.csv --columns channel,time --unit ps -o run.tags.zst",
      "convert a text file whose times are in ps",
    ],
  );
  command.description("convert another time tagger's recording, or a text file, to .tags.zst");
  rewrites<ConvertJson>(command, done, {
    json: ({ file, out, ...written }, { kind }, tick) => ({
      file,
      out,
      format: kind.readAs?.import ?? null,
      tick_s: parseTick(tick).seconds,
      ...written,
    }),
    note: ({ kind }, options) => (options.tick === undefined ? noTick(kind) : null),
  });
};
