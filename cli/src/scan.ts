/**
 * Commands that scan recordings: what they ask for and how they print the answer is theirs, the
 * way from the files to the exit status is here.
 */

import {
  type AnalysisRequest,
  type ErrorObject,
  type ScanOptions,
  type ScanRequest,
  type Snapshot,
  scan,
  TagviewError,
  type Tick,
} from "@tagview/engine";
import type { Command } from "commander";
import { ahead } from "./ahead";
import { checkSelected, missingChannel, type Needed, neededOf } from "./channels";
import { checkRequest, missingByIndex } from "./early";
import { areSmall, eachInput, type Input, inputsOf } from "./inputs";
import {
  type OutputOptions,
  type PlotOptions,
  readTags,
  type TagOptions,
  withOutput,
  withTags,
} from "./options";
import { type Colours, colours } from "./output/colour";
import { jsonLine } from "./output/json";
import { write, writeError } from "./output/write";
import { type Progress, startProgress } from "./progress";
import { errorLine, statusOf } from "./report";
import { Status, worse } from "./status";

/** One command's question, and its answer in each form. */
export interface ScanCommand {
  request: ScanRequest;
  json(name: string, snapshot: Snapshot): object;
  /** `first` is true for the first input, which brings the header line. */
  tsv?(name: string, snapshot: Snapshot, first: boolean): string;
  text(name: string, snapshot: Snapshot, colours: Colours): string;
  /** Whether there is anything to print for people; otherwise the error line is all. */
  hasText?(snapshot: Snapshot): boolean;
  /** The chart for `--plot`. */
  draw?(
    charts: typeof import("@tagview/charts"),
    document: Document,
    snapshot: Snapshot,
    subject: string,
  ): SVGSVGElement | undefined;
  /** The channels that were found, where the answer is about some of them. */
  found?(snapshot: Snapshot): bigint[] | undefined;
  /** Those that must be there; that one is not is told like damage, exit status 1. */
  needs?: Needed[];
  /** What else the answer lacks; told like damage too. */
  lacks?(snapshot: Snapshot): ErrorObject | null;
  /** The status that the answer itself deserves; damage is added. */
  status?(snapshot: Snapshot): Status;
  /** Errors are part of the text, as in `verify`. */
  tellsErrors?: boolean;
}

/** A question about selected tags, and its answer in each form. */
export interface TagQuestion extends Omit<ScanCommand, "request"> {
  analyses: AnalysisRequest[];
}

/** Lets `command` scan recordings with the options that such commands share; `question` reads its own. */
export function scansTags<O extends object>(
  command: Command,
  done: (status: Status) => void,
  question: (options: O, tick: Tick) => TagQuestion,
): void {
  withTags(withOutput(command))
    .argument("[file...]", "recordings; - is standard input")
    .action(async (files: string[], options: O & OutputOptions & TagOptions & PlotOptions) => {
      const { tick, selection } = readTags(options);
      const { analyses, ...answer } = question(options, tick);
      const needs = [...(answer.needs ?? []), ...neededOf(selection)];
      checkSelected(needs, selection);
      done(await runScanCommand(files, options, { request: { analyses, selection }, ...answer, needs }));
    });
}

export async function runScanCommand(
  files: string[],
  options: OutputOptions & PlotOptions,
  command: ScanCommand,
): Promise<Status> {
  let first = true;
  const inputs = inputsOf(files);
  await checkRequest(command.request);
  const progress = await startProgress(!options.quiet);
  const next = scanAhead(inputs, command, progress);
  const status = await eachInput(inputs, async ({ name }) => {
    try {
      const snapshot = await next();
      progress.clear();
      tell(command, options, name, snapshot, first);
      if (isReadable(snapshot)) {
        first = false;
        await drawChart(command, options, snapshot, name);
      }
      return worse(statusOfSnapshot(snapshot), command.status?.(snapshot) ?? Status.Good);
    } finally {
      // The next inputs may have brought it back, and what went wrong is to be told.
      progress.clear();
    }
  });
  progress.stop();
  return status;
}

/** Prints the answer about one input, and what was wrong with it. */
function tell(
  command: ScanCommand,
  options: OutputOptions,
  name: string,
  snapshot: Snapshot,
  first: boolean,
): void {
  const { error } = snapshot;
  const readable = isReadable(snapshot);
  if (options.json) write(jsonLine(command.json(name, snapshot)));
  else if (readable) {
    if (options.tsv && command.tsv) write(command.tsv(name, snapshot, first));
    else if (command.hasText?.(snapshot) ?? snapshot.tags > 0) {
      write(command.text(name, snapshot, colours(options.color)));
    }
  }
  if (error !== null && !(command.tellsErrors && readable && !options.json)) {
    writeError(errorLine(error, name));
  }
}

/** Scans inputs, several at a time; each call gives the next one's answer. */
function scanAhead(inputs: Input[], command: ScanCommand, progress: Progress): () => Promise<Snapshot> {
  const sizes = inputs.map(({ size }) => size);
  const where = areSmall(sizes) ? "here" : "worker";
  const total = sizes.reduce((sum, size) => (sum === null || size === null ? null : sum + size), 0);
  let read = 0;

  const scanOne = async (input: Input): Promise<Snapshot> => {
    const missing = await missingByIndex(input, command.found === undefined ? [] : (command.needs ?? []));
    let known = 0;
    const onBytes: ScanOptions["onBytes"] = (bytes, size) => {
      read += bytes - known;
      known = bytes;
      progress.update(read, inputs.length === 1 ? size : total);
    };
    const snapshot =
      missing === null ? await scanInput(input, command.request, { where, onBytes }) : nothing(missing);
    snapshot.error ??= lacking(command, snapshot);
    return snapshot;
  };
  if (!sizes.includes(null)) return ahead(inputs, scanOne);
  // Whoever writes into a pipe may wait for what is said of the input before it.
  const rest = inputs.values();
  return () => scanOne(rest.next().value as Input);
}

function lacking({ needs = [], found, lacks }: ScanCommand, snapshot: Snapshot): ErrorObject | null {
  const channels = found?.(snapshot);
  const missing = channels === undefined ? null : missingChannel(needs, channels);
  return missing ?? lacks?.(snapshot) ?? null;
}

async function drawChart(
  { draw }: ScanCommand,
  { plot: file }: PlotOptions,
  snapshot: Snapshot,
  subject: string,
): Promise<void> {
  if (file === undefined || draw === undefined) return;
  const { plot } = await import("./plot");
  await plot(file, (charts, document) => draw(charts, document, snapshot, subject));
}

/** Scans an input. That it can't be opened is an answer too: `--json` has a line for it. */
async function scanInput({ source }: Input, request: ScanRequest, options: ScanOptions): Promise<Snapshot> {
  try {
    return await scan(source, request, options);
  } catch (thrown) {
    if (thrown instanceof TagviewError && thrown.code !== "cancelled") return nothing(thrown.toObject());
    throw thrown;
  }
}

/** The exit status of a scan's damage. */
export function statusOfSnapshot(snapshot: Snapshot): Status {
  if (snapshot.error !== null) return statusOf(snapshot.error);
  return snapshot.complete ? Status.Good : Status.Damaged;
}

function isReadable(snapshot: Snapshot): boolean {
  return snapshot.error === null || statusOf(snapshot.error) !== Status.Usage;
}

/** What is known of a recording that could not be opened. */
function nothing(error: ErrorObject): Snapshot {
  return {
    bytes: 0,
    total: null,
    frames: 0,
    messages: 0,
    tags: 0,
    done: true,
    complete: false,
    error,
    findings: [error],
    analyses: {},
  };
}
