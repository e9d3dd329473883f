/** Markers of a recording: events of a scanner and other equipment, which are not photons. */

import type { RecordingKind } from "./kind.ts";

/** Markers are on the channels above this: marker 1 is channel 101. */
const LAST_INPUT = 100n;

/** Number of markers that a record can hold. */
const MARKERS = 4n;

/** Formats whose markers have channels of their own. */
const WITH_MARKERS = ["ptu", "picoquant", "timeharp", "spc", "spc-256", "spc-4096"];

/** The channel of a marker, from 1 on. */
export function markerChannel(marker: number): bigint {
  return LAST_INPUT + BigInt(marker);
}

/** Meaning of a marker's channel, such as "line start" or "marker 4"; null for other channels and formats. */
export function markerName({ readAs, meta }: RecordingKind, channel: bigint): string | null {
  const marker = channel - LAST_INPUT;
  if (!WITH_MARKERS.includes(readAs?.import ?? "") || marker < 1n || marker > MARKERS) return null;
  const { line_start, line_stop, frame } = meta?.image ?? {};
  switch (Number(marker)) {
    case line_start:
      return "line start";
    case line_stop:
      return "line stop";
    case frame:
      return "frame";
    default:
      return `marker ${marker}`;
  }
}
