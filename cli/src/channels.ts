/** Channels that a command asks for by name, and what is said where they are not there. */

import { type ErrorObject, type Selection, TagviewError } from "@tagview/engine";

/** A channel, and the option that named it. */
export interface Needed {
  option: string;
  channel: bigint;
}

/** What `--channel` needs; nothing where only a part of the file is looked at, which may lack any. */
export function neededOf(selection: Selection | undefined): Needed[] {
  const { channels = [], from, to } = selection ?? {};
  return from !== undefined || to !== undefined
    ? []
    : channels.map((channel) => ({ option: "--channel", channel }));
}

/** What is said of the first of the `needed` channels that is not among `channels`. */
export function missingChannel(needed: Needed[], channels: bigint[]): ErrorObject | null {
  const missing = needed.find(({ channel }) => !channels.includes(channel));
  if (missing === undefined) return null;
  return {
    code: "no-channel",
    message: `channel ${missing.channel} of ${missing.option} has no tags here`,
    offset: null,
    remedy: channels.length === 0 ? "there are none" : `choose of ${channels.slice(0, 20).join(", ")}`,
  };
}

/**
 * Checks that what is needed is selected.
 * @throws TagviewError `usage` naming the option that asks for something else.
 */
export function checkSelected(needed: Needed[], selection: Selection | undefined): void {
  const { channels } = selection ?? {};
  const left = channels && needed.find(({ channel }) => !channels.includes(channel));
  if (left === undefined) return;
  const message = `channel ${left.channel} of ${left.option} is not among those of --channel`;
  throw new TagviewError("usage", message, "name it with --channel too, or leave --channel away");
}
