/**
 * The way of every command that scans recordings, from its inputs to its exit status. What such a command asks for,
 * and how it prints the answer, is in its own file.
 */

import { setImmediate as turn } from "node:timers/promises";
import type { Command } from "commander";
import { type Colours, colours } from "../../output/colour";
import { describeError, errorLine } from "../../output/errors";
import { jsonPieces } from "../../output/json";
import { chartFile, checkChartFiles } from "../../output/plot-files";
import { printable } from "../../output/printable";
import { type Table, type Tables, tablesOf, tsvPieces } from "../../output/tsv";
import { write, writeError, writePieces } from "../../output/write";
import {
  type AnalysisRequest,
  type ErrorObject,
  engine,
  type ScannedColumns,
  type ScanOptions,
  type ScanRequest,
  type Snapshot,
  TagviewError,
  type Tick,
  worksHere,
} from "../../runtime/engine";
import { Status, statusOf, worse } from "../../runtime/exit-status";
import { areSmall, type Input, inputsOf } from "../../runtime/inputs";
import { keepingThread } from "../../runtime/interruption";
import { type OutputOptions, type PlotOptions, withOutput } from "../../runtime/options";
import { orderedConcurrency } from "../../runtime/ordered-concurrency";
import { type Progress, startProgress } from "../../runtime/progress";
import { eachInput } from "../each-input";
import { type InCharts, inCharts, type Label, type ListedChannels, numbersOnly } from "./channel-file";
import { alikeInputs, type KnownInput } from "./kinds";
import { movedPastEnds } from "./moved-past-ends";
import {
  checkSelected,
  type MeaningOptions,
  meantChannels,
  missingChannel,
  type NeededChannel,
  selectedChannels,
} from "./needed-channels";
import { readTags, type TagOptions, withTags } from "./options";
import { checkRequest, missingByIndex } from "./preflight";
import { tellNotes, timeNotes } from "./remarks";
import { roundedTimes } from "./rounded";
import { withTick } from "./with-tick";

/** The request of a command, and its answer in each form. */
export interface ScanCommand {
  request: ScanRequest;
  /** The object that `--json` prints. */
  json(name: string, snapshot: Snapshot): object;
  /** The table that `--tsv` prints, whose columns are the same for each of several files where `areSeveral`. */
  tsv?(snapshot: Snapshot, name: string, areSeveral: boolean): Table;
  /** Whether that table has times in ticks, see {@link withTick}. */
  tsvInTicks?: true;
  /** Whether that table names the file also where it is the only one. */
  tsvNames?: true;
  /** What `--tsv` has no place for; it is told on standard error. */
  aside?(snapshot: Snapshot): string | null;
  /** What people are told of an input's times, on standard error. */
  notes?(name: string, snapshot: Snapshot): string[];
  /** What people read. */
  text(name: string, snapshot: Snapshot, colours: Colours): string;
  /** Whether people have anything to read, which is unless said where there are tags; otherwise there is only the error line. */
  hasText?(snapshot: Snapshot): boolean;
  /** The chart that `--plot` draws; undefined where there is nothing to draw. */
  draw?(
    charts: typeof import("@tagview/charts"),
    document: Document,
    snapshot: Snapshot,
    subject: string,
  ): SVGSVGElement | undefined;
  /** All channels of the recording, among which `needed` is looked up; absent where a command needs none. */
  channels?(snapshot: Snapshot): bigint[] | undefined;
  /** Channels that the recording must have; that one is missing is told like damage, with exit status 1. */
  needed?: NeededChannel[];
  /**
   * What to ask once more, now that the answer tells it; null where nothing is. An input that can be read only once is not
   * asked again.
   */
  again?(snapshot: Snapshot): AnalysisRequest[] | null;
  /** What else the answer lacks; told like damage too. */
  missing?(snapshot: Snapshot): ErrorObject | null;
  /** The exit status of the answer itself; the worse of it and that of damage is the input's. */
  status?(snapshot: Snapshot): Status;
  /** Whether the text tells of errors, so that there is no error line beside it. */
  textHasErrors?: boolean;
}

/** A question about selected tags, and its answer in each form. */
export interface TagQuestion extends Omit<ScanCommand, "request"> {
  analyses: AnalysisRequest[];
}

/** What a question knows of channels. */
export interface ChannelTexts {
  label: Label;
  inCharts: InCharts;
  /** What `--channels` lists; undefined without it. */
  listed: ListedChannels | undefined;
}

/** What kind of file each input is, by its name. */
export type Kinds = ReadonlyMap<string, KnownInput["kind"]>;

/** What a command asks; it reads its own options, the others are read for it. */
export type Question<O> = (options: O, tick: Tick, channels: ChannelTexts, kinds: Kinds) => TagQuestion;

/** A scan whose answer is to be printed. */
interface Scanned extends Omit<ScannedColumns, "snapshot"> {
  snapshot: Snapshot;
}

/** Answers what a command asks about its inputs. */
export type Answerer = (
  inputs: Input[],
  options: OutputOptions & PlotOptions,
  command: ScanCommand,
) => Promise<Status>;

const answerers = new WeakMap<Command, Answerer>();

/** Has `answerer` answer what the commands of `program` ask, instead of scanning each input and printing the answer. */
export function answerBy(program: Command, answerer: Answerer): void {
  answerers.set(program, answerer);
}

/** Who answers what this command asks. */
export function answererOf({ parent }: Command): Answerer | undefined {
  return parent === null ? undefined : answerers.get(parent);
}

type ScanningOptions = OutputOptions & TagOptions & PlotOptions;

/** Makes `command` scan recordings, with the options that all such commands have. */
export function scansTags<O extends object>(
  command: Command,
  done: (status: Status) => void,
  question: Question<O>,
): void {
  withTags(withOutput(command))
    .argument("[file...]", "recordings; - is standard input")
    .action(async (files: string[], options: O & ScanningOptions) => {
      done(await answerQuestion(inputsOf(files), options, question, answererOf(command)));
    });
}

/**
 * Scans the selected tags of each input and prints the answers, those with times in one tick together; or has whoever
 * answers for the program do so.
 */
export async function answerQuestion<O extends object>(
  inputs: Input[],
  options: O & ScanningOptions,
  question: Question<O>,
  answerer?: Answerer,
  tables = tablesOf(inputs.length),
): Promise<Status> {
  if (answerer !== undefined) return answerAlike(inputs, options, question, answerer, new Map());
  checkChartFiles(
    options.plot,
    inputs.map(({ name }) => name),
  );
  let status: Status = Status.Good;
  for await (const { inputs: alike, tick } of alikeInputs(inputs, options)) {
    const kinds = new Map(alike.map(({ name, kind }) => [name, kind]));
    const print: Answerer = (from, printing, command) => runScanCommand(from, printing, command, tables);
    status = worse(status, await answerAlike(alike, { ...options, tick }, question, print, kinds));
  }
  return status;
}

/** The same of inputs with times in one tick. */
export function answerAlike<O extends object>(
  inputs: Input[],
  options: O & ScanningOptions,
  question: Question<O>,
  answerer: Answerer,
  kinds: Kinds,
): Promise<Status> {
  const { tick, selection, listed, definitions } = readTags(options);
  const channels = { label: listed?.label ?? numbersOnly, inCharts: inCharts(listed), listed };
  const { analyses, ...answer } = question(options, tick, channels, kinds);
  if (!options.quiet) {
    const { bin, window } = options as O & { bin?: string; window?: string };
    for (const note of roundedTimes({ "--bin": bin, "--window": window }, tick))
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
    ...(answer.tsvInTicks && withTick(answer.tsv, tick)),
    notes(name, snapshot) {
      const rounded = snapshot.about?.facts.rounded_times;
      const notes = answer.notes?.(name, snapshot) ?? timeNotes(kinds.get(name), options.tick, rounded);
      return [...notes, ...movedPastEnds(definitions.define ?? [], tick, snapshot)];
    },
    needed,
  });
}

/** Scans each input and prints the answers. */
export async function runScanCommand(
  inputs: Input[],
  options: OutputOptions & PlotOptions,
  command: ScanCommand,
  tables = tablesOf(inputs.length),
): Promise<Status> {
  checkChartFiles(
    options.plot,
    inputs.map(({ name }) => name),
  );
  await checkRequest(command.request);
  const progress = await startProgress(!options.quiet);
  const next = scanInOrder(inputs, command, progress);
  const status = await eachInput(inputs, async ({ name }) => {
    let close = (): void => {};
    try {
      const scanned = await next();
      const { snapshot } = scanned;
      close = scanned.close;
      progress.clear();
      return await tellAnswer(command, options, name, snapshot, tables);
    } finally {
      close();
      // The scan of later inputs may have shown the bar again, and an error is printed next.
      progress.clear();
    }
  });
  progress.stop();
  return status;
}

/** Prints and draws the answer about one input, and tells what was wrong with it. */
export async function tellAnswer(
  command: ScanCommand,
  options: OutputOptions & PlotOptions,
  name: string,
  snapshot: Snapshot,
  tables: Tables,
): Promise<Status> {
  await printAnswer(command, options, name, snapshot, tables);
  tellError(command, options, name, snapshot);
  if (!options.quiet) {
    const { joined } = snapshot;
    const notes = isReadable(snapshot) ? command.notes?.(name, snapshot) : undefined;
    tellNotes(name, [
      ...(joined === null ? [] : [`${joined.code}: ${describeError(joined)}`]),
      ...(notes ?? []),
    ]);
  }
  if (isReadable(snapshot)) await drawChart(command, options, snapshot, name);
  return worse(statusOfSnapshot(snapshot), command.status?.(snapshot) ?? Status.Good);
}

/** Tells what was wrong with an input, unless its answer does. */
export function tellError(
  { textHasErrors }: ScanCommand,
  { json }: OutputOptions,
  name: string,
  snapshot: Snapshot,
): void {
  const { error } = snapshot;
  if (error !== null && !(textHasErrors && isReadable(snapshot) && !json)) writeError(errorLine(error, name));
}

/** Prints the answer about one input. */
export async function printAnswer(
  command: ScanCommand,
  options: OutputOptions,
  name: string,
  snapshot: Snapshot,
  tables: Tables,
): Promise<void> {
  await turn();
  if (options.json) await writePieces(jsonPieces(keepingThread(() => command.json(name, snapshot))));
  else if (isReadable(snapshot)) {
    if (options.tsv && command.tsv) {
      const { tsv } = command;
      const table = keepingThread(() => tsv(snapshot, name, tables.areSeveral));
      await writePieces(tsvPieces(tables, name, table, command.tsvNames));
      const aside = command.aside?.(snapshot) ?? null;
      if (aside !== null && !options.quiet) writeError(`note: ${printable(name)}: ${aside}\n`);
    } else if (command.hasText?.(snapshot) ?? snapshot.tags > 0) {
      await write(keepingThread(() => command.text(name, snapshot, colours(options.color))));
    }
  }
}

/** Scans the inputs, several at a time; the n-th call of the function returned answers with the n-th snapshot. */
function scanInOrder(inputs: Input[], command: ScanCommand, progress: Progress): () => Promise<Scanned> {
  const sizes = inputs.map(({ size }) => size);
  const where = worksHere && areSmall(sizes) ? "here" : "worker";
  const total = sizes.reduce((sum, size) => (sum === null || size === null ? null : sum + size), 0);
  let read = 0;

  const scanOne = async (input: Input): Promise<Scanned> => {
    // An index knows nothing of virtual channels.
    const isIndexed = command.channels !== undefined && command.request.define === undefined;
    const missing = await missingByIndex(input, isIndexed ? (command.needed ?? []) : []);
    let known = 0;
    const onBytes: ScanOptions["onBytes"] = (bytes, size) => {
      read += bytes - known;
      known = bytes;
      progress.update(read, inputs.length === 1 ? size : total);
    };
    let scanned =
      missing === null ? await scanInput(input, command.request, { where, onBytes }) : unread(missing);
    const again = input.size === null ? null : command.again?.(scanned.snapshot);
    if (again) {
      scanned.close();
      scanned = await scanInput(input, { ...command.request, analyses: again }, { where });
    }
    scanned.snapshot.error ??= missingFrom(command, scanned.snapshot);
    return scanned;
  };
  if (!sizes.includes(null)) return orderedConcurrency(inputs, scanOne);
  // Whoever writes into a pipe may wait for the answer about the input before it, so inputs are scanned one by one.
  const rest = inputs.values();
  return () => scanOne(rest.next().value as Input);
}

/** What the answer should have and has not. */
export function missingFrom(
  { needed = [], channels, missing }: ScanCommand,
  snapshot: Snapshot,
): ErrorObject | null {
  const found = channels?.(snapshot);
  const channel = found === undefined ? null : missingChannel(needed, found);
  return channel ?? missing?.(snapshot) ?? null;
}

async function drawChart(
  { draw }: ScanCommand,
  { plot }: PlotOptions,
  snapshot: Snapshot,
  name: string,
): Promise<void> {
  if (plot === undefined || draw === undefined) return;
  const { drawInto } = await import("../../output/plot");
  // A mark that turns text around would do so in the chart too.
  const subject = printable(name);
  await drawInto(chartFile(plot, name), (charts, document) => draw(charts, document, snapshot, subject));
}

/** Scans an input. That it can't be opened is an answer too, for which `--json` has a line. */
async function scanInput({ source }: Input, request: ScanRequest, options: ScanOptions): Promise<Scanned> {
  try {
    return await engine.tags.scanColumns(source, request, options);
  } catch (thrown) {
    if (thrown instanceof TagviewError && thrown.code !== "cancelled") {
      return unread(thrown.toObject());
    }
    throw thrown;
  }
}

/** The exit status that a scan's damage deserves. */
export function statusOfSnapshot({ error, complete }: Pick<Snapshot, "error" | "complete">): Status {
  if (error !== null) return statusOf(error);
  return complete ? Status.Good : Status.Damaged;
}

/** Whether the input could be opened. */
function isReadable(snapshot: Snapshot): boolean {
  return snapshot.error === null || statusOf(snapshot.error) !== Status.Usage;
}

/** The scan of a recording of which nothing was read. */
function unread(error: ErrorObject): Scanned {
  const snapshot: Snapshot = {
    bytes: 0,
    total: null,
    frames: 0,
    messages: 0,
    tags: 0,
    doubtful_tags: 0,
    passed_over: 0,
    indexed: false,
    joined: null,
    done: true,
    complete: false,
    error,
    findings: [error],
    analyses: {},
  };
  return { snapshot, close: () => {} };
}
