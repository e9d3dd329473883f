/**
 * Delays that are looked at unless others are said: as long times, however long a tick is. Of ticks that are longer than
 * the usual one, they are as many ticks as of that.
 */

import { DEFAULT_TICK, parseTick, parseTime, type Tick } from "../../units.ts";

const USUAL_TICK = parseTick(DEFAULT_TICK);

/** What is near a peak that is expected at 0. */
export const NEAR = "10ns";
/** Longer than the cables between detectors delay tags: 200 m. */
export const SEARCHED = "1us";
/** Where logarithmic bins end. */
export const LONG = "1ms";

/** The least time after a clock's pulse that is counted by default: two periods of a clock of 100 kHz. */
const AFTER_PULSE = "20us";
/** The default of the analysis, in ticks. */
const AFTER_PULSE_TICKS = 2n ** 20n - 1n;

/** How long after a clock's pulse tags are counted by default, in ticks. */
export function rangeAfterPulse(tick: Tick): bigint {
  const ticks = parseTime(AFTER_PULSE, tick);
  return ticks > AFTER_PULSE_TICKS ? ticks : AFTER_PULSE_TICKS;
}

/** A delay in ticks. */
export function delayIn(tick: Tick, delay: string): bigint {
  const [ticks, usual] = [parseTime(delay, tick), parseTime(delay, USUAL_TICK)];
  return ticks > usual ? ticks : usual;
}

/** As long delays to either side, both ends included, in ticks. */
export function delaysIn(tick: Tick, delay: string): { from: bigint; to: bigint } {
  const longest = delayIn(tick, delay);
  return { from: -longest, to: longest };
}
