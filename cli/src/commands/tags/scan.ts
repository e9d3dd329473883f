/**
 * Runs the commands that scan recordings, from the inputs to the exit status. Each command's request and output are in
 * its own file.
 */

import type { Command } from "commander";
import { checkChartFiles } from "../../output/plot-files";
import { tablesOf } from "../../output/tsv";
import { writeError } from "../../output/write";
import { type AnalysisRequest, TagviewError, type Tick } from "../../runtime/engine";
import { Status, worse } from "../../runtime/exit-status";
import { type Input, inputsOf } from "../../runtime/inputs";
import { type OutputOptions, type PlotOptions, withOutput } from "../../runtime/options";
import { startProgress } from "../../runtime/progress";
import { eachInput } from "../each-input";
import { printAnswerAndNotes, type ScanCommand } from "./answer";
import type { TypedTimes } from "./bare-times";
import { type InCharts, inCharts, type Label, type ListedChannels, numbersOnly } from "./channel-file";
import { clockNotes } from "./clock-notes";
import { alikeInputs, type Kinds, kindsOf, oneTickOf, sortingOf } from "./kinds";
import { movedPastEnds } from "./moved-past-ends";
import { checkSelected, type MeaningOptions, meantChannels, selectedChannels } from "./needed-channels";
import { type ChannelTime, readTags, type TagOptions, withClock, withTags } from "./options";
import { orderNotes } from "./order-break";
import { otherPeriod, type PeriodOptions } from "./period";
import { checkRequest } from "./preflight";
import { answerNotes } from "./remarks";
import { roundedTimes } from "./rounded";
import { scanInOrder } from "./scan-inputs";
import { runSum, type SumOptions } from "./summed";
import { withTick } from "./with-tick";

/** A question about selected tags, and its answer in each form. */
interface TagQuestion extends Omit<ScanCommand, "request"> {
  analyses: AnalysisRequest[];
}

/** The texts of channels for a request. */
export interface ChannelTexts {
  label: Label;
  inCharts: InCharts;
  /** The list of `--channels`; undefined without it. */
  listed: ListedChannels | undefined;
}

/** Returns the request of a command from its own options; shared options are parsed before. */
export type Question<O> = (options: O, tick: Tick, channels: ChannelTexts, kinds: Kinds) => TagQuestion;

/** Runs a command over its inputs and prints the results. */
export interface Answerer {
  (inputs: Input[], options: OutputOptions & PlotOptions, command: ScanCommand): Promise<Status>;
  /** Whether it reads the inputs as printing does, which needs their kinds. */
  readonly reads?: true;
}

const answerers = new WeakMap<Command, Answerer>();

/**
 * Makes `answerer` answer the requests of `program`'s commands, instead of scanning each input and printing the result.
 */
export function answerBy(program: Command, answerer: Answerer): void {
  answerers.set(program, answerer);
}

/** The answerer of this command, if set. */
export function answererOf({ parent }: Command): Answerer | undefined {
  return parent === null ? undefined : answerers.get(parent);
}

type ScanningOptions = OutputOptions & TagOptions & PlotOptions & SumOptions;

/** Makes `command` scan recordings, with the options that all such commands have. */
export function scansTags<O extends object>(
  command: Command,
  done: (status: Status) => void,
  question: Question<O>,
): void {
  withClock(withTags(withOutput(command)))
    .argument("[file...]", "recordings; - is standard input")
    .action(async (files: string[], options: O & ScanningOptions) => {
      done(await answerQuestion(inputsOf(files), options, question, answererOf(command)));
    });
}

/**
 * Scans the selected tags of each input and prints the results; inputs with the same tick are printed together. If the
 * program has an answerer, it prints them instead.
 */
export async function answerQuestion<O extends object>(
  inputs: Input[],
  options: O & ScanningOptions,
  question: Question<O>,
  answerer?: Answerer,
  tables = tablesOf(inputs.length),
): Promise<Status> {
  if (answerer !== undefined && !answerer.reads) {
    if (options.sum) throw new TagviewError("usage", "combine adds partial results", "give --sum to combine");
    return answerAlike(inputs, options, question, answerer, new Map());
  }
  checkChartFiles(
    options,
    inputs.map(({ name }) => name),
  );
  if (options.sum) {
    const { inputs: alike, tick } = await oneTickOf(inputs, options);
    const kinds = kindsOf(alike, options);
    const print: Answerer = (_, printing, command) => runSum(alike, printing, command);
    return answerAlike(alike, { ...options, tick }, question, print, kinds);
  }
  let status: Status = Status.Good;
  for await (const { inputs: alike, tick } of alikeInputs(inputs, options)) {
    const kinds = kindsOf(alike, options);
    const print: Answerer = (from, printing, command) => runScanCommand(from, printing, command, tables);
    const answer = answerer ?? print;
    status = worse(status, await answerAlike(alike, { ...options, tick }, question, answer, kinds));
  }
  return status;
}

/** Options with times; each command has some of them. */
interface MovingOptions {
  bin?: string;
  window?: string;
  delay?: readonly ChannelTime[];
  moves?: readonly ChannelTime[];
}

/** The same of inputs with times in one tick. */
export function answerAlike<O extends object>(
  inputs: Input[],
  options: O & ScanningOptions,
  question: Question<O>,
  answerer: Answerer,
  kinds: Kinds,
): Promise<Status> {
  const { tick, selection, listed, definitions, typed } = readTags(options);
  const channels = { label: listed?.label ?? numbersOnly, inCharts: inCharts(listed), listed };
  const { analyses, ...answer } = question(options, tick, channels, kinds);
  if (!options.quiet) {
    const { bin, window, delay, moves } = options as O & MovingOptions;
    const delays = Object.fromEntries(
      [...(delay ?? []), ...(moves ?? [])].map(([channel, text]) => [`--delay ${channel}=`, text]),
    );
    for (const note of roundedTimes({ "--bin": bin, "--window": window, ...delays }, tick))
      writeError(`note: ${note}\n`);
  }
  const needed = [
    ...(answer.needed ?? []),
    ...meantChannels(options as O & MeaningOptions),
    ...selectedChannels(selection),
  ];
  checkSelected(needed, selection);
  return answerer(inputs, options, {
    request: { analyses, selection, ...definitions },
    ...answer,
    sorting: sortingOf(options, options.tick, kinds),
    times: { typed: options as O & TypedTimes, tick },
    ...withTick(answer.tsv, tick, answer.tsvTicks),
    notes(name, snapshot) {
      const kind = kinds.get(name);
      const facts = snapshot.about?.facts ?? kind?.facts;
      const read = kind && facts && { ...kind, facts };
      const notes = answer.notes?.(name, snapshot) ?? answerNotes(read, options.tick, facts?.rounded_times);
      return [
        ...notes,
        ...otherPeriod(options as O & PeriodOptions, kind, tick),
        ...movedPastEnds(definitions.define ?? [], typed, tick, snapshot),
        ...clockNotes(snapshot.clock, tick),
        ...(answer.statesOrder ? [] : orderNotes(snapshot, analyses, tick)),
      ];
    },
    needed,
  });
}

/** Scans each input and prints the results. */
export async function runScanCommand(
  inputs: Input[],
  options: OutputOptions & PlotOptions,
  command: ScanCommand,
  tables = tablesOf(inputs.length),
): Promise<Status> {
  checkChartFiles(
    options,
    inputs.map(({ name }) => name),
  );
  await checkRequest(command.request, command.times);
  const progress = await startProgress(!options.quiet);
  const next = scanInOrder(inputs, command, progress);
  const status = await eachInput(inputs, async ({ name }) => {
    let close = (): void => {};
    try {
      const scanned = await next();
      const { snapshot } = scanned;
      close = scanned.close;
      progress.clear();
      return await printAnswerAndNotes(command, options, name, snapshot, tables);
    } finally {
      close();
      // The scan of later inputs may have shown the bar again, and an error is printed next.
      progress.clear();
    }
  });
  progress.stop();
  return status;
}
