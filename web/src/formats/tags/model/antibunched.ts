/** Whether a correlation shows antibunching: fewer pairs at one delay than at others, by more than chance. */

import type { CoincidencePattern, Correlation, Delay, PairsEntry } from "@tagview/engine";

type Pulsed = NonNullable<Correlation["pulsed"]>;

/** Number of standard errors that excludes chance. */
const FAR = 3;

/**
 * Whether two different channels are antibunched: for pulsed light by the areas of pulses, if the other pulses agree with
 * one another, otherwise by dips without a peak beside them. A dip next to a peak is a detector's dead time.
 */
export function isAntibunched(found: PairsEntry | Delay | null, pulsed: Pulsed | null): boolean {
  if (found === null || found.a === found.b) return false;
  if (pulsed !== null) {
    const { g2, g2_error, g2_upper, remarks } = pulsed;
    if (g2 === null || remarks.some(({ code }) => code === "side-peaks-not-level")) return false;
    return g2_error !== null && g2_error > 0 ? g2 + FAR * g2_error < 1 : g2_upper !== null && g2_upper < 1;
  }
  if (found.delay !== null || isPulsed(found)) return false;
  return found.dips.some(
    ({ depth, depth_error }) => depth !== null && depth_error !== null && depth > FAR * depth_error,
  );
}

/** Whether a window has more coincidences than accidentals, by more than chance. */
export function exceedsAccidentals({ car, car_error, car_interval }: CoincidencePattern): boolean {
  if (car === null) return false;
  return car_error !== null ? car > FAR * car_error : car_interval !== null && car_interval[0] > 0;
}

/** Whether the search for a peak found no pairs: no significant peak, or no pulse significantly above the others. */
export function hasNoPairs({ delay_modulo, remarks }: PairsEntry | Delay): boolean {
  return delay_modulo !== null || remarks.some(({ about, code }) => about === "delay" && code === "no-peak");
}

/** Whether tags repeat although no period is given. */
export function isPulsed({ remarks }: PairsEntry | Delay): boolean {
  return remarks.some(({ about, code }) => about === "delay" && code === "pulsed");
}
