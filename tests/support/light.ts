/** Light with a known truth: times of tags from random numbers with a seed. */

import { uniform } from "./other-taggers";

export type Tag = [channel: number, time: bigint];

/** Random numbers of some distributions. */
export function randomOf(seed: number) {
  const random = uniform(seed);
  /** A number of the exponential distribution with the mean 1. */
  const exponential = (): number => -Math.log(1 - random());
  /** A number of the normal distribution with the mean 0 and the standard deviation 1 (Box, Muller). */
  const normal = (): number => Math.sqrt(2 * exponential()) * Math.cos(2 * Math.PI * random());
  /** Times from `from` to `to`, with `rate` tags per unit of time. */
  const times = (rate: number, from: number, to: number): number[] => {
    const all: number[] = [];
    for (let time = from + exponential() / rate; time < to; time += exponential() / rate) all.push(time);
    return all;
  };
  return { random, exponential, normal, times };
}

/** Sorts tags by time and rounds times to ticks. */
export function inOrder(tags: readonly (readonly [channel: number, ticks: number])[]): Tag[] {
  return tags
    .toSorted(([, one], [, other]) => one - other)
    .map(([channel, ticks]): Tag => [channel, BigInt(Math.round(ticks))]);
}
