import { curveData, curveUnits, lifetimeFigures, si } from "@tagview/charts";
import { parseRealTime, parseTick, TagviewError } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { type Decay, decayFigure, decaysChoice } from "../../../ui/decay";
import { field } from "../../../ui/field";
import { bareDelaysOf, curveOf, fitted, get, type HistogramItem } from "../state";

/** In femtoseconds, periods of more than an hour are exact. */
const FEMTOSECOND = parseTick("1fs");

/** The counts of the displayed curve, and the decays that fit. */
export function decayPanel(): Panel<HistogramItem> {
  const period = field({
    label: "period",
    name: "Period of the light",
    title: "Such as 12.5 ns; if empty, the period follows from the file's sync rate",
    size: 9,
    apply: (text) => {
      get().current?.change({ period: text === "" ? null : secondsOf(text) });
      return null;
    },
  });
  const decays = decaysChoice((value) => get().current?.change({ decays: value }));
  const panel = decayFigure({
    id: "decay",
    title: "Histogram",
    lead: "Counts by delay. In a decay of light, the steeper the decay, the shorter the lifetime.",
    fields: [period.root, decays.root],
    shown,
    zoom: (zoom) => get().current?.change({ zoom: zoom && [zoom[0], zoom[1]] }),
  });
  return {
    root: panel.root,
    render: (item) => {
      const { fit, view } = item;
      const rate = curveOf(item)?.sync_rate_hz ?? null;
      period.render(
        view.period === null ? "" : si(view.period, "s", 8),
        rate === null || rate <= 0 ? "" : si(1 / rate, "s", 6),
      );
      decays.render(view.decays);
      panel.label(null, fit.is === "pending" ? "pending" : "done");
      panel.show(fit.is === "failed" ? fit.error : fit.is === "none" && fit.why !== "" ? fit.why : null);
    },
  };
}

function shown(): Decay | null {
  const { current } = get();
  const displayed = current && curveOf(current);
  if (!displayed) return null;
  const curve = { ...displayed, delays: bareDelaysOf(current) };
  const fit = fitted(current);
  const { view, name } = current;
  const title = `Curve ${view.curve + 1} of ${name}`;
  const options = { ...curveUnits(curve), title, view: view.zoom };
  return {
    data: curveData(curve, fit),
    options,
    figures: fit ? lifetimeFigures(fit, options) : [],
    remarks: fit?.remarks ?? [],
  };
}

/** A typed period in seconds. */
function secondsOf(text: string): number {
  if (!/[a-zµμ]\s*$/iu.test(text))
    throw new TagviewError("usage", `"${text}" has no unit`, `add a unit, as in ${text} ns`);
  return parseRealTime(text.replaceAll(/\s/gu, "").replaceAll(/[µμ]/gu, "u"), FEMTOSECOND) / 1e15;
}
