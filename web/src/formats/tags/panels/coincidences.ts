import { shortNumber } from "@tagview/charts";
import type { Panel } from "../../../app/panel";
import { store } from "../../../app/store";
import { h, setAttribute, setText } from "../../../ui/dom";
import { type Field, field } from "../../../ui/field";
import { type Figure, figure } from "../../../ui/figure";
import { sentence } from "../../../ui/sentence";
import { readDelay, readPattern, readWindow } from "../checks";
import { explained } from "../explained";
import { exported } from "../exported/panels";
import { namesIn } from "../names";
import { entryOf, type Parameters, setOf } from "../parameters";
import { coincidenceOf, parametersNow, peakOf, refusalOf, wholeOf } from "../results";
import { isAwaited, isPending, scopeLabel } from "../scope-label";
import { get, type State, setView } from "../state";
import { boxed, boxOf } from "../time";
import type { CoincidencesDrawn } from "./coincidences-drawn";

/** Pixels of a chart that is drawn only to be saved, because the page has no room for it. */
const UNSEEN = { width: 560, height: 300 };
/** Pixels below which the chart is not seen: the table takes what room there is. */
const LEAST_HEIGHT = 90;
/** Patterns from which on a chart shows more than the table does. */
const LEAST_PATTERNS = 2;

/** Coincidences of the pair, and of the patterns that were added: counts, accidentals, CAR, efficiencies. */
export function coincidencesPanel(): Panel<State> {
  let drawn: CoincidencesDrawn | "loading" | null = null;
  const panel: Figure = figure({
    id: "coincidences",
    title: "Coincidences",
    hint: "The numbers stand in the table above.",
    explanation: explained("coincidences"),
    exported: exported("coincidences"),
    onResize: store.refresh,
  });
  const window = field({
    label: "window ±",
    name: "Coincidence window",
    title: "Longest time from the first to the last tag of a coincidence; empty for one that holds the peak",
    size: 6,
    apply: (text, shown) => {
      const typed = text === "" ? null : readWindow(text, boxOf(shown));
      setView({ window: typed?.value ?? null });
      return typed?.rounded ?? null;
    },
  });
  const delays = h("span", { class: "delay-fields" });
  const found = h(
    "button",
    {
      type: "button",
      class: "small",
      title: "Set the delays to where the peaks were found: the window is then around them, and narrower (f)",
      onclick: useFoundDelays,
    },
    "Use found delay",
  );
  const pattern = field({
    label: "also count",
    name: "Pattern to count",
    title: "Channels of one more kind of coincidence, as in 3,15,16",
    placeholder: "3,15,16",
    size: 8,
    apply: (text) => {
      if (text !== "") addPattern(text);
      pattern.input.value = "";
      return null;
    },
  });
  const refused = h("p", { class: "refused", role: "alert", hidden: true });
  const place = h("div", {
    class: "scroller",
    tabindex: 0,
    role: "group",
    "aria-labelledby": "coincidences-title",
  });
  panel.root.children[0]?.after(
    h("div", { class: "panel-fields" }, window.root, delays, found),
    refused,
    place,
  );
  panel.tools.prepend(pattern.root);
  const fields = new Map<bigint, Field>();
  return {
    root: panel.root,
    render: (state, changed) => {
      const { current, compared, view, tick, units } = state;
      const now = parametersNow(state);
      const { width, height } = panel.size();
      if (!current || !now || width === 0) return;
      window.render(boxed(now.window));
      renderDelays(delays, fields, now);
      panel.label(scopeLabel(state, "coincidences"), isPending(state, "coincidences"));
      const refusal = refusalOf(current, "coincidences");
      const same =
        now.pair !== null && now.patterns.length === 0 ? "A channel has no coincidences with itself. " : "";
      refused.hidden = refusal === null && same === "";
      setText(refused, refusal ? sentence(refusal) : `${same}Choose another pair, or add a pattern.`);
      const shifts = foundDelays();
      found.disabled =
        shifts === null || [...shifts].every(([c, delay]) => (view.delays.get(c) ?? 0n) === delay);
      // A window around a peak beside its middle holds much else.
      found.classList.toggle("primary", !found.disabled);
      const data = now.patterns.length > 0 ? coincidenceOf(current) : null;
      const second = compared && coincidenceOf(compared);
      const waiting = data === null && refusal === null && isAwaited(state, "coincidences");
      if (
        !changed(
          waiting,
          drawn,
          data,
          second,
          view.hidden,
          view.names,
          view.patterns,
          tick,
          units,
          width,
          height,
        )
      )
        return;
      const isNeeded = now.patterns.length >= LEAST_PATTERNS;
      panel.root.classList.toggle("without-chart", !isNeeded);
      if (drawn === null) {
        drawn = "loading";
        void import("./coincidences-drawn").then((code) => {
          drawn = code.coincidencesDrawn();
          place.append(drawn.table.root);
          store.refresh();
        });
      }
      if (drawn !== "loading")
        drawn.table.render(data, second && compared ? { name: compared.name, data: second } : null);
      if (waiting || drawn === "loading") {
        panel.wait();
        return;
      }
      const { chart } = drawn;
      const seen = isNeeded && height >= LEAST_HEIGHT;
      setAttribute(panel.host, "data-unseen", seen ? null : "");
      setAttribute(panel.host, "tabindex", seen ? "0" : "-1");
      const options = {
        ...(seen ? { width, height } : UNSEEN),
        tick,
        units,
        hidden: view.hidden,
        names: namesIn(view),
        subject: current.name,
        overlay: second && compared ? { name: compared.name, data: second } : null,
      };
      const shown = data ?? { window: now.window, patterns: [] };
      panel.draw(
        chart(document, shown, options),
        null,
        async () => (await import("@tagview/charts/csv")).coincidenceCsv(shown, options),
        (size) => chart(document, shown, { ...options, ...size }),
      );
    },
  };
}

/** Keeps a box for the delay of each channel whose coincidences are counted. */
function renderDelays(
  place: HTMLElement,
  fields: Map<bigint, Field>,
  { patterns, delays }: Parameters,
): void {
  const channels = [...new Set(patterns.flat())];
  for (const [channel, { root }] of fields) {
    if (channels.includes(channel)) continue;
    root.remove();
    fields.delete(channel);
  }
  for (const channel of channels) {
    let box = fields.get(channel);
    if (!box) {
      box = field({
        label: `delay ${shortNumber(channel)}`,
        name: `Delay of channel ${channel}`,
        title: `Taken off the times of channel ${channel}, such as 4 ns or 26 ticks`,
        size: 6,
        apply: (text, shown) => {
          const typed = text === "" ? null : readDelay(text, boxOf(shown));
          setDelays([[channel, typed?.value ?? 0n]]);
          return typed?.rounded ?? null;
        },
      });
      fields.set(channel, box);
      place.append(box.root);
    }
    box.render(boxed(delays.get(channel) ?? 0n));
  }
}

function setDelays(changes: Iterable<readonly [bigint, bigint]>): void {
  const delays = new Map(get().view.delays);
  for (const [channel, delay] of changes) {
    if (delay === 0n) delays.delete(channel);
    else delays.set(channel, delay);
  }
  setView({ delays });
}

/** The delay at which each counted channel coincides with the pair's first; null where no peak stands out. */
function foundDelays(): Map<bigint, bigint> | null {
  const state = get();
  const now = parametersNow(state);
  if (!now?.pair || now.pair.a === now.pair.b) return null;
  const { a, b } = now.pair;
  const own = now.delays.get(a) ?? 0n;
  const found = new Map<bigint, bigint>();
  for (const channel of new Set([b, ...now.patterns.flat()])) {
    if (channel === a) continue;
    const shown = channel === b ? peakOf(state.current, state) : null;
    const peak = shown ?? entryOf(wholeOf(state.current, "pairs"), { a, b: channel });
    const delay = peak?.delay ?? null;
    if (delay !== null) found.set(channel, own + delay);
  }
  return found.size > 0 ? found : null;
}

/** Takes the found delays off the times of the counted channels. */
export function useFoundDelays(): void {
  const found = foundDelays();
  if (found) setDelays(found);
}

function addPattern(text: string): void {
  const { current, view } = get();
  const known = wholeOf(current, "summary")?.channels.map(({ channel }) => channel) ?? [];
  const pattern = readPattern(text, known);
  if (view.patterns.some((other) => setOf(other) === setOf(pattern))) return;
  setView({ patterns: [...view.patterns, pattern] });
}
