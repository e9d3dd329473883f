/** The caption of a panel: its subject and the parameters of its result. */

import { channelName, count } from "@tagview/charts";
import { namesIn } from "../model/names";
import { regionText } from "../model/region";
import { clockText, type Period } from "../model/view";
import { isFew, rateOf } from "../session/rate-bins";
import { lengthOf } from "../session/reading";
import { headerPeriodOf } from "../session/recording";
import { lifetimeOf, narrowedOf, parametersNow, wholeOf } from "../session/results";
import { dataLabel, scopeLabel } from "../session/scope-label";
import type { State } from "../session/state";
import { boxed, boxedRange, boxedReal, time } from "../session/time";
import type { PanelId } from "./panel-id";
import { channelsIn } from "./subject";

type Facts = [name: string, value: string][];
type Now = NonNullable<ReturnType<typeof parametersNow>>;

const TOPICS = {
  gaps: "range",
  matrix: "range pairs",
  g2: "correlation",
  coincidences: "coincidences",
  stability: "stability",
  lifetime: "lifetime",
  image: "image",
  phasor: "image",
  "region-decay": "image",
} as const;

/** The caption without the version. */
export function captionOf(panel: PanelId, state: State): Facts {
  const { current, compared, view, tickText } = state;
  const now = parametersNow(state);
  const names = namesIn(view);
  const joined = { g2: " → ", coincidences: " + " }[panel as string] ?? ", ";
  const channels = channelsIn(panel, state).map((set) =>
    set.map((channel) => channelName(channel, { names })).join(joined),
  );
  const scope = panel === "rate" ? dataLabel(state) : scopeLabel(state, TOPICS[panel]);
  const facts: Facts = [
    ["recording", current?.name ?? ""],
    ["compared with", compared?.name ?? ""],
    ["channels", channels.join("; ")],
    ...(now ? parameters(panel, now, state) : []),
    ["range", panel === "rate" ? "all" : rangeText(state)],
    ["virtual channels", view.define.join("; ")],
    ["tick", tickText],
    ["counted", scope ?? ""],
  ];
  return facts.filter(([, value]) => value !== "");
}

function rangeText({ current, view }: State): string {
  const { range } = view;
  if (range) {
    const named = view.ranges.find(({ from, to }) => from === range.from && to === range.to);
    return `${named ? `${named.name}, ` : ""}${boxedRange(range)} after the first tag`;
  }
  const length = lengthOf(wholeOf(current, "summary"));
  return length === null ? "all" : `all, ${time(length)}`;
}

function parameters(panel: PanelId, now: Now, state: State): Facts {
  switch (panel) {
    case "rate": {
      const { current } = state;
      // Tags that are drawn one by one are in no bins.
      const bin = current && isFew(current, state) ? null : (rateOf(current, state)?.rate.bin ?? null);
      return [["bin", bin === null ? "" : ticksToo(bin)]];
    }
    case "gaps":
      return [["bins", "20 a decade"]];
    case "matrix": {
      const pairs = narrowedOf(state.current, "pairs", state.view);
      if (!pairs) return [];
      return [
        ["bin", ticksToo(pairs.bin)],
        ["delays", boxedRange({ from: pairs.from, to: -pairs.from })],
        ["period", now.period === null || typeof now.period === "number" ? usedPeriod(now, state) : ""],
      ];
    }
    case "g2":
      return [
        ["bin", now.bin === null ? "20 a decade" : ticksToo(now.bin)],
        ["delays", boxedRange(now.g2)],
        ["window", ticksToo(now.window)],
        ["period", usedPeriod(now, state)],
        ["fit", now.fit ?? ""],
      ];
    case "coincidences":
      return [
        ["window", ticksToo(now.window)],
        ["accidentals", now.accidentals === "measured" ? "measured" : "from rates"],
        ["displaced", now.displaced === null ? "" : ticksToo(now.displaced)],
        ["delays", [...now.delays].map(([channel, delay]) => `${channel}: ${ticksToo(delay)}`).join(", ")],
        ["period", usedPeriod(now, state)],
      ];
    case "stability":
      return [];
    case "image":
    case "phasor":
    case "region-decay": {
      const { region } = state.view;
      return [["region", region === null ? "all pixels" : regionText(region)]];
    }
    case "lifetime": {
      const { sync, range, decays } = now.lifetime;
      const found = lifetimeOf(state.current);
      return [
        ["clock", sync === null ? "" : String(sync)],
        ["period", periodText(found?.period ?? null)],
        ["bin", found?.bin == null ? "" : boxedReal(found.bin, 6)],
        ["up to", range === null ? "" : ticksToo(range)],
        ["decays", String(decays)],
      ];
    }
  }
}

/** "156.25 ps (1 tick)": in the user's unit, and exact. */
function ticksToo(ticks: bigint): string {
  const text = boxed(ticks);
  const exact = `${count(ticks)} ${ticks === 1n ? "tick" : "ticks"}`;
  return text === String(ticks) ? exact : `${text} (${exact})`;
}

/** The period that was given, or that of the file's header. */
function usedPeriod({ period }: Now, { current }: State): string {
  const stated = headerPeriodOf(current);
  return period === null && stated !== null
    ? `${boxedReal(stated, 7)}, of the file's header`
    : periodText(period);
}

function periodText(period: Period | null): string {
  if (period === null) return "";
  if (typeof period !== "number") return clockText(period);
  return period === 0 ? "none" : boxedReal(period, 7);
}
