/** Addresses whose server fails on the way. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openRemote, remoteAnywhere } from "../../engine/src/source/remote.ts";
import type { Source } from "../../engine/src/source/stream.ts";

const CONTENT = Uint8Array.from({ length: 300_000 }, (_, k) => (k * 31 + (k >> 8)) % 251);
const PATIENCE = { pauses: [5, 10, 20], silence: 300 };

type Answer = (request: IncomingMessage, response: ServerResponse, soundly: () => void) => void;

let server: Server;
let address: string;
/** What the server does instead of answering, by the number of the request. */
let faults: Answer[] = [];
let ranges = true;
let etag = '"1"';
let requests: (string | undefined)[] = [];

beforeAll(async () => {
  server = createServer((asked, answer) => {
    const found = ranges ? /^bytes=(\d+)-(\d*)$/.exec(asked.headers.range ?? "") : null;
    const from = Number(found?.[1] ?? 0);
    const to = found?.[2] ? Math.min(Number(found[2]) + 1, CONTENT.length) : CONTENT.length;
    requests.push(asked.headers.range);
    const soundly = () => {
      answer.setHeader("etag", etag);
      if (found) answer.setHeader("content-range", `bytes ${from}-${to - 1}/${CONTENT.length}`);
      answer.writeHead(found ? 206 : 200, { "content-length": to - from });
      answer.write(CONTENT.subarray(from, Math.min(to, from + 70_000)));
    };
    const fault = faults.shift();
    if (fault) return fault(asked, answer, soundly);
    soundly();
    answer.end(CONTENT.subarray(Math.min(to, from + 70_000), to));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
});
afterAll(() => void server.close());
beforeEach(() => {
  [faults, ranges, etag, requests] = [[], true, '"1"', []];
});

const busy: Answer = (_, answer) => void answer.writeHead(503, { "retry-after": "0" }).end();
const gone: Answer = (_, answer) => void answer.socket?.destroy();
/** 70,000 bytes, then nothing more, on a connection that breaks. */
const cut: Answer = (_, answer, soundly) => {
  soundly();
  setTimeout(() => answer.socket?.destroy(), 30);
};
/** The same, on one that stays. */
const silent: Answer = (_, __, soundly) => soundly();

async function all(source: Source): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for (;;) {
    let chunk = new Uint8Array(0);
    const place = (n: number) => {
      chunk = new Uint8Array(n);
      return chunk;
    };
    const n = await source.read(place, 50_000);
    if (n === 0) return Buffer.concat(chunks);
    chunks.push(chunk.slice(0, n));
  }
}

describe("as a stream", () => {
  const read = async (from = 0, to: number | null = null) =>
    all(await openRemote(address, from, to, PATIENCE));

  it.each([
    ["is busy twice", [busy, busy], 3],
    ["does not answer at first", [gone], 2],
    ["breaks off", [cut], 3],
    ["breaks off, and is busy when it is asked again", [cut, busy, gone], 5],
    ["falls silent", [silent], 3],
  ])("all bytes come where the server %s", async (_, planned, asked) => {
    faults = [...planned];
    expect(await read()).toEqual(Buffer.from(CONTENT));
    expect(requests).toHaveLength(asked);
  });

  it("goes on where it broke off", async () => {
    faults = [cut];
    expect(await read(1000, 250_000)).toEqual(Buffer.from(CONTENT.subarray(1000, 250_000)));
    expect(requests).toEqual(["bytes=1000-249999", "bytes=0-0", "bytes=71000-249999"]);
  });

  it("says that the server gives no parts, that the file is another by now, or that all was in vain", async () => {
    ranges = false;
    faults = [cut];
    await expect(read()).rejects.toMatchObject({ code: "read-failed", offset: 70_000n });
    ranges = true;
    faults = [
      (asked, answer, soundly) => {
        cut(asked, answer, soundly);
        etag = '"2"';
      },
    ];
    await expect(read()).rejects.toMatchObject({ code: "changed", offset: 70_000n });
    faults = [busy, busy, busy, busy];
    await expect(read()).rejects.toMatchObject({ code: "open-failed", message: "the server answered 503" });
    faults = [gone, gone, gone, gone];
    await expect(read()).rejects.toMatchObject({ code: "open-failed" });
    expect(requests.length).toBeLessThan(30);
  });

  it("asks once where asking again would change nothing", async () => {
    faults = [(_, answer) => void answer.writeHead(404).end()];
    await expect(read()).rejects.toMatchObject({ code: "open-failed", message: "the server answered 404" });
    expect(requests).toHaveLength(1);
  });
});

describe("anywhere", () => {
  it.each([
    ["is busy", [busy]],
    ["breaks off", [cut]],
    ["falls silent", [silent]],
  ])("gives the bytes where the server %s", async (_, planned) => {
    const file = await remoteAnywhere(address, PATIENCE);
    expect(file?.byteLength).toBe(CONTENT.length);
    faults = [...planned];
    const into = new Uint8Array(200_000);
    const n = await file?.readAt(50_000, (n) => into.subarray(0, n), 200_000);
    expect(n).toBe(200_000);
    expect(into).toEqual(CONTENT.slice(50_000, 250_000));
    file?.close();
  });

  it("says what the server answered in the end, and that the file changed", async () => {
    const file = await remoteAnywhere(address, PATIENCE);
    const read = () => file?.readAt(0, (n) => new Uint8Array(n), 10);
    faults = Array.from({ length: 30 }, () => busy);
    await expect(read()).rejects.toMatchObject({ code: "read-failed", message: "the server answered 503" });
    faults = [];
    etag = '"2"';
    await expect(read()).rejects.toMatchObject({ code: "changed" });
    file?.close();
  });
});
