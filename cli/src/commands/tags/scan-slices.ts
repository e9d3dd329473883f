/** `--by`: the question of a command, answered for each slice of a recording. */

import type { Command } from "commander";
import { errorLine } from "../../output/errors";
import { type Tables, tablesOf } from "../../output/tsv";
import { writeError } from "../../output/write";
import { type AnalysisRequest, type ErrorObject, TagviewError, type Tick } from "../../runtime/engine";
import { Status, statusOf } from "../../runtime/exit-status";
import { inputsOf } from "../../runtime/inputs";
import { type OutputOptions, type PlotOptions, withOutput } from "../../runtime/options";
import { eachInput } from "../each-input";
import { inCharts, type Label, numbersOnly } from "./channel-file";
import { kindsOf, knownInputs, sortingOf } from "./kinds";
import { meantChannels } from "./needed-channels";
import { readTags, type TagOptions, withClock, withTags } from "./options";
import { sortable } from "./order-break";
import type { PeriodOptions } from "./period";
import { printNotes } from "./remarks";
import { answererOf, answerQuestion, type Question } from "./scan";
import { sliceNotes } from "./slice-notes";
import {
  askSlices,
  BY,
  readBy,
  SLICES_OF_A_TIME,
  type Sliced,
  type SlicesRequest,
  withoutMarkers,
} from "./slices";
import type { SumOptions } from "./summed";

type ByOptions = TagOptions & OutputOptions & PlotOptions & PeriodOptions & { by?: string };

/** How the slices of an input are printed. */
export interface SlicePrinting<O> {
  options: O & ByOptions & { by: string };
  tick: Tick;
  label: Label;
  tables: Tables;
}

/** The request of a command for each slice, and the output of the results. */
export interface SliceAnswers<O, R> {
  /** The beginning of the help of `--by`. */
  help: string;
  /** Returns the request for a slice, given the analyses of a whole recording. */
  request(
    analyses: readonly AnalysisRequest[],
    options: O & ByOptions,
  ): Pick<SlicesRequest<R>, "kept" | "atOnce"> & { analyses: readonly AnalysisRequest[] };
  /** Returns the error about a result without the requested value. */
  missing?(sliced: Sliced<R>, printing: SlicePrinting<O>): ErrorObject | null;
  print(name: string, sliced: Sliced<R>, printing: SlicePrinting<O>): Promise<void>;
  /** Returns notes, which are printed on standard error. */
  notes?(sliced: Sliced<R>, printing: SlicePrinting<O>): string[];
}

/** Makes `command` scan recordings, each as a whole or, with `--by`, slice by slice. */
export function scansSlices<O extends object, R>(
  command: Command,
  done: (status: Status) => void,
  question: Question<O>,
  answers: SliceAnswers<O, R>,
): void {
  withClock(withTags(withOutput(command)))
    .option("--by <slice>", `${answers.help}: ${BY}; ${SLICES_OF_A_TIME}`)
    .argument("[file...]", "recordings; - is standard input")
    .action(async (files: string[], options: O & ByOptions) => {
      const { by } = options;
      if (by === undefined)
        done(await answerQuestion(inputsOf(files), options, question, answererOf(command)));
      else {
        checkOptions(command, options);
        done(await answerSlices(files, { ...options, by }, question, answers));
      }
    });
}

function checkOptions(command: Command, { plot, sum }: PlotOptions & SumOptions): void {
  if (sum) throw new TagviewError("usage", "each slice is part of one recording", "leave out --sum or --by");
  if (answererOf(command) !== undefined)
    throw new TagviewError("usage", "slices can't be joined", "leave out --by");
  if (plot !== undefined) throw new TagviewError("usage", "slices have no chart", "leave out --plot or --by");
}

async function answerSlices<O extends object, R>(
  files: string[],
  options: O & ByOptions & { by: string },
  question: Question<O>,
  answers: SliceAnswers<O, R>,
): Promise<Status> {
  readTags(options);
  const { inputs, tick: length } = await knownInputs(files, options);
  const kinds = kindsOf(inputs, options);
  const { tick, selection, listed, definitions } = readTags({ ...options, tick: length });
  const label = listed?.label ?? numbersOnly;
  const by = readBy(options.by, tick);
  const channels = { label, inCharts: inCharts(listed), listed };
  const { analyses: whole, needed = [] } = question(options, tick, channels, kinds);
  const { analyses, ...wanted } = answers.request(whole, options);
  const sorting = sortingOf(options, length, kinds);
  const printing = { options, tick, label, tables: tablesOf(inputs.length) };
  return eachInput(inputs, async (input) => {
    const request = { analyses, ...(selection && { selection }), ...definitions };
    const sliced = await askSlices(input, by, {
      ...wanted,
      request,
      needed: [...needed, ...meantChannels(options)],
    });
    sliced.error = sortable(sliced.error, sorting);
    sliced.error ??= answers.missing?.(sliced, printing) ?? null;
    await answers.print(input.name, sliced, printing);
    if (sliced.error) writeError(errorLine(sliced.error, input.name));
    if (!options.quiet) {
      writeError(withoutMarkers(sliced, by));
      printNotes(input.name, [
        ...sliceNotes(sliced, kinds.get(input.name), length, analyses, tick),
        ...(answers.notes?.(sliced, printing) ?? []),
      ]);
    }
    if (sliced.error) return statusOf(sliced.error);
    return sliced.complete ? Status.Good : Status.Damaged;
  });
}
