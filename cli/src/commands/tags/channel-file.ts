/** `--channels FILE`: names, roles, delays and colours of channels. */

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

/** A channel in text output: its number, and its name if it has one. */
export type Label = (channel: bigint) => string;

/** The channels of a file. */
export interface ListedChannels {
  label: Label;
  /** Names of channels for charts. */
  names: ReadonlyMap<bigint, string>;
  /** The colours that were chosen for channels, for charts. */
  colours: ReadonlyMap<bigint, ChannelColour>;
  /** Settings of a channel; undefined if the file does not list it. */
  of(channel: bigint): ListedChannel | undefined;
  /** Definitions that subtract the delays. */
  moves: string[];
}

/** The parts of a list used by charts: names and chosen colours. */
export type InCharts = { [Part in "names" | "colours"]: ListedChannels[Part] | undefined };

export function inCharts(listed: ListedChannels | undefined): InCharts {
  return { names: listed?.names, colours: listed?.colours };
}

/** Maximum size of a file in bytes; no list of channels is as long. */
const MOST = 1 << 20;

/**
 * The channels in the list at `path`, with delays in ticks.
 * @throws TagviewError `usage` with the file and the invalid line, `open-failed` if it cannot be read.
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

/** A channel's delay as text; empty without a delay. */
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
