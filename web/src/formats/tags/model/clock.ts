/** Which channel is a clock, as its gaps tell. */

import type { Gaps, Summary } from "@tagview/engine";

/** Fewer gaps may come regularly by chance. */
const LEAST_GAPS = 100;
/**
 * The share of a channel's gaps that two neighbouring bins, 20 a decade, hold at least where it is a clock. Of light
 * that is steady they hold a tenth.
 */
const REGULAR = 0.9;

/** What was found in gaps before: they are looked at for every frame. */
const found = new WeakMap<Gaps, bigint | null>();

/** The most regular channel, of equally regular ones that with the most tags; null where none comes as a clock does. */
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
  for (const { channel, counts, below, above } of gaps.channels) {
    const tags = counts.reduce((sum, n) => sum + n, below + above);
    const most = counts.reduce((most, n, k) => Math.max(most, n + (counts[k + 1] ?? 0)), 0);
    const share = most / tags;
    if (tags < LEAST_GAPS || share < REGULAR) continue;
    if (best === null || share > best.share || (share === best.share && tags > best.tags))
      best = { channel, share, tags };
  }
  return best?.channel ?? null;
}

/** How far, in periods of the light, a clock's gap may be off a multiple of the period that a correlation shows. */
const OFF = 0.05;

/** The period of a clock that ticks at every few pulses of light only; null where it ticks at every one. */
export function dividedPeriod(clock: bigint, gaps: Gaps | null, light: number | null): number | null {
  const gap = gaps?.channels.find(({ channel }) => channel === clock)?.mean ?? null;
  if (gap === null || light === null) return null;
  const pulses = Math.round(gap / light);
  return pulses > 1 && Math.abs(gap / light - pulses) < OFF ? gap / pulses : null;
}

/** The channel besides the clock that has the most tags; null where there is none. */
export function followerOf(clock: bigint, summary: Summary | null): bigint | null {
  const others = (summary?.channels ?? []).filter(({ channel }) => channel !== clock);
  const [first] = others.sort((one, other) => other.tags - one.tags);
  return first?.channel ?? null;
}
