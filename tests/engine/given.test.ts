/** What callers give: addresses, streams and objects, and functions that throw. */

import { createReadStream, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { SourceInput } from "@tagview/engine";
import { describe, expect, it, vi } from "vitest";
import { describe as described } from "../../engine/src/source/description";
import { scratch } from "../support/command-line";
import { testEngine } from "../support/engine";
import { message, rawFrame } from "../support/frames";
import { tags } from "../support/parts";

const { tags: engine, recognise } = testEngine();
const recording = new Uint8Array(
  [rawFrame(message(tags(0))), rawFrame(message(tags(1)))].flatMap((f) => [...f]),
);
const request = { analyses: [{ name: "summary" }] } as const;
const correlation = { analyses: [{ name: "correlation", a: 3n, b: 15n }] } as const;
const path = join(scratch(), "a b.tags.zst");
writeFileSync(path, recording);
const url = pathToFileURL(path);
const write = async () => {};

async function* chunks() {
  for (let at = 0; at < recording.length; at += 10_000) yield recording.subarray(at, at + 10_000);
}

/** A stream with one chunk, which may be anything. */
function streamOf(chunk: unknown): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(chunk as Uint8Array);
      controller.close();
    },
  });
}

describe("a file by its address", () => {
  it.each([
    ["a URL", url],
    ["text", url.href],
  ])("is read in Node, as %s", async (_, source) => {
    expect((await engine.scan(source, request)).tags).toBe(120_000);
    expect(await recognise(source)).toMatchObject({ format: "tags" });
  });

  it("of another computer is refused", async () => {
    const scan = engine.scan("file://computer/x.tags.zst", request);
    await expect(scan).rejects.toMatchObject({ code: "usage" });
  });

  it("is refused in a browser", () => {
    vi.stubGlobal("process", undefined);
    try {
      for (const source of [url, url.href])
        expect(() => described(source)).toThrow(expect.objectContaining({ code: "usage" }));
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

it.each<[string, () => SourceInput]>([
  ["a stream of Node", () => createReadStream(path)],
  ["a generator", chunks],
])("%s is read, by workers and here", async (_, source) => {
  for (const where of ["worker", "here"] as const)
    expect(await engine.scan(source(), request, { where })).toMatchObject({ complete: true, tags: 120_000 });
  expect((await engine.slice(source(), {}, { write })).written.tags).toBe(120_000);
});

it("a stream of Node that fails is an error of the call", async () => {
  const scan = engine.scan(createReadStream(join(path, "nowhere")), request);
  const { complete, error } = await scan.catch((error) => ({ complete: false, error }));
  expect([complete, error?.code]).toEqual([false, "read-failed"]);
});

describe("a source that can be read only once", () => {
  it("is not read again for a query, and the error states a remedy", async () => {
    for (const source of [new Blob([recording]).stream(), chunks()]) {
      const session = engine.open(source, request, { budget: 1000 });
      expect((await session.read).tags).toBe(120_000);
      await expect(session.ask(correlation)).rejects.toMatchObject({
        code: "usage",
        message: expect.stringContaining("read only once"),
        remedy: expect.stringContaining("`budget`"),
      });
      session.close();
    }
  });

  it("is not read twice, and the error states it", async () => {
    const [stream, response] = [new Blob([recording]).stream(), new Response(recording)];
    for (const source of [stream, response]) {
      await engine.scan(source, request);
      await expect(engine.scan(source, request)).rejects.toMatchObject({
        code: "open-failed",
        message: expect.stringContaining("read only once"),
      });
    }
    await expect(engine.scan(response, request)).rejects.toThrow("the body of this response was read before");
  });
});

describe("bytes that are none", () => {
  it.each([
    ["a string", "tags"],
    ["a buffer", recording.buffer],
  ])("in a stream are refused: %s", async (_, chunk) => {
    for (const where of ["worker", "here"] as const)
      await expect(engine.scan(streamOf(chunk), request, { where })).rejects.toMatchObject({ code: "usage" });
    await expect(engine.slice(streamOf(chunk), {}, { write })).rejects.toMatchObject({ code: "usage" });
  });

  it.each([-5, Number.NaN, 1.5, Infinity])("are not %s", async (byteLength) => {
    const source = { byteLength, slice: () => recording };
    await expect(engine.scan(source, request)).rejects.toMatchObject({
      code: "usage",
      message: `\`byteLength\` is ${byteLength}`,
    });
  });
});

describe("the error of a function of the caller", () => {
  const failure = new Error("mine");
  const fail = () => {
    throw failure;
  };

  it.each([
    ["onSnapshot", "worker"],
    ["onSnapshot", "here"],
    ["onBytes", "worker"],
    ["onBytes", "here"],
  ] as const)("%s (%s) is the error of scan", async (name, where) => {
    const seen = vi.fn(fail);
    for (const source of [recording, path, chunks()])
      await expect(engine.scan(source, request, { where, [name]: seen })).rejects.toBe(failure);
    // It is not called again after it has failed.
    expect(seen).toHaveBeenCalledTimes(3);
  });

  it("is the error of an open recording, which still answers queries", async () => {
    const session = engine.open(recording, request, { onSnapshot: fail });
    await expect(session.read).rejects.toBe(failure);
    expect((await session.ask(request)).findings).toEqual([]);
    session.close();
  });

  it("is the error of a query, and the next one is answered", async () => {
    for (const budget of [0, 1 << 20]) {
      const session = engine.open(path, request, { budget });
      await session.read;
      await expect(session.ask(correlation, { onProgress: fail })).rejects.toBe(failure);
      expect((await session.ask(correlation)).complete).toBe(true);
      session.close();
    }
  });

  it("is the error of methods that write", async () => {
    await expect(engine.slice(recording, {}, { write, onBytes: fail })).rejects.toBe(failure);
  });
});

it("a signal ends blocks in either place", async () => {
  const signal = AbortSignal.abort("enough");
  for (const blocks of [engine.blocks(recording, {}, { signal }), engine.blocks(recording, { signal })])
    await expect(blocks.next()).rejects.toMatchObject({ code: "cancelled", cause: "enough" });
});
