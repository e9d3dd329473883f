/** Options that select tags, in every command that reads a recording. */

import { movesOf } from "@tagview/engine/channel-list";
import { type Command, InvalidArgumentError, Option } from "commander";
import {
  type Clocked,
  DEFAULT_TICK,
  parseRealTime,
  parseTick,
  parseTime,
  type Selection,
  type SoftwareClock,
  TagviewError,
  type Tick,
} from "../../runtime/engine";
import { inGroup, TAGS } from "../../runtime/help";
import { naming, ReadOption, wholeNumber } from "../../runtime/options";
import { type ListedChannels, readChannelFile } from "./channel-file";
import type { ReadingOptions } from "./reading";

/** A channel and a time, as typed. */
export type ChannelTime = [channel: bigint, time: string];

/** The selection of tags, and how recordings are read, as typed. */
export interface TagOptions extends ReadingOptions {
  channel?: bigint[];
  /** Delays that are subtracted before an analysis counts; a command with a window subtracts its own. */
  moves?: ChannelTime[];
  from?: string;
  to?: string;
  define?: string[];
  channels?: string;
  /** Only of analyses: see {@link withClock}. */
  clock?: bigint;
  clockPeriod?: string;
  divider?: number;
}

/** Adds `--tick`. */
export function withTick(command: Command): Command {
  return inGroup(command, TAGS, (shared) =>
    shared.option("--tick <time>", `tick length (default: the recording's own, or ${DEFAULT_TICK})`),
  );
}

/** Adds `--channel`, `--from` and `--to`. */
export function withSelection(command: Command): Command {
  return inGroup(command, TAGS, (shared) =>
    shared
      .option("--channel <n>", "only this channel, or these, as in 3,15 (repeatable)", collectChannels)
      .option("--from <time>", "skip tags before this time after the first tag")
      .option("--to <time>", "skip tags after this time after the first tag"),
  );
}

/** Adds `--columns`, `--unit`, `--delay-unit` and `--read-as`. */
export function withText(command: Command): Command {
  return inGroup(command, TAGS, (shared) =>
    shared
      .option(
        "--columns <names>",
        "column order of a text file without a header, as in -,time,channel; time=3: times of channel 3",
      )
      .option(
        "--unit <unit>",
        "time unit of a text file: ticks, h, min, s, ms, us, ns, ps or fs, or a length such as 81ps",
      )
      .option("--delay-unit <time>", "the unit of microtimes, of a .spc file without its .set file")
      .option("--read-as <format>", "the format of a file whose content does not show it, as in spc-256"),
  );
}

/** `--delay` of a command without a window. Its value is an attribute of its own. */
class MoveOption extends Option {
  override attributeName(): string {
    return "moves";
  }
}

/** `--delay CH=TIME`. */
export const DELAY = ["--delay <ch=time>", "delay to subtract from a channel's times (repeatable)"] as const;

/** Adds the options about the tags of recordings, in every command that reads some. */
export function withTags(command: Command): Command {
  const isWindowed = command.options.some(({ long }) => long === "--delay");
  withSelection(withTick(command));
  inGroup(command, TAGS, (shared) => {
    if (!isWindowed) shared.addOption(new MoveOption(...DELAY).argParser(collectDelay));
    shared
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
      );
  });
  return withMicrotime(withText(command));
}

/** Adds `--clock`, `--clock-period` and `--divider`. */
export function withClock(command: Command): Command {
  return inGroup(command, TAGS, (shared) =>
    shared
      .option(
        "--clock <chN>",
        "treat the tags of this channel as equidistant clock ticks, and convert all times to their phase",
        clockChannel,
      )
      .option(
        "--clock-period <time>",
        "time from one tag of --clock to the next (default: the mean over the recording)",
      )
      .option(
        "--divider <n>",
        "pulses per tag of --clock; --period is then the pulse period",
        wholeNumber(1, MAX_DIVIDER),
      ),
  );
}

/** Maximum number of pulses for each tag of a clock. */
const MAX_DIVIDER = 999_999_999;

/** The channel of `ch0` or `0`, for an option's value. */
function clockChannel(text: string): bigint {
  return channelNumber(text.replace(/^ch/u, ""));
}

/**
 * The software clock of the options; undefined without one.
 * @throws TagviewError `usage` for an option that needs a clock.
 */
function readClock({ clock, clockPeriod, divider }: TagOptions, tick: Tick): SoftwareClock | undefined {
  if (clock !== undefined) {
    if (clockPeriod === undefined) return { channel: clock };
    return { channel: clock, period: naming("--clock-period", () => parseRealTime(clockPeriod, tick)) };
  }
  const option = clockPeriod === undefined ? "--divider" : "--clock-period";
  if (clockPeriod === undefined && divider === undefined) return undefined;
  throw new TagviewError("usage", `${option} needs a clock`, "name the clock's channel, as in --clock ch0");
}

/** Adds `--microtime`. */
export function withMicrotime(command: Command): Command {
  return inGroup(command, TAGS, (shared) =>
    shared.option(
      "--microtime <from..to>",
      "only photons with these delays after their sync, of a T3 recording, as in 2ns..10ns",
    ),
  );
}

/**
 * The parsed options of {@link withTags}.
 */
export interface ReadTags {
  tick: Tick;
  /** Undefined if all tags are selected. */
  selection: Selection | undefined;
  /** The list of `--channels`; undefined without it. */
  listed: ListedChannels | undefined;
  /**
   * Channels that are moved, then virtual channels as they were typed: the engine reads them. And the software clock.
   */
  definitions: Clocked;
  /** Texts for definitions that were not typed as such: those of `--delay` and of the list of `--channels`. */
  typed: ReadonlyMap<string, string>;
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
  const moved = movesIn(options.moves ?? [], tick, listed);
  const define = [...(listed?.moves ?? []), ...movesOf(moved), ...(options.define ?? [])];
  refuseMovedTwice(listed, moved, options.define ?? []);
  const clock = readClock(options, tick);
  return {
    tick,
    selection: Object.keys(selection).length === 0 ? undefined : selection,
    listed,
    definitions: {
      ...(define.length > 0 && { define, tick: length }),
      ...(clock !== undefined && { clock }),
    },
    typed: new Map([
      ...(listed?.moves ?? []).map((move) => [move, listedDelay(move, options.channels)] as const),
      ...(options.moves ?? []).map(
        ([channel, time], k) =>
          [movesOf(moved.slice(k, k + 1)).join(), `--delay ${channel}=${time}`] as const,
      ),
    ]),
  };
}

/** Names the delay of a channel file from its definition. */
function listedDelay(move: string, file: string | undefined): string {
  return `the delay of channel ${move.split("=")[0]} in ${file}`;
}

interface Moved {
  channel: bigint;
  delay: bigint;
}

/**
 * The channels of `--delay` with their delays in ticks.
 * @throws TagviewError `usage` for a channel with two delays.
 */
function movesIn(moves: readonly ChannelTime[], tick: Tick, listed: ListedChannels | undefined): Moved[] {
  const channels = new Set<bigint>();
  return moves.map(([channel, time]) => {
    const isListed = (listed?.of(channel)?.delay ?? 0n) !== 0n;
    if (isListed || channels.has(channel)) {
      const other = isListed ? "the file of --channels" : "another --delay";
      throw new TagviewError(
        "usage",
        `--delay: channel ${channel} has a delay by ${other}`,
        "keep one of the two",
      );
    }
    channels.add(channel);
    return { channel, delay: naming("--delay", () => parseTime(time, tick)) };
  });
}

/** Refuses a definition of a channel that has a delay: it would be defined twice. */
function refuseMovedTwice(
  listed: ListedChannels | undefined,
  moved: readonly Moved[],
  define: readonly string[],
): void {
  for (const definition of define) {
    const [, number] = /^\s*(\d{1,20})\s*=/.exec(definition) ?? [];
    if (number === undefined) continue;
    const isListed = (listed?.of(BigInt(number))?.delay ?? 0n) !== 0n;
    if (!isListed && !moved.some(({ channel, delay }) => channel === BigInt(number) && delay !== 0n))
      continue;
    const place = isListed ? "in the file of --channels" : "by --delay";
    const message = `channel ${number} has a delay ${place}, and --define defines it`;
    throw new TagviewError("usage", message, "leave out this delay, or define another channel");
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

/** The channels of `3,15`, for an option's value. */
export function channelNumbers(text: string): bigint[] {
  return text.split(",").map((channel) => channelNumber(channel.trim()));
}

function collectChannels(text: string, before: bigint[] | undefined): bigint[] {
  return [...(before ?? []), ...channelNumbers(text)];
}

/** A channel and its time, for a repeatable option's value. */
export function collectDelay(text: string, before: ChannelTime[] | undefined): ChannelTime[] {
  const [channel = "", ...time] = text.split("=");
  if (time.length === 0) throw new InvalidArgumentError("Write CH=TIME, as in 15=4ns.");
  return [...(before ?? []), [channelNumber(channel), time.join("=")]];
}
