import type { OffsetEncoding, OffsetsDiff, OffsetsHeader, OffsetsSize } from "@tagview/engine";
import type { Item } from "../../app/viewer";

/** The user's input. */
export interface Given {
  text: string;
  /** A second header to compare with; may be empty. */
  other: string;
  /** How the first one is encoded; null to have it recognised. */
  encoding: OffsetEncoding | null;
}

/** The second header, and the progress of partitions up to it. */
export interface Progress {
  right: OffsetsHeader;
  diff: OffsetsDiff;
}

/** The result of decoding, with its input. It remains displayed until the next result. */
export type Outcome =
  | { is: "blank" }
  /** Nothing could be decoded; errors in a part of a header are in the result. */
  | { is: "refused"; given: Given; error: string }
  | ({ is: "read"; given: Given } & Known & { result: OffsetsHeader });

/** The displayed data of a header. */
export interface Known {
  /** Null without a header. */
  result: OffsetsHeader | null;
  /** Null without a second header. */
  progress: Progress | null;
  /** Empty until they have been computed. */
  sizes: readonly OffsetsSize[];
}

const NOTHING: Known = { result: null, progress: null, sizes: [] };

/** The displayed data of an outcome; the empty state without one. */
export function knownOf(outcome: Outcome | undefined): Known {
  return outcome?.is === "read" ? outcome : NOTHING;
}

/** An open offset header: the texts of its boxes, and their decoded contents. */
export interface Header extends Item {
  given: Given;
  outcome: Outcome;
  /** Applies a change of the input. `isTyping` is true if further changes may follow at once. */
  change(change: Partial<Given>, isTyping: boolean): void;
}
