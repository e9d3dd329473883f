/** Compression and decoding preserve any content, not only ordinary tags. */

import { describe, expect, it } from "vitest";
import { testEngine } from "../support/engine";

const { cat, pack } = testEngine().tags;

/** Xorshift: the same numbers every time. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const LENGTH = 16 * 60_000;

/** Tags of one to five channels, among them random ones, repetitions from far back, and equal ones in a row. */
function fillWithTags(bytes: Uint8Array, next: (below: number) => number): void {
  const view = new DataView(bytes.buffer);
  let time = 0n;
  for (let i = 0; i < bytes.length; i += 16) {
    time += BigInt(next(1 << 13));
    view.setBigInt64(i, time, true);
    view.setBigUint64(i + 8, 3n + BigInt(next(1 + ((i >> 17) % 5))) * 12n, true);
    const kind = next(150);
    if (kind === 0) for (let k = 0; k < 16; k += 1) bytes[i + k] = next(256);
    if (kind === 1 && i > 0) bytes.copyWithin(i, 16 * next(i / 16), i);
    if (kind === 2) i = Math.min(bytes.length - 16, i + 16 * next(40));
  }
}

/** Bytes of many kinds, which differ in the copies that a decoder has to make. */
const CONTENTS: Record<string, (bytes: Uint8Array, next: (below: number) => number) => void> = {
  "nothing that repeats": (bytes, next) => {
    for (let i = 0; i < bytes.length; i += 1) bytes[i] = next(256);
  },
  "words of a small vocabulary": (bytes, next) => {
    const words = Array.from({ length: 200 }, () => Array.from({ length: 2 + next(9) }, () => next(256)));
    for (let i = 0; i < bytes.length; ) {
      const word = words[next(next(200) + 1)] ?? [];
      bytes.set(word.slice(0, bytes.length - i), i);
      i += word.length;
    }
  },
  "runs of periods from 1 to 40 bytes": (bytes, next) => {
    for (let i = 0; i < bytes.length; ) {
      const period = 1 + next(40);
      const end = Math.min(bytes.length, i + period + next(600));
      for (let k = i; k < end; k += 1) bytes[k] = k < i + period ? next(256) : (bytes[k - period] ?? 0);
      i = end;
    }
  },
  "stretches from far back": (bytes, next) => {
    for (let i = 0; i < bytes.length; ) {
      const n = Math.min(bytes.length - i, 1 + next(3000));
      if (i > 0 && next(3) > 0) bytes.copyWithin(i, next(i), i);
      else for (let k = i; k < i + n; k += 1) bytes[k] = next(256);
      i += n;
    }
  },
  "one byte changed in some of many equal tags": (bytes, next) => {
    for (let i = 0; i < bytes.length; i += 1) bytes[i] = i % 16;
    for (let k = 0; k < 9000; k += 1) bytes[next(bytes.length)] = next(256);
  },
  "counters that differ in one to seven bytes": (bytes, next) => {
    const view = new DataView(bytes.buffer);
    let time = 0n;
    for (let i = 0; i < bytes.length; i += 16) {
      time += BigInt(next(1 << (8 + 3 * (i >> 18))));
      view.setBigInt64(i, time, true);
      view.setBigUint64(i + 8, BigInt(next(3)), true);
    }
  },
  "tags of a recording, and among them others": fillWithTags,
  "two tags in turn, each a little later than its last": (bytes, next) => {
    const view = new DataView(bytes.buffer);
    const times = [1n << 40n, 1n << 50n];
    for (let i = 0; i < bytes.length; i += 16) {
      const which = next(9) === 0 ? 0 : (i / 16) % 2;
      times[which] = (times[which] ?? 0n) + BigInt(next(1 << 10));
      view.setBigInt64(i, times[which] ?? 0n, true);
      view.setBigUint64(i + 8, BigInt(which) << 33n, true);
    }
  },
};

function lines(bytes: Uint8Array<ArrayBuffer>): string {
  const view = new DataView(bytes.buffer);
  const out: string[] = [];
  for (let i = 0; i < bytes.length; i += 16)
    out.push(`${view.getBigUint64(i + 8, true)}\t${view.getBigInt64(i, true)}\n`);
  return out.join("");
}

/** The written bytes as one array. */
async function written(
  run: (write: (piece: Uint8Array) => Promise<void>) => Promise<unknown>,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  await run(async (piece) => void pieces.push(new Uint8Array(piece)));
  return Buffer.concat(pieces);
}

it.each([1, 3])("tags of more than a window come back from level %i", async (level) => {
  // By then, a decoder's output buffer has wrapped around.
  const bytes = new Uint8Array(16 * 500_000);
  fillWithTags(bytes, random(level));
  const text = lines(bytes);
  const packed = await written((write) => pack(new TextEncoder().encode(text), { level }, { write }));
  const back = await written((write) => cat(new Uint8Array(packed), undefined, { write }));
  expect(back.toString() === text).toBe(true);
});

describe.each(Object.entries(CONTENTS))("%s", (name, fill) => {
  const bytes = new Uint8Array(LENGTH);
  fill(bytes, random(name.length));
  const text = lines(bytes);

  it.each([-5, 1, 3, 9, 19])("come back from level %i", async (level) => {
    const packed = await written((write) => pack(new TextEncoder().encode(text), { level }, { write }));
    const back = await written((write) => cat(new Uint8Array(packed), undefined, { write }));
    expect(back.toString() === text).toBe(true);
  });
});
