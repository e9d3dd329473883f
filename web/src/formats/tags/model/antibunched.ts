/** Whether a correlation shows antibunching: fewer pairs at one delay than at others, by more than chance. */

import type { Correlation, Delay, PairsEntry } from "@tagview/engine";

type Pulsed = NonNullable<Correlation["pulsed"]>;

/** Standard errors below 1 from which on it is none of chance. */
const FAR = 3;

/**
 * Of two different channels, by the areas of pulses where light is pulsed, else by the dips beside which no peak stands
 * out: next to a peak, a dip is a detector's dead time.
 */
export function isAntibunched(found: PairsEntry | Delay | null, pulsed: Pulsed | null): boolean {
  if (found === null || found.a === found.b) return false;
  if (pulsed !== null) {
    const { g2, g2_error, g2_upper } = pulsed;
    if (g2 === null) return false;
    return g2_error !== null && g2_error > 0 ? g2 + FAR * g2_error < 1 : g2_upper !== null && g2_upper < 1;
  }
  if (found.delay !== null || isPulsed(found)) return false;
  return found.dips.some(
    ({ depth, depth_error }) => depth !== null && depth_error !== null && depth > FAR * depth_error,
  );
}

/** Whether tags repeat where no period was given. */
export function isPulsed({ remarks }: PairsEntry | Delay): boolean {
  return remarks.some(({ about, code }) => about === "delay" && code === "pulsed");
}
