import { binsIn, MOST_BINS } from "./checks";
import { parameters, wholeOf } from "./results";
import { lengthOf } from "./run";
import { get, type Range, setView, type View } from "./state";

/** How the delays on the correlation chart are changed: by zooming, and by keys for the bins. */

/** Fewest bins that are worth a chart. */
const LEAST_BINS = 8n;
/** Pairs of tags that zooming out by the wheel may come to: they take a second or so to count. */
const MOST_PAIRS = 2e8;
const LEAST_REACH = 1024;

/** The longest delay the wheel goes to in ticks: the recording's length, or as much as can be counted soon. */
export function reach(): number {
  const { current, view } = get();
  const summary = wholeOf(current, "summary");
  const length = Number(lengthOf(summary) ?? 0n);
  const pair = parameters(get())?.pair;
  const tags = (channel: bigint | undefined): number =>
    summary?.channels.find((other) => other.channel === channel)?.tags ?? 0;
  const perTick = (tags(pair?.a) * tags(pair?.b)) / Math.max(1, length);
  const countable = perTick > 0 ? MOST_PAIRS / perTick / 2 : length;
  return Math.max(LEAST_REACH, Number(view.g2?.to ?? 0n), Math.min(length, countable));
}

/** Shows the delays between two times in ticks; bins begin where they did. */
export function showDelays(low: number, high: number): void {
  const now = parameters(get());
  if (!now) return;
  const { logarithmic, bin } = get().view;
  if (logarithmic) {
    const from = BigInt(Math.max(1, Math.round(low)));
    const to = BigInt(Math.round(high));
    setView({ g2: { from, to: to > from * 10n ? to : from * 10n } });
    return;
  }
  const step = bin ?? 1n;
  const from = floor(BigInt(Math.round(low)), step);
  const least = from + LEAST_BINS - 1n;
  const to = BigInt(Math.round(high)) - 1n;
  const range = { from, to: to > least ? to : least };
  setView({ g2: range, ...fitting(range, bin) });
}

/** A chosen width stays as long as it makes a chart. */
function fitting(range: Range, bin: bigint | null): Partial<View> {
  if (bin === null) return {};
  const bins = binsIn(range, bin);
  return bins < LEAST_BINS || bins > MOST_BINS ? { bin: null } : {};
}

/** Makes the bins twice or half as wide. */
export function changeBin(by: 1 | -1): void {
  const now = parameters(get());
  if (!now || now.bin === null) return;
  const bin = by > 0 ? now.bin * 2n : now.bin / 2n;
  if (bin < 1n || (by < 0 ? binsIn(now.g2, bin) > MOST_BINS : bin > now.g2.to - now.g2.from)) return;
  setView({ bin });
}

/** Back to the delays around the peak, in bins that suit them. */
export function backToPeak(): void {
  setView({ g2: null, bin: null });
}

/** Linear or logarithmic bins; their delays have little in common. */
export function toggleLogarithmic(): void {
  setView({ logarithmic: !get().view.logarithmic, g2: null, bin: null });
}

function floor(value: bigint, step: bigint): bigint {
  const over = ((value % step) + step) % step;
  return value - over;
}
