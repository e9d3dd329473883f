/** `stats --dead-time`: rates corrected for the time in which detectors are dead. */

import { Option } from "commander";
import { TagviewError, type Tick, toSeconds } from "../../runtime/engine";
import { channelNumber } from "./options";
import { realTime } from "./simulate-light";

/** A dead time as typed; without a channel it is that of all channels. */
type TypedDeadTime = [channel: bigint | null, time: string];

export interface DeadTimeOptions {
  deadTime?: TypedDeadTime[];
}

/** `--dead-time`. */
export function deadTimeOption(): Option {
  const description =
    "correct rates for the dead time of the detectors: of all channels, or CH=TIME of one (repeatable)";
  return new Option("--dead-time <time>", description).argParser(collect);
}

function collect(text: string, before: TypedDeadTime[] = []): TypedDeadTime[] {
  const at = text.indexOf("=");
  return [...before, at < 0 ? [null, text] : [channelNumber(text.slice(0, at)), text.slice(at + 1)]];
}

/** The dead times in seconds. */
export interface DeadTimes {
  of(channel: bigint): number | null;
  /** Channels with a dead time of their own. */
  channels: bigint[];
}

/**
 * Returns the dead times of the option; undefined without it.
 * @throws TagviewError `usage` for an invalid time, and for two times of one channel.
 */
export function readDeadTimes({ deadTime }: DeadTimeOptions, tick: Tick): DeadTimes | undefined {
  if (deadTime === undefined) return undefined;
  const times = new Map<bigint | null, number>();
  for (const [channel, text] of deadTime) {
    const ticks = realTime("--dead-time", text, tick) ?? 0;
    if (ticks < 0) throw new TagviewError("usage", "--dead-time is negative", "give 0 or more");
    if (times.has(channel)) {
      const of = channel === null ? "all channels have" : `channel ${channel} has`;
      throw new TagviewError("usage", `--dead-time: ${of} two dead times`, "keep one of the two");
    }
    times.set(channel, toSeconds(ticks, tick));
  }
  return {
    of: (channel) => times.get(channel) ?? times.get(null) ?? null,
    channels: [...times.keys()].filter((channel) => channel !== null),
  };
}

/**
 * Returns the rate that a detector would count without its dead time, if light within the dead time does not extend it;
 * null if the detector would be dead all the time. Knoll, Radiation Detection and Measurement, chapter 4.
 */
export function correctedRate(rate: number | null, deadTime: number | null): number | null {
  if (rate === null || deadTime === null || rate * deadTime >= 1) return null;
  return rate / (1 - rate * deadTime);
}
