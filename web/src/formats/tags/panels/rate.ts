import { count, type Frame, rateChart, rateFrame, si } from "@tagview/charts";
import type { Rate, Summary } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { store } from "../../../app/store";
import { setAttribute } from "../../../ui/dom";
import { type Figure, figure } from "../../../ui/figure";
import { setBand } from "../../../ui/zoom";
import { colourOrder } from "../colours";
import { explanations } from "../explanations";
import { lengthOf, overviewOf } from "../reading";
import type { Recording } from "../recording";
import { rateInRange, summaryInRange, wholeOf } from "../results";
import { dataLabel } from "../scope-label";
import { choose, get, type State, setView } from "../state";
import { rangeFields } from "./range";

/** Rate over time: a chart of the whole recording even where a range is chosen, because it is chosen here. */
export function ratePanel(): Panel<State> {
  const panel: Figure = figure({
    id: "rate",
    title: "Rate over time",
    hint: "Drag, or shift and arrows, to choose a range of time, wheel or plus and minus to zoom, arrows to move, double click or 0 to go back.",
    explanation: explanations.rate,
    onResize: store.refresh,
    gestures: {
      extent,
      zoom: (rate) => setView({ rate }),
      drag: ([low, high], shift) => (shift ? setView({ rate: [low, high] }) : chooseSeconds(low, high)),
      back: () => (get().view.rate ? setView({ rate: null }) : choose(null)),
      point: (seconds) => panel.say(seconds === null ? null : readout(seconds)),
      key: (event) => event.shiftKey && moveRange(event.key),
    },
  });
  const band = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  band.setAttribute("class", "range-band");
  panel.overlay.prepend(band);
  const fields = rangeFields();
  panel.tools.prepend(fields.root);
  return {
    root: panel.root,
    render: (state, changed) => {
      const { current, compared, view, tick, units } = state;
      const { width, height } = panel.size();
      fields.render(state);
      if (!current || width === 0) return;
      const data = dataFor(state);
      const overview = overviewOf(current.reading)?.summary ?? null;
      const summary = overview ?? wholeOf(current, "summary");
      panel.label(dataLabel(state));
      const second = wholeOf(compared, "rate");
      const order = colourOrder();
      const drawn = [data?.rate, second, overview, String(order), view.hidden, view.rate, view.range];
      if (!changed(...drawn, tick, units, width, height)) return;
      const options = {
        width,
        height,
        tick,
        units,
        subject: current.name,
        hidden: view.hidden,
        view: view.rate ?? (second ? null : coming(overview, tick)),
        order,
        origin: summary?.first ?? 0n,
        last: data?.last ?? null,
        overlay: second && compared ? { ...overlayOf(compared), data: second } : null,
      };
      const rate = data?.rate ?? { bin: 1n, start: null, channels: [] };
      const chart = rateChart(document, rate, options);
      const frame = chart.querySelector(".tv-lines") ? rateFrame(rate, options) : null;
      panel.draw(chart, frame, async () => (await import("@tagview/charts/csv")).rateCsv(rate, options));
      drawBand(band, frame, state);
    },
  };
}

/** The whole recording's rates; those of the chosen range, in finer bins, where no more than that is shown. */
function dataFor({ current, view, tick }: State): { rate: Rate; last: bigint | null } | null {
  const rate = wholeOf(current, "rate");
  if (!rate) return null;
  const fine = rateInRange(current);
  if (view.range && view.rate && fine && fine.start !== null && !current?.queries.pending("range")) {
    const slack = Number(rate.bin) * tick;
    const inside =
      view.rate[0] >= Number(view.range.from) * tick - slack &&
      view.rate[1] <= Number(view.range.to) * tick + slack;
    if (inside) return { rate: fine, last: summaryInRange(current)?.last ?? null };
  }
  return { rate, last: wholeOf(current, "summary")?.last ?? null };
}

/** Seconds from first to last tag by the index, so that the axis stays the same while the recording is read. */
function coming(overview: Summary | null, tick: number): readonly [number, number] | null {
  const length = lengthOf(overview);
  // Where tags are out of order, the last one need not be the latest.
  if (length === null || (overview?.out_of_order ?? 0) > 0) return null;
  return [0, Number(length + 1n) * tick];
}

/** How the compared recording is laid over this one: each begins at 0 s with its own first tag. */
function overlayOf(recording: Recording): { name: string; origin?: bigint; last: bigint | null } {
  const summary = wholeOf(recording, "summary");
  const first = summary?.first ?? null;
  return { name: recording.name, last: summary?.last ?? null, ...(first === null ? {} : { origin: first }) };
}

function extent(): readonly [number, number] | null {
  const { current, tick } = get();
  const rate = wholeOf(current, "rate");
  if (!rate || rate.start === null) return null;
  const whole = coming(overviewOf(current?.reading)?.summary ?? null, tick);
  if (whole) return whole;
  const bins = Math.max(1, ...rate.channels.map(({ counts }) => counts.length));
  return [0, bins * Number(rate.bin) * tick];
}

/** How many steps of a key make the part that is shown. */
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

/** "0.512 s   3: 96.3 kHz (1,204)" with the channels that are switched on, six at most. */
function readout(seconds: number): string {
  const state = get();
  const data = dataFor(state);
  const first = wholeOf(state.current, "summary")?.first ?? null;
  if (!data || data.rate.start === null || first === null) return "";
  const { rate } = data;
  const start = Number((rate.start ?? first) - first) * state.tick;
  const bin = Math.floor((seconds - start) / (Number(rate.bin) * state.tick));
  const width = Number(rate.bin) * state.tick;
  const parts = rate.channels
    .filter(({ channel }) => !state.view.hidden.has(channel))
    .slice(0, 6)
    .map(({ channel, counts }) => {
      const tags = counts[bin];
      return tags === undefined ? `${channel}: –` : `${channel}: ${si(tags / width, "Hz")} (${count(tags)})`;
    });
  return [si(seconds, "s", 4), ...parts].join("   ");
}

function drawBand(band: SVGRectElement, frame: Frame | null, { view, tick }: State): void {
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
