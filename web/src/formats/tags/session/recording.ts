import {
  headerPeriod,
  markerName,
  type RecordingKind,
  type SourceDescription,
  syncChannel,
} from "@tagview/engine";
import type { Item } from "../../../app/viewer";
import type { Pair, View } from "../model/view";
import type { Trail } from "./history";
import type { LiveQueries } from "./live-queries";
import type { Reading } from "./reading";

export const FORMAT = "tags";

/**
 * The pair displayed first. It remains while the recording is read, even if another pair becomes more significant; at
 * the end, a pair with a peak replaces one without.
 */
export interface FirstPair {
  pair: Pair;
  /** Whether it is permanent: it has a peak, or everything has been read. */
  isFirm: boolean;
}

/**
 * Whether a recording is read on as it grows. `following.ts` owns it: it makes all but the first state.
 *
 *     off -- by the person --> joining -- all whole frames are read --> following -- more of them --+
 *                               ^   |                                    |  ^ |                     |
 *                               |   +-- by the person, not possible --+  |  | +-- its index         |
 *                               |                                     v  |  |        |              |
 *                               |                                  ended <--+--------+              |
 *                               |                                        |  +-----------------------+
 *                               +-- cut, or rewritten -------------------+
 *
 * Milliseconds are those of `performance.now()`. `anew` means that the file is not the one with which following began.
 */
export type Following =
  | { is: "off" }
  | { is: "joining"; anew: boolean }
  | {
      is: "following";
      anew: boolean;
      tags: number;
      changed: number;
      pending: number;
    }
  /** Why, in a few words; empty if the page shows it elsewhere. */
  | { is: "ended"; why: string };

/** Whether it is read on as it grows. */
export function isFollowed(following: Following): following is Extract<Following, { anew: boolean }> {
  return following.is === "joining" || following.is === "following";
}

/** An open recording: its state of reading and its data. */
export interface Recording extends Item {
  readonly source: SourceDescription;
  /** The same source as one that may grow; null if it cannot grow, or before that is known. */
  growing: SourceDescription | null;
  following: Following;
  readonly queries: LiveQueries;
  /** Replaced while it is read. */
  reading: Reading;
  /** The kind of file; null before it is known. */
  kind: RecordingKind | null;
  /** The length of a tick in the file; null if the file does not state it. */
  tick: string | null;
  /** The view, kept while another recording is displayed; null before the first display. */
  view: View | null;
  /** The views that were left. */
  trail: Trail;
  /** The recording drawn beside it; null for none. */
  compared: Recording | null;
  /** Bytes that its tags may take, given when its reading begins. */
  budget: number;
  /** The recording of the instrument's response, for lifetimes; null for none. */
  response: File | null;
  /** The default pair; null before it is known. */
  firstPair: FirstPair | null;
}

/** The period in ticks in a T3 recording's header, the default period of analyses; null without one. */
export function headerPeriodOf(recording: Recording | null): number | null {
  return recording?.kind ? headerPeriod(recording.kind) : null;
}

/** The sync channel of a T3 recording; null for other recordings. */
export function syncOf(recording: Recording | null): bigint | null {
  return recording?.kind ? syncChannel(recording.kind) : null;
}

/** Meaning of a marker's channel, such as "line start"; null for channels of photons. */
export function markerOf(recording: Recording | null, channel: bigint): string | null {
  return recording?.kind ? markerName(recording.kind, channel) : null;
}

/** Syncs per second of a T3 recording by its header: only syncs before a photon are recorded. Null for other recordings. */
export function syncRateOf(recording: Recording | null): number | null {
  const period = syncOf(recording) === null ? null : (recording?.kind?.meta?.sync_period_s ?? null);
  return period === null ? null : 1 / period;
}
