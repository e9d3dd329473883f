/** The channel options shared by commands about two channels. */

import type { Command } from "commander";
import type { NeededChannel } from "./needed-channels";
import { channelNumber } from "./options";

export interface PairOptions {
  a: bigint;
  b: bigint;
}

/** Adds `--a` and `--b`. */
export function withPair(command: Command): Command {
  return command
    .requiredOption("--a <channel>", "start channel (delay 0)", channelNumber)
    .requiredOption("--b <channel>", "stop channel", channelNumber);
}

/** The two channels, which the recording must have. */
export function pairChannels({ a, b }: PairOptions): NeededChannel[] {
  return [
    { option: "--a", channel: a },
    { option: "--b", channel: b },
  ];
}
