/** `tagview merge`: several recordings into one, ordered by time. */

import { InvalidArgumentError } from "commander";
import { errorLine } from "../../output/errors";
import { jsonLine } from "../../output/json";
import { write, writeError } from "../../output/write";
import { engine, parseTime, TagviewError, type Tick } from "../../runtime/engine";
import { Status, statusOf, worse } from "../../runtime/exit-status";
import { withExamples } from "../../runtime/help";
import type { Input } from "../../runtime/inputs";
import { naming, type OutputOptions, withMachineOutput } from "../../runtime/options";
import type { Register } from "../group";
import { bareSelection } from "./bare-times";
import { aboutOf, knownInputs } from "./kinds";
import type { MergeJson } from "./merge.schema";
import { readTags, type TagOptions, withTags } from "./options";
import { sortable } from "./order-break";
import { printNotes, writtenNotes } from "./remarks";
import { roundedTimes } from "./rounded";
import { packingOf, type WritingOptions, withWriting, writeRecording, writtenJson } from "./writing";

/** The remedy for times that go back too far, before the commands that sort them. */
const ONE_BY_ONE = "merge joined files one by one, or sort the tags";

interface MergeOptions extends WritingOptions, TagOptions, OutputOptions {
  offset?: [number, string][];
}

export const merge: Register = (program, done) => {
  withTags(
    withMachineOutput(
      withWriting(
        withExamples(
          program.command("merge"),
          "Write",
          ["merge a.tags.zst b.tags.zst -o both.tags.zst", "write two recordings in order of time"],
          [
            "merge a.tags.zst b.tags.zst --offset 2=-1.5us -o both.tags.zst",
            "shift the second one by -1.5 us",
          ],
        ),
      ),
    ),
  )
    .description("write the tags of several recordings in order of time")
    .argument("<file...>", "recordings; - is standard input")
    .option(
      "--offset <n=time>",
      "add a time to all times of the n-th recording, counted from 1 (repeatable)",
      collectOffset,
    )
    .action(async (files: string[], options: MergeOptions) => {
      readTags(options);
      if (files.filter((file) => file === "-").length > 1) {
        throw new TagviewError("usage", "standard input can be merged only once", "name each recording once");
      }
      const { inputs, tick } = await knownInputs(files, options, true);
      const tags = readTags({ ...options, tick });
      const about = aboutOf(inputs, tick, options.tick !== undefined);
      const offsets = offsetsOf(options, inputs, tags.tick);
      const packing = { ...packingOf(options, tags), offsets, ...(about && { about }) };
      const {
        made,
        bytes,
        error: stop,
      } = await writeRecording(options, inputs, (stream) =>
        engine.tags.merge(
          inputs.map(({ source }) => source),
          packing,
          stream,
        ),
      );
      const error = sortable(stop, { reading: options, tick: about?.tick }, ONE_BY_ONE);
      const read = inputs.map(({ name }, number) => ({
        file: name,
        offset: offsets[number] ?? 0n,
        tags: made?.read[number]?.tags ?? null,
        doubtful_tags: made?.read[number]?.doubtful_tags ?? null,
        complete: made?.read[number]?.complete ?? false,
        error: made?.read[number]?.error ?? null,
      }));
      if (!options.quiet) {
        const given = options.offset?.map(([number, time]) => [`--offset ${number}=`, time]);
        for (const note of roundedTimes(Object.fromEntries(given ?? []), tags.tick))
          writeError(`note: ${note}\n`);
        for (const note of bareSelection(options, tags.tick, made?.written.tags))
          writeError(`note: ${note}\n`);
        for (const [number, { name, kind }] of inputs.entries())
          printNotes(name, writtenNotes(kind, options.tick, made?.read[number]));
      }
      const wrong = error ?? read.find(({ error }) => error !== null)?.error ?? null;
      if (options.json) {
        const json: MergeJson = {
          out: options.output,
          ...writtenJson(made?.written, bytes),
          complete: wrong === null,
          error: wrong,
          inputs: read,
        };
        await write(jsonLine(json));
      }
      if (error !== null) writeError(errorLine(error));
      let status: Status = error === null ? Status.Good : statusOf(error);
      for (const { file, error } of read) {
        if (error === null) continue;
        writeError(errorLine(error, file));
        status = worse(status, statusOf(error));
      }
      done(status);
    });
};

function collectOffset(text: string, before: [number, string][] | undefined): [number, string][] {
  const [, number, time] = /^(\d{1,9})=(.+)$/.exec(text) ?? [];
  if (number === undefined || time === undefined) {
    throw new InvalidArgumentError("Write N=TIME, as in 2=-5ns; N is 1 for the first recording.");
  }
  return [...(before ?? []), [Number(number), time]];
}

/**
 * The offset of each input in ticks.
 * @throws TagviewError `usage`.
 */
function offsetsOf({ offset = [] }: MergeOptions, inputs: Input[], tick: Tick): bigint[] {
  const offsets = inputs.map(() => 0n);
  const given = new Set<number>();
  for (const [number, time] of offset) {
    if (number < 1 || number > inputs.length) {
      const message = `--offset ${number}=${time} names recording ${number}, but there are ${inputs.length}`;
      throw new TagviewError("usage", message, "count them from 1");
    }
    if (given.has(number)) {
      throw new TagviewError("usage", `--offset gives recording ${number} two offsets`, "give one offset");
    }
    given.add(number);
    offsets[number - 1] = naming("--offset", () => parseTime(time, tick));
  }
  return offsets;
}
