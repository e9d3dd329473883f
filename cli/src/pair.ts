/** What commands about two channels share. */

import type { Command } from "commander";
import type { Needed } from "./channels";
import { channelNumber } from "./options";

export interface PairOptions {
  a: bigint;
  b: bigint;
}

export function withPair(command: Command): Command {
  return command
    .requiredOption("--a <channel>", "the channel that delays count from", channelNumber)
    .requiredOption("--b <channel>", "the channel that delays count to", channelNumber);
}

/** The two channels, which must be there. */
export function pairNeeds({ a, b }: PairOptions): Needed[] {
  return [
    { option: "--a", channel: a },
    { option: "--b", channel: b },
  ];
}
