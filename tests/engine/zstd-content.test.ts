/** The content of zstd files of other formats. */

import { expect, it } from "vitest";
import { testEngine } from "../support/engine";
import { concat, rawFrame, rawFrames } from "../support/frames";

const engine = testEngine();
const CONTENT = Uint8Array.from({ length: 700_000 }, (_, k) => k % 251);

it("comes in pieces of bounded size, from several frames", async () => {
  for (const file of [rawFrame(CONTENT), rawFrames(CONTENT, 9000)]) {
    const pieces: Uint8Array[] = [];
    for await (const piece of engine.zstdContent(file)) pieces.push(piece);
    expect(Buffer.compare(concat(pieces), CONTENT)).toBe(0);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(512 << 10);
  }
});

it("ends with an error at damage, after the content before it", async () => {
  let length = 0;
  const readAll = async () => {
    for await (const piece of engine.zstdContent(concat([rawFrame(CONTENT), Uint8Array.of(1, 2, 3, 4)])))
      length += piece.length;
  };
  await expect(readAll()).rejects.toMatchObject({ code: "read-failed" });
  expect(length).toBe(CONTENT.length);
});

it("ends when its signal fires, also while it waits for bytes", async () => {
  const ending = new AbortController();
  const waiting = new ReadableStream<Uint8Array>({ start: (stream) => stream.enqueue(rawFrame(CONTENT)) });
  const pieces = engine.zstdContent(waiting, { signal: ending.signal });
  let length = 0;
  while (length < CONTENT.length) length += (await pieces.next()).value?.length ?? 0;
  setTimeout(() => ending.abort(), 20);
  await expect(pieces.next()).rejects.toMatchObject({ code: "cancelled" });
});
