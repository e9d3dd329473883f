/** The interface for callers: sources of every kind, tags in typed arrays, whole results, helpful errors. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createEngine, type SourceInput } from "@tagview/engine";
import { afterAll, describe, expect, it } from "vitest";
import { message, rawFrame } from "../support/frames";
import { tags } from "../support/parts";

const engine = createEngine();
afterAll(() => engine.close());

const recording = new Uint8Array(rawFrame(message(tags(0))));
const { buffer } = recording;
const request = { analyses: [{ name: "summary" }, { name: "rate", id: "fine" }] } as const;
const write = async () => {};

/** A stream of the recording in chunks of `size` bytes. */
const stream = (size: number) => new Blob([recording]).stream().pipeThrough(cut(size));

function cut(size: number): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      for (let at = 0; at < chunk.length; at += size) controller.enqueue(chunk.subarray(at, at + size));
    },
  });
}

/** All tags of a source, as pairs of a time and a channel. */
async function tagsOf(blocks: AsyncIterable<{ time: BigInt64Array; channel: BigUint64Array }>) {
  const all: [bigint, bigint][] = [];
  for await (const { time, channel } of blocks)
    time.forEach((at, k) => {
      all.push([at, channel[k] ?? -1n]);
    });
  return all;
}

const sliceable = {
  byteLength: recording.length,
  slice: async (start: number, end: number) => recording.slice(start, end),
};
const SOURCES: Record<string, () => SourceInput> = {
  "an ArrayBuffer": () => buffer,
  "a view of one": () => new DataView(buffer),
  "a Blob": () => new Blob([recording]),
  "a stream": () => stream(1000),
  "a Response": () => new Response(recording),
  "an object with byteLength and slice": () => sliceable,
};

describe.each(Object.entries(SOURCES))("%s", (_, source) => {
  it("is scanned, by workers and here", async () => {
    const expected = await engine.tags.scan(recording, request);
    expect(expected.tags).toBeGreaterThan(0);
    for (const where of ["worker", "here"] as const) {
      const { total: __, ...scanned } = await engine.tags.scan(source(), request, { where });
      const { total: ___, ...rest } = expected;
      expect(scanned).toEqual(rest);
    }
  });

  it("is read by methods that write, and recognised", async () => {
    const sliced = await engine.tags.slice(source(), {}, { write });
    expect(sliced.written.tags).toBe((await engine.tags.scan(recording, request)).tags);
    expect(await engine.recognise(source())).toMatchObject({ format: "tags" });
  });

  it("gives its tags", async () => {
    expect(await tagsOf(engine.tags.blocks(source()))).toEqual(await tagsOf(engine.tags.blocks(recording)));
  });
});

it("an object whose slices are too short is not taken for a shorter file", async () => {
  const source = { byteLength: recording.length, slice: () => new ArrayBuffer(1) };
  await expect(engine.tags.cat(source, undefined, { write })).rejects.toMatchObject({ code: "read-failed" });
});

it("a response that reports a failure is none", async () => {
  const scan = engine.tags.scan(new Response("none", { status: 404 }), request);
  await expect(scan).rejects.toMatchObject({ code: "open-failed", message: "the server answered 404" });
});

it("a response of a server is read as it comes", async () => {
  const server = createServer((_, response) => response.end(recording));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const scanned = await engine.tags.scan(response, request);
  expect(scanned).toMatchObject({ complete: true, bytes: recording.length });
  server.close();
});

describe("the tags of a recording", () => {
  it("are those that cat writes", async () => {
    const lines: string[] = [];
    const decoder = new TextDecoder();
    const append = async (bytes: Uint8Array) => void lines.push(decoder.decode(bytes));
    await engine.tags.cat(recording, undefined, { write: append });
    const text = (await tagsOf(engine.tags.blocks(recording))).map(
      ([time, channel]) => `${channel}\t${time}\n`,
    );
    expect(text.join("")).toBe(lines.join(""));
  });

  it("of a session are those of its selection, and end with it", async () => {
    const [, second] = await tagsOf(engine.tags.blocks(recording));
    const selection = { channels: [second?.[1] ?? 0n] };
    const session = engine.tags.open(recording, { analyses: [], selection });
    const selected = await tagsOf(session.tags());
    expect(selected).toEqual(await tagsOf(engine.tags.blocks(recording, { selection })));
    expect(new Set(selected.map(([, channel]) => channel))).toEqual(new Set(selection.channels));
    session.close();
    await expect(session.tags().next()).rejects.toMatchObject({ code: "cancelled" });
  });

  it("of a damaged one come before its error", async () => {
    const damaged = new Uint8Array([...recording, ...recording.slice(0, -10)]);
    const seen: bigint[] = [];
    const reading = (async () => {
      for await (const { time } of engine.tags.blocks(damaged)) seen.push(...time);
    })();
    await expect(reading).rejects.toMatchObject({ name: "TagviewError", code: "truncated" });
    expect(seen.length).toBeGreaterThanOrEqual((await engine.tags.scan(recording, request)).tags);
  });

  it("are left by who has enough", async () => {
    for await (const { time } of engine.tags.blocks(recording)) {
      expect(time.length).toBeGreaterThan(0);
      break;
    }
  });
});

it("a finished snapshot has every result, whatever was read", async () => {
  const { analyses } = await engine.tags.scan(new Uint8Array(0), request);
  expect([analyses.summary.tags, analyses.fine.channels]).toEqual([0, []]);
  const { slices } = (await engine.tags.scan(recording, { ...request, slices: [[0n, 9n]] })).analyses;
  expect(Object.keys(slices[0] ?? {}).sort()).toEqual(["fine", "summary"]);
});

it("a remedy names an option as it is written in JavaScript", async () => {
  const text = new TextEncoder().encode("channel,time\n1,123456789012345.5\n");
  const { error } = await engine.tags.scan(text, request);
  expect(error?.remedy).toBe('state the unit of the times, as in `unit: "ns"`');
});

describe("a mistake of a caller without types", () => {
  // biome-ignore lint/suspicious/noExplicitAny: what types refuse
  const untyped = engine as any;
  it.each<[string, () => Promise<unknown>, string]>([
    ["a source", () => untyped.tags.scan(42, request), "a Response, a stream, bytes"],
    ["a kind of source", () => untyped.tags.kind({ kind: "disk" }), "a Response, a stream, bytes"],
    ["nothing", () => untyped.recognise(), "a Response, a stream, bytes"],
    ["no request", () => untyped.tags.scan(recording), '[{ name: "summary" }]'],
    ["no analyses", () => untyped.tags.check({}), '[{ name: "summary" }]'],
    [
      "an analysis",
      () => untyped.tags.scan(recording, { analyses: [{ name: "sum" }] }),
      "choose from summary",
    ],
    ["a place", () => untyped.tags.scan(recording, request, { where: "there" }), "choose from worker, here"],
    ["no output", () => untyped.tags.cat(recording, undefined, {}), "takes the bytes"],
    ["a target", () => untyped.tags.export(recording, { target: "xls" }, { write }), "parquet, arrow, npy"],
    ["an encoding", () => untyped.offsets.read("v1=0:1", { encoding: "utf" }), "choose from text"],
  ])("%s: the error names what there is", async (_, call, remedy) => {
    await expect(call()).rejects.toMatchObject({
      code: "usage",
      remedy: expect.stringContaining(remedy),
    });
  });
});
