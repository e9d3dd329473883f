import { count, gapEdges, gapsChart, gapsFrame } from "@tagview/charts";
import { type Figure, figure } from "../figure";
import { narrowed } from "../files";
import { changes } from "../memo";
import { scopeMark } from "../partial";
import { gapsOf, summaryOf } from "../run";
import { get, type State, setView } from "../state";
import { time } from "../units";

/** Times between successive tags of a channel, in the chosen range. */
export function gapsPanel(): { root: HTMLElement; render: (state: State) => void } {
  const panel: Figure = figure(
    "gaps",
    "Gaps between tags",
    "Drag or wheel or plus and minus to zoom, arrows to move, double click or 0 to go back.",
    {
      extent,
      zoom: (gaps) => setView({ gaps }),
      drag: (gaps) => setView({ gaps }),
      back: () => setView({ gaps: null }),
      point: (seconds) => panel.say(seconds === null ? null : readout(seconds)),
    },
  );
  const changed = changes();
  return {
    root: panel.root,
    render: (state) => {
      const { current, view, tick, units } = state;
      const { width, height } = panel.size();
      if (!current || width === 0) return;
      const run = narrowed(current);
      const data = gapsOf(run) ?? { bin: 1n, from: 0n, edges: null, channels: [] };
      if (!changed(gapsOf(run), view, tick, units, width, height, run?.phase)) return;
      const options = {
        width,
        height,
        tick,
        units,
        subject: current.name,
        hidden: view.hidden,
        view: view.gaps,
        order: summaryOf(current.whole)?.channels.map(({ channel }) => channel) ?? [],
      };
      const chart = gapsChart(document, data, options);
      panel.draw(chart, chart.querySelector(".tv-lines") ? gapsFrame(data, options) : null);
      panel.mark(scopeMark(state));
    },
  };
}

function extent(): readonly [number, number] | null {
  const { current, tick, view } = get();
  const data = current ? gapsOf(narrowed(current)) : null;
  if (!data) return null;
  const [low, high] = gapsFrame(data, { tick, hidden: view.hidden }).x.domain();
  return low !== undefined && high !== undefined ? [low, high] : null;
}

function readout(seconds: number): string {
  const { current, tick, view } = get();
  const data = current ? gapsOf(narrowed(current)) : null;
  if (!data) return "";
  const edges = gapEdges(data);
  let bin = 0;
  while (bin + 2 < edges.length && (edges[bin + 1] ?? 0) * tick <= seconds) bin += 1;
  const parts = data.channels
    .filter(({ channel }) => !view.hidden.has(channel))
    .slice(0, 6)
    .map(({ channel, counts }) => `${channel}: ${count(counts[bin] ?? 0)}`);
  const ends = [edges[bin] ?? 0, edges[bin + 1] ?? 0].map((edge) => time(BigInt(Math.round(edge))));
  return [ends.join(" – "), ...parts].join("   ");
}
