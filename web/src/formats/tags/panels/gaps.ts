import { count, gapEdges, gapsChart, gapsFrame } from "@tagview/charts";
import type { Gaps } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { store } from "../../../app/store";
import { type Figure, figure } from "../../../ui/figure";
import { share } from "../../../ui/numbers";
import { colourOrder } from "../colours";
import { explanations } from "../explanations";
import { narrowedOf } from "../results";
import { isPending, scopeLabel } from "../scope-label";
import { get, type State, setView } from "../state";
import { time } from "../time";

const NOTHING: Gaps = { bin: 1n, from: 0n, edges: null, channels: [] };

/** Times between successive tags of each channel, in the chosen range. */
export function gapsPanel(): Panel<State> {
  const panel: Figure = figure({
    id: "gaps",
    title: "Gaps between tags",
    hint: "Drag or wheel or plus and minus to zoom, arrows to move, double click or 0 to go back.",
    explanation: explanations.gaps,
    onResize: store.refresh,
    gestures: {
      extent,
      zoom: (gaps) => setView({ gaps }),
      drag: (gaps) => setView({ gaps }),
      back: () => setView({ gaps: null }),
      point: (seconds) => (seconds === null ? sayDeadTimes(panel) : panel.say(readout(seconds))),
    },
  });
  return {
    root: panel.root,
    render: (state, changed) => {
      const { current, compared, view, tick, units } = state;
      const { width, height } = panel.size();
      if (!current || width === 0) return;
      const data = narrowedOf(current, "gaps", view) ?? NOTHING;
      panel.label(scopeLabel(state, "range"), isPending(state, "range"));
      const second = narrowedOf(compared, "gaps", view);
      const order = colourOrder();
      if (!changed(data, String(order), second, view.hidden, view.gaps, tick, units, width, height)) return;
      const options = {
        width,
        height,
        tick,
        units,
        subject: current.name,
        hidden: view.hidden,
        view: view.gaps,
        order,
        overlay: second && compared ? { name: compared.name, data: second } : null,
      };
      const chart = gapsChart(document, data, options);
      panel.draw(chart, chart.querySelector(".tv-lines") ? gapsFrame(data, options) : null, async () =>
        (await import("@tagview/charts/csv")).gapsCsv(data, options),
      );
      sayDeadTimes(panel);
    },
  };
}

function shown(): Gaps | null {
  const { current, view } = get();
  return narrowedOf(current, "gaps", view);
}

/** "dead time 3: 82.3 ns, 15: 47.2 ns" and, on hover, the afterpulsing, or why either can't be told. */
function sayDeadTimes(panel: Figure): void {
  const channels = (shown()?.channels ?? []).filter(({ channel }) => !get().view.hidden.has(channel));
  const dead = channels.flatMap(({ channel, dead_time }) =>
    dead_time === null ? [] : [`${channel}: ${time(dead_time)}`],
  );
  const after = channels.flatMap(({ channel, dead_time, afterpulsing, afterpulsing_error, remarks }) => [
    `${channel}: dead time ${time(dead_time)}, afterpulsing ${share(afterpulsing, afterpulsing_error)}`,
    ...remarks.map(({ message }) => `  ${message}`),
  ]);
  panel.say(dead.length > 0 ? `dead time ${dead.join(", ")}` : null, after.join("\n"));
}

function extent(): readonly [number, number] | null {
  const { tick, view } = get();
  const data = shown();
  if (!data) return null;
  const [low, high] = gapsFrame(data, { tick, hidden: view.hidden }).x.domain();
  return low !== undefined && high !== undefined ? [low, high] : null;
}

function readout(seconds: number): string {
  const { tick, view } = get();
  const data = shown();
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
