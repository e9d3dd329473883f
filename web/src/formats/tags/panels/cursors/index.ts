/** Cursors on the charts over time and over delays. */

import "./cursors.css";
import type { DrawnTag } from "@tagview/charts/ticks";
import type { Rate } from "@tagview/engine";
import type { Panel } from "../../../../app/panel";
import { h } from "../../../../ui/dom";
import type { Figure } from "../../../../ui/figure";
import { rateOf } from "../../session/rate-bins";
import { rateTicks } from "../../session/rate-ticks";
import type { Recording } from "../../session/recording";
import { correlationOf, wholeOf } from "../../session/results";
import type { State } from "../../session/state";
import { pairsBetween, pairsText, tagsText } from "./between";
import { type Charted, Cursors, newPlaces } from "./cursors";
import { evenGrid, listGrid } from "./grid";

export interface CursorFigures {
  rate: Figure;
  correlation: Figure;
  /** The rate of the compared recording, if it has a figure of its own. */
  second: () => Figure | null;
}

/** The layers of cursors over the two figures. */
export function cursors({ rate, correlation, second }: CursorFigures): Panel<State> {
  const times = newPlaces();
  const onRate = new Cursors(rate, "the rate", times);
  let onSecond: Cursors | null = null;
  const onDelays = new Cursors(correlation, "the correlation");
  return {
    root: h("div"),
    render: (state) => {
      onRate.render(() => rate.frame() && overTime(state, state.current, rate.size()));
      const figure = second();
      if (figure) {
        onSecond ??= new Cursors(figure, "the compared rate", times);
        onSecond.render(() => figure.frame() && overTime(state, state.compared, null));
      }
      onDelays.render(() => correlation.frame() && overDelays(state));
    },
  };
}

/** The rate of a recording; with a size, its single tags if they are drawn instead. */
function overTime(
  state: State,
  recording: Recording | null,
  size: { width: number; height: number } | null,
): Charted | null {
  const { view } = state;
  const first = wholeOf(recording, "summary")?.first ?? null;
  const all = wholeOf(recording, "rate");
  const known = rateOf(recording, state)?.rate ?? all;
  if (first === null || !all || !known) return null;
  const whole = ofRate(all, first, view.hidden);
  const ticks = size && rateTicks(state, size);
  return { ...(ticks ? ofTags(ticks.tags(), first) : ofRate(known, first, view.hidden)), whole };
}

function ofTags(tags: readonly DrawnTag[], first: bigint): Charted {
  const grid = listGrid(tags.map(({ time }) => time - first));
  const between = (from: number, to: number): string => {
    const [begin, end] = [grid.at(from), grid.at(to)];
    const counts = new Map<bigint, number>();
    for (const { channel, time } of tags) {
      const is = time - first >= begin && time - first < end;
      counts.set(channel, (counts.get(channel) ?? 0) + Number(is));
    }
    return tagsText([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return { grid, between };
}

function ofRate({ bin, start, channels }: Rate, first: bigint, hidden: ReadonlySet<bigint>): Charted {
  const shown = channels.filter(({ channel }) => !hidden.has(channel));
  const bins = Math.max(0, ...channels.map(({ counts }) => counts.length));
  const sum = (counts: Float64Array): number => counts.reduce((all, n) => all + n, 0);
  return {
    grid: evenGrid((start ?? first) - first, bin, bins),
    between: (from, to) =>
      tagsText(shown.map(({ channel, counts }) => [channel, sum(counts.slice(from, to))] as const)),
  };
}

function overDelays({ current }: State): Charted | null {
  const data = correlationOf(current);
  if (!data || data.counts.length === 0) return null;
  return {
    grid: data.edges ? listGrid(data.edges) : evenGrid(data.from ?? 0n, data.bin ?? 1n, data.counts.length),
    between: (from, to) => pairsText(pairsBetween(data, from, to)),
  };
}
