import { lifetimeFigures, shorten } from "@tagview/charts";
import { type Lifetime, parseTick, rangeAfterPulse } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { type Decay, decayFigure, decaysChoice } from "../../../ui/decay";
import { h, quietButton, setAttribute, setText } from "../../../ui/dom";
import { type Field, field } from "../../../ui/field";
import { filePicker } from "../../../ui/file-picker";
import { folding } from "../../../ui/folding";
import { labelFigure } from "../export/panels";
import { readChannel, readLongest } from "../model/checks";
import { readRealTime } from "../model/typed-time";
import type { Clocked } from "../model/view";
import { colourOrder } from "../session/colours";
import { errorText } from "../session/error-text";
import { setResponse } from "../session/response";
import { lifetimeOf, parametersNow, refusalOf, wholeOf } from "../session/results";
import { get, type State, setView } from "../session/state";
import { boxed, boxedReal, boxOf } from "../session/time";
import { partsOf } from "./figure-parts";

/** Drawn without a result. */
const NOTHING = {
  channel: 0n,
  period: null,
  bin: null,
  counts: new Float64Array(),
  lifetime: null,
  fits: [],
};

/** A channel after a clock's pulses, folded by the clock's period, and the decay that fits. */
export function lifetimePanel(): Panel<State> {
  const fields = clockFields();
  const response = responseButton();
  const panel = decayFigure({
    ...partsOf("lifetime"),
    title: "Lifetime",
    lead: "Arrival times of photons after a clock pulse: the steeper the decay, the shorter the lifetime.",
    fields: [...fields.roots, response.root],
    shown,
    zoom: (decay) => setView({ decay }),
  });
  const fold = folding(panel, "Lifetime", (wanted) => change({ wanted }));
  return {
    root: panel.root,
    render: (state) => {
      const { current, view } = state;
      const lifetime = parametersNow(state)?.lifetime ?? view.lifetime;
      fold.set(lifetime.wanted ?? false);
      if (!current || panel.size().width === 0) return;
      fields.render(lifetime, answer()?.period ?? null);
      response.render(current.response);
      labelFigure(panel, "lifetime", state);
      const refusal = refusalOf(current, "lifetime");
      panel.show(refusal && errorText(refusal));
    },
  };
}

/** The channels, the clock's period, the longest time that is counted, and the number of decays. */
function clockFields(): { roots: HTMLElement[]; render(lifetime: Clocked, measured: number | null): void } {
  const sync = channelField(
    "clock",
    "Channel of the clock",
    "The clock's channel; leave it empty and enter a period if times already count from the pulses (T3)",
    "sync",
  );
  const channel = channelField(
    "channel",
    "Channel after the clock",
    "The channel whose tags are counted after the clock's pulses",
    "channel",
  );
  const period = field({
    label: "period",
    name: "Period of the clock",
    title:
      "Such as 12.5 ns; if empty, the mean gap of the clock's channel. Only needed if the clock has one tag for several pulses.",
    size: 9,
    apply: (text, shown) => {
      change({ period: text === "" ? null : readRealTime(text, boxOf(shown)) });
      return null;
    },
  });
  const range = field({
    label: "up to",
    name: "Longest time after the clock",
    title:
      "Tags later than this after a clock tag are not counted; if empty, 20 us and at least 2^20 - 1 ticks",
    size: 7,
    apply: (text, shown) => {
      const typed = text === "" ? null : readLongest(text, boxOf(shown));
      change({ range: typed?.value ?? null });
      return typed?.rounded ?? null;
    },
  });
  const decays = decaysChoice((value) => change({ decays: value === "2" ? 2 : 1 }));
  return {
    roots: [sync.root, channel.root, period.root, range.root, decays.root],
    render: (lifetime, measured) => {
      sync.render(lifetime.sync === null ? "" : String(lifetime.sync));
      channel.render(lifetime.channel === null ? "" : String(lifetime.channel));
      const [chosen, found] = [lifetime.period, measured].map((ticks) =>
        ticks === null ? "" : boxedReal(ticks, 8),
      );
      period.render(chosen ?? "", found);
      range.render(
        lifetime.range === null ? "" : boxed(lifetime.range),
        boxed(rangeAfterPulse(parseTick(get().tickText))),
      );
      decays.render(lifetime.decays === 2 ? "2" : "1");
    },
  };
}

/** Picks the file of the measured response, and removes it again. */
function responseButton(): { root: HTMLElement; render(file: File | null): void } {
  const set = (file: File | null): void => {
    const { current } = get();
    if (current) setResponse(current, file);
  };
  const label = { "aria-label": "Recording of the instrument's response" };
  const box = filePicker(label, ([file = null]) => set(file));
  const button = quietButton("response …", () => (get().current?.response ? set(null) : box.click()));
  return {
    root: h("span", { class: "field" }, button, box),
    render: (file) => {
      setText(button, file ? `response ${shorten(file.name, 16)} ×` : "response …");
      setAttribute(
        button,
        "title",
        file
          ? `Fitted with ${file.name}. Click to fit the response again.`
          : "A recording of the instrument's response with the same channels replaces the fitted Gaussian",
      );
    },
  };
}

function channelField(label: string, name: string, title: string, key: "sync" | "channel"): Field {
  return field({
    label,
    name,
    title,
    size: 4,
    apply: (text) => {
      change({ [key]: text === "" ? null : readChannel(text, known()) });
      return null;
    },
  });
}

/** Parts of the request that do not affect the counts. */
const UNCOUNTED: readonly string[] = ["wanted", "decays"] satisfies (keyof Clocked)[];

/** Changes a part of the lifetime's request. If it affects the counts, the proposed parts become chosen too. */
function change(part: Partial<Clocked>): void {
  const state = get();
  const now = parametersNow(state)?.lifetime ?? state.view.lifetime;
  const isChosen = Object.keys(part).some((key) => !UNCOUNTED.includes(key));
  const lifetime = { ...(isChosen ? now : state.view.lifetime), wanted: true, ...part };
  setView(isChosen || part.wanted !== undefined ? { lifetime, decay: null } : { lifetime });
}

const known = (): bigint[] => wholeOf(get().current, "summary")?.channels.map(({ channel }) => channel) ?? [];

function answer(): Lifetime | null {
  const { current } = get();
  const isStopped = current?.queries.stopped("lifetime") === true;
  return refusalOf(current, "lifetime") && !isStopped ? null : lifetimeOf(current);
}

function shown(): Decay {
  const { current, view, tick, units } = get();
  const data = answer();
  const options = { tick, units, order: colourOrder(), subject: current?.name ?? "", view: view.decay };
  return {
    data: data ?? NOTHING,
    options,
    figures: data ? lifetimeFigures(data, options) : [],
    remarks: data?.remarks ?? [],
  };
}
