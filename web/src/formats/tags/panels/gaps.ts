import { count, firstDelay, gapEdges, gapsChart, gapsFrame, gapsRowAt, withError } from "@tagview/charts";
import type { Gaps } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { emphasise, nearest } from "../../../ui/emphasis";
import { remarkList } from "../../../ui/few";
import { type Figure, figure } from "../../../ui/figure";
import { measured, share } from "../../../ui/numbers";
import { inUnits } from "../../../ui/sentence";
import { drawing } from "../../../ui/signals";
import { labelFigure } from "../export/panels";
import { namesIn } from "../model/names";
import { colourOrder } from "../session/colours";
import { narrowedOf } from "../session/results";
import { get, type State, setView } from "../session/state";
import { time } from "../session/time";
import { partsOf } from "./figure-parts";
import { hintList } from "./hints";

const NOTHING: Gaps = { bin: 1n, from: 0n, edges: null, channels: [], hints: [] };

/** Times between successive tags of each channel, in the chosen range. */
export function gapsPanel(): Panel<State> {
  const panel: Figure = figure({
    ...partsOf("gaps"),
    title: "Gaps between tags",
    lead: "Time from tag to tag of a detector: the left edge is its dead time.",
    hint: "Zoom: drag, Control and wheel, or plus and minus. Move: arrow keys. Go back: double click, or 0.",
    gestures: {
      extent,
      zoom: (gaps) => setView({ gaps }),
      drag: (gaps) => setView({ gaps }),
      back: () => setView({ gaps: null }),
      point: (seconds, y) => {
        const channel = seconds === null ? null : channelAt(seconds, y, panel.size());
        emphasise(channel);
        if (seconds === null) showDeadTimes(panel);
        else panel.setReadout(readout(seconds, channel));
      },
    },
  });
  const [hints, remarks] = [hintList(), remarkList()];
  panel.root.append(hints.root, remarks.root);
  // There is little room for text beside the heading.
  panel.name("Gaps", "Gaps between tags");
  const drawn = drawing(() => {
    const data = shown() ?? NOTHING;
    const options = optionsOf(get(), panel.size());
    panel.draw({
      chart: (size) => gapsChart(document, data, { ...options, ...size }),
      frame: (size) => gapsFrame(data, { ...options, ...size }),
      csv: async () => (await import("@tagview/charts/csv")).gapsCsv(data, options),
    });
    showDeadTimes(panel);
    remarks.render(remarksOn(visible()));
  });
  return {
    root: panel.root,
    render: (state) => {
      const { current, view } = state;
      if (!current || panel.size().width === 0) return;
      labelFigure(panel, "gaps", state);
      hints.render((narrowedOf(current, "gaps", view) ?? NOTHING).hints);
      drawn();
    },
  };
}

function shown(): Gaps | null {
  const { current, view } = get();
  return narrowedOf(current, "gaps", view);
}

const visible = (): Gaps["channels"] =>
  (shown()?.channels ?? []).filter(({ channel }) => !get().view.hidden.has(channel));

/** "afterpulsing 3, 15: at least 1,000 gaps are needed": the remarks on channels, each once. */
function remarksOn(channels: Gaps["channels"]): string[] {
  const texts = new Map<string, { about: string; message: string; of: bigint[] }>();
  for (const { channel, remarks } of channels)
    for (const { about, message } of remarks) {
      const one = texts.get(about + message) ?? { about, message, of: [] };
      texts.set(about + message, { ...one, of: [...one.of, channel] });
    }
  return [...texts.values()].map(({ about, message, of }) => {
    const named = of.length > 1 && of.length === channels.length ? "of all channels" : of.join(", ");
    return `${about.replace("_", " ")} ${named}: ${inUnits(message, get())}`;
  });
}

/** "dead time 3: 82.3 ns; afterpulsing 3: 4.9 ± 0.2 %" and, on hover, those of all channels. */
function showDeadTimes(panel: Figure): void {
  const channels = visible();
  const { tick, units } = get();
  const write = ({ dead_time, dead_time_error: error }: Gaps["channels"][number]): string => {
    if (dead_time === null || !error) return time(dead_time);
    return units === "ticks"
      ? measured(Number(dead_time), error)
      : withError(Number(dead_time) * tick, error * tick, "s");
  };
  const dead = channels.flatMap((one) => (one.dead_time === null ? [] : [`${one.channel}: ${write(one)}`]));
  const after = channels.map(
    (one) =>
      `${one.channel}: dead time ${write(one)}, afterpulsing ${share(one.afterpulsing, one.afterpulsing_error)}`,
  );
  // If it does not differ from 0, its error is more useful than its value.
  const pulses = channels.flatMap(({ channel, afterpulsing: seen, afterpulsing_error: error }) =>
    seen !== null && error !== null && seen > 3 * error ? [`${channel}: ${share(seen, error)}`] : [],
  );
  const parts = [
    dead.length > 0 ? `dead time ${dead.join(", ")}` : null,
    pulses.length > 0 ? `afterpulsing ${pulses.join(", ")}` : null,
  ].filter((part) => part !== null);
  panel.setReadout(parts.length > 0 ? parts.join("; ") : null, after.join("\n"));
}

function extent(): readonly [number, number] | null {
  const { tick, view } = get();
  const data = shown();
  if (!data) return null;
  const [low, high] = gapsFrame(data, { tick, hidden: view.hidden }).x.domain();
  return low !== undefined && high !== undefined ? [low, high] : null;
}

function optionsOf({ current, compared, view, tick, units }: State, size: { width: number; height: number }) {
  const second = narrowedOf(compared, "gaps", view);
  return {
    ...size,
    tick,
    units,
    ...(current ? { subject: current.name } : {}),
    hidden: view.hidden,
    names: namesIn(view),
    view: view.gaps,
    order: colourOrder(),
    overlay: second && compared ? { name: compared.name, data: second } : null,
  };
}

function binAt(seconds: number, edges: Float64Array): number {
  const { tick } = get();
  let bin = 0;
  while (bin + 2 < edges.length && (edges[bin + 1] ?? 0) * tick <= seconds) bin += 1;
  return bin;
}

/** The channel whose row, or whose line, is at a place of the chart. */
function channelAt(seconds: number, y: number, size: { width: number; height: number }): bigint | null {
  const data = shown();
  if (!data) return null;
  const options = optionsOf(get(), size);
  const row = gapsRowAt(data, options, y);
  if (row !== null) return row;
  const frame = gapsFrame(data, options);
  const bin = binAt(seconds, gapEdges(data));
  const lines = data.channels.flatMap(({ channel, counts }) => {
    const gaps = counts[bin] ?? 0;
    return gaps > 0 && !options.hidden.has(channel) ? [[channel, frame.y(gaps)] as const] : [];
  });
  return nearest(lines, y);
}

function readout(seconds: number, pointed: bigint | null): string {
  const data = shown();
  if (!data) return "";
  const edges = gapEdges(data);
  const bin = binAt(seconds, edges);
  const parts = visible()
    .sort((a, b) => Number(b.channel === pointed) - Number(a.channel === pointed))
    .slice(0, 6)
    .map(({ channel, counts }) => `${channel}: ${count(counts[bin] ?? 0)}`);
  const ends = [edges[bin] ?? 0, edges[bin + 1] ?? 0].map((edge) => time(BigInt(firstDelay(edge))));
  return [ends.join(" – "), ...parts].join("   ");
}
