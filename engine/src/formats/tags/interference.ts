/** Input of the fit of a dip or a fringe. */

/** Counts at each position, and the exposure to which they are proportional without interference. */
export interface InterferenceScan {
  shape: "dip" | "fringe";
  positions: readonly number[];
  counts: readonly bigint[];
  exposure: readonly number[];
}
