import {
  type CorrelationData,
  channelName,
  edgeOf,
  firstDelay,
  g2Chart,
  g2Frame,
  shorten,
} from "@tagview/charts";
import { asTagviewError, type Correlation, type Hint } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { h, showText } from "../../../ui/dom";
import { type Figure, type FigureParts, figure } from "../../../ui/figure";
import { sentence } from "../../../ui/sentence";
import { derived, drawing } from "../../../ui/signals";
import { labelFigure } from "../export/panels";
import { readChannel } from "../model/checks";
import { namesIn } from "../model/names";
import type { Parameters } from "../model/parameters";
import type { Pair, Range } from "../model/view";
import { backToPeak, changeBin, largestDelay, showDelays } from "../session/correlation-range";
import { errorText } from "../session/error-text";
import type { Recording } from "../session/recording";
import { answered, correlationOf, parametersNow, peakOf, refusalOf, wholeOf } from "../session/results";
import { coversNothing, isAwaited } from "../session/scope-label";
import { analysisOf } from "../session/shown";
import { get, type State } from "../session/state";
import { correlationFields } from "./correlation-fields";
import { correlationHints, figuresNow, isOfClock, leadOf, readout } from "./correlation-text";
import { partsOf } from "./figure-parts";
import { hintList } from "./hints";

const NOTHING: CorrelationData = {
  a: 0n,
  b: 0n,
  bin: 1n,
  from: 0n,
  edges: null,
  counts: new Float64Array(),
  g2: new Float64Array(),
};

/** The correlation of the chosen pair, whose delays and bins are chosen on the chart and in its fields. */
export function correlationPanel(): Panel<State> & { figure: Figure } {
  const panel: Figure = figure({
    ...partsOf("g2"),
    title: "Correlation",
    lead: "Counts of two detectors by delay: a peak means pairs of photons, a dip single photons.",
    hint: "Zoom: drag, Control and wheel, or plus and minus. Move: arrow keys. Go back to the peak: double click, or 0. Width of bins: brackets, or Alt and wheel. Cursor: K.",
    gestures: gesturesWith((text) => panel.setReadout(text)),
  });
  const fields = correlationFields();
  const refused = h("p", { class: "refused", role: "alert", hidden: true });
  const hints = hintList();
  panel.root.children[0]?.after(fields.root, refused);
  // A hint that comes with a zoom does not move the chart.
  panel.root.append(hints.root);
  const state = get();
  const waiting = derived(() => {
    const { current } = state;
    // An empty answer may be that of another range, or of the first tags.
    const isEmpty = correlationOf(current)?.counts.every((pairs) => pairs === 0) ?? true;
    const isMissing = isEmpty || coversNothing(state, "correlation");
    return isMissing && refusalOf(current, "correlation") === null && isAwaited(state, "correlation");
  });
  /** The chart, without the part of the recording that it covers. */
  const drawn = drawing(() => {
    const { current } = state;
    const now = parametersNow(state);
    if (!current || !now || panel.size().width === 0) return;
    const isRefused = refusalOf(current, "correlation") !== null && correlationOf(current) === null;
    if (waiting()) panel.wait();
    else if (isRefused) panel.wait("Not counted.");
    else draw(panel, state, current, shownOf(state, current, now));
  });
  return {
    root: panel.root,
    figure: panel,
    render: (state) => {
      const { current, view } = state;
      const now = parametersNow(state);
      panel.root.classList.toggle("fitted", view.fit !== null);
      if (!current || !now || panel.size().width === 0) return;
      const all = waiting() ? [] : correlationHints(state);
      const isOnPeriod = ({ code }: Hint): boolean => code === "pulsed" && view.period !== null;
      fields.render(state, now, all.filter(isOnPeriod));
      labelFigure(panel, "g2", state);
      const refusal = refusalOf(current, "correlation");
      showText(refused, refusal ? errorText(refusal) : absentText(current, now.pair));
      // Until its result arrives, the chosen pair has neither the chart nor its heading.
      const answer = waiting() ? null : correlationOf(current);
      nameAfter(panel, answer ?? now.pair);
      const peak = peakOf(current, state, answer);
      panel.setLead(peak && leadOf(peak, answer?.counts));
      hints.render(all.filter((hint) => !isOnPeriod(hint)));
      drawn();
    },
  };
}

/** A sentence on a channel of the pair that is not in the recording, as in a link; null without one. */
function absentText(current: Recording, pair: Pair | null): string | null {
  const known = wholeOf(current, "summary")?.channels.map(({ channel }) => channel);
  if (current.reading.phase !== "done" || pair === null || known === undefined) return null;
  try {
    for (const channel of [pair.a, pair.b]) readChannel(String(channel), known);
    return null;
  } catch (thrown) {
    return sentence(asTagviewError(thrown).toObject());
  }
}

/** Zoom, drag and wheel change the delays; `say` shows the bin under the pointer. */
function gesturesWith(setReadout: (text: string | null) => void): FigureParts["gestures"] {
  return {
    extent: () => {
      const { tick, view } = get();
      const end = largestDelay() * tick;
      return [view.logarithmic ? edgeOf(1n) * tick : -end, end];
    },
    chosen: () => {
      const { current, view, tick } = get();
      const { from, to } = parametersNow(get())?.g2 ?? {};
      const isDrawn = (correlationOf(current)?.edges !== null) === view.logarithmic;
      return isDrawn && from !== undefined && to !== undefined
        ? [edgeOf(from) * tick, edgeOf(to + 1n) * tick]
        : null;
    },
    least: () => 8 * get().tick,
    zoom: (span) => (span ? show(span) : show([-largestDelay() * get().tick, largestDelay() * get().tick])),
    drag: show,
    back: backToPeak,
    point: (seconds) => setReadout(seconds === null ? null : readout(seconds)),
    wheel: (event) => {
      if (!event.altKey) return false;
      changeBin(event.deltaY > 0 ? 1 : -1);
      return true;
    },
  };
}

/** The content of the chart. */
interface Shown {
  data: CorrelationData;
  peak: ReturnType<typeof peakOf>;
  /** The correlation of the compared recording, if it has the same pair. */
  second: Correlation | null;
  window: Range | null;
  /** Ends of the axis in seconds; null for the range of the data. */
  seen: readonly [number, number] | null;
}

function shownOf(state: State, current: Recording, now: Parameters): Shown {
  const { compared } = state;
  const answer = correlationOf(current) ?? NOTHING;
  // The areas of pulses compare photons with photons.
  const data = isOfClock(answer) ? { ...answer, pulsed: null } : answer;
  const other = compared && correlationOf(compared);
  // Not the chosen delays: until their result arrives, they are those of another chart.
  const { from, to } = analysisOf(answered(current, "correlation"), "correlation") ?? {};
  // The window and the delays of the chosen pair do not belong on the chart of another pair.
  const isChosen = answer === NOTHING || (now.pair !== null && isOfPair(data, now.pair));
  return {
    data,
    peak: answer === NOTHING ? null : peakOf(current, state, answer),
    second: other && isOfPair(other, data) ? other : null,
    window: isChosen ? windowOf(now) : null,
    seen: from === undefined || to === undefined ? null : [edgeOf(from) * get().tick, end(data, to)],
  };
}

function draw(panel: Figure, state: State, current: Recording, shown: Shown): void {
  const { compared, view, tick, units } = state;
  const { data, peak, second, window, seen } = shown;
  const options = {
    tick,
    units,
    subject: current.name,
    scale: view.normalised ? ("g2" as const) : ("counts" as const),
    peak,
    window,
    view: seen,
    overlay: second && compared ? { name: compared.name, data: second } : null,
  };
  panel.draw({
    chart: (size) => g2Chart(document, data, { ...options, ...size }),
    frame: (size) => g2Frame(data, { ...options, ...size }),
    csv: async () => (await import("@tagview/charts/csv")).g2Csv(data, options),
  });
  panel.setFigures(figuresNow());
}

const isOfPair = (one: Pair, other: Pair): boolean => one.a === other.a && one.b === other.b;

/** The delays that count as coincidences; null for one channel with itself, which has none. */
function windowOf({ pair, window, delays }: Parameters): Range | null {
  if (!pair || pair.a === pair.b) return null;
  const middle = (delays.get(pair.b) ?? 0n) - (delays.get(pair.a) ?? 0n);
  return { from: middle - window, to: middle + window };
}

/** The end of the axis in seconds: after the last bin, if the result has the chosen bins. */
function end({ bin, from, counts, edges }: CorrelationData, to: bigint): number {
  const { tick } = get();
  if (bin === null || from === null || edges !== null) return edgeOf(to) * tick;
  const last = from + BigInt(counts.length) * bin;
  return edgeOf(last > to && last - bin <= to ? last : to + 1n) * tick;
}

/** Letters of a channel in the heading: a number of nine and more is cut, a name with its number at more. */
const LONGEST_IN_HEADING = 16;

/** Long names of channels are cut in the heading. */
function nameAfter(panel: Figure, pair: Pair | null): void {
  const names = namesIn(get().view);
  const whole = (channel: bigint): string => channelName(channel, { names });
  const name = (of: (channel: bigint) => string): string =>
    pair ? `Correlation ${of(pair.a)} → ${of(pair.b)}` : "Correlation";
  panel.name(
    name((channel) => shorten(whole(channel), LONGEST_IN_HEADING)),
    name(whole),
  );
}

function show([low, high]: readonly [number, number]): void {
  const { tick } = get();
  showDelays(firstDelay(low / tick), firstDelay(high / tick));
}
