import { type CorrelationData, count, g2Chart, g2Frame, si } from "@tagview/charts";
import type { Correlation, Delay, Dip, PairsEntry, Pulsed } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { store } from "../../../app/store";
import { h, setAttribute, setText } from "../../../ui/dom";
import { field } from "../../../ui/field";
import { type Figure, figure } from "../../../ui/figure";
import { sentence } from "../../../ui/sentence";
import { readBin, readDelays, readPeriod } from "../checks";
import { backToPeak, changeBin, largestDelay, showDelays, toggleLogarithmic } from "../correlation-range";
import type { Parameters } from "../parameters";
import { correlationOf, parametersNow, peakOf, refusalOf } from "../results";
import { isAwaited, isPending, scopeLabel } from "../scope-label";
import { get, type State, setView } from "../state";
import { boxed, fineTime, tickNow, time } from "../time";
import type { Range } from "../view";

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
export function correlationPanel(): Panel<State> {
  const panel: Figure = figure({
    id: "g2",
    title: "Correlation",
    hint: "Drag or wheel or plus and minus to zoom, arrows to move, double click or 0 to go back to the peak. Brackets, or wheel with alt, change the width of the bins.",
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
    title: "Width of a bin, in ticks or with a unit; empty for one that suits ([ and ])",
    size: 7,
    apply: (text) => {
      const now = parametersNow(get());
      if (now) setView({ bin: text === "" ? null : readBin(text, now.g2, tickNow()) });
    },
  });
  const delays = field({
    label: "delays",
    name: "Range of delays",
    title: "Delays FROM..TO, in ticks or with units; empty for those around the peak",
    size: 17,
    apply: (text) => {
      const now = parametersNow(get());
      if (text === "") backToPeak();
      else if (now) setView({ g2: readDelays(text, get().view.bin, tickNow()) });
    },
  });
  const period = field({
    label: "period",
    name: "Period of pulsed light",
    title:
      "Time from one pulse of light to the next; none for light that is not pulsed; empty for the one that the correlation shows",
    size: 8,
    placeholder: "none",
    apply: (text) => setView({ period: text === "" ? null : readPeriod(text, tickNow()) }),
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
    render: (state, changed) => {
      const { current, compared, view, tick, units } = state;
      const { width, height } = panel.size();
      const now = parametersNow(state);
      if (!current || !now || width === 0) return;
      bin.render(now.bin === null ? "" : boxed(now.bin));
      for (const control of [bin.root, narrower, wider]) control.hidden = now.bin === null;
      delays.render(`${boxed(now.g2.from)} .. ${boxed(now.g2.to)}`);
      period.render(now.period === null ? "" : now.period === 0 ? "none" : fineTime(now.period, 7));
      panel.name(now.pair ? `Correlation ${now.pair.a} → ${now.pair.b}` : "Correlation");
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
      panel.draw(chart, chart.querySelector(".tv-lines") ? g2Frame(data, options) : null, async () =>
        (await import("@tagview/charts/csv")).g2Csv(data, options),
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

function show([low, high]: readonly [number, number]): void {
  const { tick } = get();
  showDelays(low / tick, high / tick);
}

/** Changes between counts and g2. */
export function toggleNormalised(): void {
  setView({ normalised: !get().view.normalised });
}

/** "peak 4.063 ns, 0.91 ns wide, 38 σ". */
function summary(): string {
  const state = get();
  const peak = peakOf(state.current, state);
  const { pulsed = null, remarks = [] } = correlationOf(state.current) ?? {};
  const unsteady = remarks.filter(({ code }) => code === "rates-not-steady").map(({ message }) => message);
  const parts = [peak ? peakText(peak) : "", pulsed ? pulsedText(pulsed) : "", ...unsteady];
  return parts.filter(Boolean).join("; ");
}

/** "g2 by areas 0.251 ± 0.012" of the peaks of pulsed light. */
function pulsedText({ g2, g2_error, g2_upper }: Pulsed): string {
  if (g2 === null) return "";
  const error = g2_error === null ? "" : ` ± ${si(g2_error, "", 2)}`;
  const upper = g2_upper === null ? "" : `, below ${si(g2_upper, "", 3)} with 95 %`;
  return `g2 by areas ${si(g2, "", 4)}${error}${upper}`;
}

/** "dip at 0 s, 0.95 deep, 12.5 ns wide". */
function dipText({ delay, depth, width }: Dip): string {
  const shape =
    depth === null || width === null ? "" : `, ${si(depth, "", 3)} deep, ${fineTime(width, 3)} wide`;
  return `dip at ${fineTime(delay, 3)}${shape}`;
}

function peakText(peak: PairsEntry | Delay): string {
  const { a, b, delay, centre, centre_error, fwhm, significance, period, delay_modulo, dips } = peak;
  const more = [...dips.map(dipText), period === null ? null : `pulsed, ${fineTime(period, 5)}`];
  const none = a === b ? "a channel with itself has no delay" : "no peak stands out";
  if (delay === null) return [none, ...more].filter(Boolean).join(", ");
  const parts = [
    `peak ${fineTime(centre ?? Number(delay))}${centre_error === null ? "" : ` ± ${fineTime(centre_error, 2)}`}`,
    fwhm === null ? null : `${fineTime(fwhm, 3)} wide`,
    significance === null || delay_modulo !== null
      ? null
      : `${significance < 1000 ? significance.toPrecision(3) : count(Math.round(significance))} σ`,
  ];
  return [...parts, ...more].filter(Boolean).join(", ");
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
  const range = error > 0 ? ` ± ${si(error, "", 2)}` : ` (${si(low, "", 2)} to ${si(high, "", 2)})`;
  const normal = Number.isFinite(g2) ? `g2 ${si(g2, "")}${range}` : "";
  return [`${time(from, 4)} – ${time(to, 4)}`, `${count(pairs)} pairs`, normal].filter(Boolean).join("   ");
}
