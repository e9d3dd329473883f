/** How the delays on the correlation chart are changed: by zooming, and by keys for the width of their bins. */

import { binsIn } from "../model/checks";
import { binOf, centredBin } from "../model/parameters";
import { MOST_BINS, type Range, type View } from "../model/view";
import { lengthOf } from "./reading";
import { headerPeriodOf } from "./recording";
import { parametersNow, wholeOf } from "./results";
import { get, setView } from "./state";

/** A chart of fewer bins shows nothing. */
const LEAST_BINS = 8n;
/** Pairs of tags within the delays to which the wheel zooms out: they take about a second to count. */
const MOST_PAIRS = 2e8;
/** Ticks to which the wheel zooms out in any case. */
const LEAST_DELAY = 1024;

/** The largest delay in ticks for zooming out: the recording's length, or less if counting would take long. */
export function largestDelay(): number {
  const { current, view } = get();
  const summary = wholeOf(current, "summary");
  const length = Number(lengthOf(summary) ?? 0n);
  const pair = parametersNow(get())?.pair;
  const tags = (channel: bigint | undefined): number =>
    summary?.channels.find((other) => other.channel === channel)?.tags ?? 0;
  const perTick = (tags(pair?.a) * tags(pair?.b)) / Math.max(1, length);
  const countable = perTick > 0 ? MOST_PAIRS / perTick / 2 : length;
  return Math.max(LEAST_DELAY, Number(view.g2?.to ?? 0n), Math.min(length, countable));
}

/** Shows the delays from one to another in ticks, with one bin centred on 0. */
export function showDelays(low: number, high: number): void {
  const now = parametersNow(get());
  if (!now) return;
  const { current, view } = get();
  const { logarithmic, bin } = view;
  if (logarithmic) {
    const from = BigInt(Math.max(1, Math.round(low)));
    const to = BigInt(Math.round(high));
    setView({ g2: { from, to: to > from * 10n ? to : from * 10n } });
    return;
  }
  const [first, length] = [BigInt(Math.round(low)), BigInt(Math.round(high - low))];
  const step = binOf(bin, { from: first, to: first + length - 1n }, view.period ?? headerPeriodOf(current));
  const bins = length / step;
  const from = centredBin(first, step);
  const range = { from, to: from + (bins > LEAST_BINS ? bins : LEAST_BINS) * step - 1n };
  setView({ g2: range, ...fitting(range, bin) });
}

/** Drops a chosen width that makes too few or too many bins. */
function fitting(range: Range, bin: bigint | null): Partial<View> {
  if (bin === null) return {};
  const bins = binsIn(range, bin);
  return bins < LEAST_BINS || bins > MOST_BINS ? { bin: null } : {};
}

/** Makes the bins twice or half as wide. */
export function changeBin(by: 1 | -1): void {
  const now = parametersNow(get());
  if (!now || now.bin === null) return;
  const bin = by > 0 ? now.bin * 2n : now.bin / 2n;
  if (bin < 1n || (by < 0 ? binsIn(now.g2, bin) > MOST_BINS : bin > now.g2.to - now.g2.from)) return;
  setView({ bin });
}

/** Goes back to the delays around the peak, in bins that suit them. */
export function backToPeak(): void {
  setView({ g2: null, bin: null });
}

/** Changes between linear and logarithmic bins. Delays and width are not kept: those of one hardly suit the other. */
export function toggleLogarithmic(): void {
  setView({ logarithmic: !get().view.logarithmic, g2: null, bin: null });
}
