/** The engine as the command line uses it. No other file imports it. */

import type {
  Coincidence as EngineCoincidence,
  Correlation as EngineCorrelation,
  Delay as EngineDelay,
  Heralded as EngineHeralded,
  Pairs as EnginePairs,
  Snapshot as EngineSnapshot,
  Gaps,
  Rate,
  ScanOptions,
  ScanRequest,
  SourceInput,
  Summary,
} from "@tagview/engine";
import { createEngine } from "../../../engine/src/engine";
import { platform } from "../../../engine/src/node/platform";
import { withPeeking } from "./pipes";
import { type Recognised, recognise } from "./recognise";

export {
  type AnalysisRequest,
  asTagviewError,
  type CoincidencePattern,
  type Contents,
  DEFAULT_TICK,
  describe,
  type ErrorObject,
  type Finding,
  type Gaps,
  type HeaderRemark,
  nameOf,
  OFFSET_ENCODINGS,
  type OffsetEncoding,
  type OffsetsDiff,
  type OffsetsHeader,
  type OffsetsReading,
  type OffsetsSize,
  type PackOptions,
  type PairsEntry,
  type PartitionKey,
  type PartitionOffset,
  parseRange,
  parseTick,
  parseTime,
  prepare,
  type Rate,
  type ScanOptions,
  type ScanRequest,
  type Selection,
  type SourceDescription,
  type StreamOptions,
  type Summary,
  TagviewError,
  type Tick,
  toSeconds,
} from "@tagview/engine";
export { toJson } from "@tagview/engine/json";
export type { Recognised } from "./recognise";

/** A result, with the tags that were put in order under their new name. */
type Reordered<T> = Omit<T, "moved"> & { reordered: number };
export type Correlation = Reordered<EngineCorrelation>;
export type Coincidence = Reordered<EngineCoincidence>;
export type Delay = Reordered<EngineDelay>;
export type Heralded = Reordered<EngineHeralded>;
export type Pairs = Reordered<EnginePairs>;

/** The results of the analyses that were asked for, by their names. */
export interface Results {
  summary?: Summary;
  rate?: Rate;
  gaps?: Gaps;
  correlation?: Correlation;
  coincidence?: Coincidence;
  delay?: Delay;
  pairs?: Pairs;
  heralded?: Heralded;
}

export interface Snapshot extends Omit<EngineSnapshot, "analyses" | "kept"> {
  analyses: Results;
}

/** Opens a source, and looks at the first bytes of a pipe. */
export const { open: openSource, peek } = withPeeking(platform.open);

const { scan, open, cat, pack, slice, merge, index, check, simulate, version, warm, ...others } =
  createEngine({ ...platform, open: openSource });

export const engine = {
  tags: {
    async scan(input: SourceInput, request: ScanRequest, options: ScanOptions): Promise<Snapshot> {
      const { kept: _, analyses, ...snapshot } = await scan(input, request, options);
      return { ...snapshot, analyses: Object.fromEntries(Object.entries(analyses).map(reordered)) };
    },
    open,
    cat,
    pack,
    slice,
    merge,
    index,
    check,
    simulate,
  },
  offsets: {
    read: others.offsets,
    lookup: others.offsetsLookup,
    encode: others.offsetsEncode,
    sizes: others.offsetsSizes,
    diff: others.offsetsDiff,
    times: others.offsetsTimes,
  },
  recognise: (input: SourceInput): Promise<Recognised> => recognise(openSource, input),
  version,
  warm,
};

function reordered([name, result]: [string, unknown]): [string, unknown] {
  const { moved, ...rest } = result as { moved?: number };
  return [name, moved === undefined ? rest : { ...rest, reordered: moved }];
}
