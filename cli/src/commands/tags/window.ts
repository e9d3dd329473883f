/** The options for the window and the channels' delays, shared by commands about coincidences. */

import type { Command } from "commander";
import { parseTime, TagviewError, type Tick } from "../../runtime/engine";
import { naming } from "../../runtime/options";
import { type ChannelTime, collectDelay, DELAY } from "./options";

export interface WindowOptions {
  window: string;
  delay?: ChannelTime[];
}

/** Adds `--window`, with `described` as its line of help, and `--delay`. */
export function withWindow(
  command: Command,
  described = "longest time from the earliest to the latest",
): Command {
  return command.requiredOption("--window <time>", described).option(...DELAY, collectDelay);
}

/** The window and the channels' delays in ticks. */
export interface Window {
  window: bigint;
  delays: [bigint, bigint][];
}

/**
 * Returns the window and the delays for the options.
 * @throws TagviewError `usage` naming the option that is wrong.
 */
export function readWindow(options: WindowOptions, tick: Tick): Window {
  const window = naming("--window", () => parseTime(options.window, tick));
  if (window < 0n) throw new TagviewError("usage", "--window is negative", "give 0 or more");
  const delays = (options.delay ?? []).map(([channel, time]): [bigint, bigint] => [
    channel,
    naming("--delay", () => parseTime(time, tick)),
  ]);
  return { window, delays };
}

/** The delays as `--json` prints them, by channel. */
export function delaysJson(delays: [bigint, bigint][]): Record<string, bigint> {
  return Object.fromEntries(delays.map(([channel, delay]) => [String(channel), delay]));
}
