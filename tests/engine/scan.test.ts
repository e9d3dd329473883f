import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Rate, type ScanRequest, type Snapshot, type Summary, TagviewError } from "@tagview/engine";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { record, scratch, tagview } from "../support/command-line";
import { testEngine } from "../support/engine";

const { cat, index, scan } = testEngine().tags;

const folder = scratch();
const small = join(folder, "small.tags.zst");
const large = join(folder, "large.tags.zst");
const request: ScanRequest = { analyses: [{ name: "summary" }] };

beforeAll(async () => {
  const tags: [number, bigint][] = Array.from({ length: 3000 }, (_, i) => [i % 3, BigInt(i) * 7n]);
  await record(small, tags, "--frame-tags", "1000");
  // Some millions of tags: enough to be in the middle of for a while.
  const { status, stderr } = await tagview(["simulate", "--duration", "20s", "-o", large]);
  expect([status, stderr]).toEqual([0, ""]);
}, 60_000);

function summary(snapshot: Snapshot): Summary {
  return snapshot.analyses.summary as Summary;
}

function expectSmall(snapshot: Snapshot) {
  expect(snapshot).toMatchObject({ frames: 3, tags: 3000, done: true, complete: true, error: null });
  expect(summary(snapshot)).toMatchObject({ tags: 3000, first: 0n, last: 20_993n, out_of_order: 0 });
}

describe("sources", () => {
  it.each(["here", "worker"] as const)("are the same file, however it comes (%s)", async (where) => {
    const bytes = new Uint8Array(readFileSync(small));
    const inputs = [small, bytes, new Blob([bytes]), new File([bytes], "dropped.tags.zst")];
    for (const input of inputs) {
      const snapshot = await scan(input, request, { where });
      expectSmall(snapshot);
      expect(snapshot.total).toBe(bytes.length);
      expect(snapshot.bytes).toBe(bytes.length);
    }
  });

  it("come from an address", async () => {
    const server = createServer((asked, answer) => {
      if (asked.url !== "/small") answer.writeHead(404);
      answer.end(readFileSync(small));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      expectSmall(await scan(`${address}/small`, request));
      await expect(scan(`${address}/none`, request)).rejects.toMatchObject({
        code: "open-failed",
        message: expect.stringContaining("404"),
      });
    } finally {
      server.close();
    }
    await expect(scan(`${address}/small`, request)).rejects.toMatchObject({ code: "open-failed" });
  });

  it("come in full from a server that states 1000 bytes too many", async () => {
    const bytes = readFileSync(small);
    const server = createServer((_, answer) => {
      answer.writeHead(200, { "content-length": bytes.length + 1000 });
      answer.write(bytes, () => answer.socket?.end());
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const snapshot = await scan(`http://127.0.0.1:${port}/small`, request);
      expect(snapshot).toMatchObject({ tags: 3000, complete: false, error: { code: "read-failed" } });
    } finally {
      server.close();
    }
  });

  it.each(["here", "worker"] as const)("that are not there say so (%s)", async (where) => {
    const missing = scan(join(folder, "missing"), request, { where });
    await expect(missing).rejects.toBeInstanceOf(TagviewError);
    await expect(missing).rejects.toMatchObject({ code: "open-failed", offset: null });
    await expect(scan(folder, request, { where })).rejects.toMatchObject({
      code: "open-failed",
      message: expect.stringContaining("folder"),
    });
  });

  it("give what was read when reading breaks off", async () => {
    const bytes = new Uint8Array(readFileSync(small));
    const pieces = [bytes];
    const failing = {
      size: 16 << 20,
      slice: () => new Blob([bytes]),
      stream: () =>
        new ReadableStream({
          pull(stream) {
            const piece = pieces.pop();
            if (piece) stream.enqueue(piece);
            else stream.error(new Error("the disk is gone"));
          },
        }),
    };
    const snapshot = await scan({ kind: "blob", blob: failing as unknown as Blob }, request, {
      where: "here",
    });
    expect(summary(snapshot).tags).toBe(3000);
    expect(snapshot).toMatchObject({
      complete: false,
      error: { code: "read-failed", message: expect.stringContaining("the disk is gone") },
    });
  });
});

it("cat of many frames with an index finds no frame missing", async () => {
  const { frames } = (await index(large)) ?? { frames: 0 };
  expect(frames).toBeGreaterThan(3);
  for (let run = 0; run < 3; run += 1) {
    const read = await cat(large, undefined, { write: async () => {} });
    expect(read).toMatchObject({ complete: true, error: null, frames });
  }
}, 60_000);

describe("snapshots", () => {
  it.each(["here", "worker"] as const)("grow until the last one is the result (%s)", async (where) => {
    const seen: Snapshot[] = [];
    const wanted: ScanRequest = { analyses: [{ name: "summary" }, { name: "rate" }] };
    const last = await scan(large, wanted, { where, interval: 1, onSnapshot: (taken) => seen.push(taken) });
    expect(seen.length).toBeGreaterThan(2);
    const tags = seen.map((taken) => taken.tags);
    expect(tags).toEqual(tags.toSorted((a, b) => a - b));
    expect(tags[0]).toBeGreaterThan(0);
    expect(tags[0]).toBeLessThan(last.tags);
    for (const taken of seen) {
      expect(taken).toMatchObject({ done: false, complete: false, error: null, total: last.total });
    }
    const rate = last.analyses.rate as Rate;
    const counted = rate.channels.reduce((sum, { counts }) => sum + counts.reduce((a, b) => a + b, 0), 0);
    expect(rate.channels[0]?.counts).toBeInstanceOf(Float64Array);
    expect(counted).toBe(last.tags);
    expect(last).toMatchObject({ done: true, complete: true });
  });

  it("are the same in a worker as here", async () => {
    const wanted: ScanRequest = {
      analyses: [{ name: "summary" }, { name: "rate", bin: 100n }, { name: "gaps", log: 3n }],
      selection: { channels: [1n], from: 70n },
    };
    const here = await scan(small, wanted, { where: "here" });
    expect(await scan(small, wanted, { where: "worker" })).toEqual(here);
    expect(summary(here).tags).toBe(997);
  });
});

describe("cancelling", () => {
  it.each(["here", "worker"] as const)("answers at once, and the next scan works (%s)", async (where) => {
    const abort = new AbortController();
    const running = scan(large, request, {
      where,
      interval: 1,
      signal: abort.signal,
      onSnapshot: () => abort.abort(),
    });
    await expect(running).rejects.toMatchObject({ code: "cancelled" });
    expectSmall(await scan(small, request, { where }));
    await expect(scan(small, request, { where, signal: abort.signal })).rejects.toMatchObject({
      code: "cancelled",
    });
  });

  it("is the end of it: nothing is read or reported afterwards", async () => {
    const abort = new AbortController();
    let reports = 0;
    const running = scan(large, request, {
      interval: 1,
      signal: abort.signal,
      onBytes: (bytes) => {
        expect(bytes).toBeLessThan(statSync(large).size);
        reports += 1;
        abort.abort();
      },
    });
    await expect(running).rejects.toMatchObject({ code: "cancelled" });
    const before = reports;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(reports).toBe(before);
  });
});

describe("requests", () => {
  it.each(["here", "worker"] as const)("that make no sense are refused (%s)", async (where) => {
    const wrong = { analyses: [{ name: "horoscope" }] } as unknown as ScanRequest;
    await expect(scan(small, wrong, { where })).rejects.toMatchObject({ code: "usage" });
    await expect(scan(small, { analyses: [{ name: "rate", bin: 0n }] }, { where })).rejects.toMatchObject({
      code: "usage",
    });
  });
});

describe("hostile input", () => {
  it("ends in a snapshot, whatever the bytes", async () => {
    const sound = new Uint8Array(readFileSync(small));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 300 }),
          fc
            .tuple(fc.nat(sound.length - 1), fc.integer({ min: 1, max: 255 }), fc.nat(sound.length))
            .map(([at, flip, length]) => {
              const bytes = sound.slice();
              bytes[at] = (bytes[at] ?? 0) ^ flip;
              return bytes.slice(0, length);
            }),
        ),
        async (bytes) => {
          const snapshot = await scan(bytes, request, { where: "here" });
          expect(snapshot.done).toBe(true);
          expect(snapshot.complete).toBe(snapshot.error === null);
          expect(summary(snapshot).tags).toBe(snapshot.tags);
        },
      ),
      { numRuns: 200 },
    );
  });
});
