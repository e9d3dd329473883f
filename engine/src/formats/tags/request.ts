/** What is asked of a recording. Times are ticks; `from` and `to` count from the file's first tag. */

export interface Selection {
  channels?: readonly bigint[];
  from?: bigint;
  to?: bigint;
}

/** Whether a range of time is selected. */
export function isRange(selection: Selection | undefined): selection is Selection {
  return selection?.from !== undefined || selection?.to !== undefined;
}

/** How delays are counted: linear bins (`bin`, `from`, `to`) or logarithmic ones (`log` bins per decade). */
interface Bins {
  bin?: bigint;
  from?: bigint;
  to?: bigint;
  log?: bigint;
}

type LinearBins = Omit<Bins, "log">;

/** One analysis. Its result stands under `id`, or under its name. */
export type AnalysisRequest =
  | { name: "summary"; id?: string }
  /** Without `bin`: a bin that doubles as needed, so that there are at most 2048. */
  | { name: "rate"; id?: string; bin?: bigint; start?: bigint }
  | ({ name: "gaps"; id?: string } & Bins)
  /** Delays from channel `a` to channel `b`. */
  | ({ name: "correlation"; id?: string; a: bigint; b: bigint } & Bins)
  /** Without `patterns`: every pair. `delays` are `[channel, ticks]`, subtracted. */
  | {
      name: "coincidence";
      id?: string;
      window: bigint;
      patterns?: readonly (readonly bigint[])[];
      delays?: readonly (readonly [bigint, bigint])[];
    }
  /** The best peak of every pair of channels, and each channel with itself. */
  | ({ name: "pairs"; id?: string } & LinearBins)
  /** The correlation of `a` and `b` at no delay, given a tag of `herald`. */
  | {
      name: "heralded";
      id?: string;
      herald: bigint;
      a: bigint;
      b: bigint;
      window: bigint;
      delays?: readonly (readonly [bigint, bigint])[];
    }
  /** The peak of the correlation. */
  | ({ name: "delay"; id?: string; a: bigint; b: bigint } & LinearBins);

export interface ScanRequest {
  analyses: readonly AnalysisRequest[];
  selection?: Selection;
  /** Compare the file's index, where it has one, with what is decoded: what differs is a finding. */
  verify?: boolean;
}

/** The keys that an analysis of this name may have. */
type KeysOf<Name> = AnalysisRequest extends infer One
  ? One extends { name: infer N }
    ? N extends Name
      ? keyof One
      : never
    : never
  : never;

type NoOther<Key extends PropertyKey> = { readonly [K in Key]?: never };

type ExactAnalysis<A> = A extends { name: infer Name } ? NoOther<Exclude<keyof A, KeysOf<Name>>> : unknown;

/** A request without misspelt keys: what is inferred from a call may have keys that nobody knows. */
export type Exact<R extends ScanRequest> = R &
  NoOther<Exclude<keyof R, keyof ScanRequest>> & {
    analyses: { readonly [I in keyof R["analyses"]]: ExactAnalysis<R["analyses"][I]> };
    selection?: NoOther<Exclude<keyof R["selection"], keyof Selection>>;
  };
