/** The options for the window and the channels' delays, shared by commands about coincidences. */

import type { Command } from "commander";
import { seconds } from "../../output/numbers";
import { parseTime, TagviewError, type Tick, toSeconds } from "../../runtime/engine";
import { naming } from "../../runtime/options";
import type { Label } from "./channel-file";
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

/** The window and the subtracted delays in seconds, as `within 2 ns, delays 3 = 1 ns, 15 = 4 ns`. */
export function windowText({ window, delays }: Window, tick: Tick, label: Label): string {
  const time = (ticks: bigint) => seconds(toSeconds(ticks, tick), 4);
  const subtracted = delays.map(([channel, delay]) => `${label(channel)} = ${time(delay)}`).join(", ");
  return `within ${time(window)}${subtracted === "" ? "" : `, delays ${subtracted}`}`;
}

/** The delays as `--json` prints them, by channel. */
export function delaysJson(delays: [bigint, bigint][]): Record<string, bigint> {
  return Object.fromEntries(delays.map(([channel, delay]) => [String(channel), delay]));
}
