/** Files and streams of bytes as sources. */

import fc from "fast-check";
import { expect, it } from "vitest";
import { chunksOf, openBlob, openChunks, type Source } from "../../engine/src/source/stream.ts";

const LONG = Uint8Array.from({ length: 5_000_001 }, (_, k) => (k * 31 + (k >> 8)) % 251);

/** All bytes of a source, read in requests of at most `max` bytes. */
async function all(source: Source, max: number): Promise<Uint8Array> {
  const place = new Uint8Array(max);
  const found: Uint8Array[] = [];
  for (;;) {
    const n = await source.read((length) => place.subarray(0, length), max);
    if (n === 0) return new Uint8Array(await new Blob(found as BlobPart[]).arrayBuffer());
    found.push(place.slice(0, n));
  }
}

it("a file's bytes are those that are read, however many are asked for at once", async () => {
  const blob = new Blob([LONG]);
  const sizes = fc.integer({ min: 50_000, max: 6_000_000 });
  await fc.assert(
    fc.asyncProperty(sizes, async (max) => {
      const read = await all(openBlob(blob), max);
      expect(Buffer.compare(read, LONG)).toBe(0);
    }),
    { numRuns: 8 },
  );
  expect((await all(openBlob(new Blob([])), 10)).length).toBe(0);
});

it("a stream's bytes are those of its chunks", async () => {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < 1000; at += 100) controller.enqueue(LONG.slice(at, at + 100));
      controller.close();
    },
  });
  const read = await all(
    openChunks(chunksOf(stream), null, () => {}),
    64,
  );
  expect(Buffer.compare(read, LONG.subarray(0, 1000))).toBe(0);
});

it("a stream that fails half way throws, and an abandoned one is cancelled", async () => {
  let isCancelled = false;
  const endless = new ReadableStream({
    type: "bytes",
    pull: (controller) => controller.enqueue(new Uint8Array(10)),
    cancel() {
      isCancelled = true;
    },
  });
  const chunks = chunksOf(endless);
  expect((await chunks.next()).value?.length).toBe(10);
  await chunks.return();
  expect(isCancelled).toBe(true);
  const failing = new ReadableStream({
    type: "bytes",
    start: (controller) => controller.error(new Error("the disk is gone")),
  });
  await expect(chunksOf(failing).next()).rejects.toThrow("the disk is gone");
});
