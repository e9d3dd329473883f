/**
 * `--channels FILE`: what people call channels, what for, by how much their tags are late, and in which colour they are
 * drawn.
 */

import {
  type ChannelColour,
  type ListedChannel,
  movesOf,
  parseChannelList,
} from "@tagview/engine/channel-list";
import { seconds } from "../../output/numbers";
import { printable } from "../../output/printable";
import { TagviewError, type Tick, toSeconds } from "../../runtime/engine";
import { readSmallFile } from "./small-file";

/** A channel in text for people: its number, and its name where there is one. */
export type Label = (channel: bigint) => string;

/** The channels of a file. */
export interface ListedChannels {
  label: Label;
  /** What people call channels, for charts. */
  names: ReadonlyMap<bigint, string>;
  /** The colours that were chosen for channels, for charts. */
  colours: ReadonlyMap<bigint, ChannelColour>;
  /** Settings of a channel; undefined if the file does not list it. */
  of(channel: bigint): ListedChannel | undefined;
  /** Definitions that take delays off. */
  moves: string[];
}

/** What charts take of a list: what people call channels, and the colours that were chosen. */
export type InCharts = { [Part in "names" | "colours"]: ListedChannels[Part] | undefined };

export function inCharts(listed: ListedChannels | undefined): InCharts {
  return { names: listed?.names, colours: listed?.colours };
}

/** Bytes of a file at most; no list of channels is as long. */
const MOST = 1 << 20;

/**
 * The channels that `path` lists, with delays in ticks.
 * @throws TagviewError `usage` naming the file and the line that is wrong, `open-failed` where it can't be read.
 */
export function readChannelFile(path: string, tick: Tick): ListedChannels {
  const text = textOf(path);
  try {
    const list = parseChannelList(text, tick);
    const byNumber = new Map(list.map((channel) => [channel.channel, channel]));
    const of = (channel: bigint) => byNumber.get(channel);
    const label = (channel: bigint) => {
      const name = of(channel)?.name ?? "";
      return name === "" ? `${channel}` : `${channel} ${printable(name)}`;
    };
    const names = new Map(list.map(({ channel, name }) => [channel, printable(name)]));
    const colours = new Map(
      list.flatMap(({ channel, colour }) => (colour === null ? [] : [[channel, colour] as const])),
    );
    return { label, names, colours, of, moves: movesOf(list) };
  } catch (thrown) {
    if (!(thrown instanceof TagviewError)) throw thrown;
    throw new TagviewError(thrown.code, `--channels ${path}, ${thrown.message}`, thrown.remedy);
  }
}

/** Without a file, channels have their numbers only. */
export const numbersOnly: Label = String;

/** A channel's delay for people; empty where there is none. */
export function delayText(channel: ListedChannel | undefined, tick: Tick): string {
  return channel === undefined || channel.delay === 0n ? "" : seconds(toSeconds(channel.delay, tick), 4);
}

function textOf(path: string): string {
  const bytes = readSmallFile(path, MOST);
  if (bytes === null)
    throw new TagviewError(
      "usage",
      `--channels: ${path} is too long for a list of channels`,
      "choose another file",
    );
  return bytes.toString("utf8");
}
