/** What a dip or a fringe is fitted to. */

/** What was counted at each position, and what that is proportional to without interference. */
export interface InterferenceScan {
  shape: "dip" | "fringe";
  positions: readonly number[];
  counts: readonly bigint[];
  exposure: readonly number[];
}
