/** The caption of a figure: its subject, and the parameters of the answer that it shows. */

import { channelName, count } from "@tagview/charts";
import { headerPeriod } from "@tagview/engine";
import { namesIn } from "../model/names";
import { regionText } from "../model/region";
import type { Range } from "../model/view";
import { analysisOf, type Shown } from "../session/shown";
import { boxed, boxedRange, boxedReal, time } from "../session/time";
import { type Periodic, periodIn } from "./period";
import { channelsIn } from "./subject";

type Facts = [name: string, value: string][];

/** The caption without the version. */
export function captionOf(shown: Shown): Facts {
  const { panel, current, compared, view, tickText } = shown;
  const names = namesIn(view);
  const joined = { g2: " → ", coincidences: " + " }[panel as string] ?? ", ";
  const channels = channelsIn(shown).map((set) =>
    set.map((channel) => channelName(channel, { names })).join(joined),
  );
  const second = compared && [compared.name, compared.covered && `(${compared.covered})`];
  const facts: Facts = [
    ["recording", current.name],
    ["compared with", second?.filter(Boolean).join(" ") ?? ""],
    ["channels", channels.join("; ")],
    ...parameters(shown),
    ["range", panel === "rate" ? "all" : rangeText(shown)],
    ["virtual channels", (current.answer?.request.define ?? []).join("; ")],
    ["tick", tickText],
    ["counted", current.covered ?? ""],
  ];
  return facts.filter(([, value]) => value !== "");
}

function rangeText(shown: Shown): string {
  const { current, view } = shown;
  const { from, to } = current.answer?.request.selection ?? {};
  if (from !== undefined && to !== undefined) {
    const named = view.ranges.find((one) => one.from === from && one.to === to);
    return `${named ? `${named.name}, ` : ""}${boxedRange({ from, to }, shown)} after the first tag`;
  }
  return current.length === null ? "all" : `all, ${time(current.length, 3, shown)}`;
}

function parameters(shown: Shown): Facts {
  const { answer, response, results } = shown.current;
  const ticks = (value: bigint | undefined): string => (value === undefined ? "" : ticksToo(value, shown));
  switch (shown.panel) {
    case "rate": {
      const { bin } = (results.rate ?? {}) as { bin?: bigint };
      // Tags that are drawn one by one are in no bins.
      return [["bin", shown.isOfTags ? "" : ticks(bin)]];
    }
    case "gaps":
      return [["bins", "20 a decade"]];
    case "matrix": {
      const request = analysisOf(answer, "pairs");
      const pairs = results.pairs as { bin: bigint; from: bigint } | null | undefined;
      if (!pairs) return [];
      return [
        ["bin", ticks(pairs.bin)],
        ["delays", boxedRange({ from: pairs.from, to: -pairs.from }, shown)],
        ["threshold", "5 pairs, and by chance in fewer than 1 of 1,000 searches"],
        ["period", usedPeriod(request, shown)],
      ];
    }
    case "g2": {
      const request = analysisOf(answer, "correlation");
      if (!request) return [];
      return [
        ["bin", request.bin === undefined ? "20 a decade" : ticks(request.bin)],
        ["delays", delaysText(request, shown)],
        ["window", ticks(shown.window ?? undefined)],
        ["period", usedPeriod(request, shown)],
        ["fit", request.fit ?? ""],
      ];
    }
    case "coincidences": {
      const request = analysisOf(answer, "coincidence");
      if (!request) return [];
      const delays = request.delays ?? [];
      return [
        ["window", ticks(request.window)],
        ["accidentals", request.accidentals === "rates" ? "from rates" : "measured"],
        ["displaced", ticks(request.displaced)],
        ["delays", delays.map(([channel, delay]) => `${channel}: ${ticks(delay)}`).join(", ")],
        ["period", usedPeriod(request, shown)],
      ];
    }
    case "stability":
      return [];
    case "image":
    case "phasor":
    case "region-decay": {
      const { region } = analysisOf(answer, "image") ?? {};
      return [["region", region === undefined ? "all pixels" : regionText(region)]];
    }
    case "lifetime": {
      const request = analysisOf(answer, "lifetime");
      const found = results.lifetime as { period: number | null; bin: number | null } | null | undefined;
      if (!request) return [];
      return [
        ["clock", request.sync === undefined ? "" : String(request.sync)],
        ["period", periodText(found?.period ?? null, shown)],
        ["bin", found?.bin == null ? "" : boxedReal(found.bin, 6, shown)],
        ["up to", ticks(request.range)],
        ["decays", String(request.decays ?? 1)],
        ["response", response ?? ""],
      ];
    }
  }
}

function delaysText({ from, to }: Partial<Range>, shown: Shown): string {
  return from === undefined || to === undefined ? "" : boxedRange({ from, to }, shown);
}

/** "156.25 ps (1 tick)": in the user's unit, and exact. */
function ticksToo(ticks: bigint, shown: Shown): string {
  const text = boxed(ticks, "ns", shown);
  const exact = `${count(ticks)} ${ticks === 1n ? "tick" : "ticks"}`;
  return text === String(ticks) ? exact : `${text} (${exact})`;
}

/** The period that was given, or that of the file's header. */
function usedPeriod(request: Periodic | undefined, shown: Shown): string {
  const period = periodIn(request);
  const stated = shown.current.kind ? headerPeriod(shown.current.kind) : null;
  if (typeof period === "string") return period;
  return period === null && stated !== null
    ? `${boxedReal(stated, 7, shown)}, of the file's header`
    : periodText(period, shown);
}

function periodText(period: number | null, shown: Shown): string {
  if (period === null) return "";
  return period === 0 ? "none" : boxedReal(period, 7, shown);
}
