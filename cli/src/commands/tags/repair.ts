/** `tagview repair`: writes the sound part of a damaged recording to a new one. */

import { errorLine } from "../../output/errors";
import { jsonLine } from "../../output/json";
import { count, plural } from "../../output/numbers";
import { printable } from "../../output/printable";
import { shellLine } from "../../output/shell";
import { write, writeError } from "../../output/write";
import {
  DEFAULT_TICK,
  engine,
  type Lost,
  parseTick,
  type Repaired,
  TagviewError,
} from "../../runtime/engine";
import { Status, statusOf } from "../../runtime/exit-status";
import { withExamples } from "../../runtime/help";
import { inputOf } from "../../runtime/inputs";
import { type OutputOptions, withMachineOutput } from "../../runtime/options";
import { eachInput } from "../each-input";
import type { Register } from "../group";
import { aboutOf, identify, type KnownInput } from "./kinds";
import { readTags, withTick } from "./options";
import { printNotes, type Remark } from "./remarks";
import type { RepairJson } from "./repair.schema";
import { packingOf, type WritingOptions, withWriting, writeRecording, writtenJson } from "./writing";

/** Maximum number of lost stretches that are printed one by one. */
const SHOWN = 20;

interface RepairOptions extends WritingOptions, OutputOptions {
  keepDoubtful?: boolean;
  /** Undefined for the recording's own. */
  tick?: string;
}

export const repair: Register = (program, done) => {
  withTick(
    withMachineOutput(
      withWriting(
        withExamples(
          program.command("repair"),
          "Write",
          ["repair damaged.tags.zst -o sound.tags.zst", "write what is sound"],
          [
            "repair damaged.tags.zst --tick 1ps -o sound.tags.zst",
            "state the length of a tick, where it was lost",
          ],
        ),
      ),
    ),
  )
    .description("write the sound part of a damaged recording into a new one, and report what was lost")
    .argument("<file>", "recording")
    .option("--keep-doubtful", "write the decoded tags of damaged frames too; some may be wrong")
    .action(async (file: string, options: RepairOptions) => {
      const { keepDoubtful = false } = options;
      readTags(options);
      const packing = { ...packingOf(options), keepDoubtful };
      done(
        await eachInput([inputOf(file)], async (input) => {
          const known = await identify(input, {});
          const { name, source } = known;
          const tick = options.tick ?? tickOf(known);
          const about = tick === null ? undefined : aboutOf([known], tick, options.tick !== undefined);
          const { made, bytes, error } = await writeRecording(options, [input], (stream) =>
            engine.tags.repair(source, { ...packing, ...(about && { about }) }, stream),
          );
          const wrong = error ?? made?.read.error ?? null;
          const remarks = made === null ? [] : remarksOf(made, known, tick, options.output);
          if (options.json) {
            const json: RepairJson = {
              file: name,
              out: options.output,
              ...writtenJson(made?.written, bytes),
              lost: made?.read.lost ?? [],
              complete: wrong === null,
              error: wrong,
              remarks,
            };
            await write(jsonLine(json));
          } else if (made !== null && !options.quiet) {
            const print = options.output === "-" ? writeError : write;
            await print(report(name, options.output, made));
          }
          if (!options.quiet) {
            printNotes(
              name,
              remarks.map(({ message }) => message),
            );
          }
          if (wrong === null) return Status.Good;
          writeError(errorLine(wrong, name));
          return statusOf(wrong);
        }),
      );
    });
};

/** The tick length in the file; null if it is missing or damaged. */
function tickOf({ kind: { readAs, tick } }: KnownInput): string | null {
  if (readAs !== null || tick === null) return null;
  try {
    parseTick(tick);
    return tick;
  } catch (thrown) {
    if (thrown instanceof TagviewError) return null;
    throw thrown;
  }
}

/** The remark that the tick length is unknown, if damage may be the reason. */
function remarksOf({ read }: Repaired, { kind }: KnownInput, tick: string | null, out: string): Remark[] {
  const isDamaged = kind.tick !== null || kind.facts.unreadable_tick !== undefined;
  if (tick !== null || !(read.beginning_lost || isDamaged)) return [];
  const anew = shellLine(["tagview", "slice", out === "-" ? "OUT" : out, "--tick", "TICK", "-o", "NEW"]);
  const message =
    `the tick length is lost with the beginning, the new recording does not state it either, and ` +
    `${DEFAULT_TICK} is assumed: if you know it, write it with ${anew}`;
  return [{ about: "out", code: "no-tick", message }];
}

/** A summary of the written file, and a line for each lost stretch. */
function report(name: string, out: string, { read, written }: Repaired): string {
  const lines = read.lost.slice(0, SHOWN).map(lostText);
  const more = read.lost.length - lines.length;
  return [
    `${printable(name)}: ${plural(written.tags, "tag")} written to ${printable(out)}` +
      (read.lost.length === 0 && read.error === null ? ", nothing is lost" : ""),
    ...lines,
    ...(more > 0 ? [`and ${plural(more, "more place")}; --json lists all`] : []),
    "",
  ].join("\n");
}

function lostText({ from, to, frames, tags_estimate, tags_held_back, tags_written }: Lost): string {
  const about =
    tags_estimate === null ? "an unknown number of tags" : `about ${plural(tags_estimate, "tag")}`;
  const heldBack =
    tags_held_back === 0 ? "" : `; ${count(tags_held_back)} were decoded, and --keep-doubtful writes them`;
  const where = `bytes ${count(from)} to ${count(to)}, ${plural(frames, "frame")}`;
  if (tags_written > 0)
    return `damaged: ${where}; ${plural(tags_written, "tag")} written, ${about} lost${heldBack}`;
  return `lost: ${where}, ${about}${heldBack}`;
}
