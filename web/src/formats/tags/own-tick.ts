/** The tick of the recording that is shown: its own where the file says how long one is, else the one of all others. */

import { TagviewError } from "@tagview/engine";
import type { Recording } from "./recording";
import { tickSetting } from "./settings";
import { get, set } from "./state";

/** The tick by which a recording's times are read. */
export const tickOf = ({ tick }: Pick<Recording, "tick">): string => tick ?? tickSetting.load();

/** Has times read by the recording's tick. */
export function showTick(recording: Recording): void {
  const tickText = tickOf(recording);
  if (tickText !== get().tickText) set({ tickText });
}

/**
 * That a recording's tick is no matter of choice: the times of a text with a unit are physical.
 * @throws TagviewError `usage`.
 */
export function checkTick(recording: Recording | null): void {
  const unit = recording?.kind?.facts.unit;
  if (typeof unit !== "string" || unit === "ticks") return;
  throw new TagviewError(
    "usage",
    `the times of this text are in ${unit}, and so is its tick told`,
    "convert it to another one by tagview convert --tick",
  );
}

/** Keeps the tick that a person typed: of a recording that has its own for that one, else for all. */
export function keepTick(recording: Recording | null, tickText: string): void {
  if (recording !== null && recording.tick !== null) recording.tick = tickText;
  else tickSetting.remember(tickText);
}
