/**
 * Default delays: the same times for all ticks. For ticks longer than the usual one, the number of ticks is that of the
 * usual tick.
 */

import { DEFAULT_TICK, parseTick, parseTime, type Tick } from "../../units.ts";

const USUAL_TICK = parseTick(DEFAULT_TICK);

/** Range around a peak that is expected at 0. */
export const NEAR = "10ns";
/** Number of periods of pulsed light in the default range of a correlation, on either side of 0. */
export const PERIODS_NEAR = 5;
/** The default range ends here for slower pulses: longer ranges take long to count. */
const END_NEAR = "10us";
/** Longer than the cable delays between detectors: 200 m. */
export const SEARCHED = "1us";
/** End of logarithmic bins. */
export const LONG = "1ms";

/** Minimum displacement of the windows that measure accidentals: most detectors have no afterpulses after it. */
export const DISPLACED = "20us";

/** Minimum default range after a clock's pulse: two periods of a clock of 100 kHz. */
const AFTER_PULSE = "20us";
/** The default of the analysis, in ticks. */
const AFTER_PULSE_TICKS = 2n ** 20n - 1n;

/** Default range after a clock's pulse, in ticks. */
export function rangeAfterPulse(tick: Tick): bigint {
  const ticks = parseTime(AFTER_PULSE, tick);
  return ticks > AFTER_PULSE_TICKS ? ticks : AFTER_PULSE_TICKS;
}

/** A delay in ticks. */
export function delayIn(tick: Tick, delay: string): bigint {
  const [ticks, usual] = [parseTime(delay, tick), parseTime(delay, USUAL_TICK)];
  return ticks > usual ? ticks : usual;
}

/** The range from minus to plus this time, both ends inclusive, in ticks. */
export function delaysIn(tick: Tick, delay: string): { from: bigint; to: bigint } {
  const longest = delayIn(tick, delay);
  return { from: -longest, to: longest };
}

/**
 * The default range of a correlation, in ticks: `NEAR` on either side of 0. For pulsed light of a known period, five
 * periods on either side if that is longer, up to 10 us: g2 by areas needs three whole periods.
 */
export function delaysNear(tick: Tick, period: number | null): { from: bigint; to: bigint } {
  const near = delayIn(tick, NEAR);
  const [periods, end] = [Math.ceil(PERIODS_NEAR * (period ?? 0)), Number(parseTime(END_NEAR, tick))];
  const pulsed = BigInt(Math.min(periods, end));
  const longest = pulsed > near ? pulsed : near;
  return { from: -longest, to: longest };
}
