/** The options for bins, shared by commands with histograms. */

import { parseRange, parseTime, TagviewError, type Tick } from "../../runtime/engine";
import { naming } from "../../runtime/options";

/** The options as typed. */
export interface BinOptions {
  bin?: string;
  range?: string;
  log?: number;
}

/** Parameters of an analysis in ticks; absent ones have defaults. */
export interface Bins {
  bin?: bigint;
  from?: bigint;
  to?: bigint;
  log?: bigint;
}

/**
 * Returns the parameters for the options.
 * @throws TagviewError `usage` naming the option that is wrong.
 */
export function readBins({ bin, range, log }: BinOptions, tick: Tick): Bins {
  return {
    ...(range === undefined ? {} : naming("--range", () => parseRange(range, tick))),
    ...(log === undefined ? {} : { log: BigInt(log) }),
    ...(bin === undefined ? {} : { bin: naming("--bin", () => positive(parseTime(bin, tick))) }),
  };
}

function positive(ticks: bigint): bigint {
  if (ticks > 0n) return ticks;
  throw new TagviewError(
    "usage",
    "a bin is at least 1 tick wide",
    "give a longer time, such as 10ns or 0.5us",
  );
}
