/** Facts about a recording besides its tags, as `stats` prints them. */

import { shortSeconds } from "../../output/numbers";
import {
  DEFAULT_TICK,
  headerPeriod,
  markerName,
  parseTick,
  type RecordingMeta,
  type Snapshot,
  type Summary,
  SYNC_CHANNEL,
  toSeconds,
} from "../../runtime/engine";
import type { DeadTimes } from "./dead-time";
import type { Kinds } from "./kinds";
import type { TagOptions } from "./options";
import { type KnownKind, kindRemarks, type Remark } from "./remarks";

/** Facts about a file besides its tags. */
export interface FileFacts {
  /** The rate of syncs that the header of a recording in T3 mode states: of these, few have a tag. */
  sync_hz: number | null;
  /** The format's id; null for tagview's own. */
  format: string | null;
  /** The usual name of the format. */
  kind: string | null;
  device: string | null;
  /** The header's data about the measurement. */
  meta: RecordingMeta | null;
  /** For a text file: the unit of its times, and the tick. For a recording of tagview: the tick. */
  times: string | null;
  /** Meaning of a marker's channel, such as "line start"; null for other channels. */
  markerOf(channel: bigint): string | null;
  remarks: Remark[];
}

/** How the numbers of a text file were interpreted; a default tick has a remark of its own. */
function timesText(unit: string, own: string | null, taken: string | undefined, isGiven: boolean): string {
  const tick = own ?? (isGiven ? taken : undefined);
  const length = tick === undefined ? "" : shortSeconds(parseTick(tick).seconds, 7);
  return `times in ${/^\d/.test(unit) ? "units of " : ""}${unit}${length && `, tick ${length}`}`;
}

/** The tick of a recording of tagview, and whether neither the file nor an option states it. */
function tickText({ tick: own, isTickGiven }: KnownKind, taken: string | undefined): string {
  const length = shortSeconds(parseTick(taken ?? own ?? DEFAULT_TICK).seconds, 7);
  return `tick ${length}${own === null && !isTickGiven ? " (default)" : ""}`;
}

export function fileOf(name: string, snapshot: Snapshot, kinds: Kinds, tick: string | undefined): FileFacts {
  const kind = kinds.get(name);
  if (kind === undefined)
    return {
      ...{ sync_hz: null, format: null, kind: null, device: null, meta: null, times: null, remarks: [] },
      markerOf: () => null,
    };
  const period = headerPeriod(kind);
  const sync_hz =
    period === null ? null : 1 / toSeconds(period, parseTick(tick ?? kind.tick ?? DEFAULT_TICK));
  const { device, format, unit } = { ...kind.facts, ...snapshot.about?.facts } as Record<string, unknown>;
  const ownTick = kind.readAs === null ? tickText(kind, tick) : null;
  return {
    sync_hz,
    format: kind.readAs?.import ?? (typeof format === "string" ? format : null),
    kind: kind.readAs === null ? null : kind.name,
    device: typeof device === "string" ? device : null,
    meta: kind.meta ?? null,
    markerOf: (channel) => markerName(kind, channel),
    times: typeof unit === "string" ? timesText(unit, kind.tick, tick, kind.isTickGiven) : ownTick,
    remarks: [...kindRemarks(kind, snapshot, tick), ...(sync_hz === null ? [] : [SYNC_RATE])],
  };
}

/** The same with a remark for each channel of an option that has no tags. */
export function withMissing(
  file: FileFacts,
  snapshot: Snapshot,
  { channel = [] }: TagOptions,
  deadTimes: DeadTimes | undefined,
): FileFacts {
  const summary: Summary | undefined = snapshot.analyses.summary;
  if (summary === undefined || snapshot.error !== null) return file;
  const isMissing = (one: bigint) => !summary.channels.some(({ channel }) => channel === one);
  const remarks = (option: string, channels: readonly bigint[]): Remark[] =>
    channels.filter(isMissing).map((one) => ({
      about: "channels",
      code: "no-channel",
      message: `channel ${one} of ${option} has no tags here`,
    }));
  return {
    ...file,
    remarks: [
      ...file.remarks,
      ...remarks("--channel", channel),
      ...remarks("--dead-time", deadTimes?.channels ?? []),
    ],
  };
}

const SYNC_RATE: Remark = {
  about: "rate_hz",
  code: "sync-rate",
  message: `the rate of channel ${SYNC_CHANNEL}, the sync, is from the header: the file has only syncs before a photon`,
};
