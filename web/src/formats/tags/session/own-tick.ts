/** The length of a tick: as typed or linked, else as the file states it, else the one that is remembered for all files. */

import { DEFAULT_TICK, TagviewError } from "@tagview/engine";
import type { View } from "../model/view";
import type { Recording } from "./recording";
import { tickSetting } from "./settings";

type Ticking = Pick<Recording, "tick" | "kind"> & { view: Pick<View, "tick"> | null };

/** The tick of a recording; of null, the remembered one. */
export function tickOf(recording: Ticking | null): string {
  const chosen = recording !== null && !isPhysical(recording) ? recording.view?.tick : null;
  return chosen ?? recording?.tick ?? tickSetting.load();
}

/** "156.25 ps, the default: the file states none": the tick of a recording whose file states none; null for others. */
export function assumedTick({ kind, tick }: Pick<Recording, "tick" | "kind">, used: string): string | null {
  if (kind === null || tick !== null) return null;
  const source = used === DEFAULT_TICK ? "the default" : "as set here";
  return `${used.replace(/(?<=\d)(?=[a-z])/u, "\u00a0")}, ${source}: the file states none`;
}

/**
 * Whether `other` can be drawn beside `shown`, on one time axis. If neither file states a tick, `other` uses that of
 * `shown`, unless the user chose one for it.
 */
export function sharesTick(shown: Ticking, other: Ticking): boolean {
  const isOpen = shown.tick === null && (other.view?.tick ?? other.tick) === null;
  return isOpen || tickOf(other) === tickOf(shown);
}

/** Whether the times of a text file have a physical unit, so that its tick cannot be chosen. */
function isPhysical({ kind }: Pick<Recording, "kind">): boolean {
  const unit = kind?.facts.unit;
  return typeof unit === "string" && unit !== "ticks";
}

/**
 * Checks that the tick of a recording may be chosen.
 * @throws TagviewError `usage`.
 */
export function checkTick(recording: Recording | null): void {
  if (recording === null || !isPhysical(recording)) return;
  throw new TagviewError(
    "usage",
    `the times of this text are in ${recording.kind?.facts.unit}, and so is its tick`,
    "convert it to another one by tagview convert --tick",
  );
}
