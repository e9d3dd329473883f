/** Light whose truth is known, made in the test: times of tags from random numbers with a seed. */

import { uniform } from "./other-taggers";

export type Tag = [channel: number, time: bigint];

/** Random numbers of some distributions. */
export function randomOf(seed: number) {
  const random = uniform(seed);
  /** Of an exponential distribution with the mean 1. */
  const exponential = (): number => -Math.log(1 - random());
  /** Of a normal distribution with the mean 0 and the standard deviation 1 (Box, Muller). */
  const normal = (): number => Math.sqrt(2 * exponential()) * Math.cos(2 * Math.PI * random());
  /** Times from `from` to `to`, `rate` in a unit of time. */
  const times = (rate: number, from: number, to: number): number[] => {
    const all: number[] = [];
    for (let time = from + exponential() / rate; time < to; time += exponential() / rate) all.push(time);
    return all;
  };
  return { random, exponential, normal, times };
}

/** Puts tags with times in ticks in order and rounds the times. */
export function inOrder(tags: readonly (readonly [channel: number, ticks: number])[]): Tag[] {
  return tags
    .toSorted(([, one], [, other]) => one - other)
    .map(([channel, ticks]): Tag => [channel, BigInt(Math.round(ticks))]);
}
