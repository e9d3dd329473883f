/** Sentences on a correlation: on its peak, and on the bin under the pointer. */

import {
  areasValue,
  count,
  dipFigure,
  edgeOf,
  firstDelay,
  fitFigures,
  type KeyFigure,
  lengthText,
  noPeakText,
  placeText,
  pure,
  shortNumber,
  sigmas,
  timeText,
  withError,
} from "@tagview/charts";
import type { Delay, Hint, PairsEntry, Pulsed } from "@tagview/engine";
import { withRemarks } from "../../../ui/key-figures";
import { inUnits } from "../../../ui/sentence";
import { isAntibunched, isPulsed } from "../model/antibunched";
import { coincidenceOf, correlationOf, parametersNow, peakOf } from "../session/results";
import { get, type State } from "../session/state";
import { time } from "../session/time";

/** One sentence about the peak or dip of the chart; null if unknown, and for an empty chart. */
export function leadOf(peak: PairsEntry | Delay, counts: Float64Array | undefined): string | null {
  const { a, b, delay, delay_modulo, period, dips } = peak;
  if (counts?.every((pairs) => pairs === 0)) return null;
  if (a === b) return "A detector with itself: the hole around 0 is its dead time.";
  if (isOfClock(peak))
    return "Times after the pulses of a clock, not pairs of photons: their decay is in Lifetime.";
  if (isAntibunched(peak, null)) return "A dip at 0: photons come one at a time, as from a single emitter.";
  const { tick, units } = get();
  if (delay !== null && delay_modulo === null)
    return `A peak at ${placeText(peak, { tick, units })}: these two detectors see pairs of photons.`;
  if (delay_modulo !== null || isPulsed(peak)) return "Peaks that repeat: the light is pulsed.";
  if (period !== null) return "No peaks repeat with this period.";
  return dips.length > 0 ? null : "No peak near these delays: no sign of pairs of photons there.";
}

/** Whether one of the channels is the clock of the light, whose tags are no photons. */
export function isOfClock({ a, b }: { a: bigint; b: bigint }): boolean {
  const clock = parametersNow(get())?.lightClock ?? null;
  return a !== b && (a === clock || b === clock);
}

/** The hints of the correlation and of its peak, and one if the peak is outside the chart. */
export function correlationHints(state: State): Hint[] {
  const answer = correlationOf(state.current);
  const peak = peakOf(state.current, state, answer);
  const hints = [...(answer?.hints ?? []), ...(peak && "hints" in peak ? peak.hints : [])];
  return [...outsideHint(peak), ...farHint(state, peak), ...hintsIn(hints, state.view.g2 !== null)];
}

/** The hints of a correlation. In a part of the delays, few pairs in a bin do not mean that the recording is short. */
export function hintsIn(hints: readonly Hint[], isNarrowed: boolean): Hint[] {
  const longer = /record for longer$/u;
  return hints.map((hint) =>
    isNarrowed
      ? { ...hint, message: hint.message.replace(longer, "choose wider bins, or show more delays") }
      : hint,
  );
}

/** The hint that the peak of the chosen pair is outside the delays on the chart. */
function outsideHint(peak: PairsEntry | Delay | null): Hint[] {
  const pair = parametersNow(get())?.pair;
  if (peak === null || peak.delay === null || peak.delay_modulo !== null) return [];
  if (peak.a !== pair?.a || peak.b !== pair.b || isSeen(Number(peak.delay))) return [];
  const ticks = Number(peak.delay);
  const message = `the correlation peak is outside these delays, at ${ticks} ticks`;
  return [{ code: "peak-outside", message, option: { name: "peak", channel: null, ticks } }];
}

/** The hint on a peak that the coincidences of the pair found further away than the pairs are searched. */
function farHint(state: State, peak: PairsEntry | Delay | null): Hint[] {
  const { patterns, delays } = state.view;
  const pair = parametersNow(state)?.pair;
  if (!pair || patterns.length > 0 || (peak?.delay ?? null) !== null) return [];
  const { option = null } =
    coincidenceOf(state.current)?.hints.find(({ code }) => code === "delay-found") ?? {};
  if (option === null) return [];
  // The delay to subtract from one of the two channels, whose own delays are not part of the correlation.
  const sign = option.channel === pair.b ? 1 : -1;
  const other = delays.get(sign === 1 ? pair.a : pair.b) ?? 0n;
  const ticks = sign * (option.ticks - Number(other));
  if (isSeen(ticks)) return [];
  const message = `there is a correlation peak outside these delays, at ${ticks} ticks`;
  return [{ code: "peak-outside", message, option: { name: "peak", channel: null, ticks } }];
}

/** The key figures of the correlation: fit, areas of pulses, peak, dips, kind of light. */
export function figuresNow(): KeyFigure[] {
  const state = get();
  const answer = correlationOf(state.current);
  const peak = peakOf(state.current, state, answer);
  const pulsed = answer && !isOfClock(answer) ? answer.pulsed : null;
  const options = { tick: state.tick, units: state.units };
  const all = [
    ...(answer?.fit ? fitFigures(answer.fit, options) : []),
    ...(pulsed ? [areasFigure(pulsed, state)] : []),
    ...(peak ? peakFigures(peak, options, isAntibunched(peak, pulsed)) : []),
  ];
  const remarks = answer?.remarks.filter(({ about }) => about === "fit") ?? [];
  const { figures, others } = withRemarks(all, remarks, (message) => inUnits(message, state));
  // Without a fit there is its reason.
  return [...others.slice(0, 1).map((value) => ({ name: "model", value })), ...figures];
}

function areasFigure(pulsed: Pulsed, state: State): KeyFigure {
  const reference =
    pulsed.g2 === null
      ? []
      : ["all pairs of a period, background included, relative to the neighbouring pulses"];
  const remarks = [...reference, ...pulsed.remarks.map(({ message }) => inUnits(message, state))];
  return { name: "g2 by areas", value: areasValue(pulsed), remarks };
}

export function peakFigures(
  peak: PairsEntry | Delay,
  options: Pick<State, "tick" | "units">,
  isSingle: boolean,
): KeyFigure[] {
  const { a, b, delay, fwhm, fwhm_error, half_width, half_width_error } = peak;
  const { significance, delay_modulo, dips } = peak;
  const place = placeText(peak, options);
  const named = (name: string, value: string | null): KeyFigure[] => (value ? [{ name, value }] : []);
  const light = [
    ...named("light", [isSingle && "antibunched", isPulsed(peak) && "pulsed"].filter(Boolean).join(", ")),
    ...periodFigure(peak, options),
  ];
  const isGaussian = !peak.remarks.some(({ code }) => code === "peak-not-gaussian");
  const of = (width: number | null, error: number | null): string | null =>
    width === null ? null : lengthText(width, error, options);
  const width = [
    ...(isGaussian ? [] : named("width at half height", of(half_width, half_width_error))),
    ...named(isGaussian ? "width" : "Gaussian width", of(fwhm, fwhm_error)),
  ];
  const ofDips = dips
    .filter((dip) => isSeen(dip.delay) || (delay === null && dip.depth !== null))
    .map((dip) => dipFigure(dip, options));
  if (delay === null) return [...ofDips, { name: "correlation", value: noPeakText(peak) }, ...light];
  if (delay_modulo !== null) return [...light, { name: "pulses at", value: place }, ...width, ...ofDips];
  return [
    { name: `delay ${shortNumber(a)} → ${shortNumber(b)}`, value: place },
    ...width,
    ...named("significance", significance === null ? null : sigmas(significance)),
    ...light,
    ...ofDips,
  ];
}

/** The period with which the peak was searched, which does not follow from the data. */
function periodFigure({ period }: PairsEntry | Delay, options: Pick<State, "tick" | "units">): KeyFigure[] {
  if (!period) return [];
  const { period: chosen } = get().view;
  const source =
    chosen === null ? "of the file's header" : typeof chosen === "number" ? "as given" : "of the clock";
  return [{ name: "period", value: timeText(period, options, 5), remarks: [source] }];
}

/** Whether a delay in ticks is on the chart. */
function isSeen(delay: number): boolean {
  const range = parametersNow(get())?.g2;
  return range !== undefined && delay >= Number(range.from) && delay <= Number(range.to);
}

/** "3.984 ns – 4.141 ns   76 pairs   g2 12.3 ± 1.4" of the bin at a delay; in ticks, the first and the last delay. */
export function readout(seconds: number): string {
  const { current, tick, units } = get();
  const data = correlationOf(current);
  if (!data) return "";
  const at = Math.floor(firstDelay(seconds / tick));
  const bin = data.edges
    ? data.edges.findIndex((edge) => Number(edge) > at) - 1
    : Math.floor((at - Number(data.from)) / Number(data.bin));
  const pairs = data.counts[bin];
  if (pairs === undefined) return "";
  const from = data.edges?.[bin] ?? (data.from ?? 0n) + BigInt(bin) * (data.bin ?? 1n);
  const to = data.edges?.[bin + 1] ?? from + (data.bin ?? 1n);
  const [g2, error] = [data.g2[bin] ?? Number.NaN, data.g2_error[bin] ?? Number.NaN];
  const [low, high] = [data.g2_low[bin] ?? Number.NaN, data.g2_high[bin] ?? Number.NaN];
  const interval = Number.isFinite(low) ? ` (${pure(low, 2)} to ${pure(high, 2)})` : "";
  const range = error > 0 ? withError(g2, error, "") : `${pure(g2)}${interval}`;
  const normal = Number.isFinite(g2) ? `g2 ${range}` : "";
  const ends =
    units === "ticks"
      ? new Set([time(from), time(to - 1n)])
      : [from, to].map((delay) => timeText(edgeOf(delay), { tick }, 4));
  return [[...ends].join(" – "), `${count(pairs)} ${pairs === 1 ? "pair" : "pairs"}`, normal]
    .filter(Boolean)
    .join("   ");
}
