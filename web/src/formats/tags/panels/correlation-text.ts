/** Sentences on a correlation: on its peak, and on the bin under the pointer. */

import {
  areasText,
  count,
  dipText,
  fitText,
  noPeakText,
  placeText,
  pure,
  shortNumber,
  sigmas,
  timeText,
  withError,
} from "@tagview/charts";
import type { Correlation, Delay, Hint, PairsEntry } from "@tagview/engine";
import { inUnits } from "../../../ui/sentence";
import { isAntibunched, isPulsed } from "../model/antibunched";
import { correlationOf, parametersNow, peakOf } from "../session/results";
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
  if (period !== null || delay_modulo !== null || isPulsed(peak))
    return "Peaks that repeat: the light is pulsed.";
  return dips.length > 0 ? null : "No peak: no sign that these two detectors see pairs of photons.";
}

/** Whether one of the channels is the clock of the light, whose tags are no photons. */
export function isOfClock({ a, b }: { a: bigint; b: bigint }): boolean {
  const clock = parametersNow(get())?.lightClock ?? null;
  return a !== b && (a === clock || b === clock);
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

/** "15 comes 3.960 ± 0.015 ns after 3, 503 ps wide, significance 38 σ": as in the chart, with remarks. */
export function summary(): string {
  const state = get();
  const answer = correlationOf(state.current);
  const peak = peakOf(state.current, state, answer);
  const pulsed = answer && !isOfClock(answer) ? answer.pulsed : null;
  const areas = pulsed
    ? [areasText(pulsed), ...pulsed.remarks.map(({ message }) => inUnits(message, state))]
    : [];
  const fit = answer && fitWords(answer, state);
  const parts = [areas[0], peak && peakText(peak, state), ...areas.slice(1)];
  const kind = isAntibunched(peak, pulsed) ? "antibunched: " : "";
  return [fit, `${kind}${parts.filter(Boolean).join("; ")}`].filter(Boolean).join("; ");
}

/** The fitted model, or why there is none; null if none is requested. */
function fitWords({ fit, remarks }: Correlation, options: Pick<State, "tick" | "units">): string | null {
  const about = remarks
    .filter(({ about }) => about === "fit")
    .map(({ message }) => inUnits(message, options));
  const words = fit ? [fitText(fit, options), ...about] : about.slice(0, 1);
  return words.length === 0 ? null : words.join("; ");
}

function peakText(peak: PairsEntry | Delay, options: Pick<State, "tick" | "units">): string {
  const { delay, fwhm, significance, period, delay_modulo, dips } = peak;
  const place = placeText(peak, options);
  const light = period ? `pulsed, ${timeText(period, options, 5)}` : isPulsed(peak) ? "pulsed" : null;
  const wide = fwhm === null ? null : `${timeText(fwhm, options)} wide`;
  const none = noPeakText(peak);
  const ofDips = dips
    .filter((dip) => isSeen(dip.delay) || (delay === null && dip.depth !== null))
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
export function readout(seconds: number): string {
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
  const interval = Number.isFinite(low) ? ` (${pure(low, 2)} to ${pure(high, 2)})` : "";
  const range = error > 0 ? withError(g2, error, "") : `${pure(g2)}${interval}`;
  const normal = Number.isFinite(g2) ? `g2 ${range}` : "";
  return [`${time(from, 4)} – ${time(to, 4)}`, `${count(pairs)} ${pairs === 1 ? "pair" : "pairs"}`, normal]
    .filter(Boolean)
    .join("   ");
}
