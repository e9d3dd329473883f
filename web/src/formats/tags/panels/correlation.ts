import {
  areasText,
  type CorrelationData,
  channelName,
  count,
  dipText,
  g2Chart,
  g2Frame,
  placeText,
  pure,
  shorten,
  shortNumber,
  sigmas,
  timeText,
  withError,
} from "@tagview/charts";
import type { Correlation, Delay, PairsEntry } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { store } from "../../../app/store";
import { h, setAttribute, setText } from "../../../ui/dom";
import { field } from "../../../ui/field";
import { type Figure, figure } from "../../../ui/figure";
import { sentence } from "../../../ui/sentence";
import { isAntibunched } from "../antibunched";
import { readBin, readDelays, readPeriod } from "../checks";
import { backToPeak, changeBin, largestDelay, showDelays, toggleLogarithmic } from "../correlation-range";
import { explained } from "../explained";
import { exported } from "../exported/panels";
import { namesIn } from "../names";
import type { Parameters } from "../parameters";
import { correlationOf, parametersNow, peakOf, refusalOf, wholeOf } from "../results";
import { isAwaited, isPending, scopeLabel } from "../scope-label";
import { get, type State, setView } from "../state";
import { boxed, boxedRange, boxedReal, boxOf, time } from "../time";
import type { Pair, Period, Range } from "../view";

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
    id: "g2",
    title: "Correlation",
    hint: "Drag, or Control and wheel, or plus and minus to zoom, arrows to move, double click or 0 to go back to the peak. Brackets, or wheel with alt, change the width of the bins. K places a cursor.",
    explanation: explained("g2"),
    exported: exported("g2"),
    onResize: store.refresh,
    gestures: {
      extent: () => {
        const { tick, view } = get();
        const end = largestDelay() * tick;
        return [view.logarithmic ? tick : -end, end];
      },
      least: () => 8 * get().tick,
      zoom: (span) => (span ? show(span) : show([-largestDelay() * get().tick, largestDelay() * get().tick])),
      drag: show,
      back: backToPeak,
      point: (seconds) => panel.say(seconds === null ? summary() : readout(seconds)),
      wheel: (event) => {
        if (!event.altKey) return false;
        changeBin(event.deltaY > 0 ? 1 : -1);
        return true;
      },
    },
  });
  const bin = field({
    label: "bin",
    name: "Bin width",
    title: "Width of a bin, such as 1 ns or 6 ticks; empty for one that suits ([ and ])",
    size: 7,
    apply: (text, shown) => {
      const now = parametersNow(get());
      if (!now) return null;
      const bin = text === "" ? null : readBin(text, now.g2, boxOf(shown));
      setView({ bin: bin?.value ?? null });
      return bin?.rounded ?? null;
    },
  });
  const delays = field({
    label: "delays",
    name: "Range of delays",
    title: "Delays such as -50..100 ns, or 50 ns for as much to either side; empty for those around the peak",
    size: 13,
    apply: (text, shown) => {
      if (text === "") {
        backToPeak();
        return null;
      }
      const { value, rounded } = readDelays(text, get().view, boxOf(shown));
      setView({ g2: value });
      return rounded;
    },
  });
  const period = field({
    label: "period",
    name: "Period of pulsed light",
    title:
      "Time from one pulse of light to the next, such as 12.5 ns, or ch5 for that of the clock on channel 5; none for light that is not pulsed; empty to find it in the correlation",
    size: 9,
    apply: (text, shown) => {
      const known = wholeOf(get().current, "summary")?.channels.map(({ channel }) => channel) ?? [];
      setView({ period: text === "" ? null : readPeriod(text, known, boxOf(shown)) });
      return null;
    },
  });
  const small = (text: string, name: string, run: () => void): HTMLButtonElement =>
    h("button", { type: "button", class: "quiet", title: name, "aria-label": name, onclick: run }, text);
  const narrower = small("−", "Narrower bins ([)", () => changeBin(-1));
  const wider = small("+", "Wider bins (])", () => changeBin(1));
  const scale = small("g2", "Show g2 instead of counts (g)", toggleNormalised);
  const log = small("log", "Logarithmic bins of delay (l)", toggleLogarithmic);
  const refused = h("p", { class: "refused", role: "alert", hidden: true });
  panel.root.children[0]?.after(
    h("div", { class: "panel-fields" }, bin.root, narrower, wider, delays.root, period.root, scale, log),
    refused,
  );
  return {
    root: panel.root,
    figure: panel,
    render: (state, changed) => {
      const { current, compared, view, tick, units } = state;
      const { width, height } = panel.size();
      const now = parametersNow(state);
      if (!current || !now || width === 0) return;
      bin.render(now.bin === null ? "" : boxed(now.bin));
      for (const control of [bin.root, narrower, wider]) control.hidden = now.bin === null;
      delays.render(boxedRange(now.g2));
      const found = peakOf(current, state)?.period ?? null;
      period.render(periodText(view.period), found === null ? "none found" : boxedReal(found, 7));
      nameAfter(panel, now.pair);
      panel.label(scopeLabel(state, "correlation"), isPending(state, "correlation"));
      setAttribute(scale, "aria-pressed", String(view.normalised));
      setAttribute(log, "aria-pressed", String(view.logarithmic));
      const refusal = refusalOf(current, "correlation");
      refused.hidden = refusal === null;
      setText(refused, refusal ? sentence(refusal) : "");
      const answer = correlationOf(current);
      // The peak and the window of the pair that is chosen do not belong on the chart of the one before.
      if (answer && refusal === null && isOfAnother(answer, now)) return;
      const waiting = answer === null && refusal === null && isAwaited(state, "correlation");
      const data = answer ?? NOTHING;
      const peak = peakOf(current, state);
      const other = compared && correlationOf(compared);
      const second = other && !isOfAnother(other, now) ? other : null;
      const { normalised } = view;
      const window = windowOf(now);
      // The axis shows the chosen delays at once, with what the last answer has of them.
      const seen =
        (data.edges !== null) === view.logarithmic
          ? ([inSeconds(now.g2.from), end(data, now.g2.to)] as const)
          : null;
      const drawn = [waiting, data, peak, second, normalised, tick, units, width, height];
      if (!changed(...drawn, window?.from, window?.to, seen?.[0], seen?.[1])) return;
      if (waiting) {
        panel.wait();
        return;
      }
      const options = {
        width,
        height,
        tick,
        units,
        subject: current.name,
        scale: normalised ? ("g2" as const) : ("counts" as const),
        peak,
        window,
        view: seen,
        overlay: second && compared ? { name: compared.name, data: second } : null,
      };
      const chart = g2Chart(document, data, options);
      panel.draw(
        chart,
        chart.querySelector(".tv-lines") ? g2Frame(data, options) : null,
        async () => (await import("@tagview/charts/csv")).g2Csv(data, options),
        (size) => g2Chart(document, data, { ...options, ...size }),
      );
      panel.say(summary());
    },
  };
}

/** Whether an answer is about another pair than the chosen one. */
const isOfAnother = ({ a, b }: Correlation, { pair }: Parameters): boolean =>
  pair !== null && (a !== pair.a || b !== pair.b);

/** The delays that count as coincidences; null for a channel with itself, which has none. */
function windowOf({ pair, window, delays }: Parameters): Range | null {
  if (!pair || pair.a === pair.b) return null;
  const middle = (delays.get(pair.b) ?? 0n) - (delays.get(pair.a) ?? 0n);
  return { from: middle - window, to: middle + window };
}

const inSeconds = (ticks: bigint): number => Number(ticks) * get().tick;

/** Where the axis ends, in seconds: behind the last bin, once the answer has the bins that were chosen. */
function end({ bin, from, counts, edges }: CorrelationData, to: bigint): number {
  if (bin === null || from === null || edges !== null) return inSeconds(to);
  const last = from + BigInt(counts.length) * bin;
  return inSeconds(last > to && last - bin <= to ? last : to + 1n);
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
  showDelays(low / tick, high / tick);
}

/** Changes between counts and g2. */
export function toggleNormalised(): void {
  setView({ normalised: !get().view.normalised });
}

/** A chosen period as it stands in its box; empty where none is chosen. */
function periodText(period: Period | null): string {
  if (period === null) return "";
  if (typeof period !== "number") return `ch${period.clock}`;
  return period === 0 ? "none" : boxedReal(period, 7);
}

/** "15 comes 3.960 ± 0.015 ns after 3, 503 ps wide, significance 38 σ": what the chart says too, and what is to be known of it. */
function summary(): string {
  const state = get();
  const peak = peakOf(state.current, state);
  const { pulsed = null, remarks = [] } = correlationOf(state.current) ?? {};
  const unsteady = remarks.filter(({ code }) => code === "rates-not-steady").map(({ message }) => message);
  const areas = pulsed ? [areasText(pulsed), ...pulsed.remarks.map(({ message }) => message)] : [];
  const parts = [areas[0], peak && peakText(peak, state), ...areas.slice(1), ...unsteady];
  const kind = isAntibunched(peak, pulsed) ? "antibunched: " : "";
  return `${kind}${parts.filter(Boolean).join("; ")}`;
}

function peakText(peak: PairsEntry | Delay, options: Pick<State, "tick" | "units">): string {
  const { a, b, delay, fwhm, significance, period, delay_modulo, dips } = peak;
  const place = placeText(peak, options);
  const light = period === null ? null : `pulsed, ${timeText(period, options, 5)}`;
  const wide = fwhm === null ? null : `${timeText(fwhm, options)} wide`;
  const none = a === b ? "a channel with itself has no delay" : "no peak stands out";
  const ofDips = dips
    .filter((dip) => dip.depth !== null || isSeen(dip.delay))
    .map((dip) => dipText(dip, options));
  const found =
    delay === null
      ? [...ofDips, none, light]
      : delay_modulo === null
        ? [after(peak, place), wide, significance && `significance ${sigmas(significance)}`, light, ...ofDips]
        : [light, `pulses at ${place}`, wide, ...ofDips];
  return found.filter(Boolean).join(", ");
}

/** "15 comes 3.960 ± 0.015 ns after 3". */
function after({ a, b, delay, centre }: PairsEntry | Delay, place: string): string {
  const isBefore = (centre ?? Number(delay)) < 0;
  const [length, word] = isBefore ? [place.replace(/^[-−]/u, ""), "before"] : [place, "after"];
  return `${shortNumber(b)} comes ${length} ${word} ${shortNumber(a)}`;
}

/** Whether a delay in ticks is on the chart. */
function isSeen(delay: number): boolean {
  const range = parametersNow(get())?.g2;
  return range !== undefined && delay >= Number(range.from) && delay <= Number(range.to);
}

/** "4.06 ns – 4.22 ns   76 pairs   g2 12.3 ± 1.4" of the bin at a delay. */
function readout(seconds: number): string {
  const { current, tick } = get();
  const data = correlationOf(current);
  if (!data) return "";
  const at = Math.floor(seconds / tick);
  const bin = data.edges
    ? data.edges.findIndex((edge) => Number(edge) > at) - 1
    : Math.floor((at - Number(data.from)) / Number(data.bin));
  const pairs = data.counts[bin];
  if (pairs === undefined) return "";
  const from = data.edges?.[bin] ?? (data.from ?? 0n) + BigInt(bin) * (data.bin ?? 1n);
  const to = data.edges?.[bin + 1] ?? from + (data.bin ?? 1n);
  const [g2, error] = [data.g2[bin] ?? Number.NaN, data.g2_error[bin] ?? Number.NaN];
  const [low, high] = [data.g2_low[bin] ?? Number.NaN, data.g2_high[bin] ?? Number.NaN];
  const range = error > 0 ? withError(g2, error, "") : `${pure(g2)} (${pure(low, 2)} to ${pure(high, 2)})`;
  const normal = Number.isFinite(g2) ? `g2 ${range}` : "";
  return [`${time(from, 4)} – ${time(to, 4)}`, `${count(pairs)} pairs`, normal].filter(Boolean).join("   ");
}
