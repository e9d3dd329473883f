/** Options that several commands share: each with its parsing and its line of help. */

import { DEFAULT_TICK, parseTick, parseTime, type Selection, TagviewError, type Tick } from "@tagview/engine";
import { type Command, InvalidArgumentError, Option } from "commander";

/** How results are printed. */
export interface OutputOptions {
  json?: boolean;
  tsv?: boolean;
  quiet?: boolean;
  color: boolean;
}

export function withOutput(command: Command): Command {
  return withMachineOutput(command).addOption(
    new Option("--tsv", "print tab-separated values").conflicts("json"),
  );
}

export function withMachineOutput(command: Command): Command {
  return withQuiet(command).option("--json", "print a JSON object a line, with exact integers");
}

export function withQuiet(command: Command): Command {
  return command
    .option("-q, --quiet", "no progress bar and no remarks")
    .option("--no-color", "no colour (so does NO_COLOR)");
}

/** Which tags, and how long a tick is; as typed. */
export interface TagOptions {
  tick: string;
  channel?: bigint[];
  from?: string;
  to?: string;
}

export function withTags(command: Command): Command {
  return command
    .option("--tick <time>", "length of a tick", DEFAULT_TICK)
    .option("--channel <n>", "only this channel (repeatable)", collectChannel)
    .option("--from <time>", "only tags from this time on, counted from the first tag")
    .option("--to <time>", "only tags up to this time, counted from the first tag");
}

/** Reads an option's value; an error of it names the option. */
export function naming<T>(option: string, read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    if (!(thrown instanceof TagviewError)) throw thrown;
    throw new TagviewError(thrown.code, `${option}: ${thrown.message}`, thrown.remedy);
  }
}

/** `tick`, and the selection if anything was selected. */
export function readTags(options: TagOptions): { tick: Tick; selection: Selection | undefined } {
  const tick = naming("--tick", () => parseTick(options.tick));
  const time = (option: string, text: string) => naming(option, () => parseTime(text, tick));
  const selection: Selection = {};
  if (options.channel !== undefined) selection.channels = options.channel;
  if (options.from !== undefined) selection.from = time("--from", options.from);
  if (options.to !== undefined) selection.to = time("--to", options.to);
  const { from, to } = selection;
  if (from !== undefined && to !== undefined && from > to) {
    throw new TagviewError("usage", "--from is later than --to", "swap them");
  }
  return { tick, selection: Object.keys(selection).length === 0 ? undefined : selection };
}

export interface PlotOptions {
  plot?: string;
}

export function withPlot(command: Command): Command {
  return command.option("--plot <file>", "draw the chart into FILE.svg or FILE.png", (file: string) => {
    if (!/\.(svg|png)$/i.test(file)) throw new InvalidArgumentError("Name a file that ends in .svg or .png.");
    return file;
  });
}

/** A whole number between `least` and `most`, for an option's value. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most)) {
      throw new InvalidArgumentError(`It is a whole number from ${least} to ${most}.`);
    }
    return value;
  };
}

/** A channel's number, for an option's value. */
export function channelNumber(text: string): bigint {
  if (!/^\d{1,20}$/.test(text) || BigInt(text) >= 2n ** 64n) {
    throw new InvalidArgumentError("A channel is a whole number, 0 or greater.");
  }
  return BigInt(text);
}

function collectChannel(text: string, before: bigint[] | undefined): bigint[] {
  return [...(before ?? []), channelNumber(text)];
}
