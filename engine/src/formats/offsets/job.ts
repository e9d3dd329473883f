/** Requests to a worker that decodes long headers. */

import type { JobType } from "../../worker/protocol.ts";
import type { OffsetEncoding, OffsetsDiff, OffsetsHeader, OffsetsSize } from "./results.ts";

/** A header to decode, and one to compare it with. */
export interface DecodingArgs {
  header: string;
  other?: string;
  encoding: OffsetEncoding | undefined;
  rows: boolean;
}

/** The results of the decoding functions of the module, by their names. */
export interface Decoded {
  offsetsRead: OffsetsHeader;
  offsetsDiff: OffsetsDiff;
  offsetsSizes: OffsetsSize[];
}

export interface DecodingJob<N extends keyof Decoded = keyof Decoded> extends JobType {
  module: "more";
  args: DecodingArgs & { name: N };
  report: never;
  input: never;
  result: Decoded[N];
}
