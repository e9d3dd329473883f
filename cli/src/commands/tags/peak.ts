/** Output of a correlation peak, shared by the commands that print one. */

import { count, seconds, shortSeconds } from "../../output/numbers";
import { withoutNoise } from "../../output/uncertain";
import { type Dip, type ErrorObject, type PairsEntry, type Tick, toSeconds } from "../../runtime/engine";

/** The error about the delay of a channel with itself. */
export function sameChannel(channel: bigint): ErrorObject {
  return {
    code: "no-peak",
    message: `channel ${channel} with itself has no delay`,
    offset: null,
    remedy: "choose two channels; g2 shows its correlation",
  };
}

/** The peak of a correlation: keys of `Delay` and `PairsEntry`. */
type Peak = Omit<PairsEntry, "a" | "b" | "tags_a" | "tags_b" | "counts">;

/** The position, height and width of the peak. */
export function peakJson({ delay, centre, peak_counts, background, significance, fwhm }: Peak, tick: Tick) {
  const delay_s = centre === null ? null : toSeconds(centre, tick);
  return { delay, delay_s, peak_counts, background, significance, fwhm };
}

export function centreJson({ centre, centre_error }: Peak) {
  return { centre, centre_error };
}

export function detailsJson(peak: Peak) {
  const { fwhm_error, half_width, half_width_error, highest, dips, period, delay_modulo, remarks } = peak;
  return { fwhm_error, half_width, half_width_error, highest, dips, period, delay_modulo, remarks };
}

/** "dip within 6.3 ns of 0: 1,234 ± 35 pairs missing in 12.5 ns, mean depth 0.9 ± 0.01". */
export function dipText(dip: Dip, tick: Tick): string {
  const { width, missing, missing_error, depth, depth_error } = dip;
  const deep =
    depth === null || depth_error === null
      ? ""
      : `, mean depth ${depth.toPrecision(3)} ± ${depth_error.toPrecision(2)}`;
  const few = `${count(Math.round(missing))} ± ${count(Math.round(missing_error))}`;
  const wide = seconds(toSeconds(width, tick), 4);
  return `dip ${dipPlace(dip, tick)}: ${few} pairs missing in ${wide}${deep}`;
}

/** The range of a dip's bins, in the words of the page: "within 2.5 ns of 0", "between 9.6 ns and 14.6 ns". */
function dipPlace({ delay, width }: Dip, tick: Tick): string {
  const time = (ticks: number, digits: number) => shortSeconds(toSeconds(withoutNoise(ticks), tick), digits);
  const [from, to] = [delay - width / 2, delay + width / 2];
  if (from <= 0 && to >= 0) return `within ${time(Math.max(-from, to), 2)} of 0`;
  const digits = Math.max(3, 1 + Math.ceil(Math.log10(Math.abs(delay) / Math.max(1, width))));
  return `between ${time(from, digits)} and ${time(to, digits)}`;
}
