/** `--sum`: one result for recordings that are independent runs, each with its own time origin. */

import type { Command } from "commander";
import { errorLine, withFileName } from "../../output/errors";
import { checkChartFiles } from "../../output/plot-files";
import { type Tables, tablesOf } from "../../output/tsv";
import { writeError } from "../../output/write";
import { engine, headerPeriod, type Snapshot, TagviewError, withHeaderPeriod } from "../../runtime/engine";
import type { Status } from "../../runtime/exit-status";
import type { OutputOptions, PlotOptions } from "../../runtime/options";
import { startProgress } from "../../runtime/progress";
import { missingFrom, printAnswerAndNotes, type ScanCommand } from "./answer";
import type { KnownInput } from "./kinds";
import { sortable } from "./order-break";
import { checkRequest, inOptions } from "./preflight";

export interface SumOptions {
  sum?: boolean;
}

/** Adds `--sum`. */
export function withSum(command: Command): Command {
  return command.option(
    "--sum",
    "add the counts and time spans of the files as independent runs, each with its own time origin",
  );
}

/** The form of the command that prints a sum of runs. */
export function asSum(command: ScanCommand, runs: number): ScanCommand {
  return { ...command, json: (name, snapshot) => ({ ...command.json(name, snapshot), runs }) };
}

/** The name of a sum of recordings. */
export function nameOfSum(recordings: readonly string[]): string {
  const [first = "", ...others] = recordings;
  return others.length === 0 ? first : `${first} to ${others.at(-1)}`;
}

/**
 * Counts in each input separately and prints the sum.
 * @throws TagviewError `usage` for a command whose results cannot be added; the error of the scan for an unreadable
 * input.
 */
export async function runSum(
  inputs: readonly KnownInput[],
  options: OutputOptions & PlotOptions,
  command: ScanCommand,
  tables: Tables = tablesOf(1),
): Promise<Status> {
  const name = nameOfSum(inputs.map((input) => input.name));
  checkChartFiles(options, [name]);
  if (command.secondReading !== undefined)
    throw new TagviewError("usage", "--blocks cuts one recording", "leave out --blocks or --sum");
  const request = withPeriodOf(inputs, command);
  await checkRequest(request, command.times);
  const sizes = inputs.map(({ size }) => size);
  const total = sizes.reduce((sum, size) => (sum === null || size === null ? null : sum + size), 0);
  const progress = await startProgress(!options.quiet);
  try {
    let read = 0;
    const partials: Uint8Array[] = [];
    for (const input of inputs) {
      let known = 0;
      const onBytes = (bytes: number) => {
        read += bytes - known;
        known = bytes;
        progress.update(read, total);
      };
      const reading = engine.tags.partial(input.source, request, { onBytes });
      const { snapshot, partial } = await reading.catch((thrown) => {
        throw withFileName(thrown, input.name);
      });
      refuseUnread(snapshot, input.name);
      // The sum has the findings of all runs; the name of the run distinguishes them.
      if (snapshot.error !== null && inputs.length > 1)
        writeError(errorLine(sortable(snapshot.error, command.sorting), input.name));
      partials.push(partial);
    }
    const { snapshot } = await engine.tags.combine(request, partials, { sum: true });
    progress.stop();
    snapshot.error ??= missingFrom(command, snapshot);
    return await printAnswerAndNotes(asSum(command, inputs.length), options, name, snapshot, tables);
  } catch (thrown) {
    throw thrown instanceof TagviewError ? inOptions(thrown) : thrown;
  } finally {
    progress.stop();
  }
}

/**
 * Checks that a recording was read, at least in part.
 * @throws TagviewError why it was not.
 */
export function refuseUnread({ error, tags }: Snapshot, name?: string): void {
  if (error === null || (tags > 0 && error.code !== "read-failed" && error.code !== "changed")) return;
  const { code, message, remedy, offset } = error;
  throw new TagviewError(code, name === undefined ? message : `${name}: ${message}`, remedy, offset);
}

/** The request with the period that the headers of all recordings state. */
function withPeriodOf(inputs: readonly KnownInput[], { request }: ScanCommand): ScanCommand["request"] {
  const [first, ...others] = inputs;
  if (first === undefined) return request;
  const withPeriod = withHeaderPeriod(request, first.kind);
  const period = headerPeriod(first.kind);
  const other = others.find(({ kind }) => headerPeriod(kind) !== period);
  if (
    other === undefined ||
    JSON.stringify(withPeriod.analyses, ticks) === JSON.stringify(request.analyses, ticks)
  )
    return withPeriod;
  throw new TagviewError(
    "usage",
    `${first.name} and ${other.name} have different sync periods`,
    "give the period with --period, or sum recordings of one period",
  );
}

/** JSON has no integers of 64 bits. */
function ticks(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}` : value;
}
