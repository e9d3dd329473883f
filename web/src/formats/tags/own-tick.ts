/** The tick of the recording that is shown: its own where the file says how long one is, else the one of all others. */

import { parseTick } from "@tagview/engine";
import type { Recording } from "./recording";
import { tickSetting } from "./settings";
import { get, set } from "./state";

/** The tick by which a recording's times are read. */
export const tickOf = ({ tick }: Pick<Recording, "tick">): string => tick ?? tickSetting.load();

/** Has times read by the recording's tick. */
export function showTick(recording: Recording): void {
  const tickText = tickOf(recording);
  if (tickText !== get().tickText) set({ tickText, tick: parseTick(tickText).seconds });
}

/** Keeps the tick that a person typed: of a recording that has its own for that one, else for all. */
export function keepTick(recording: Recording | null, tickText: string): void {
  if (recording !== null && recording.tick !== null) recording.tick = tickText;
  else tickSetting.remember(tickText);
}
