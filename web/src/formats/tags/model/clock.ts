/** Finds the channel of a clock by its gaps. */

import type { Gaps, Summary } from "@tagview/engine";

/** Minimum number of gaps of a clock; fewer may be regular by chance. */
const LEAST_GAPS = 100;
/**
 * Minimum share of a clock's gaps in two neighbouring bins, at 20 bins a decade. For steady light the share is a tenth.
 */
const REGULAR = 0.9;

/** Cached results by gaps, because every frame needs them. */
const found = new WeakMap<Gaps, bigint | null>();

/** The most regular channel, and among equally regular ones that with the most tags; null if no channel is a clock. */
export function clockOf(gaps: Gaps | null): bigint | null {
  if (gaps === null) return null;
  const known = found.get(gaps);
  if (known !== undefined) return known;
  const clock = mostRegular(gaps);
  found.set(gaps, clock);
  return clock;
}

function mostRegular(gaps: Gaps): bigint | null {
  let best: { channel: bigint; share: number; tags: number } | null = null;
  for (const one of gaps.channels) {
    const { tags, share, isRegular } = regularity(one);
    if (!isRegular) continue;
    if (best === null || share > best.share || (share === best.share && tags > best.tags))
      best = { channel: one.channel, share, tags };
  }
  return best?.channel ?? null;
}

type ChannelGaps = Gaps["channels"][number];

/** The number of gaps, the share of them in two neighbouring bins, and whether that is a clock's. */
function regularity({ counts, below, above }: ChannelGaps) {
  const tags = counts.reduce((sum, n) => sum + n, below + above);
  const most = counts.reduce((most, n, k) => Math.max(most, n + (counts[k + 1] ?? 0)), 0);
  const share = most / tags;
  return { tags, share, isRegular: tags >= LEAST_GAPS && share >= REGULAR };
}

/** Whether the engine reports that the clock's tags repeat, and those of the channel after it are not regular too. */
export function isClockOfLight(clock: bigint, after: bigint | null, gaps: Gaps | null): boolean {
  const gapsOf = (channel: bigint | null): ChannelGaps | undefined =>
    gaps?.channels.find((one) => one.channel === channel);
  const [own, others] = [gapsOf(clock), gapsOf(after)];
  return own?.period != null && others !== undefined && !regularity(others).isRegular;
}

/** Maximum deviation of a clock's gap from a multiple of the correlation's period, in periods of the light. */
const OFF = 0.05;

/** The period of a clock that has one tag for several pulses of light; null if it has a tag for every pulse. */
export function dividedPeriod(clock: bigint, gaps: Gaps | null, light: number | null): number | null {
  const gap = gaps?.channels.find(({ channel }) => channel === clock)?.mean ?? null;
  if (gap === null || light === null) return null;
  const pulses = Math.round(gap / light);
  return pulses > 1 && Math.abs(gap / light - pulses) < OFF ? gap / pulses : null;
}

/** The channel with the most tags besides the clock; null if there is none. */
export function followerOf(clock: bigint, summary: Summary | null): bigint | null {
  const others = (summary?.channels ?? []).filter(({ channel }) => channel !== clock);
  const [first] = others.sort((one, other) => other.tags - one.tags);
  return first?.channel ?? null;
}
