import type { OffsetEncoding, OffsetsDiff, OffsetsHeader, OffsetsSize, OffsetsTimes } from "@tagview/engine";
import type { Item } from "../../app/viewer";

/** What the person gave. */
export interface Given {
  text: string;
  /** A second header to compare with; empty for none. */
  other: string;
  /** How the first one is encoded; null to have it recognised. */
  encoding: OffsetEncoding | null;
}

/** The second header, and how far partitions moved until then. */
export interface Progress {
  right: OffsetsHeader;
  diff: OffsetsDiff;
}

/** What came of decoding. It stays on show until something else does, and keeps the text it is of. */
export type Outcome =
  | { is: "blank" }
  /** Nothing could be decoded at all; what is wrong with a part of a header is in the result. */
  | { is: "refused"; given: Given; error: string }
  | ({ is: "read"; given: Given } & Known & { result: OffsetsHeader });

/** What is known of a header. */
export interface Known {
  /** Null without a header. */
  result: OffsetsHeader | null;
  /** Null without a second header. */
  progress: Progress | null;
  /** Empty until they have been computed. */
  sizes: readonly OffsetsSize[];
  /** Of the encodings that have been timed so far. */
  times: Partial<Record<OffsetEncoding, OffsetsTimes>>;
}

const NOTHING: Known = { result: null, progress: null, sizes: [], times: {} };

/** What an outcome shows of a header; without one, the empty state. */
export function knownOf(outcome: Outcome | undefined): Known {
  return outcome?.is === "read" ? outcome : NOTHING;
}

/** An open offset header: the texts of its boxes, and their decoded contents. */
export interface Header extends Item {
  given: Given;
  outcome: Outcome;
  /** Takes a change of what is given. `isTyping` where more of it may follow within a moment. */
  change(change: Partial<Given>, isTyping: boolean): void;
}
