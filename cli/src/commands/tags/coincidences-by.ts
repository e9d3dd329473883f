/** `tagview coincidences --by`: a row for each pattern of each slice. */

import type { Command } from "commander";
import { errorLine } from "../../output/errors";
import { jsonLine } from "../../output/json";
import { seconds } from "../../output/numbers";
import { printable } from "../../output/printable";
import { table } from "../../output/table";
import { type Cell, integers, type Tables, tablesOf, texts, tsvPieces } from "../../output/tsv";
import { write, writeError } from "../../output/write";
import { type Coincidence, TagviewError, type Tick, toSeconds } from "../../runtime/engine";
import { Status, statusOf } from "../../runtime/exit-status";
import { inputsOf } from "../../runtime/inputs";
import { type OutputOptions, type PlotOptions, withOutput } from "../../runtime/options";
import { eachInput } from "../each-input";
import { inCharts, type Label, numbersOnly } from "./channel-file";
import type { CoincidencesByJson } from "./coincidences.schema";
import { knownInputs } from "./kinds";
import { meantChannels } from "./needed-channels";
import { readTags, type TagOptions, withTags } from "./options";
import { patternsJson } from "./patterns-json";
import type { PeriodOptions } from "./period";
import { printNotes } from "./remarks";
import { answererOf, answerQuestion, type Question } from "./scan";
import { BY, bareSlices, countSlices, readBy, SLICES_OF_A_TIME, type Sliced, withoutMarkers } from "./slices";
import { delaysJson, readWindow, type Window, type WindowOptions } from "./window";
import { withSeconds } from "./with-tick";

type Options = TagOptions & OutputOptions & PlotOptions & WindowOptions & PeriodOptions & { by?: string };

/** Makes `command` scan recordings, each as a whole or, with `--by`, slice by slice. */
export function scansSlices<O extends WindowOptions>(
  command: Command,
  done: (status: Status) => void,
  question: Question<O>,
): void {
  withTags(withOutput(command))
    .option("--by <slice>", `count slices by themselves: ${BY}; ${SLICES_OF_A_TIME}`)
    .argument("[file...]", "recordings; - is standard input")
    .action(async (files: string[], options: O & Options) => {
      if (options.by !== undefined && answererOf(command) !== undefined)
        throw new TagviewError("usage", "slices can't be joined", "leave out --by");
      if (options.by === undefined)
        return done(await answerQuestion(inputsOf(files), options, question, answererOf(command)));
      readTags(options);
      const { inputs, tick: length } = await knownInputs(files, options);
      const isTickGiven = options.tick !== undefined;
      const kinds = new Map(inputs.map(({ name, kind }) => [name, { ...kind, isTickGiven }]));
      const { tick, selection, listed, definitions } = readTags({ ...options, tick: length });
      const label = listed?.label ?? numbersOnly;
      const by = readBy(options.by, tick);
      const { analyses, needed = [] } = question(
        options,
        tick,
        { label, inCharts: inCharts(listed), listed },
        kinds,
      );
      const window = readWindow(options, tick);
      const tables = tablesOf(inputs.length);
      const status = await eachInput(inputs, async (input) => {
        const request = { analyses, ...(selection && { selection }), ...definitions };
        const sliced = await countSlices(input, by, {
          request,
          countsOnly: !options.json,
          needed: [...needed, ...meantChannels(options)],
        });
        await print(input.name, sliced, { options, window, tick, label, tables });
        if (!options.quiet) {
          writeError(withoutMarkers(sliced, by));
          printNotes(input.name, bareSlices(options, tick, sliced));
        }
        if (sliced.error) return statusOf(sliced.error);
        return sliced.complete ? Status.Good : Status.Damaged;
      });
      done(status);
    });
}

const COLUMNS = [...integers("from", "to"), ...texts("channels"), ...integers("counts"), ...texts("tags")];

interface Printing {
  options: Options;
  window: Window;
  tick: Tick;
  label: Label;
  tables: Tables;
}

async function print(
  name: string,
  sliced: Sliced,
  { options, window, tick, label, tables }: Printing,
): Promise<void> {
  if (options.json) {
    const json: CoincidencesByJson = {
      file: name,
      by: options.by ?? "",
      window: window.window,
      delays: delaysJson(window.delays),
      period: (sliced.slices[0]?.coincidences as Coincidence | undefined)?.period ?? null,
      complete: sliced.complete,
      slices: sliced.slices.map(({ from, to, coincidences }) => ({
        from,
        to,
        from_s: toSeconds(from, tick),
        to_s: toSeconds(to, tick),
        span: coincidences.span,
        patterns: patternsJson(coincidences as Coincidence),
      })),
      tick_s: tick.seconds,
      error: sliced.error,
    };
    await write(jsonLine(json));
  } else if (options.tsv) {
    const rows = sliced.slices.flatMap(({ from, to, coincidences: { patterns } }) =>
      patterns.map(({ channels, counts, tags }): Cell[] => [
        from,
        to,
        channels.join(","),
        counts,
        tags.join(","),
      ]),
    );
    const table = withSeconds({ columns: COLUMNS, rows }, tick, ["from", "to"]);
    for (const piece of tsvPieces(tables, name, table, true)) await write(piece);
  } else {
    await write(text(name, sliced, tick, label));
  }
  if (sliced.error) writeError(errorLine(sliced.error, name));
}

function text(name: string, { slices }: Sliced, tick: Tick, label: Label): string {
  const channels =
    slices[0]?.coincidences.patterns.map(({ channels }) => channels.map(label).join(" + ")) ?? [];
  const rows = slices.map(({ from, to, coincidences: { patterns } }) => [
    seconds(toSeconds(from, tick), 4),
    seconds(toSeconds(to - from + 1n, tick), 4),
    ...patterns.map(({ counts }) => `${counts}`),
  ]);
  const columns = ["from", "for", ...channels].map((title) => ({ title, align: "right" as const }));
  return `${printable(name)}   coincidences by slice\n\n${table(columns, rows)}\n`;
}
