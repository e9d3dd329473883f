/** Options that select tags, in every command that reads a recording. */

import { type Command, InvalidArgumentError } from "commander";
import {
  DEFAULT_TICK,
  type Definitions,
  parseTick,
  parseTime,
  type Selection,
  TagviewError,
  type Tick,
} from "../../runtime/engine";
import { naming, ReadOption } from "../../runtime/options";
import { type ListedChannels, readChannelFile } from "./channel-file";

/** Which tags are selected, and how long a tick is; as typed. */
export interface TagOptions {
  /** Undefined for the recording's own. */
  tick?: string;
  channel?: bigint[];
  from?: string;
  to?: string;
  define?: string[];
  channels?: string;
  /** Of a text that does not tell it: which of its columns is what, and the unit of its times. */
  columns?: string;
  unit?: string;
}

/** Adds `--tick`, `--channel`, `--from`, `--to`, `--define`, `--channels`, `--columns` and `--unit`. */
export function withTags(command: Command): Command {
  return command
    .option(
      "--tick <time>",
      `length of a tick, to which times of a text with a unit are converted (default: the recording's own, or ${DEFAULT_TICK})`,
    )
    .option("--channel <n>", "only this channel (repeatable)", collectChannel)
    .option("--from <time>", "only tags from this time on, counted from the first tag")
    .option("--to <time>", "only tags up to this time, counted from the first tag")
    .option(
      "--define <n=rule>",
      "a virtual channel, as in 100=3+15 or 101=3&15@2ns (repeatable)",
      collectText,
    )
    .addOption(
      new ReadOption(
        "--channels <file>",
        "names, roles, delays and colours of channels: lines of channel,name,role,delay,colour",
      ),
    )
    .option("--columns <names>", "the columns of a text that does not tell them, as in -,time,channel")
    .option(
      "--unit <unit>",
      "the unit of a text's times: ticks, h, min, s, ms, us, ns, ps or fs, or a length such as 81ps",
    );
}

/** What the options of {@link withTags} stand for. */
export interface ReadTags {
  tick: Tick;
  /** Undefined where everything is selected. */
  selection: Selection | undefined;
  /** What `--channels` lists; undefined without it. */
  listed: ListedChannels | undefined;
  /** Channels that are moved, then virtual channels as they were typed: the engine reads them. */
  definitions: Definitions;
}

/**
 * The tick, the selection if there is any, the channels that a file lists, and the virtual channels.
 * @throws TagviewError `usage` naming the option that is wrong; as {@link readChannelFile}.
 */
export function readTags(options: TagOptions): ReadTags {
  const length = options.tick ?? DEFAULT_TICK;
  const tick = naming("--tick", () => parseTick(length));
  const time = (option: string, text: string) => naming(option, () => parseTime(text, tick));
  const selection: Selection = {};
  if (options.channel !== undefined) selection.channels = options.channel;
  if (options.from !== undefined) selection.from = time("--from", options.from);
  if (options.to !== undefined) selection.to = time("--to", options.to);
  const { from, to } = selection;
  if (from !== undefined && to !== undefined && from > to) {
    throw new TagviewError("usage", "--from is later than --to", "swap them");
  }
  const listed = options.channels === undefined ? undefined : readChannelFile(options.channels, tick);
  const define = [...(listed?.moves ?? []), ...(options.define ?? [])];
  refuseMovedTwice(listed, options.define ?? []);
  return {
    tick,
    selection: Object.keys(selection).length === 0 ? undefined : selection,
    listed,
    definitions: define.length === 0 ? {} : { define, tick: length },
  };
}

/** Refuses a definition of a channel whose delay is listed: it would be defined twice. */
function refuseMovedTwice(listed: ListedChannels | undefined, define: readonly string[]): void {
  for (const definition of define) {
    const [, number] = /^\s*(\d{1,20})\s*=/.exec(definition) ?? [];
    if (number === undefined || (listed?.of(BigInt(number))?.delay ?? 0n) === 0n) continue;
    const message = `channel ${number} has a delay in the file of --channels, and --define defines it`;
    throw new TagviewError("usage", message, "leave the delay out there, or define another channel");
  }
}

/** A channel's number, for an option's value. */
export function channelNumber(text: string): bigint {
  if (!/^\d{1,20}$/.test(text) || BigInt(text) >= 2n ** 64n) {
    throw new InvalidArgumentError("A channel is a whole number from 0 to 18446744073709551615.");
  }
  return BigInt(text);
}

function collectText(text: string, before: string[] | undefined): string[] {
  return [...(before ?? []), text];
}

function collectChannel(text: string, before: bigint[] | undefined): bigint[] {
  return [...(before ?? []), channelNumber(text)];
}
