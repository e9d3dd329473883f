/** Hints that the coincidence window is narrower than a peak. Loaded with the table of coincidences. */

import type { Hint } from "@tagview/engine";
import { parametersNow, peakOf } from "./results";
import type { State } from "./state";

/** Share of a peak below which pairs are lost. */
const MIN_SHARE = 0.95;
/** Standard deviations in the full width at half maximum of a Gaussian. */
const SIGMAS_IN_FWHM = 2 * Math.sqrt(2 * Math.log(2));

/** The share of a Gaussian peak, with its centre `off` the middle of a window of `-window..window`; times in ticks. */
export function shareOfPeak(off: number, fwhm: number, window: number): number {
  const below = (edge: number): number => erf(((edge - off) * SIGMAS_IN_FWHM) / (fwhm * Math.SQRT2));
  return (below(window + 0.5) - below(-window - 0.5)) / 2;
}

/** Abramowitz, Stegun, Handbook of Mathematical Functions (1964), eq. 7.1.26; the error is below 2e-7. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const sum = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592].reduce(
    (sum, factor) => (sum + factor) * t,
    0,
  );
  return Math.sign(x) * (1 - sum * Math.exp(-x * x));
}

/** A hint on each counted pair whose peak the window holds only in part, with a window of the peak's width. */
export function windowHints(state: State): Hint[] {
  const now = parametersNow(state);
  return (now?.patterns ?? []).flatMap(([a, b, third]) => {
    if (now === null || a === undefined || b === undefined || third !== undefined) return [];
    const peak = peakOf(state.current, state, { a, b });
    if (peak === null || peak.delay === null || peak.delay_modulo !== null || peak.fwhm === null) return [];
    const { centre, delay, fwhm } = peak;
    const middle = Number((now.delays.get(b) ?? 0n) - (now.delays.get(a) ?? 0n));
    const off = (centre ?? Number(delay)) - middle;
    const share = shareOfPeak(off, fwhm, Number(now.window));
    // The engine has the hint on a peak beside the window.
    if (share >= MIN_SHARE || Math.abs(off) > Number(now.window)) return [];
    const ticks = Math.ceil(Math.abs(off) + fwhm);
    const message = `the window holds ${Math.round(100 * share)} % of the peak of channels ${a} and ${b}, whose width is ${fwhm.toFixed(1)} ticks`;
    return [{ code: "narrow-window", message, option: { name: "window", channel: null, ticks } }];
  });
}
