/** Single tags instead of rates, if few are visible. Loaded on first use. */

import { type Frame, si } from "@tagview/charts";
import {
  type DrawnTag,
  type TicksOptions,
  tagAt,
  tagsIn,
  ticksChart,
  ticksFrame,
} from "@tagview/charts/ticks";
import type { Listing } from "@tagview/engine";
import { namesIn } from "../model/names";
import { powerAbove } from "../model/parameters";
import type { Range } from "../model/view";
import { colourOrder } from "./colours";
import { exactTime } from "./exact-time";
import { askLater } from "./later-queries";
import type { Answer } from "./live-queries";
import { isFew, shownRange } from "./rate-bins";
import { lengthOf } from "./reading";
import type { Recording } from "./recording";
import { wholeOf } from "./results";
import type { State } from "./state";
import { exact } from "./time";

/** Maximum number of listed tags, including those beside the visible range. */
const MOST = 20_000n;
/** Pixels from the pointer within which a tag is named. */
const NEAR = 40;

/** The listed range: wider than the visible one, so that small moves need no query. */
function listed(recording: Recording, state: State): Range | null {
  const shown = shownRange(recording, state);
  const length = lengthOf(wholeOf(recording, "summary"));
  if (!shown || length === null || state.compared || !isFew(recording, state)) return null;
  const grid = powerAbove(shown.to - shown.from + 1n);
  const to = (shown.to / grid + 1n) * grid - 1n;
  return { from: (shown.from / grid) * grid, to: to < length ? to : length };
}

askLater((recording, state) => {
  const selection = listed(recording, state);
  const { define } = state.view;
  return (
    selection && {
      topic: "ticks",
      request: {
        analyses: [{ name: "listing", id: "listing", most: MOST }],
        selection,
        ...(define.length > 0 ? { define: [...define], tick: state.tickText } : {}),
      },
    }
  );
});

/** The chart of single tags, and its gestures. */
export interface RateTicks {
  /** A new object if the tags changed. */
  data: Listing;
  answer: Answer;
  frame: Frame;
  chart: (size: { width: number; height: number }) => SVGSVGElement;
  csv: () => Promise<string>;
  at: (seconds: number, y: number) => DrawnTag | null;
  /** The visible tags. */
  tags: () => DrawnTag[];
  readout: (tag: DrawnTag) => string;
}

/** The visible single tags; null if there are too many, or before they are known. */
export function rateTicks(state: State, size: { width: number; height: number }): RateTicks | null {
  const { current, view, tick, units } = state;
  const shown = shownRange(current, state);
  const origin = wholeOf(current, "summary")?.first ?? null;
  if (!current || !view.rate || !shown || origin === null || listed(current, state) === null) return null;
  const answer = current.queries.answer("ticks");
  const data = answer?.analyses?.listing as Listing | undefined;
  const { from = 0n, to = shown.to } = answer?.request.selection ?? {};
  if (!answer || !data || data.times.length < data.tags || from > shown.from || to < shown.to) return null;
  const rows = wholeOf(current, "summary")?.channels.map(({ channel }) => channel) ?? [];
  const options: TicksOptions = {
    ...size,
    tick,
    units,
    subject: current.name,
    hidden: view.hidden,
    names: namesIn(view),
    order: colourOrder(),
    view: view.rate,
    origin,
    rows,
  };
  return {
    data,
    answer,
    frame: ticksFrame(data, options),
    chart: (other) => ticksChart(document, data, { ...options, ...other }),
    csv: async () => (await import("@tagview/charts/csv")).ticksCsv(data, options),
    at: (seconds, y) => tagAt(data, options, seconds, y, NEAR),
    tags: () => tagsIn(data, options),
    readout: ({ time, channel }) => {
      const before = data.times.slice(0, data.times.indexOf(time));
      const last = before.findLastIndex((_, k) => data.channels[k] === channel);
      const gap = last < 0 ? null : si(Number(time - (data.times[last] ?? time)) * tick, "s");
      const parts = [`channel ${channel}: ${exactTime(time - origin)}`, exact(time - origin)];
      return [...(units === "ticks" ? parts.slice(0, 1) : parts), gap && `${gap} after its last`]
        .filter(Boolean)
        .join("   ");
    },
  };
}
