/** Output of a correlation peak, shared by the commands that print one. */

import { count, seconds } from "../../output/numbers";
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

export function detailsJson({ fwhm_error, highest, dips, period, delay_modulo, remarks }: Peak) {
  return { fwhm_error, highest, dips, period, delay_modulo, remarks };
}

/** "dip at 0 s: 1,234 ± 35 pairs missing in 12.5 ns, depth 0.9 ± 0.01". */
export function dipText(dip: Dip, tick: Tick): string {
  const { delay, width, missing, missing_error, depth, depth_error } = dip;
  const time = (ticks: number, digits: number) => seconds(toSeconds(ticks, tick), digits);
  const deep =
    depth === null || depth_error === null
      ? ""
      : `, depth ${depth.toPrecision(3)} ± ${depth_error.toPrecision(2)}`;
  const few = `${count(Math.round(missing))} ± ${count(Math.round(missing_error))}`;
  return `dip at ${time(withoutNoise(delay), 4)}: ${few} pairs missing in ${time(width, 4)}${deep}`;
}
