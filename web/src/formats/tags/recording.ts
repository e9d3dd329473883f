import type { RecordingKind, SourceDescription } from "@tagview/engine";
import type { Item } from "../../app/viewer";
import type { LiveQueries } from "./live-queries";
import type { Reading } from "./reading";
import type { Pair } from "./view";

/** The format of recordings. */
export const FORMAT = "tags";

/**
 * The pair that was shown first. It stays while the recording is read, whatever becomes more significant; at the end a
 * pair with a peak takes the place of one without.
 */
export interface FirstPair {
  pair: Pair;
  /** Whether it stays for good: it has a peak, or everything has been read. */
  isFirm: boolean;
}

/** An open recording: how far it has been read, and what else is known of it. */
export interface Recording extends Item {
  readonly source: SourceDescription;
  readonly queries: LiveQueries;
  /** Replaced while it is read. */
  reading: Reading;
  /** What kind of file it is; null until that is known, when it begins to be read. */
  kind: RecordingKind | null;
  /** The length of a tick by the file, or as it was typed since; null where the file does not say. */
  tick: string | null;
  /** Bytes that its tags may take, given when its reading begins. */
  budget: number;
  /** The pair that is shown where none is chosen; null before there is one. */
  firstPair: FirstPair | null;
}
