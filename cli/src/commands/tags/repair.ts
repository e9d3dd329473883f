/** `tagview repair`: what is sound in a damaged recording into a new one. */

import { errorLine } from "../../output/errors";
import { jsonLine } from "../../output/json";
import { count, plural } from "../../output/numbers";
import { printable } from "../../output/printable";
import { write, writeError } from "../../output/write";
import { engine, type Lost, type Repaired } from "../../runtime/engine";
import { Status, statusOf } from "../../runtime/exit-status";
import { inputOf } from "../../runtime/inputs";
import { type OutputOptions, withMachineOutput } from "../../runtime/options";
import { eachInput } from "../each-input";
import type { Register } from "../group";
import type { RepairJson } from "./repair.schema";
import { packingOf, type WritingOptions, withWriting, writeRecording, writtenJson } from "./writing";

/** Stretches that people are told of one by one. */
const SHOWN = 20;

interface RepairOptions extends WritingOptions, OutputOptions {
  keepDoubtful?: boolean;
}

export const repair: Register = (program, done) => {
  withMachineOutput(withWriting(program.command("repair")))
    .description("write what is sound in a damaged recording into a new one, and tell what was lost")
    .argument("<file>", "recording")
    .option(
      "--keep-doubtful",
      "write tags of damaged frames too, as far as they were decoded; some may be wrong",
    )
    .action(async (file: string, options: RepairOptions) => {
      const { keepDoubtful = false } = options;
      const packing = { ...packingOf(options), keepDoubtful };
      done(
        await eachInput([inputOf(file)], async (input) => {
          const { name, source } = input;
          const { made, bytes, error } = await writeRecording(options, [input], (stream) =>
            engine.tags.repair(source, packing, stream),
          );
          const wrong = error ?? made?.read.error ?? null;
          if (options.json) {
            const json: RepairJson = {
              file: name,
              out: options.output,
              ...writtenJson(made?.written, bytes),
              lost: made?.read.lost ?? [],
              complete: wrong === null,
              error: wrong,
            };
            write(jsonLine(json));
          } else if (made !== null && !options.quiet) {
            const tell = options.output === "-" ? writeError : write;
            tell(report(name, options.output, made));
          }
          if (wrong === null) return Status.Good;
          writeError(errorLine(wrong, name));
          return statusOf(wrong);
        }),
      );
    });
};

/** What was written, and a line for each stretch that is lost. */
function report(name: string, out: string, { read, written }: Repaired): string {
  const lines = read.lost.slice(0, SHOWN).map(lostText);
  const more = read.lost.length - lines.length;
  return [
    `${printable(name)}: ${plural(written.tags, "tag")} written to ${printable(out)}` +
      (read.lost.length === 0 ? ", nothing is lost" : ""),
    ...lines,
    ...(more > 0 ? [`and ${plural(more, "more place")}; --json lists all`] : []),
    "",
  ].join("\n");
}

function lostText({ from, to, frames, tags_estimate, tags_held_back }: Lost): string {
  const about =
    tags_estimate === null ? "an unknown number of tags" : `about ${plural(tags_estimate, "tag")}`;
  const heldBack =
    tags_held_back === 0 ? "" : `; ${count(tags_held_back)} were decoded, and --keep-doubtful writes them`;
  return `lost: bytes ${count(from)} to ${count(to)}, ${plural(frames, "frame")}, ${about}${heldBack}`;
}
