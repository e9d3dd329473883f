/** A tag of a test recording: time in ticks, channel. */
export type Tag = readonly [time: bigint, channel: bigint];

/**
 * A recording without compression, written by hand: one Cap'n Proto message of one segment.
 *
 *     u32 0 (one segment) | u32 its words
 *     root: a struct without data, one pointer  -> the outer list: one pointer
 *     -> the inner list: composite elements     -> its tag word: count, two data words each
 *     -> time, channel, time, channel, ...
 */
export function recording(tags: readonly Tag[]): Buffer {
  const words = 4 + 2 * tags.length;
  const bytes = Buffer.alloc(8 + 8 * words);
  bytes.writeUInt32LE(words, 4);
  bytes.writeUInt16LE(1, 8 + 6);
  bytes.writeUInt32LE(1, 16);
  bytes.writeUInt32LE((1 << 3) | 6, 20);
  bytes.writeUInt32LE(1, 24);
  bytes.writeUInt32LE((2 * tags.length * 8 + 7) >>> 0, 28);
  bytes.writeUInt32LE(tags.length << 2, 32);
  bytes.writeUInt16LE(2, 36);
  tags.forEach(([time, channel], index) => {
    bytes.writeBigInt64LE(time, 40 + 16 * index);
    bytes.writeBigUInt64LE(channel, 48 + 16 * index);
  });
  return bytes;
}

/** A second of two channels: 4 has a tag every 4,000,000 ticks (625 us), 9 after every tenth of them. */
export function twoChannels(): Tag[] {
  const tags: Tag[] = [];
  for (let index = 0n; index < 1600n; index += 1n) {
    tags.push([index * 4_000_000n, 4n]);
    if (index % 10n === 0n) tags.push([index * 4_000_000n + 5n, 9n]);
  }
  return tags;
}

/** Pairs in `threeChannels`. */
export const PAIRS = 2000;
/** Ticks in which there is one of them. */
const SLOT = 100_000n;

/**
 * In each of 2,000 slots of 100,000 ticks, channel 1 has a tag anywhere, as steady light has, and channel 2 one 25, 26, 26, 26
 * or 27 ticks after it; channel 3 has as many, anywhere in the second half of the slot. At the borders of quarters of the
 * recording, where ranges end, the tag of channel 1 is at the beginning of its slot.
 */
export function threeChannels(): Tag[] {
  const uniform = numbers();
  return inSlots((index) => {
    const isAtBorder = [0n, 499n].includes(index % 500n);
    return isAtBorder ? 0n : BigInt(Math.floor(99_900 * uniform()));
  });
}

/** The same with each pair at the beginning of its slot, as with pulses. */
export const threePulsedChannels = (): Tag[] => inSlots(() => 0n);

/** Tags whose pairs lie `offset` ticks after the beginning of their slots. */
function inSlots(offset: (index: bigint) => bigint): Tag[] {
  const tags: Tag[] = [];
  const delays = [25n, 26n, 26n, 26n, 27n];
  for (let index = 0n; index < PAIRS; index += 1n) {
    const time = index * SLOT + offset(index);
    const other = index * SLOT + 50_000n + ((index * 7919n) % 40_000n);
    tags.push([time, 1n], [time + (delays[Number(index % 5n)] ?? 0n), 2n], [other, 3n]);
  }
  return tags.sort(([a], [b]) => Number(a - b));
}

/** The same in steady light: the gaps of channel 1 are exponential, and channel 3 has tags anywhere. */
export function threeSteadyChannels(): Tag[] {
  const uniform = numbers();
  const tags: Tag[] = [];
  let time = 0n;
  for (let index = 0; index < PAIRS; index += 1) {
    time += BigInt(Math.ceil(-100_000 * Math.log(1 - uniform())));
    const anywhere = BigInt(Math.floor(100_000 * PAIRS * uniform()));
    tags.push([time, 1n], [time + 25n + BigInt(Math.floor(3 * uniform())), 2n], [anywhere, 3n]);
  }
  return tags.sort(([a], [b]) => Number(a - b));
}

/** Pseudo-random numbers from 0 to 1, the same in each run (Numerical Recipes' generator). */
function numbers(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Tags of `channels` channels: channel k has `fewest` times k tags in 64 million ticks (10 ms). Channel 5 has none in
 * the middle fifth.
 */
export function manyChannels(channels: number, fewest = 40): Tag[] {
  const tags: Tag[] = [];
  for (let k = 1; k <= channels; k += 1) {
    const many = fewest * k;
    for (let index = 0; index < many; index += 1) {
      const time = Math.floor((index * 64_000_000) / many) + 7 * k;
      if (k === 5 && time > 25_600_000 && time < 38_400_000) continue;
      tags.push([BigInt(time), BigInt(k)]);
    }
  }
  return tags.sort(([a], [b]) => Number(a - b));
}

/** Tags of `channels` channels in steady light, each dead for some 2,000 ticks after a tag. */
export function deadChannels(channels: number, each = 1000): Tag[] {
  let state = 1;
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  const tags: Tag[] = [];
  for (let k = 1; k <= channels; k += 1) {
    let time = 0;
    for (let index = 0; index < each; index += 1) {
      time += 2000 + 7 * k + Math.floor(-20_000 * Math.log(uniform()));
      tags.push([BigInt(time), BigInt(k)]);
    }
  }
  return tags.sort(([a], [b]) => Number(a - b));
}
