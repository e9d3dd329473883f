import { count, type Frame, type RateLayout, rateChart, rateLayout, si } from "@tagview/charts";
import type { Summary } from "@tagview/engine";
import { lazy } from "../../../app/lazy";
import type { Panel } from "../../../app/panel";
import { quietButton, setAttribute, svg } from "../../../ui/dom";
import { emphasise, nearest } from "../../../ui/emphasis";
import { type Field, field } from "../../../ui/field";
import { type Figure, type FigureParts, figure } from "../../../ui/figure";
import { derived, drawing } from "../../../ui/signals";
import { setBand } from "../../../ui/zoom";
import { labelFigure } from "../export/panels";
import { readRateBin } from "../model/checks";
import { namesIn } from "../model/names";
import { colourOrder } from "../session/colours";
import { isFew, mostRateBins, type Rates, rateOf, shownRange } from "../session/rate-bins";
import type { RateTicks } from "../session/rate-ticks";
import { overviewOf, snapshotOf } from "../session/reading";
import { type Recording, syncOf, syncRateOf } from "../session/recording";
import { unseenIn, wholeOf } from "../session/results";
import { choose, get, type State, setView } from "../session/state";
import { boxed, boxOf, secondsText } from "../session/time";
import { partsOf } from "./figure-parts";
import { rangeFields } from "./range";

const NOTHING = { bin: 1n, start: null, before: 0, channels: [] };

export interface RatePanel extends Panel<State> {
  figure: Figure;
  /** Calls `listener` with the time under the pointer; null when it left the chart. */
  onPoint: (listener: (seconds: number | null) => void) => void;
  /** Shows the line and the text of the pointer at a time; null removes them. */
  pointAt: (seconds: number | null) => void;
}

/** The gestures on a chart over time, except pointing. */
export const TIME_GESTURES: Omit<NonNullable<FigureParts["gestures"]>, "point"> = {
  extent: () => extent(),
  least: () => LEAST_TICKS * get().tick,
  zoom: (rate) => setView({ rate }),
  drag: ([low, high], shift) => (shift ? setView({ rate: [low, high] }) : chooseSeconds(low, high)),
  back: () => (get().view.rate ? setView({ rate: null }) : choose(null)),
  key: (event) => event.shiftKey && moveRange(event.key),
};

const LEAD = "Tags per second of each detector. Look for steps, drifts and gaps.";

/** Rate over time: always a chart of the whole recording, because the range is chosen on it. */
export function ratePanel(): RatePanel {
  /** Single tags that are drawn in place of rates. */
  const ticksNow = derived(() => {
    const [state, size] = [get(), panel.size()];
    return state.current && size.width > 0 ? ticksOf(state, size) : null;
  });
  /** The layout of the drawn rates; null before the first. */
  let layout: RateLayout | null = null;
  /** The note on the end of the recording if it is not drawn; null if it is. */
  let rest: string | null = null;
  /** Called with the time under the pointer. */
  let pointed: (seconds: number | null) => void = () => {};
  const panel: Figure = figure({
    ...partsOf("rate"),
    title: "Rate over time",
    lead: LEAD,
    hint: "Choose a range of time: drag, or Shift and arrow keys. Zoom: Control and wheel, or plus and minus. Move: arrow keys. Go back: double click, or 0. Cursor: K.",
    gestures: {
      ...TIME_GESTURES,
      point: (seconds, y) => {
        pointed(seconds);
        const ticks = ticksNow();
        const tag = seconds === null ? null : ticks?.at(seconds, y);
        const channel =
          seconds === null ? null : ticks ? (tag?.channel ?? null) : channelAt(seconds, y, layout);
        emphasise(channel);
        if (ticks) panel.setReadout(tag ? ticks.readout(tag) : null);
        else panel.setReadout(seconds === null ? rest : readout(seconds, channel));
      },
    },
  });
  const band = svg("rect", { class: "range-band" });
  panel.overlay.prepend(band);
  const fields = rangeFields();
  const bin = rateBinField();
  const log = quietButton("log rate", () => setView({ rateLog: !layout?.isLog }), {
    title: "Logarithmic rates, or colours of many channels",
    "aria-label": "Logarithmic rates",
  });
  const apart = quietButton("apart", () => setView({ apart: !get().view.apart }), {
    hidden: true,
    title: "A chart of its own for the compared recording, with the same time axis",
    "aria-label": "Separate chart of the compared recording",
  });
  panel.tools.prepend(bin.root, log, apart, fields.root);
  /** The chart, without the part of the recording that it covers, and without the chosen range. */
  const drawn = drawing(() => {
    const state = get();
    const ticks = ticksNow();
    const before = rest;
    if (ticks) {
      drawTicks(panel, ticks);
      rest = null;
      return;
    }
    layout = drawRates(panel, state, rateOf(state.current, state));
    setAttribute(log, "aria-pressed", String(layout.isLog));
    rest = layout.rest || null;
    // Keeps the text about the point under the pointer.
    if (rest !== before) panel.setReadout(rest);
  });
  return {
    root: panel.root,
    figure: panel,
    onPoint: (listener) => {
      pointed = listener;
    },
    pointAt: (seconds) => {
      panel.pointAt(seconds);
      panel.setPointReadout(seconds === null || ticksNow() ? null : readout(seconds, null));
    },
    render: (state) => {
      const { current } = state;
      fields.render(state);
      apart.hidden = state.compared === null;
      setAttribute(apart, "aria-pressed", String(state.view.apart));
      const known = rateOf(current, state);
      const ticks = ticksNow();
      bin.root.hidden = log.hidden = ticks !== null || (known?.rate.start ?? null) === null;
      if (known) bin.render(boxed(known.rate.bin));
      if (!current || panel.size().width === 0) return;
      panel.setLead([LEAD, ...ofSync(state)].join(" "));
      panel.name(ticks ? "Single tags over time" : "Rate over time");
      labelFigure(panel, "rate", state, ticks?.answer);
      drawn();
      drawBand(band, panel.frame(), state);
    },
  };
}

/** The remark on the drawn sync of a T3 recording, whose rate in the table of channels is that of the header. */
function ofSync(state: State): string[] {
  const sync = syncOf(state.current);
  if (sync === null || unseenIn(state).has(sync)) return [];
  const stated = syncRateOf(state.current);
  const all = stated === null ? "the syncs" : `the ${si(stated, "Hz")} of syncs in the header`;
  const summary = wholeOf(state.current, "summary");
  const tags = summary?.channels.find(({ channel }) => channel === sync)?.tags;
  const seconds = Number(summary?.span ?? 0n) * state.tick;
  const drawn = tags && seconds > 0 ? `: ${si(tags / seconds, "Hz")}` : "";
  return [`Of ${all}, only those before a photon are recorded${drawn}.`];
}

function drawTicks(panel: Figure, { chart, frame, csv }: RateTicks): void {
  panel.root.classList.remove("has-rows");
  panel.draw({ chart, frame: () => frame, csv });
}

/** Draws rates, and returns their layout. */
function drawRates(panel: Figure, state: State, known: ReturnType<typeof rateOf>): RateLayout {
  const options = optionsOf(state, known);
  const rate = known?.rate ?? NOTHING;
  const layout = rateLayout(rate, { ...options, ...panel.size() });
  const chart = panel.draw({
    chart: (size) => rateChart(document, rate, { ...options, ...size }),
    frame: () => layout.frame,
    csv: async () => (await import("@tagview/charts/csv")).rateCsv(rate, options),
  });
  panel.root.classList.toggle("has-rows", chart.querySelector(".tv-heat") !== null);
  return layout;
}

/** Minimum number of visible ticks. */
const LEAST_TICKS = 8;

const tickCode = lazy(() => import("../session/rate-ticks"));

/** The single tags drawn instead of rates; null for none, and before their code is loaded. */
function ticksOf(state: State, size: { width: number; height: number }): RateTicks | null {
  if (!state.current || !isFew(state.current, state)) return null;
  // If the code cannot be loaded, rates remain.
  return tickCode.want()?.rateTicks(state, size) ?? null;
}

/** The box of the bins' width. */
function rateBinField(): Field {
  return field({
    label: "bin",
    name: "Width of the rate's bins",
    title: "Such as 10 ms or 64 ticks; if empty, the width follows the visible range",
    size: 7,
    apply: (text, shown) => {
      const state = get();
      const range = shownRange(state.current, state);
      if (text === "" || !range) {
        setView({ rateBin: null });
        return null;
      }
      const typed = readRateBin(text, range, mostRateBins(state.current), boxOf(shown));
      setView({ rateBin: typed.value });
      return typed.rounded;
    },
  });
}

function optionsOf(state: State, known: Rates | null) {
  const { current, compared, view, tick, units } = state;
  const overview = overviewOf(current?.reading)?.summary ?? null;
  const summary = overview ?? wholeOf(current, "summary");
  const second = view.apart ? null : rateOf(compared, state);
  return {
    tick,
    units,
    ...(current ? { subject: current.name } : {}),
    hidden: unseenIn(state),
    names: namesIn(view),
    view: view.rate ?? (compared && view.apart ? extent() : second ? null : axisOf(overview, tick)),
    order: colourOrder(),
    origin: summary?.first ?? 0n,
    last: known?.last ?? null,
    log: view.rateLog,
    lost: lostTimes(current),
    overlay: second && compared ? { ...overlayOf(compared), last: second.last, data: second.rate } : null,
  };
}

/**
 * Seconds from the first to the last tag. If the summary is of the index, the axis stays the same while the recording is
 * read.
 */
function axisOf(summary: Summary | null, tick: number): readonly [number, number] | null {
  return summary === null || summary.span === null ? null : [0, Number(summary.span + 1n) * tick];
}

/** Times of the parts of a recording that could not be read. */
const lostTimes = (recording: Recording | null) => snapshotOf(recording?.reading)?.lost_times ?? [];

/** How the compared recording is laid over this one: each begins at 0 s with its own first tag. */
function overlayOf(recording: Recording) {
  const first = wholeOf(recording, "summary")?.first ?? null;
  return { name: recording.name, lost: lostTimes(recording), ...(first === null ? {} : { origin: first }) };
}

/** The time axis of the whole recording in seconds, and of the compared one if it has a chart of its own. */
export function extent(): readonly [number, number] | null {
  const { current, compared, view } = get();
  const own = extentOf(current);
  const other = view.apart ? extentOf(compared) : null;
  return own && other ? [0, Math.max(own[1], other[1])] : own;
}

function extentOf(recording: Recording | null): readonly [number, number] | null {
  const { tick } = get();
  const rate = wholeOf(recording, "rate");
  if (!rate || rate.start === null) return null;
  const summary = overviewOf(recording?.reading)?.summary ?? wholeOf(recording, "summary");
  const whole = axisOf(summary, tick);
  if (whole) return whole;
  const bins = Math.max(1, ...rate.channels.map(({ counts }) => counts.length));
  return [0, bins * Number(rate.bin) * tick];
}

/** Number of key steps across the visible range. */
const STEPS = 40;

/** Left and right move the end of the range, up and down all of it; false for other keys. */
function moveRange(key: string): boolean {
  const { view, tick } = get();
  const all = extent();
  const [low, high] = view.rate ?? all ?? [0, 0];
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1 }[key];
  if (by === undefined || !all) return false;
  const step = ((high - low) / STEPS) * by;
  const from = view.range ? Number(view.range.from) * tick : low;
  const to = view.range ? Number(view.range.to) * tick : by > 0 ? low : high;
  const whole = key === "ArrowUp" || key === "ArrowDown";
  const room = Math.max(all[0] - from, Math.min(all[1] - to, step));
  if (whole) chooseSeconds(from + room, to + room);
  else chooseSeconds(from, Math.max(from, Math.min(all[1], to + step)));
  return true;
}

function chooseSeconds(low: number, high: number): void {
  const { tick } = get();
  const from = BigInt(Math.max(0, Math.round(low / tick)));
  choose({ from, to: BigInt(Math.max(Number(from), Math.round(high / tick))) });
}

/** The bin of the drawn rates at a time on the axis. */
function binAt(
  seconds: number,
  recording: Recording | null,
): { known: Rates; bin: number; width: number } | null {
  const state = get();
  const known = rateOf(recording, state);
  const first = wholeOf(recording, "summary")?.first ?? null;
  if (!known || known.rate.start === null || first === null) return null;
  const { tick } = state;
  const width = Number(known.rate.bin) * tick;
  const start = Number(known.rate.start - first) * tick;
  const bin = Math.floor((seconds - start) / width);
  // The last bin is as wide as it was recorded.
  const recorded = known.last === null ? width : Number(known.last - first + 1n) * tick - start - bin * width;
  return { known, bin, width: recorded > 0 && recorded < width ? recorded : width };
}

/** The channel whose row, or whose line, is at a place of the chart. */
function channelAt(seconds: number, y: number, layout: RateLayout | null): bigint | null {
  const at = binAt(seconds, get().current);
  if (!at || layout === null) return null;
  const row = layout.rowAt(y);
  if (row !== null) return row;
  const { frame } = layout;
  const [low = 0] = frame.y.domain();
  const unseen = unseenIn(get());
  const shown = at.known.rate.channels.filter(({ channel }) => !unseen.has(channel));
  const height = (counts: Float64Array): number => frame.y(Math.max(low, (counts[at.bin] ?? 0) / at.width));
  return nearest(
    shown.map(({ channel, counts }) => [channel, height(counts)] as const),
    y,
  );
}

/** Maximum number of channels in the readout. */
const MOST_SAID = 6;

/** "0.512 s   3: 96.3 kHz (1,204)" with the visible channels, the highlighted one first. */
export function readout(seconds: number, pointed: bigint | null, recording = get().current): string {
  const at = binAt(seconds, recording);
  if (!at) return "";
  const { rate } = at.known;
  const parts = rate.channels
    .filter(({ channel }) => !unseenIn(get()).has(channel))
    .sort((a, b) => Number(b.channel === pointed) - Number(a.channel === pointed))
    .slice(0, MOST_SAID)
    .map(({ channel, counts }) => {
      const tags = counts[at.bin] ?? 0;
      return `${channel}: ${si(tags / at.width, "Hz")} (${count(tags)})`;
    });
  return [secondsText(seconds, 4), ...parts].join("   ");
}

export function drawBand(band: SVGRectElement, frame: Frame | null, { view, tick }: State): void {
  setAttribute(band, "visibility", frame && view.range ? "visible" : "hidden");
  if (!frame || !view.range) return;
  const clamp = (x: number): number => Math.max(frame.left, Math.min(frame.right, x));
  setBand(
    band,
    clamp(frame.x(Number(view.range.from) * tick)),
    clamp(frame.x(Number(view.range.to) * tick)),
    frame,
  );
}
