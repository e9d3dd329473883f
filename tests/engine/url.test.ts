/** Recordings at an address whose server supports range requests. */

import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { ScanRequest } from "@tagview/engine";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { record, scratch } from "../support/command-line";
import { testEngine } from "../support/engine";
import { withoutIndex } from "../support/frames";
import { brief, request, tags } from "../support/parts";

const engine = testEngine();
const { scan, cat } = engine.tags;
const path = join(scratch(), "indexed.tags.zst");
let server: Server;
let address: string;
let served = new Uint8Array(0);
/** The entity tag of the file, by the number of the request. */
let etag = (_: number): string => '"1"';
/** Bytes that the server states to have after the file, and never sends. */
let missing = 0;
let requests: { bytes: number; range: string | undefined }[] = [];

beforeAll(async () => {
  await record(path, tags(0).slice(0, 50_000), "--frame-tags", "500");
  server = createServer((asked, answer) => {
    const { range } = asked.headers;
    const found = /^bytes=(\d+)-(\d*)$/.exec(range ?? "");
    const from = Number(found?.[1] ?? 0);
    const length = served.length + missing;
    const to = found?.[2] ? Math.min(Number(found[2]) + 1, length) : length;
    requests.push({ bytes: to - from, range });
    answer.setHeader("etag", etag(requests.length));
    if (range !== undefined) answer.setHeader("content-range", `bytes ${from}-${to - 1}/${length}`);
    answer.writeHead(range === undefined ? 200 : 206, { "content-length": to - from });
    answer.write(served.subarray(from, to), () => {
      if (to > served.length) answer.destroy();
      else answer.end();
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/indexed.tags.zst`;
});
afterAll(() => void server.close());
beforeEach(() => {
  served = new Uint8Array(readFileSync(path));
  requests = [];
  etag = () => '"1"';
  missing = 0;
});

it("are what they are elsewhere", async () => {
  for (const bytes of [served, withoutIndex(served)]) {
    served = bytes;
    expect(brief(await scan(address, request))).toBe(brief(await scan(bytes, request)));
  }
});

it("are read only where a range of time lies, where they have an index", async () => {
  const selection = { from: 20_000_000n, to: 20_100_000n };
  const question = { ...request, selection } satisfies ScanRequest;
  expect(brief(await scan(address, question))).toBe(brief(await scan(path, question)));
  expect(requests.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(served.length / 4);
});

it("that change meanwhile say so", async () => {
  etag = (request) => `"${request}"`;
  const narrow = { analyses: [], selection: { from: 1n } } satisfies ScanRequest;
  const found = await scan(address, narrow);
  // The index cannot be trusted; the file is read without it, in one response.
  expect(found.complete).toBe(true);
  expect(requests.at(-1)?.range).toBeUndefined();
});

it("have all their tags and an error if the server states more bytes than it sends", async () => {
  served = withoutIndex(served);
  missing = 1000;
  const found = await scan(address, request);
  expect(found).toMatchObject({ tags: 50_000, complete: false, error: { code: "read-failed" } });
});

it("are recognised by their ends", async () => {
  const recording = {
    format: "tags",
    name: "a recording of time tags",
    readable: true,
    opens: null,
    command: null,
    import: null,
  };
  for (const input of [address, path, served, new Blob([served])])
    expect(await engine.recognise(input)).toEqual(recording);
  const gzip = await engine.recognise(Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3));
  expect(gzip).toMatchObject({ readable: false });
  expect(gzip.opens).not.toBeNull();
  await expect(engine.recognise(join(path, "nowhere"))).rejects.toMatchObject({ code: "open-failed" });
});

it("are written as lines", async () => {
  const lines = async (input: string): Promise<string> => {
    const chunks: Uint8Array[] = [];
    await cat(input, { to: 10_000n }, { write: async (chunk) => void chunks.push(chunk.slice()) });
    return Buffer.concat(chunks).toString();
  };
  const written = await lines(address);
  expect(written.split("\n").length).toBeGreaterThan(20);
  expect(written).toBe(await lines(path));
});
