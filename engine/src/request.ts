/** What is asked of a scan. Times are ticks; `from` and `to` count from the file's first tag. */

export interface Selection {
  channels?: bigint[];
  from?: bigint;
  to?: bigint;
}

/** Whether a range of time is selected. */
export function isRange(selection: Selection | undefined): selection is Selection {
  return selection?.from !== undefined || selection?.to !== undefined;
}

export type AnalysisRequest =
  | { name: "summary"; id?: string }
  /** Without `bin`: a bin that doubles as needed, so that there are at most 2048. */
  | { name: "rate"; id?: string; bin?: bigint; start?: bigint }
  /** Linear (`bin`, `from`, `to`) or logarithmic (`log` bins per decade). */
  | { name: "gaps"; id?: string; bin?: bigint; from?: bigint; to?: bigint; log?: bigint }
  /** Delays from channel `a` to channel `b`; bins as with `gaps`. */
  | {
      name: "correlation";
      id?: string;
      a: bigint;
      b: bigint;
      bin?: bigint;
      from?: bigint;
      to?: bigint;
      log?: bigint;
    }
  /** Without `patterns`: every pair. `delays` are `[channel, ticks]`, subtracted. */
  | { name: "coincidence"; id?: string; window: bigint; patterns?: bigint[][]; delays?: [bigint, bigint][] }
  /** The best peak of every pair of channels, and each channel with itself. */
  | { name: "pairs"; id?: string; bin?: bigint; from?: bigint; to?: bigint }
  /** The correlation of `a` and `b` at no delay, given a tag of `herald`. */
  | {
      name: "heralded";
      id?: string;
      herald: bigint;
      a: bigint;
      b: bigint;
      window: bigint;
      delays?: [bigint, bigint][];
    }
  /** The peak of the correlation. */
  | { name: "delay"; id?: string; a: bigint; b: bigint; bin?: bigint; from?: bigint; to?: bigint };

export interface ScanRequest {
  analyses: AnalysisRequest[];
  selection?: Selection;
  /** Compare the file's index, where it has one, with what is decoded: what differs is a finding. */
  verify?: boolean;
}
