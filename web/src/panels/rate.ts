import { count, type Frame, rateChart, rateFrame, si } from "@tagview/charts";
import type { Rate } from "@tagview/engine";
import { setAttribute } from "../dom";
import { type Figure, figure } from "../figure";
import { choose } from "../files";
import { changes } from "../memo";
import { dataMark } from "../partial";
import { rateOf, summaryOf } from "../run";
import { get, type State, setView } from "../state";
import { setBand } from "../zoom";
import { rangeFields } from "./range";

/** Rate over time: the one chart that always shows the whole file, and on which a range is chosen. */
export function ratePanel(): { root: HTMLElement; render: (state: State) => void } {
  const panel: Figure = figure(
    "rate",
    "Rate over time",
    "Drag to choose a range of time, wheel or plus and minus to zoom, arrows to move, double click or 0 to go back.",
    {
      extent,
      zoom: (rate) => setView({ rate }),
      drag: ([low, high], shift) => (shift ? setView({ rate: [low, high] }) : chooseSeconds(low, high)),
      back: () => (get().view.rate ? setView({ rate: null }) : choose(null)),
      point: (seconds) => panel.say(seconds === null ? null : readout(seconds)),
    },
  );
  const band = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  band.setAttribute("class", "range-band");
  panel.overlay.prepend(band);
  const fields = rangeFields();
  panel.tools.prepend(fields.root);
  const changed = changes();
  return {
    root: panel.root,
    render: (state) => {
      const { current, view, tick, units } = state;
      const whole = current?.whole ?? null;
      const { width, height } = panel.size();
      fields.render(state);
      if (!current || width === 0) return;
      const data = dataFor(state);
      if (!changed(data?.rate, view, tick, units, width, height, whole?.phase)) return;
      const options = {
        width,
        height,
        tick,
        units,
        subject: current.name,
        hidden: view.hidden,
        view: view.rate,
        order: summaryOf(whole)?.channels.map(({ channel }) => channel) ?? [],
        origin: summaryOf(whole)?.first ?? 0n,
        last: data?.last ?? null,
      };
      const rate = data?.rate ?? { bin: 1n, start: null, channels: [] };
      const frame = rate.start === null ? null : rateFrame(rate, options);
      panel.draw(rateChart(document, rate, options), frame);
      panel.mark(dataMark(whole));
      drawBand(band, frame, state);
    },
  };
}

/** The whole file's rates, or finer ones where the view lies inside the chosen range. */
function dataFor({ current, view }: State): { rate: Rate; last: bigint | null } | null {
  const whole = current?.whole ?? null;
  const rate = rateOf(whole);
  const first = summaryOf(whole)?.first ?? null;
  if (!rate) return null;
  const part = current?.part;
  const fine = part?.run.phase === "done" ? rateOf(part.run) : null;
  if (part && fine && fine.start !== null && first !== null && view.rate) {
    const { tick } = get();
    const slack = Number(rate.bin) * tick;
    const inside =
      view.rate[0] >= Number(part.range.from) * tick - slack &&
      view.rate[1] <= Number(part.range.to) * tick + slack;
    if (inside) return { rate: fine, last: summaryOf(part.run)?.last ?? null };
  }
  return { rate, last: summaryOf(whole)?.last ?? null };
}

function extent(): readonly [number, number] | null {
  const whole = get().current?.whole ?? null;
  const rate = rateOf(whole);
  if (!rate || rate.start === null) return null;
  const bins = Math.max(1, ...rate.channels.map(({ counts }) => counts.length));
  return [0, bins * Number(rate.bin) * get().tick];
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
  const first = summaryOf(state.current?.whole)?.first;
  if (!data || data.rate.start === null || first === null || first === undefined) return "";
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
