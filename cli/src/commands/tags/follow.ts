/**
 * A recording that is followed while it is written. One file at a time:
 *
 *     waiting (the file is empty) --> following --- its index has come --> finished: the program ends
 *                    ^                    |
 *                    +--- cut, replaced --+
 *
 * An interruption ends it in any state, like any command; the last printed result is then final.
 */

import { statSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { isatty } from "node:tty";
import { reportError } from "../../output/errors";
import { printable } from "../../output/printable";
import { type Tables, tablesOf } from "../../output/tsv";
import { isClosedPipe, write, writeError } from "../../output/write";
import { engine, type Follow, type Snapshot, TagviewError, worksHere } from "../../runtime/engine";
import { Status } from "../../runtime/exit-status";
import { areSmall, type Input, inputsOf } from "../../runtime/inputs";
import type { OutputOptions, PlotOptions } from "../../runtime/options";
import { missingFrom, printAnswer, printError, type ScanCommand, statusOfSnapshot } from "./answer";
import { alikeInputs, kindsOf } from "./kinds";
import type { TagOptions } from "./options";
import { checkRequest } from "./preflight";
import { type Answerer, answerAlike, type Question } from "./scan";

/** Milliseconds between looks at an empty file. */
const LOOK_MS = 200;
/** Clears the visible screen of a terminal, not its scrollback. */
const CLEAR = "\x1b[H\x1b[2J";

const NOTICES: Partial<Record<Follow["state"], string>> = {
  truncated: "the file was cut or rewritten; following it from its beginning",
  replaced: "another file now has this name; following it",
};

/**
 * Prints results for a growing recording repeatedly, until its index is written.
 * @throws TagviewError `usage` if the input cannot be followed.
 */
export async function follow<O extends object>(
  files: string[],
  options: O & OutputOptions & PlotOptions & TagOptions,
  question: Question<O>,
  other: Answerer | undefined,
): Promise<Status> {
  const input = followed(files);
  try {
    return await followInput(input, options, question, other);
  } catch (thrown) {
    if (isClosedPipe(thrown)) throw thrown;
    return reportError(thrown, input.name);
  }
}

async function followInput<O extends object>(
  input: Input,
  options: O & OutputOptions & PlotOptions & TagOptions,
  question: Question<O>,
  other: Answerer | undefined,
): Promise<Status> {
  if (other !== undefined)
    throw new TagviewError(
      "usage",
      "--follow can't be combined with partial results",
      "leave one of the two out",
    );
  const tables = tablesOf(1);
  for (;;) {
    await notEmpty(input, options.quiet ?? false);
    let state: Follow["state"] | undefined;
    const answerer: Answerer = async ([one], how, command) => {
      const last = await followOnce(one as Input, how, command, tables);
      state = last.follow?.state;
      return statusOfSnapshot(last);
    };
    let status: Status = Status.Good;
    for await (const { inputs, tick } of alikeInputs([input], options)) {
      const kinds = kindsOf(inputs, options);
      status = await answerAlike(inputs, { ...options, tick }, question, answerer, kinds);
    }
    const notice = state && NOTICES[state];
    if (notice === undefined) return status;
    if (!options.quiet) writeError(`note: ${printable(input.name)}: ${notice}\n`);
  }
}

/** The one file that is followed. */
function followed(files: string[]): Input {
  const [input, ...others] = inputsOf(files);
  if (input === undefined || others.length > 0)
    throw new TagviewError("usage", "--follow follows one file", "start it once for each file");
  if (input.source.kind === "fd")
    throw new TagviewError("usage", "standard input can't be followed", "name the file that grows");
  if (input.source.kind === "path" && input.size === null)
    throw new TagviewError(
      "usage",
      `${printable(input.name)} is not a regular file; only regular files are followed`,
      "name the file that grows",
    );
  return input;
}

/** Waits until the file has content, because the kind of recording is determined from its beginning. */
async function notEmpty({ source, name }: Input, quiet: boolean): Promise<void> {
  if (source.kind !== "path") return;
  for (let looks = 0; ; looks += 1) {
    // The caller reports a missing file.
    if (statSync(source.path, { throwIfNoEntry: false })?.size !== 0) return;
    if (looks === 0 && !quiet) writeError(`note: ${printable(name)} is empty; waiting for its first frame\n`);
    await pause(LOOK_MS);
  }
}

/** Follows a file until it is finished or replaced; prints every change. Returns the last snapshot. */
async function followOnce(
  { name, source, size }: Input,
  options: OutputOptions & PlotOptions,
  command: ScanCommand,
  tables: Tables,
): Promise<Snapshot> {
  await checkRequest(command.request);
  const ending = new AbortController();
  let printed: Promise<void> = Promise.resolve();
  let waiting = 0;
  let reported: string | null = null;
  const printOne = async (snapshot: Snapshot): Promise<void> => {
    waiting -= 1;
    // A slow reader gets the latest result; only the last one of a file is never left out.
    if (waiting > 0) return;
    snapshot.error ??= missingFrom(command, snapshot);
    if (isatty(1) && !options.json && !options.tsv) await write(CLEAR);
    await printAnswer(command, options, name, snapshot, tables);
    if (snapshot.error !== null && snapshot.error.message !== reported)
      printError(command, options, name, snapshot);
    reported = snapshot.error?.message ?? null;
  };
  const print = (snapshot: Snapshot): void => {
    waiting += 1;
    printed = printed.then(() => printOne(snapshot));
    // Reading stops if the output cannot be printed.
    printed.catch(() => ending.abort());
  };
  const onSnapshot = (snapshot: Snapshot): void => {
    if (snapshot.follow !== undefined) print(snapshot);
  };
  const where = worksHere && areSmall([size]) ? "here" : "worker";
  const { signal } = ending;
  const last = await engine.tags
    .scan(source, command.request, { where, follow: true, onSnapshot, signal })
    .catch(async (thrown) => {
      await printed;
      throw thrown;
    });
  if (last.follow?.state === "finished") print(last);
  await printed;
  return last;
}
