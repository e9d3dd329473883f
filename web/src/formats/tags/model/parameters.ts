import {
  DEFAULT_TICK,
  delayIn,
  delaysNear,
  type FitModel,
  type Gaps,
  NEAR,
  type Pairs,
  type PairsEntry,
  PERIODS_NEAR,
  parseTick,
  type Summary,
  type Tick,
} from "@tagview/engine";
import { binsIn } from "./checks";
import { clockOf, dividedPeriod, followerOf, isClockOfLight } from "./clock";
import { isMove, rulesOf } from "./definitions";
import {
  type AccidentalsFrom,
  type Clocked,
  MOST_BINS,
  type Pair,
  type Period,
  type Range,
  type View,
} from "./view";

/** The parameters of queries: the view, completed with defaults. Times are in ticks. */
export interface Parameters {
  range: Range | null;
  pair: Pair | null;
  /** Delays that are correlated. */
  g2: Range;
  /** Width of their bins; null for logarithmic ones. */
  bin: bigint | null;
  /** Null without a period. */
  period: Period | null;
  /** Null for none. */
  fit: FitModel | null;
  window: bigint;
  accidentals: AccidentalsFrom;
  /** Minimum displacement of the windows that measure them; null for the default. */
  displaced: bigint | null;
  delays: ReadonlyMap<bigint, bigint>;
  /** Channels of the coincidences: the pair, if its channels differ, and the patterns that were added. */
  patterns: readonly (readonly bigint[])[];
  define: readonly string[];
  /** The sync in the header (T3), or the channel that is the clock of pulsed light; null without one. */
  lightClock: bigint | null;
  lifetime: Clocked;
  /** Whether to search for the peak within these delays, because the matrix does not contain it. */
  peakUnknown: boolean;
}

/** Minimum number of ticks shown on either side of a peak. */
const LEAST_HALF = 64n;
/** Delays shown on either side of 0 without a known peak. */
const HALF_WITHOUT_PEAK = "160ns";
/** Minimum number of bins of the default width; there are less than twice as many. */
const BINS = 128n;
/** Minimum number of bins of the default width in a period: in fewer, peaks of equal areas differ in height. */
const BINS_IN_PERIOD = 64;
/** Maximum number of bins of a width that follows from a period. */
const MOST_BY_DEFAULT = 4096n;
/** Number of logarithmic bins per decade of delay, and their default end. */
export const LOG_BINS = 20n;
const LOG_END = "15.625us";
/** Minimum default coincidence window in ticks. */
const LEAST_WINDOW = 4n;

/**
 * Completes the view with defaults that follow from the whole recording. `known` are its pairs: null while they are
 * counted, "unknown" if they cannot be. `sync` is the sync channel in the header of a T3 recording, and channels that
 * are `isMarker` have events of other equipment. `stated` is the period in that header.
 */
export function parametersOf(
  view: View,
  known: Pairs | "unknown" | null,
  summary: Summary | null,
  gaps: Gaps | null = null,
  tick: string = DEFAULT_TICK,
  sync: bigint | null = null,
  isMarker: (channel: bigint) => boolean = () => false,
  stated: number | null = null,
): Parameters {
  const length = parseTick(tick);
  const pairs = known === "unknown" ? null : known;
  const virtual = rulesOf(view.define.filter((definition) => !isMove(definition)));
  // Only some syncs of T3 are recorded, so their gaps are not regular.
  const clock = sync ?? clockOf(gaps);
  const isOfLight =
    sync !== null || (clock !== null && isClockOfLight(clock, followerOf(clock, summary), gaps));
  const lightClock = isOfLight ? clock : null;
  const wanted = view.lifetime.wanted ?? isOfLight;
  const pair =
    view.pair ??
    (known === null
      ? null
      : bestPair(
          pairs,
          summary,
          clock,
          (channel) => !virtual.has(channel) && channel !== sync && !isMarker(channel),
        ));
  const peak = pair && entryOf(pairs, pair);
  const period = view.period ?? stated;
  const shown =
    typeof period === "number" ? Math.min(PERIODS_NEAR * period, Number(delaysNear(length, period).to)) : 0;
  const wide = view.logarithmic
    ? logarithmicDelays(view.g2, length)
    : (view.g2 ?? rangeAround(peak, shown, length));
  const bin = view.logarithmic ? null : binOf(view.bin, wide, period);
  const g2 = view.g2 === null && bin !== null ? inCentredBins(wide, bin) : wide;
  return {
    range: view.range,
    pair,
    g2,
    bin,
    period: view.period,
    fit: view.fit,
    window: view.window ?? windowFor({ peak, pair, delays: view.delays }, length),
    accidentals: view.accidentals,
    displaced: view.displaced,
    delays: view.delays,
    patterns: patternsOf(pair, view.patterns),
    define: view.define,
    lightClock,
    lifetime: clockedOf({ ...view.lifetime, wanted }, clock, {
      pairs,
      summary,
      gaps: sync === null ? gaps : null,
    }),
    peakUnknown:
      // Peaks of the matrix repeat with a clock only if its period is known as a time.
      (view.period !== null && typeof view.period !== "number") ||
      pairs === null ||
      pairs.bin !== 1n ||
      g2.from < pairs.from ||
      g2.to > -pairs.from,
  };
}

/** The chosen delays above 0, at which logarithmic bins begin. */
function logarithmicDelays(chosen: Range | null, tick: Tick): Range {
  if (chosen === null || chosen.to < 1n) return { from: 1n, to: delayIn(tick, LOG_END) };
  return chosen.from < 1n ? { from: 1n, to: chosen.to } : chosen;
}

/**
 * The two different channels with the most significant peak; without peaks, those with the most tags except the clock.
 * Only channels that are `isEligible`: a virtual channel always has a peak with its sources, and the sync of T3 with
 * every detector. Markers are not photons.
 */
export function bestPair(
  pairs: Pairs | null,
  summary: Summary | null,
  clock: bigint | null = null,
  isEligible: (channel: bigint) => boolean = () => true,
): Pair | null {
  let best: PairsEntry | null = null;
  for (const entry of pairs?.pairs ?? []) {
    if (entry.a === entry.b || entry.delay === null || entry.delay_modulo !== null) continue;
    if (!isEligible(entry.a) || !isEligible(entry.b)) continue;
    if (best === null || (entry.significance ?? 0) > (best.significance ?? 0)) best = entry;
  }
  if (best) return { a: best.a, b: best.b };
  const eligible = (summary?.channels ?? []).filter(({ channel }) => isEligible(channel));
  const signals = eligible.filter(({ channel }) => channel !== clock);
  const [first, second] = (signals.length > 1 ? signals : eligible).sort((x, y) => y.tags - x.tags);
  if (!first) return null;
  const other = second ?? first;
  return first.channel < other.channel
    ? { a: first.channel, b: other.channel }
    : { a: other.channel, b: first.channel };
}

/**
 * The default lifetime if none of its parameters is chosen: a clock, the other channel with the most tags, and the
 * light's period if it is a fraction of the clock's.
 */
function clockedOf(
  chosen: Clocked,
  clock: bigint | null,
  known: { pairs: Pairs | null; summary: Summary | null; gaps: Gaps | null },
): Clocked {
  const isOpen = chosen.sync === null && chosen.channel === null && chosen.period === null;
  if (!chosen.wanted || !isOpen || clock === null) return chosen;
  const channel = followerOf(clock, known.summary);
  const light = channel === null ? null : (entryOf(known.pairs, { a: clock, b: channel })?.period ?? null);
  return { ...chosen, sync: clock, channel, period: dividedPeriod(clock, known.gaps, light) };
}

/** The pair's cell of the matrix, as delays of its second channel to its first; null if there is none. */
export function entryOf(pairs: Pairs | null, { a, b }: Pair): PairsEntry | null {
  const straight = pairs?.pairs.find((entry) => entry.a === a && entry.b === b);
  if (straight) return straight;
  const other = pairs?.pairs.find((entry) => entry.a === b && entry.b === a);
  return other ? turned(other) : null;
}

/** The same pair with its channels exchanged: delays have the other sign. */
function turned(entry: PairsEntry): PairsEntry {
  const { a, b, tags_a, tags_b, delay, highest, centre, dips } = entry;
  return {
    ...entry,
    a: b,
    b: a,
    tags_a: tags_b,
    tags_b: tags_a,
    delay: delay === null ? null : -delay,
    highest: highest === null ? null : -highest,
    dips: dips.map((dip) => ({ ...dip, delay: -dip.delay })),
    centre: centre === null ? null : -centre,
  };
}

/**
 * Delays that show the peak with ten of its widths to either side, at least `least` ticks; around 0 unless the peak lies far
 * away.
 */
export function rangeAround(
  peak: Pick<PairsEntry, "delay" | "fwhm"> | null,
  least: number,
  tick: Tick,
): Range {
  const shown = BigInt(Math.ceil(least));
  if (!peak || peak.delay === null) {
    const without = delayIn(tick, HALF_WITHOUT_PEAK);
    const half = powerAbove(shown > without ? shown : without);
    return { from: -half, to: half };
  }
  const width = BigInt(Math.ceil(peak.fwhm ?? 1));
  const half = powerAbove(
    [10n * width, shown, LEAST_HALF].reduce((most, ticks) => (ticks > most ? ticks : most)),
  );
  const off = peak.delay < 0n ? -peak.delay : peak.delay;
  if (4n * (off + width) <= 3n * half) return { from: -half, to: half };
  // In steps of a quarter of the axis, so that it stays while the peak is still being measured.
  const step = half / 4n;
  const middle = ((peak.delay + (peak.delay < 0n ? -step / 2n : step / 2n)) / step) * step;
  return { from: middle - half, to: middle + half };
}

/** The chosen width, unless the range has too many such bins. */
export function binOf(chosen: bigint | null, range: Range, period: Period | null): bigint {
  const isChosen = chosen !== null && binsIn(range, chosen) <= MOST_BINS;
  return isChosen ? chosen : binFor(range, typeof period === "number" ? period : 0);
}

/** The bins that contain both ends of a range; the centre of one bin is 0. */
function inCentredBins({ from, to }: Range, bin: bigint): Range {
  return { from: centredBin(from, bin), to: centredBin(to, bin) + bin - 1n };
}

/** The first delay of the bin that contains `delay`, if the centre of one bin is 0. */
export function centredBin(delay: bigint, bin: bigint): bigint {
  const over = (delay + bin / 2n) % bin;
  return delay - (over < 0n ? over + bin : over);
}

/** A power of two as width that suits a range, and a period unless it is 0. */
function binFor({ from, to }: Range, period: number): bigint {
  const ofRange = (to - from + 1n) / BINS;
  const ofPeriod = BigInt(Math.floor(period / BINS_IN_PERIOD));
  const most = period > 0 && ofPeriod < ofRange ? ofPeriod : ofRange;
  const bin = most <= 1n ? 1n : powerAbove(most / 2n + 1n);
  return binsIn({ from, to }, bin) <= MOST_BY_DEFAULT ? bin : binFor({ from, to }, 0);
}

/** A power of two as window that contains the whole peak after the channels' delays. */
export function windowFor(
  { peak, pair, delays }: { peak: PairsEntry | null; pair: Pair | null; delays: View["delays"] },
  tick: Tick,
): bigint {
  if (!peak || !pair || peak.delay === null) return powerAbove(delayIn(tick, NEAR));
  const off = peak.delay - ((delays.get(pair.b) ?? 0n) - (delays.get(pair.a) ?? 0n));
  const needed = (off < 0n ? -off : off) + BigInt(Math.ceil(peak.fwhm ?? 1));
  return powerAbove(needed > LEAST_WINDOW ? needed : LEAST_WINDOW);
}

/** The least power of two that is not below a number. */
export function powerAbove(least: bigint): bigint {
  let power = 1n;
  while (power < least) power *= 2n;
  return power;
}

function patternsOf(pair: Pair | null, added: View["patterns"]): Parameters["patterns"] {
  const first = pair && pair.a !== pair.b ? [[pair.a, pair.b]] : [];
  const known = new Set(first.map(setOf));
  return [...first, ...added.filter((pattern) => !known.has(setOf(pattern)))];
}

/** The channels of a pattern as text: equal for patterns that differ in the order of their channels only. */
export function setOf(pattern: readonly bigint[]): string {
  return [...pattern].sort((a, b) => (a < b ? -1 : 1)).join(",");
}
