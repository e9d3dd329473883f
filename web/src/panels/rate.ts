import { count, type Frame, rateChart, rateCsv, rateFrame, si } from "@tagview/charts";
import type { Rate, Summary } from "@tagview/engine";
import { setAttribute } from "../dom";
import { type Figure, figure } from "../figure";
import { choose } from "../files";
import { changes } from "../memo";
import { dataMark } from "../partial";
import { rateInRange, summaryInRange, wholeOf } from "../results";
import { lengthOf, overviewOf } from "../run";
import { get, type Opened, type State, setView } from "../state";
import { setBand } from "../zoom";
import { rangeFields } from "./range";

/** Rate over time: the one chart that always shows the whole file, and on which a range is chosen. */
export function ratePanel(): { root: HTMLElement; render: (state: State) => void } {
  const panel: Figure = figure({
    id: "rate",
    title: "Rate over time",
    hint: "Drag, or shift and arrows, to choose a range of time, wheel or plus and minus to zoom, arrows to move, double click or 0 to go back.",
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
  const changed = changes();
  return {
    root: panel.root,
    render: (state) => {
      const { current, compared, view, tick, units } = state;
      const { width, height } = panel.size();
      fields.render(state);
      if (!current || width === 0) return;
      const data = dataFor(state);
      const overview = overviewOf(current.run)?.summary ?? null;
      const summary = overview ?? wholeOf(current, "summary");
      panel.mark(dataMark(state));
      const second = wholeOf(compared, "rate");
      if (
        !changed(data?.rate, second, overview, view.hidden, view.rate, view.range, tick, units, width, height)
      )
        return;
      const options = {
        width,
        height,
        tick,
        units,
        subject: current.name,
        hidden: view.hidden,
        view: view.rate ?? (second ? null : coming(overview, tick)),
        order: summary?.channels.map(({ channel }) => channel) ?? [],
        origin: summary?.first ?? 0n,
        last: data?.last ?? null,
        overlay: second && compared ? { ...overlayOf(compared), data: second } : null,
      };
      const rate = data?.rate ?? { bin: 1n, start: null, channels: [] };
      const frame = rate.start === null ? null : rateFrame(rate, options);
      panel.draw(rateChart(document, rate, options), frame, () => rateCsv(rate, options));
      drawBand(band, frame, state);
    },
  };
}

/** The whole file's rates, or finer ones where the view lies inside the chosen range. */
function dataFor({ current, view, tick }: State): { rate: Rate; last: bigint | null } | null {
  const rate = wholeOf(current, "rate");
  if (!rate) return null;
  const fine = rateInRange(current);
  if (view.range && view.rate && fine && fine.start !== null && !current?.inquiry?.pending("range")) {
    const slack = Number(rate.bin) * tick;
    const inside =
      view.rate[0] >= Number(view.range.from) * tick - slack &&
      view.rate[1] <= Number(view.range.to) * tick + slack;
    if (inside) return { rate: fine, last: summaryInRange(current)?.last ?? null };
  }
  return { rate, last: wholeOf(current, "summary")?.last ?? null };
}

/** All that there will be by the index, so that the axis stays as it is while the file is read. */
function coming(overview: Summary | null, tick: number): readonly [number, number] | null {
  const length = lengthOf(overview);
  // Out of order, the last tag need not be the latest.
  if (length === null || (overview?.out_of_order ?? 0) > 0) return null;
  return [0, Number(length + 1n) * tick];
}

/** The other recording is laid over from its own first tag on. */
function overlayOf(file: Opened): { name: string; origin?: bigint; last: bigint | null } {
  const summary = wholeOf(file, "summary");
  const first = summary?.first ?? null;
  return { name: file.name, last: summary?.last ?? null, ...(first === null ? {} : { origin: first }) };
}

function extent(): readonly [number, number] | null {
  const { current, tick } = get();
  const rate = wholeOf(current, "rate");
  if (!rate || rate.start === null) return null;
  const whole = coming(overviewOf(current?.run)?.summary ?? null, tick);
  if (whole) return whole;
  const bins = Math.max(1, ...rate.channels.map(({ counts }) => counts.length));
  return [0, bins * Number(rate.bin) * tick];
}

/** Steps of keys in the part that is shown. */
const STEPS = 40;

/** Left and right move the range's end, up and down all of it; true for these keys. */
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

/** "0.512 s   3: 96.3 kHz (1,204)" for the channels that are shown. */
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
