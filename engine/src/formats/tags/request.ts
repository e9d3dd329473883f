/** Requests to recordings. Times are ticks; `from` and `to` count from the file's first tag. */

import { TagviewError } from "../../errors.ts";
import type { AnalysisRequest as CoreRequest } from "./results.generated.ts";

/** The period of pulsed light as that of a clock, instead of `period`. */
export interface ClockOptions {
  /** Channel of the clock. The sync channel of a T3 recording has the period of its header. */
  clock?: bigint;
  /** Number of pulses of light for each tag of the clock, at least 1; 1 by default. */
  divider?: bigint;
}

type WithClock<One> = One extends { name: "correlation" | "coincidence" | "delay" | "pairs" }
  ? One & ClockOptions
  : One;

export type AnalysisRequest = WithClock<CoreRequest>;

/** The selection of tags. */
export interface Selection {
  channels?: readonly bigint[];
  from?: bigint;
  to?: bigint;
}

/** Whether a range of time is selected. */
export function isRange(selection: Selection | undefined): selection is Selection {
  return selection?.from !== undefined || selection?.to !== undefined;
}

/** Channels derived from other channels; docs/channels.md describes the language. */
export interface Definitions {
  /** Such as `101=3&15@2ns`; each may use earlier ones. They see the recorded tags of the selected range. */
  define?: readonly string[];
  /** The length of a tick in times of definitions, 156.25ps by default. */
  tick?: string;
}

/** A clock whose tags are taken as equidistant; docs/physics.md describes it. */
export interface SoftwareClock {
  channel: bigint;
  /** Ticks from one clock tag to the next, not necessarily whole; by default the mean over the whole recording. */
  period?: number;
}

/** Parts of a request that define times and channels. */
export interface Clocked extends Definitions {
  /** The clock in whose phase all times are given. Selections and virtual channels see only those. */
  clock?: SoftwareClock;
}

/** The definitions and the clock of a request; none by default. */
export function definitionsOf({ define = [], tick, clock }: Clocked): Clocked {
  return {
    ...(define.length > 0 && { define, ...(tick !== undefined && { tick }) }),
    ...(clock !== undefined && { clock }),
  };
}

export interface ScanRequest extends Clocked {
  analyses: readonly AnalysisRequest[];
  /** The tags that the analyses count; `tags` of the snapshot counts all tags read. */
  selection?: Selection;
  /**
   * Ranges of time from first to last tick, at most 4096 and all in the selected range. Each is analysed as if it were the
   * selected range, and the results are a list under the key `slices`.
   */
  slices?: readonly (readonly [bigint, bigint])[];
  /** Compare the file's index, if it has one, with the decoded data: differences are findings. */
  verify?: boolean;
}

/**
 * Adds parts of a request that untyped callers may omit.
 * @throws TagviewError `usage`.
 */
export function assertRequest(request: Partial<ScanRequest> | undefined): asserts request is ScanRequest {
  const analyses: unknown = request?.analyses;
  if (!Array.isArray(analyses))
    throw new TagviewError("usage", "`analyses` is not a list", 'give a list, such as [{ name: "summary" }]');
  if (analyses.some((one) => typeof one !== "object" || one === null))
    throw new TagviewError("usage", "an analysis is not an object", 'write it as in { name: "summary" }');
}

/** Allowed keys of an analysis of this name. */
type KeysOf<Name> = AnalysisRequest extends infer One
  ? One extends { name: infer N }
    ? N extends Name
      ? keyof One
      : never
    : never
  : never;

type NoOther<Key extends PropertyKey> = { readonly [K in Key]?: never };

type ExactAnalysis<A> = A extends { name: infer Name } ? NoOther<Exclude<keyof A, KeysOf<Name>>> : unknown;

/** Rejects misspelt keys: the type inferred from a call may have unknown keys. */
export type Exact<R extends ScanRequest> = R &
  NoOther<Exclude<keyof R, keyof ScanRequest>> & {
    analyses: { readonly [I in keyof R["analyses"]]: ExactAnalysis<R["analyses"][I]> };
    selection?: NoOther<Exclude<keyof R["selection"], keyof Selection>>;
  };
