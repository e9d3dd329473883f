import {
  count,
  type LifetimeData,
  lifetimeChart,
  lifetimeFrame,
  percent,
  timeText,
  withError,
} from "@tagview/charts";
import { type Lifetime, parseTick, rangeAfterPulse } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { derived } from "../../../app/signals";
import { store } from "../../../app/store";
import { choice } from "../../../ui/choice";
import { h, showText } from "../../../ui/dom";
import { few } from "../../../ui/few";
import { type Field, field } from "../../../ui/field";
import { type Figure, figure } from "../../../ui/figure";
import { folding } from "../../../ui/folding";
import { sentence } from "../../../ui/sentence";
import { exported } from "../export/panels";
import { readChannel, readLongest } from "../model/checks";
import { readRealTime } from "../model/typed-time";
import type { Clocked } from "../model/view";
import { colourOrder } from "../session/colours";
import { countAgain, countingOf } from "../session/counting";
import { lifetimeOf, parametersNow, refusalOf, wholeOf } from "../session/results";
import { scopeLabel } from "../session/scope-label";
import { get, type State, setView } from "../session/state";
import { boxed, boxedReal, boxOf } from "../session/time";
import { explained } from "./explained";

const NOTHING: LifetimeData = {
  channel: 0n,
  period: null,
  bin: null,
  counts: new Float64Array(),
  lifetime: null,
  fits: [],
};
/** A channel after a clock's pulses, folded by the clock's period, and the decay that fits. */
export function lifetimePanel(): Panel<State> {
  const panel: Figure = figure({
    id: "lifetime",
    title: "Lifetime",
    lead: "When photons come after a pulse of the clock: the slope of the decay is the lifetime.",
    hint: "Drag, or Control and wheel, or plus and minus to zoom, arrows to move, double click or 0 to go back.",
    explanation: explained("lifetime"),
    exported: exported("lifetime"),
    countAgain,
    onResize: store.refresh,
    gestures: {
      extent: () => {
        const { period } = shown();
        return period === null ? null : [0, period * get().tick];
      },
      zoom: (decay) => setView({ decay }),
      drag: (decay) => setView({ decay }),
      back: () => setView({ decay: null }),
      point: (seconds) => panel.setReadout(seconds === null ? headline() : readout(seconds)),
    },
  });
  const fields = clockFields();
  const refused = h("p", { class: "refused", role: "alert", hidden: true });
  const remarks = h("ul", { class: "faint remark-list", hidden: true });
  panel.root.children[0]?.after(fields.root, refused, remarks);
  const fold = folding(panel, "Lifetime", (wanted) => change({ wanted }));
  const drawn = derived(() => {
    const { current, view, tick, units } = get();
    const data = shown();
    const found = answer()?.remarks ?? [];
    remarks.hidden = found.length === 0;
    remarks.replaceChildren(...few(found.map(({ message }) => h("li", {}, message))));
    const subject = current?.name ?? "";
    const options = { ...panel.size(), tick, units, order: colourOrder(), subject, view: view.decay };
    const chart = lifetimeChart(document, data, options);
    panel.draw(
      chart,
      chart.querySelector(".tv-lines") ? lifetimeFrame(data, options) : null,
      async () => (await import("@tagview/charts/csv")).lifetimeCsv(data, options),
      (size) => lifetimeChart(document, data, { ...options, ...size }),
    );
    panel.setReadout(headline());
  });
  return {
    root: panel.root,
    render: (state) => {
      const { current, view } = state;
      const lifetime = parametersNow(state)?.lifetime ?? view.lifetime;
      fold.set(lifetime.wanted);
      if (!current || panel.size().width === 0) return;
      fields.render(lifetime, shown());
      panel.label(scopeLabel(state, "lifetime"), countingOf("lifetime", state));
      const refusal = refusalOf(current, "lifetime");
      showText(refused, refusal && sentence(refusal));
      drawn();
    },
  };
}

/** The channels, the clock's period, the longest time that is counted, and the number of decays. */
function clockFields(): { root: HTMLElement; render(lifetime: Clocked, data: LifetimeData): void } {
  const sync = channelField(
    "clock",
    "Channel of the clock",
    "The clock's channel; empty where times themselves count from its pulses (T3), with a period",
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
      "Such as 12.5 ns; empty for the mean gap of the clock's channel. A clock with a tag for every few pulses only needs it.",
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
      "Tags later than this after a tag of the clock are not counted; empty for 20 us, at least 2^20 - 1 ticks",
    size: 7,
    apply: (text, shown) => {
      const typed = text === "" ? null : readLongest(text, boxOf(shown));
      change({ range: typed?.value ?? null });
      return typed?.rounded ?? null;
    },
  });
  const decays = choice<"1" | "2">({
    label: "decays",
    name: "Number of decays",
    title: "Number of exponential decays that are fitted",
    options: [
      ["1", "one"],
      ["2", "two"],
    ],
    apply: (value) => change({ decays: value === "2" ? 2 : 1 }),
  });
  const parts = [sync.root, channel.root, period.root, range.root, decays.root];
  return {
    root: h("div", { class: "panel-fields" }, ...parts),
    render: (lifetime, data) => {
      sync.render(lifetime.sync === null ? "" : String(lifetime.sync));
      channel.render(lifetime.channel === null ? "" : String(lifetime.channel));
      const measured = data.period === null ? "" : boxedReal(data.period, 8);
      period.render(lifetime.period === null ? "" : boxedReal(lifetime.period, 8), measured);
      range.render(
        lifetime.range === null ? "" : boxed(lifetime.range),
        boxed(rangeAfterPulse(parseTick(get().tickText))),
      );
      decays.render(lifetime.decays === 2 ? "2" : "1");
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
  const lifetime = { ...(isChosen ? now : state.view.lifetime), ...part };
  setView(isChosen || part.wanted !== undefined ? { lifetime, decay: null } : { lifetime });
}

const known = (): bigint[] => wholeOf(get().current, "summary")?.channels.map(({ channel }) => channel) ?? [];

function answer(): Lifetime | null {
  const { current } = get();
  const isStopped = current?.queries.stopped("lifetime") === true;
  return refusalOf(current, "lifetime") && !isStopped ? null : lifetimeOf(current);
}

const shown = (): LifetimeData => answer() ?? NOTHING;

/** "3.982 ± 0.045 ns, period 200 ns"; of two decays each with its share. */
function headline(): string | null {
  const result = answer();
  if (!result) return null;
  const { lifetime, period, remarks, fits } = result;
  const { tick, units } = get();
  const clock = period === null ? "no clock" : `period ${timeText(period, { tick, units }, 5)}`;
  const poor = remarks.some(({ code }) => code === "fit-poor");
  if (lifetime === null) return `${poor ? "no decay fits" : "no lifetime"}, ${clock}`;
  const [scale, unit] = units === "ticks" ? [1, "ticks"] : [tick, "s"];
  const components = fits[0]?.components ?? [];
  const parts = components.flatMap(({ lifetime, lifetime_error, share }) => {
    if (lifetime_error === null) return [];
    const part = components.length > 1 ? ` (${percent(share)})` : "";
    return withError(lifetime * scale, lifetime_error * scale, unit, unit === "s") + part;
  });
  return `${parts.join(" and ")}, ${clock}`;
}

/** "1.25 ns – 1.41 ns   76 tags   71.3 expected" of the bin at a time after the pulse. */
function readout(seconds: number): string {
  const { bin, counts, fits } = shown();
  const { tick, units } = get();
  if (bin === null) return "";
  const k = Math.floor(seconds / tick / bin);
  const tags = counts[k];
  if (tags === undefined) return "";
  const expected = fits[0]?.expected[k];
  const ends = [k * bin, (k + 1) * bin].map((end) => timeText(end, { tick, units }, 4));
  const fit = expected === undefined ? "" : `${expected.toPrecision(3)} expected`;
  return [ends.join(" – "), `${count(tags)} ${tags === 1 ? "tag" : "tags"}`, fit].filter(Boolean).join("   ");
}
