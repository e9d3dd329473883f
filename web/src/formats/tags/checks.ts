import { count } from "@tagview/charts";
import { parseRange, parseTime, TagviewError, type Tick } from "@tagview/engine";
import type { Range } from "./view";

/** Reads what was typed into the fields of an analysis, and checks it before anything is asked. */

/** Most bins of a correlation: no screen shows more. */
export const MOST_BINS = 1_000_000n;
const MOST_CHANNELS = 16;
/** Longest window and longest delay, in ticks. */
const MOST_WINDOW = 2n ** 48n;

function wrong(message: string, remedy: string): TagviewError {
  return new TagviewError("usage", message, remedy);
}

/** A number as people write it, without its separators and spaces, with an ASCII minus sign and `u` for µ. */
export function plain(text: string): string {
  return text
    .replaceAll(/[\s,\u00a0]/gu, "")
    .replaceAll("−", "-")
    .replaceAll(/[µμ]/gu, "u");
}

/** How many bins of a width cover a range. */
export function binsIn({ from, to }: Range, bin: bigint): bigint {
  return (to - from) / bin + 1n;
}

/**
 * The width of a bin in ticks.
 * @throws TagviewError where it is no time, not above 0, or too short for the range.
 */
export function readBin(text: string, range: Range, tick: Tick): bigint {
  const bin = parseTime(plain(text), tick);
  if (bin <= 0n) throw wrong("the bin is not at least a tick wide", "write 1 or more ticks, or a time");
  checkBins(range, bin);
  return bin;
}

/** A period is read in so many parts of a tick. */
const PARTS = 1_000_000n;

/**
 * The time from one pulse of light to the next in ticks, which need not be whole; 0 for "none".
 * @throws TagviewError where it is no time, or below 0.
 */
export function readPeriod(text: string, tick: Tick): number {
  const word = plain(text);
  if (word === "none") return 0;
  const part = { ...tick, denominator: tick.denominator * PARTS };
  const period = /^\d+(\.\d+)?$/u.test(word) ? Number(word) : Number(parseTime(word, part)) / Number(PARTS);
  if (period < 0)
    throw wrong("the period is below 0", 'write a time, or "none" for light that is not pulsed');
  return period;
}

/**
 * Delays `FROM..TO`.
 * @throws TagviewError where it is no range, or too long for the bins.
 */
export function readDelays(text: string, bin: bigint | null, tick: Tick): Range {
  const range = parseRange(plain(text), tick);
  // Where no width was chosen, it is made to suit the range.
  if (bin !== null) checkBins(range, bin);
  return range;
}

function checkBins(range: Range, bin: bigint): void {
  const bins = binsIn(range, bin);
  if (bins <= MOST_BINS) return;
  const least = (range.to - range.from) / MOST_BINS + 1n;
  throw wrong(
    `these are ${count(bins)} bins, and ${count(MOST_BINS)} can be drawn`,
    `choose bins of ${count(least)} ticks or more, or a shorter range`,
  );
}

/**
 * A coincidence window in ticks.
 * @throws TagviewError where it is no time, or out of bounds.
 */
export function readWindow(text: string, tick: Tick): bigint {
  const window = parseTime(plain(text), tick);
  if (window < 0n) throw wrong("the window is shorter than nothing", "write 0 or more ticks, or a time");
  if (window > MOST_WINDOW)
    throw wrong("the window is too long", `write ${count(MOST_WINDOW)} ticks at most`);
  return window;
}

/**
 * A delay in ticks.
 * @throws TagviewError where it is no time, or out of bounds.
 */
export function readDelay(text: string, tick: Tick): bigint {
  const delay = parseTime(plain(text), tick);
  if (delay > MOST_WINDOW || delay < -MOST_WINDOW)
    throw wrong("the delay is too long", `write ${count(MOST_WINDOW)} ticks at most`);
  return delay;
}

/**
 * The channels of a coincidence, "3,15,16".
 * @throws TagviewError where one is repeated or not in `known`, or they are too few or too many.
 */
export function readPattern(text: string, known: readonly bigint[]): bigint[] {
  const parts = text.split(/[\s,;+]+/u).filter((part) => part !== "");
  const channels = parts.map((part) => {
    if (!/^\d{1,20}$/u.test(part)) throw wrong(`"${part}" is not a channel`, "write numbers, as in 3,15,16");
    return BigInt(part);
  });
  if (channels.length < 2)
    throw wrong("a pattern needs two channels", "write them with commas, as in 3,15,16");
  if (channels.length > MOST_CHANNELS)
    throw wrong(`a pattern of ${channels.length} channels is too long`, `write ${MOST_CHANNELS} at most`);
  const twice = channels.find((channel, index) => channels.indexOf(channel) !== index);
  if (twice !== undefined)
    throw wrong(`channel ${twice} stands twice in the pattern`, "write each channel once");
  const absent = channels.find((channel) => !known.includes(channel));
  if (absent !== undefined)
    throw wrong(
      `channel ${absent} is not in this file`,
      known.length > 12 ? "see the list of channels" : `choose from ${known.join(", ")}`,
    );
  return channels;
}

/**
 * A range with one of its ends moved to a time after the first tag.
 * @throws TagviewError where it is no time, or nothing would lie in the range.
 */
export function readRangeEnd(text: string, end: keyof Range, now: Range, whole: Range, tick: Tick): Range {
  const time = parseTime(plain(text), tick);
  const range = { ...now, [end]: time < 0n ? 0n : time };
  if (range.from > whole.to)
    throw wrong("the recording ends before this range", `write ${count(whole.to)} ticks or less`);
  if (range.from > range.to) throw wrong("the range ends before it begins", "write the smaller time first");
  return range;
}
