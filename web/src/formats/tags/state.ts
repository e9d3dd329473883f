import { DEFAULT_TICK, parseTick } from "@tagview/engine";
import { store } from "../../app/store";
import { announce } from "../../ui/announce";
import { WHOLE } from "./codecs";
import { leave, step } from "./history";
import { tickOf } from "./own-tick";
import type { Recording } from "./recording";
import type { Units } from "./settings";
import type { View } from "./view";

/** The part of the store that is about recordings. */
export interface State {
  /** The recording on the page, or that was on it last; null where none is open. */
  current: Recording | null;
  /** The recording drawn beside it in every chart; null for none. */
  compared: Recording | null;
  view: View;
  /** Whether the table of all runs is in the place of the charts. */
  runs: boolean;
  /** A tick's length as it was written, "156.25ps": exact. */
  readonly tickText: string;
  /** The same in seconds; `set` derives both. */
  readonly tick: number;
  units: Units;
}

const part = store.part<State>({
  current: null,
  compared: null,
  view: WHOLE,
  runs: false,
  tickText: DEFAULT_TICK,
  tick: parseTick(DEFAULT_TICK).seconds,
  units: "time",
});

export const { get } = part;

/** Changes some of the state; the shown recording keeps its view, and its view has the tick. */
export function set(change: Partial<Omit<State, "tick" | "tickText">>): void {
  const { current, view, compared } = { ...get(), ...change };
  if (current) Object.assign(current, { view, compared });
  const tickText = tickOf(current);
  part.set({ ...change, tickText, tick: parseTick(tickText).seconds });
}

/** Changes what of the recording is looked at. */
export function setView(change: Partial<View>): void {
  const { current, view } = get();
  const next = { ...view, ...change };
  if (current) leave(current, view, next);
  set({ view: next });
}

/** Goes back to the view before the last change. */
export const undo = (): void => go("back", "Undone.");

/** Goes on to the view that was gone back from. */
export const redo = (): void => go("forward", "Redone.");

function go(by: "back" | "forward", said: string): void {
  const { current, view } = get();
  const next = current && step(current, view, by);
  if (!next) return;
  set({ view: next });
  announce(said);
}

/** Narrows everything but the rate chart to a range; null goes back to the whole recording. */
export function choose(range: View["range"]): void {
  setView({ range });
}
