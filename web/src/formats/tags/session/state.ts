import { parseTick } from "@tagview/engine";
import { store } from "../../../app/store";
import { announce } from "../../../ui/announce";
import { derived, properties } from "../../../ui/signals";
import type { View } from "../model/view";
import { WHOLE } from "./codecs";
import { leave, step } from "./history";
import { tickOf } from "./own-tick";
import type { Recording } from "./recording";
import type { Units } from "./settings";

/** The page's state for recordings. Data of a single recording are its properties. */
export interface State {
  /** The displayed recording, or the last displayed one; null if none is open. */
  readonly current: Recording | null;
  /** The recording that is compared with it in every chart; null for none. */
  readonly compared: Recording | null;
  /** The view of the current recording. */
  readonly view: View;
  /** Whether the table of all runs replaces the charts. */
  readonly runs: boolean;
  /** The length of a tick as it was entered, "156.25ps": exact. */
  readonly tickText: string;
  /** The length of a tick in seconds. */
  readonly tick: number;
  readonly units: Units;
}

const part = store.part<Pick<State, "current" | "runs" | "units">>({
  current: null,
  runs: false,
  units: "time",
});
const shown = part.get();
const tickText = derived(() => tickOf(shown.current));
const tick = derived(() => parseTick(tickText()).seconds);

const state: State = {
  get current() {
    return shown.current;
  },
  get compared() {
    return shown.current?.compared ?? null;
  },
  view: properties(WHOLE, () => shown.current?.view ?? WHOLE),
  get runs() {
    return shown.runs;
  },
  get tickText() {
    return tickText();
  },
  get tick() {
    return tick();
  },
  get units() {
    return shown.units;
  },
};

/** The state: each of its properties, and each of its view's, is a signal. */
export const get = (): State => state;

export const { set } = part;

/** Changes the view of the current recording. */
export function setView(change: Partial<View>): void {
  const { current } = shown;
  if (!current) return;
  const view = current.view ?? WHOLE;
  const next = { ...view, ...change };
  leave(current, view, next);
  current.view = next;
  set({});
}

/** Undoes the last change of the view. */
export const undo = (): void => go("back", "Undone.");

/** Redoes the change that was undone last. */
export const redo = (): void => go("forward", "Redone.");

function go(by: "back" | "forward", sentence: string): void {
  const { current } = shown;
  const next = current?.view && step(current, current.view, by);
  if (!current || !next) return;
  current.view = next;
  set({});
  announce(sentence);
}

/** Limits all panels except the rate chart to a range; null restores the whole recording. */
export function choose(range: View["range"]): void {
  setView({ range });
}
