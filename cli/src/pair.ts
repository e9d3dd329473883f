/** What commands about two channels share. */

import type { ErrorObject, PairOfChannels } from "@tagview/engine";
import type { Command } from "commander";
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

/** The sentence for a channel that was asked for and is not there. */
export function missingChannel(option: string, channel: bigint, channels: bigint[]): ErrorObject {
  const known = channels.length === 0 ? "there are none" : `choose of ${channels.slice(0, 20).join(", ")}`;
  return {
    code: "no-channel",
    message: `channel ${channel} of ${option} has no tags here`,
    offset: null,
    remedy: known,
  };
}

/** The first of the two channels that has no tags. */
export function lacksChannel(result: PairOfChannels | undefined): ErrorObject | null {
  if (result === undefined) return null;
  if (result.tags_a === 0) return missingChannel("--a", result.a, result.channels);
  return result.tags_b === 0 ? missingChannel("--b", result.b, result.channels) : null;
}
