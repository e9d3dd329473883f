/**
 * Commands that scan recordings: what they ask for and how they print the answer is theirs, the
 * way from the files to the exit status is here.
 */

import { type ErrorObject, type ScanRequest, type Snapshot, scan, TagviewError } from "@tagview/engine";
import { eachInput, type Input, inputsOf } from "./inputs";
import type { OutputOptions } from "./options";
import { type Colours, colours } from "./output/colour";
import { jsonLine } from "./output/json";
import { write, writeError } from "./output/write";
import { startProgress } from "./progress";
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
  /** Draws and the like, after the printing. */
  after?(name: string, snapshot: Snapshot): Promise<void>;
  /** What the answer lacks, such as a channel that is not in the file; told like damage, exit status 1. */
  lacks?(snapshot: Snapshot): ErrorObject | null;
  /** The status that the answer itself deserves; damage is added. */
  status?(snapshot: Snapshot): Status;
  /** Errors are part of the text, as in `verify`. */
  tellsErrors?: boolean;
}

export async function runScanCommand(
  files: string[],
  options: OutputOptions,
  command: ScanCommand,
): Promise<Status> {
  let first = true;
  return eachInput(inputsOf(files), async (input) => {
    const snapshot = await scanInput(input, command.request, options);
    if (snapshot.error === null) snapshot.error = command.lacks?.(snapshot) ?? null;
    const { error } = snapshot;
    if (options.json) write(jsonLine(command.json(input.name, snapshot)));
    else if (isReadable(snapshot)) {
      if (options.tsv && command.tsv) write(command.tsv(input.name, snapshot, first));
      else if (command.hasText?.(snapshot) ?? snapshot.tags > 0) {
        write(command.text(input.name, snapshot, colours(options.color)));
      }
      first = false;
    }
    if (error !== null && !(command.tellsErrors && isReadable(snapshot) && !options.json)) {
      writeError(errorLine(error, input.name));
    }
    if (isReadable(snapshot)) await command.after?.(input.name, snapshot);
    return worse(statusOfSnapshot(snapshot), command.status?.(snapshot) ?? Status.Good);
  });
}

/** Scans an input with a progress bar. That it can't be opened is an answer too: `--json` has a line for it. */
async function scanInput(input: Input, request: ScanRequest, options: OutputOptions): Promise<Snapshot> {
  const progress = await startProgress(!options.quiet);
  try {
    return await scan(input.source, request, {
      where: input.where,
      onSnapshot: ({ bytes, total }) => progress.update(bytes, total),
    });
  } catch (thrown) {
    if (thrown instanceof TagviewError && thrown.code !== "cancelled") return nothing(thrown.toObject());
    throw thrown;
  } finally {
    progress.stop();
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
