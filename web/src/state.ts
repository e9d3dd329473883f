import type { SourceDescription } from "@tagview/engine";
import type { Header } from "./header";
import type { Run } from "./run";

/** A range of time, in ticks after the file's first tag, both ends inclusive. */
export interface Range {
  from: bigint;
  to: bigint;
}

/** What of a file is looked at; this part of the state is kept in the URL. */
export interface View {
  hidden: ReadonlySet<bigint>;
  range: Range | null;
  /** Seconds shown on the rate chart; null for all. */
  rate: readonly [number, number] | null;
  /** Seconds shown on the gaps chart; null for all. */
  gaps: readonly [number, number] | null;
}

export const WHOLE: View = { hidden: new Set(), range: null, rate: null, gaps: null };

/** A file that was opened: its scan, and a second one where a range narrows it. */
export interface Opened {
  name: string;
  source: SourceDescription;
  /** A name the page can open again after a reload (the sample, a served file); null for dropped ones. */
  address: string | null;
  whole: Run | null;
  part: { range: Range; run: Run } | null;
}

export interface State {
  page: "tags" | "header";
  files: readonly Opened[];
  current: Opened | null;
  view: View;
  header: Header;
  /** A tick's length in seconds. */
  tick: number;
  /** The same as it was written, "156.25ps": exact. */
  tickText: string;
  units: "time" | "ticks";
}

type Listener = (state: State) => void;

let state: State | null = null;
const listeners: Listener[] = [];
let scheduled = false;

/** The state now. */
export function get(): State {
  if (!state) throw new Error("The state is read before it was set.");
  return state;
}

/** Changes the state; everybody is told once, before the next frame is painted. */
export function set(change: Partial<State>): void {
  state = { ...(state as State), ...change };
  refresh();
}

/** Changes what of the file is looked at. */
export function setView(change: Partial<View>): void {
  set({ view: { ...get().view, ...change } });
}

/** Asks for a redraw without a change of the state itself (a scan went on). */
export function refresh(): void {
  if (scheduled) return;
  scheduled = true;
  // A hidden tab paints no frames, and its state must go on none the less.
  if (document.hidden) setTimeout(tell, 100);
  else requestAnimationFrame(tell);
}

export function subscribe(listener: Listener): void {
  listeners.push(listener);
}

function tell(): void {
  scheduled = false;
  for (const listener of listeners) listener(get());
}
