/** Channels that a command needs by number, and the message for a recording without one. */

import { type ErrorObject, type Selection, TagviewError } from "../../runtime/engine";
import type { ChannelTime } from "./options";
import { clockOf, type PeriodOptions } from "./period";

/** A channel, and the option that names it. */
export interface NeededChannel {
  option: string;
  channel: bigint;
}

/** The channels of `--channel`; none if a range of time is selected, because any channel may be absent from it. */
export function selectedChannels(selection: Selection | undefined): NeededChannel[] {
  const { channels = [], from, to } = selection ?? {};
  return from !== undefined || to !== undefined
    ? []
    : channels.map((channel) => ({ option: "--channel", channel }));
}

/** Options, not every command's, that mean channels beside those that are counted. */
export interface MeaningOptions extends PeriodOptions {
  delay?: ChannelTime[];
  moves?: ChannelTime[];
}

/** The channels of `--period chN`, `--period chN/K` and `--delay N=TIME`, which have no effect without tags. */
export function meantChannels({ period, delay = [], moves = [] }: MeaningOptions): NeededChannel[] {
  const clock = period === undefined ? null : clockOf(period);
  return [
    ...(clock === null ? [] : [{ option: "--period", channel: clock.clock }]),
    ...[...delay, ...moves].map(([channel]) => ({ option: "--delay", channel })),
  ];
}

/** The error about the first of the `needed` channels that is not among the recording's `channels`. */
export function missingChannel(needed: NeededChannel[], channels: bigint[]): ErrorObject | null {
  const missing = needed.find(({ channel }) => !channels.includes(channel));
  if (missing === undefined) return null;
  return {
    code: "no-channel",
    message: `channel ${missing.channel} of ${missing.option} has no tags here`,
    offset: null,
    remedy: channels.length === 0 ? "there are none" : `choose from ${channels.slice(0, 20).join(", ")}`,
  };
}

/**
 * Checks that the needed channels are selected.
 * @throws TagviewError `usage` naming the option that asks for a channel that is not.
 */
export function checkSelected(needed: NeededChannel[], selection: Selection | undefined): void {
  const { channels } = selection ?? {};
  const excluded = channels && needed.find(({ channel }) => !channels.includes(channel));
  if (excluded === undefined) return;
  const message = `channel ${excluded.channel} of ${excluded.option} is not selected by --channel`;
  throw new TagviewError("usage", message, "name it with --channel too, or leave out --channel");
}
