import type { SourceDescription } from "@tagview/engine";
import type { Header } from "./header";
import type { Inquiry } from "./inquiry";
import type { Run } from "./run";

/** From one time to another in ticks, both inclusive. */
export interface Range {
  from: bigint;
  to: bigint;
}

/** Two channels; their delay is `t_b - t_a`. */
export interface Pair {
  a: bigint;
  b: bigint;
}

/** What of a file is looked at, and how; this part of the state is kept in the URL. */
export interface View {
  hidden: ReadonlySet<bigint>;
  /** Everything but the rate chart is of this range, after the file's first tag. */
  range: Range | null;
  /** Seconds shown on the rate chart; null for all. */
  rate: readonly [number, number] | null;
  /** Seconds shown on the gaps chart; null for all. */
  gaps: readonly [number, number] | null;
  /** The pair that is correlated; null for the most significant one. */
  pair: Pair | null;
  /** Delays that are correlated; null for those around the pair's peak. */
  g2: Range | null;
  /** Width of the correlation's bins in ticks; null for one that suits the delays. */
  bin: bigint | null;
  /** Whether the correlation is drawn as g2, or as counts. */
  normalised: boolean;
  /** Whether its bins are logarithmic; delays are above 0 then. */
  logarithmic: boolean;
  /** Coincidence window in ticks; null for one that holds the peak. */
  window: bigint | null;
  /** Ticks taken off each channel's times before coincidences are looked for; 0 where there is none. */
  delays: ReadonlyMap<bigint, bigint>;
  /** Coincidences counted besides those of the pair. */
  patterns: readonly (readonly bigint[])[];
}

export const WHOLE: View = {
  hidden: new Set(),
  range: null,
  rate: null,
  gaps: null,
  pair: null,
  g2: null,
  bin: null,
  normalised: false,
  logarithmic: false,
  window: null,
  delays: new Map(),
  patterns: [],
};

/** A file that was opened: the run that reads it, and what it is asked meanwhile and afterwards. */
export interface Opened {
  name: string;
  /** Bytes, where they are known before reading. */
  size: number | null;
  source: SourceDescription;
  /** A name the page can open again after a reload (the sample, a served file); null for dropped ones. */
  address: string | null;
  run: Run | null;
  inquiry: Inquiry | null;
}

export interface State {
  page: "tags" | "header";
  files: readonly Opened[];
  current: Opened | null;
  /** Drawn beside the current one in every chart. */
  compared: Opened | null;
  view: View;
  header: Header;
  /** A tick's length in seconds. */
  tick: number;
  /** The same as it was written, "156.25ps": exact. */
  tickText: string;
  units: "time" | "ticks";
  /** The file of a link that was followed, as long as it is not open, and what is to be seen of it. */
  awaited: { name: string; size: number | null; view: View } | null;
}

type Listener = (state: State) => void;

let state: State | null = null;
const listeners: Listener[] = [];
const askers: Listener[] = [];
let scheduled = false;
let asking = false;

/** The state now. */
export function get(): State {
  if (!state) throw new Error("The state is read before it was set.");
  return state;
}

/** Changes the state; everybody is told once, before the next frame is painted. */
export function set(change: Partial<State>): void {
  state = { ...(state as State), ...change };
  refresh();
  if (asking) return;
  asking = true;
  queueMicrotask(() => {
    asking = false;
    for (const listener of askers) listener(get());
  });
}

/** Changes what of the file is looked at. */
export function setView(change: Partial<View>): void {
  set({ view: { ...get().view, ...change } });
}

/** Asks for a redraw without a change of the state itself (a run went on, an answer came). */
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

/** For who has questions to a worker: told at once as well, because an answer takes its time. */
export function subscribeAtOnce(listener: Listener): void {
  askers.push(listener);
  listeners.push(listener);
}

function tell(): void {
  scheduled = false;
  for (const listener of listeners) listener(get());
}
