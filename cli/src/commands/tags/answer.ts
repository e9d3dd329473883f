/** The answer of a command about one input: printed and drawn, with an exit status. */

import { setImmediate as turn } from "node:timers/promises";
import { type Colours, colours } from "../../output/colour";
import { describeError, errorLine } from "../../output/errors";
import { jsonPieces } from "../../output/json";
import { chartFile } from "../../output/plot-files";
import { printable } from "../../output/printable";
import { type Table, type Tables, tablePieces } from "../../output/tsv";
import { write, writeError, writePieces } from "../../output/write";
import { type ErrorObject, type ScanRequest, type Snapshot, timesInMessage } from "../../runtime/engine";
import { Status, statusOf, worse } from "../../runtime/exit-status";
import type { Input } from "../../runtime/inputs";
import { keepingThread } from "../../runtime/interruption";
import type { OutputOptions, PlotOptions } from "../../runtime/options";
import { type CommandTimes, explainNothing } from "./bare-times";
import { missingChannel, type NeededChannel } from "./needed-channels";
import { type Sorting, sortable } from "./order-break";
import { printNotes } from "./remarks";

/** The request of a command, and its answer in each form. */
export interface ScanCommand {
  request: ScanRequest;
  /** The object that `--json` prints. */
  json(name: string, snapshot: Snapshot): object;
  /** The table that `--tsv` prints. With `areSeveral`, its columns are the same for all files. */
  tsv?(snapshot: Snapshot, name: string, areSeveral: boolean): Table;
  /**
   * Columns of that table with times in ticks: each gets a column in seconds. Absent if the table does not state a
   * tick.
   */
  tsvTicks?: readonly string[];
  /** Whether that table names the file even if it is the only one. */
  tsvNames?: true;
  /** Text for standard error that has no column in `--tsv`. */
  aside?(snapshot: Snapshot): string | null;
  /** Whether the answer itself states where times go back; otherwise a note does. */
  statesOrder?: boolean;
  /** Notes on an input's times, for standard error. */
  notes?(name: string, snapshot: Snapshot): string[];
  /** The text output. */
  text(name: string, snapshot: Snapshot, colours: Colours): string;
  /** Whether there is text to print (default: if there are tags); otherwise only the error line is printed. */
  hasText?(snapshot: Snapshot): boolean;
  /** The chart that `--plot` draws; undefined if there is nothing to draw. */
  draw?(
    charts: typeof import("@tagview/charts"),
    document: Document,
    snapshot: Snapshot,
    subject: string,
  ): SVGSVGElement | undefined;
  /** All channels of the recording, to check for those in `needed`; absent if the command needs none. */
  channels?(snapshot: Snapshot): bigint[] | undefined;
  /** Adds the results of a second reading of the input to the answer. */
  secondReading?(input: Input, snapshot: Snapshot, request: ScanRequest): Promise<void>;
  /** Channels that the recording must have; a missing one is reported like damage, with exit status 1. */
  needed?: NeededChannel[];
  /** Another missing part of the answer; reported like damage. */
  missing?(snapshot: Snapshot): ErrorObject | null;
  /** How the tags are sorted if an answer needs it. */
  sorting?: Sorting;
  /** The times on the command line as typed, and the tick; absent for a command without times. */
  times?: CommandTimes;
  /** Whether nothing was counted, although there are tags. */
  isEmpty?(snapshot: Snapshot): boolean;
  /** The exit status of the answer itself; the worse of it and that of damage is the input's. */
  status?(snapshot: Snapshot): Status;
  /** Whether the text contains errors, so that no error line is printed beside it. */
  textHasErrors?: boolean;
}

/** Prints and draws the answer about one input, and reports errors and notes. */
export async function printAnswerAndNotes(
  command: ScanCommand,
  options: OutputOptions & PlotOptions,
  name: string,
  snapshot: Snapshot,
  tables: Tables,
): Promise<Status> {
  const { times } = command;
  const isEmpty = command.isEmpty?.(snapshot) ?? false;
  const channels = command.channels?.(snapshot);
  const explained = times && explainNothing(times, { snapshot, isEmpty, channels });
  if (explained) snapshot.error = explained.error;
  snapshot.error = sortable(snapshot.error, command.sorting);
  await printAnswer(command, options, name, snapshot, tables);
  printError(command, options, name, snapshot);
  if (!options.quiet) {
    const { joined } = snapshot;
    const notes = isReadable(snapshot) ? command.notes?.(name, snapshot) : undefined;
    printNotes(name, [
      ...(joined === null ? [] : [`${joined.code}: ${describeError(joined)}`]),
      ...(notes ?? []),
      ...(explained?.notes ?? []),
      ...(explained?.notes.length ? [] : withoutTags(snapshot, channels)),
    ]);
  }
  if (isReadable(snapshot) && !isWithoutTags(snapshot)) await drawChart(command, options, snapshot, name);
  return worse(statusOfSnapshot(snapshot), command.status?.(snapshot) ?? Status.Good);
}

/** The note on a sound recording without tags, or without those that `channels` lists. */
function withoutTags({ error, tags }: Snapshot, channels: readonly bigint[] | undefined): string[] {
  if (error !== null) return [];
  if (tags === 0) return ["the recording has no tags"];
  return channels?.length === 0 ? ["no tags are selected"] : [];
}

/** Prints the error of an input, unless the answer includes it. */
export function printError(
  { textHasErrors }: ScanCommand,
  { json }: OutputOptions,
  name: string,
  snapshot: Snapshot,
): void {
  const { error } = snapshot;
  if (error !== null && !(textHasErrors && isReadable(snapshot) && !json)) writeError(errorLine(error, name));
}

/** The hints of all analyses of an input, a line each: a table has no place for them. */
function hintsOf({ analyses }: Snapshot, name: string): string {
  const hints = Object.values(analyses).flatMap((result) =>
    result && "hints" in result ? result.hints : [],
  );
  const messages = hints.map(({ message }) =>
    timesInMessage(message, (ticks) => `${ticks} tick${ticks === 1 ? "" : "s"}`),
  );
  return messages.map((message) => `hint: ${printable(name)}: ${message}\n`).join("");
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
  if (options.json)
    await writePieces(jsonPieces(keepingThread(() => withFacts(command.json(name, snapshot), snapshot))));
  else if (isReadable(snapshot)) {
    if (options.tsv && command.tsv) {
      const { tsv } = command;
      if (options.table !== undefined && isWithoutTags(snapshot) && !command.textHasErrors) return;
      const table = keepingThread(() => tsv(snapshot, name, tables.areSeveral));
      await writePieces(tablePieces(tables, name, table, command.tsvNames));
      const aside = command.aside?.(snapshot) ?? null;
      if (aside !== null && !options.quiet) writeError(`note: ${printable(name)}: ${aside}\n`);
      if (options.table !== undefined && !options.quiet) writeError(hintsOf(snapshot, name));
    } else if (command.hasText?.(snapshot) ?? snapshot.tags > 0) {
      await write(keepingThread(() => command.text(name, snapshot, colours(options.color))));
    }
  }
}

/** The answer with the counts of the software clock, if there is one, and the position where times go back. */
function withFacts(answer: object, { clock, order_break = null }: Snapshot): object {
  return { ...answer, ...(clock && { clock }), order_break };
}

/** The error about a missing part of the answer. */
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
  { plot, force }: PlotOptions & OutputOptions,
  snapshot: Snapshot,
  name: string,
): Promise<void> {
  if (plot === undefined || draw === undefined) return;
  const { drawInto } = await import("../../output/plot");
  // A mark that turns text around would do so in the chart too.
  const subject = printable(name);
  await drawInto(chartFile(plot, name), { force }, (charts, document) =>
    draw(charts, document, snapshot, subject),
  );
}

/** The exit status that a scan's damage deserves. */
export function statusOfSnapshot({ error, complete }: Pick<Snapshot, "error" | "complete">): Status {
  if (error !== null) return statusOf(error);
  return complete ? Status.Good : Status.Damaged;
}

/**
 * Whether an input is damaged and has no tags: then no chart and no table is written, and existing files remain
 * unchanged.
 */
function isWithoutTags({ tags, error }: Pick<Snapshot, "tags" | "error">): boolean {
  return tags === 0 && error !== null;
}

/** Whether the input could be opened. */
function isReadable(snapshot: Snapshot): boolean {
  return snapshot.error === null || statusOf(snapshot.error) !== Status.Usage;
}
