/** Input of functions of counts: the fit of a dip or a fringe, and the correlations of two analysers. */

/** Counts at each position, and the exposure to which they are proportional without interference. */
export interface InterferenceScan {
  shape: "dip" | "fringe";
  positions: readonly number[];
  counts: readonly bigint[];
  exposure: readonly number[];
}

/** Coincidences of the outcomes `++`, `+-`, `-+` and `--` of two analysers at a setting. */
export interface SettingOutcomes {
  counts: readonly bigint[];
  /** Time for which each was counted, in any unit. */
  time: readonly number[];
  /** Accidentals among `counts`; null if they are unknown. */
  accidentals: readonly (number | null)[];
  /** Standard errors of `accidentals`. */
  accidentals_error: readonly (number | null)[];
}
