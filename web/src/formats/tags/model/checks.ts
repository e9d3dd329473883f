import { count } from "@tagview/charts";
import { TagviewError } from "@tagview/engine";
import { type Box, readRealTime, readTime, readTimeRange, type Typed } from "./typed-time";
import { MOST_BINS, MOST_CHANNELS, MOST_DIVIDER, MOST_WINDOW, type Period, type Range } from "./view";

/** Parses the typed values of an analysis, and checks them before a request. */

function wrong(message: string, remedy: string): TagviewError {
  return new TagviewError("usage", message, remedy);
}

/** Number of bins of a width that cover a range. */
export function binsIn({ from, to }: Range, bin: bigint): bigint {
  return (to - from) / bin + 1n;
}

/**
 * The width of a bin in ticks.
 * @throws TagviewError if it is not a time, not above 0, or too short for the range.
 */
export function readBin(text: string, range: Range, box: Box): Typed<bigint> {
  const bin = readTime(text, box);
  if (bin.value <= 0n) throw wrong("the bin is narrower than a tick", "write 1 tick or more, or a time");
  checkBins(range, bin.value);
  return bin;
}

/**
 * The width of the rate's bins in ticks, so that at most `most` bins cover a range.
 * @throws TagviewError if it is not a time, not above 0, or too short.
 */
export function readRateBin(text: string, range: Range, most: bigint, box: Box): Typed<bigint> {
  const bin = readTime(text, box);
  if (bin.value <= 0n) throw wrong("the bin is narrower than a tick", "write 1 tick or more, or a time");
  if (binsIn(range, bin.value) > most)
    throw wrong(
      `these are ${count(binsIn(range, bin.value))} bins, and ${count(most)} can be drawn`,
      `choose bins of ${count((range.to - range.from) / most + 1n)} ticks or more, or zoom in first`,
    );
  return bin;
}

/**
 * The period of the light in ticks, which may be fractional; 0 for "none", and the clock for "ch5" and "ch5/8".
 * @throws TagviewError if it is not a time above 0, not a channel of `known`, or a clock without pulses.
 */
export function readPeriod(text: string, known: readonly bigint[], box: Box): Period {
  if (/^none$/iu.test(text.trim())) return 0;
  const [, channel, pulses] = /^ch\s*(\d{1,20})(?:\s*\/\s*(\d{1,20}))?$/iu.exec(text.trim()) ?? [];
  if (channel === undefined) return readPlainPeriod(text, box);
  const clock = readChannel(channel, known);
  if (pulses === undefined) return { clock };
  const divider = BigInt(pulses);
  if (divider >= 1n && divider <= MOST_DIVIDER) return { clock, divider };
  throw wrong(
    `a clock can't have a tag for one pulse of ${pulses}`,
    `write 1 to ${count(MOST_DIVIDER)} pulses`,
  );
}

/** A period as a time. 0 stands for light that is not pulsed, as in links and on the command line. */
function readPlainPeriod(text: string, box: Box): number {
  if (/^[+-]?0*\.?0*\s*[a-zµμ]*$/u.test(text.trim()) && /0/u.test(text)) return 0;
  const period = readRealTime(text, box);
  if (period < 1)
    throw wrong(
      "the period is shorter than a tick",
      "write 1 tick or more, or none for light that is not pulsed",
    );
  if (period > Number(MOST_WINDOW))
    throw wrong("the period is too long", `write ${count(MOST_WINDOW)} ticks at most`);
  return period;
}

/**
 * Delays `FROM..TO`; for logarithmic bins, which begin at a tick, only the longest delay.
 * @throws TagviewError if it is not a range, or too long for the bins.
 */
export function readDelays(
  text: string,
  { bin, logarithmic }: { bin: bigint | null; logarithmic: boolean },
  box: Box,
): Typed<Range> {
  const { value, rounded } = readTimeRange(text, box);
  const range = logarithmic && value.from < 1n ? { from: 1n, to: value.to } : value;
  if (range.from > range.to) throw wrong("logarithmic delays begin at 1 tick", "write a longer time");
  // Without a chosen width, the bins are adapted to the range.
  if (bin !== null) checkBins(range, bin);
  return { value: range, rounded };
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
 * A coincidence window, or another time called `name`, in ticks.
 * @throws TagviewError if it is not a time, or out of bounds.
 */
export function readWindow(text: string, box: Box, name = "window"): Typed<bigint> {
  const typed = readTime(text, box);
  const window = typed.value;
  // A fraction of a tick below 0 is rounded to 0.
  if (/^\s*[-−]/u.test(text)) throw wrong(`the ${name} is negative`, "write 0 or more ticks, or a time");
  if (window > MOST_WINDOW)
    throw wrong(`the ${name} is too long`, `write ${count(MOST_WINDOW)} ticks at most`);
  return typed;
}

/**
 * A delay in ticks.
 * @throws TagviewError if it is not a time, or out of bounds.
 */
export function readDelay(text: string, box: Box): Typed<bigint> {
  const typed = readTime(text, box);
  const delay = typed.value;
  if (delay > MOST_WINDOW || delay < -MOST_WINDOW)
    throw wrong("the delay is too long", `write ${count(MOST_WINDOW)} ticks at most`);
  return typed;
}

/**
 * The channels of a coincidence, "3,15,16".
 * @throws TagviewError if one is repeated or not in `known`, or if there are too few or too many.
 */
export function readPattern(text: string, known: readonly bigint[]): bigint[] {
  const parts = text.split(/[\s,;+]+/u).filter((part) => part !== "");
  const channels = parts.map(channelOf);
  if (channels.length < 2)
    throw wrong("a pattern needs two channels", "write them with commas, as in 3,15,16");
  if (channels.length > MOST_CHANNELS)
    throw wrong(`a pattern of ${channels.length} channels is too long`, `write ${MOST_CHANNELS} at most`);
  const twice = channels.find((channel, index) => channels.indexOf(channel) !== index);
  if (twice !== undefined) throw wrong(`channel ${twice} is in the pattern twice`, "write each channel once");
  for (const channel of channels) checkChannel(channel, known);
  return channels;
}

/**
 * A channel.
 * @throws TagviewError if it is not in `known`.
 */
export function readChannel(text: string, known: readonly bigint[]): bigint {
  const channel = channelOf(text.trim());
  checkChannel(channel, known);
  return channel;
}

function channelOf(text: string): bigint {
  if (!/^\d{1,20}$/u.test(text)) throw wrong(`"${text}" is not a channel`, "write numbers, as in 3,15,16");
  return BigInt(text);
}

function checkChannel(channel: bigint, known: readonly bigint[]): void {
  if (known.includes(channel)) return;
  throw wrong(
    `channel ${channel} is not in this file`,
    known.length > 12 ? "see the list of channels" : `choose from ${known.join(", ")}`,
  );
}

/**
 * A range with one end moved to a time after the first tag.
 * @throws TagviewError if it is not a time, or if the range would be empty.
 */
export function readRangeEnd(
  text: string,
  end: keyof Range,
  now: Range,
  whole: Range,
  box: Box,
): Typed<Range> {
  const { value, rounded } = readTime(text, box);
  // A box shows six digits, and may show an end that is later than the last tag.
  const isLast = value > whole.to && Number(value - whole.to) <= Number(whole.to) / 1e5;
  const time = isLast ? whole.to : value;
  const range = { ...now, [end]: time < 0n ? 0n : time };
  if (range.from > whole.to)
    throw wrong("the recording ends before this range", `write ${count(whole.to)} ticks or less`);
  if (range.from > range.to) throw wrong("the range ends before it begins", "write the smaller time first");
  return { value: range, rounded };
}

/**
 * The longest time after a clock's pulse, in ticks.
 * @throws TagviewError if it is not a time, or out of bounds.
 */
export function readLongest(text: string, box: Box): Typed<bigint> {
  const typed = readTime(text, box);
  if (typed.value < 1n) throw wrong("the time is shorter than a tick", "write 1 tick or more, or a time");
  if (typed.value > MOST_WINDOW)
    throw wrong("the time is too long", `write ${count(MOST_WINDOW)} ticks at most`);
  return typed;
}
