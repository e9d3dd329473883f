/** Addresses whose server fails on the way. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createEngine } from "@tagview/engine";
import { nodePlatform } from "@tagview/engine/node";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openRemote, remoteAnywhere } from "../../engine/src/source/remote.ts";
import type { Source } from "../../engine/src/source/stream.ts";
import type { UrlPart } from "../../engine/src/source/url.ts";
import { indexHeader, numbered } from "../support/index-headers";

const CONTENT = Uint8Array.from({ length: 300_000 }, (_, k) => (k * 31 + (k >> 8)) % 251);
/** Time in milliseconds that is enough for a responding server, even on a busy machine. */
const LONG = 20_000;
/** Milliseconds of silence that a test waits for. */
const SHORT = 1000;
const PATIENCE = { pauses: [5, 10, 20], silence: LONG };

type Answer = (
  request: IncomingMessage,
  response: ServerResponse,
  soundly: () => void,
  /** Sends `bytes` at a time, every `ms`. */
  slowly: (bytes: number, ms: number) => void,
) => void;

let server: Server;
let address: string;
let content: Uint8Array = CONTENT;
/** The server's faults, by the number of the request. */
let faults: Answer[] = [];
let ranges = true;
let etag = '"1"';
/** The version of the file as servers state it that have no word for it. */
let modified: string | null = null;
let requests: (string | undefined)[] = [];
/** Answers that have not ended, and whose connections are open. */
const open = new Set<ServerResponse>();

beforeAll(async () => {
  server = createServer((asked, answer) => {
    const found = ranges ? /^bytes=(\d+)-(\d*)$/.exec(asked.headers.range ?? "") : null;
    const from = Number(found?.[1] ?? 0);
    const to = found?.[2] ? Math.min(Number(found[2]) + 1, content.length) : content.length;
    requests.push(asked.headers.range);
    open.add(answer);
    answer.on("close", () => open.delete(answer));
    const sendHead = () => {
      if (modified === null) answer.setHeader("etag", etag);
      else answer.setHeader("last-modified", modified);
      if (found) answer.setHeader("content-range", `bytes ${from}-${to - 1}/${content.length}`);
      answer.writeHead(found ? 206 : 200, { "content-length": to - from });
    };
    const soundly = () => {
      sendHead();
      answer.write(content.subarray(from, Math.min(to, from + 70_000)));
    };
    const slowly = (bytes: number, ms: number) => {
      sendHead();
      let at = from;
      const timer = setInterval(() => {
        answer.write(content.subarray(at, Math.min(to, at + bytes)));
        at += bytes;
        if (at < to) return;
        clearInterval(timer);
        answer.end();
      }, ms);
    };
    const fault = faults.shift();
    if (fault) return fault(asked, answer, soundly, slowly);
    soundly();
    answer.end(content.subarray(Math.min(to, from + 70_000), to));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  PATIENCE.silence = LONG;
  content = CONTENT;
  [faults, ranges, etag, modified, requests] = [[], true, '"1"', null, []];
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
/** The head of an answer alone. */
const headOnly: Answer = ({ headers }, answer) => {
  answer.setHeader("etag", etag);
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? "") ?? [];
  const isPart = from !== undefined;
  if (isPart)
    answer.setHeader("content-range", `bytes ${from}-${to || CONTENT.length - 1}/${CONTENT.length}`);
  answer.writeHead(isPart ? 206 : 200).flushHeaders();
};
/** Nothing at all. */
const mute: Answer = () => {};
/** The whole answer. */
const answerAtOnce: Answer = (_, answer, soundly) => {
  soundly();
  answer.end();
};

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

/** Expects equal bytes, in a fraction of the time that `toEqual` takes. */
function expectSame(bytes: Uint8Array, wanted: Uint8Array): void {
  expect(bytes.length).toBe(wanted.length);
  expect(Buffer.compare(bytes, wanted)).toBe(0);
}

describe("as a stream", () => {
  const read = async (from = 0, to: number | null = null) =>
    all(await openRemote({ url: address, from, to }, undefined, PATIENCE));

  it.each([
    ["is busy twice", [busy, busy], 3],
    ["does not answer at first", [gone], 2],
    ["breaks off", [cut], 3],
    ["breaks off, and is busy when it is asked again", [cut, busy, gone], 5],
    ["falls silent", [silent], 3],
  ])("all bytes come where the server %s", async (_, planned, asked) => {
    faults = [...planned];
    if (faults.includes(silent)) PATIENCE.silence = SHORT;
    expectSame(await read(), CONTENT);
    expect(requests).toHaveLength(asked);
  });

  it("goes on where it broke off", async () => {
    faults = [cut];
    expectSame(await read(1000, 250_000), CONTENT.subarray(1000, 250_000));
    expect(requests).toEqual(["bytes=1000-249999", "bytes=0-0", "bytes=71000-249999"]);
  });

  it("reports that the server gives no parts, that the file is another by now, or that all was in vain", async () => {
    ranges = false;
    faults = [cut];
    await expect(read()).rejects.toMatchObject({ code: "read-failed", offset: 70_000n });
    ranges = true;
    faults = [
      (asked, answer, soundly, slowly) => {
        cut(asked, answer, soundly, slowly);
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

  it("reports that the file is another by now where the server states only when it was written", async () => {
    modified = "Fri, 27 Nov 2026 00:00:00 GMT";
    faults = [cut];
    expectSame(await read(), CONTENT);
    faults = [
      (asked, answer, soundly, slowly) => {
        cut(asked, answer, soundly, slowly);
        modified = "Fri, 27 Nov 2026 00:00:01 GMT";
      },
    ];
    await expect(read()).rejects.toMatchObject({ code: "changed", offset: 70_000n });
  });

  it("reports that a part is of another version than the file it is a part of", async () => {
    const file = await remoteAnywhere(address, undefined, PATIENCE);
    const part = file?.part(1000, 2000) as UrlPart;
    expect(await all(await openRemote(part, undefined, PATIENCE))).toEqual(
      Buffer.from(CONTENT.subarray(1000, 2000)),
    );
    etag = '"2"';
    await expect(openRemote(part, undefined, PATIENCE)).rejects.toMatchObject({ code: "changed" });
    faults = [(_, answer) => void answer.writeHead(404).end()];
    await expect(openRemote(part, undefined, PATIENCE)).rejects.toMatchObject({
      code: "read-failed",
      message: "the server answered 404",
    });
    file?.close();
  });

  it.each([
    ["parts", true],
    ["no parts", false],
  ])("gives all bytes that came of a file shorter than a server with %s states", async (_, hasParts) => {
    ranges = hasParts;
    const short: Answer = ({ headers }, answer) => {
      const [, from, to = 40_999] = /^bytes=(\d+)-(\d+)?$/.exec(headers.range ?? "") ?? [];
      const begin = Number(from ?? 0);
      if (hasParts && from !== undefined) answer.setHeader("content-range", `bytes ${from}-${to}/41000`);
      answer.writeHead(hasParts && from !== undefined ? 206 : 200, {
        "content-length": Number(to) + 1 - begin,
      });
      answer.write(CONTENT.subarray(begin, Math.min(40_000, Number(to) + 1)), () => answer.socket?.end());
    };
    faults = hasParts ? Array.from({ length: 30 }, () => short) : [short];
    const source = await openRemote({ url: address }, undefined, PATIENCE);
    const into = new Uint8Array(41_000);
    let length = 0;
    const readOn = async () => {
      for (;;) length += await source.read((n) => into.subarray(length, length + n), 50_000);
    };
    // The connection has ended before anything is read.
    await vi.waitFor(() => expect(open.size).toBe(0));
    await expect(readOn()).rejects.toMatchObject({ code: "read-failed", offset: 40_000n });
    expectSame(into.subarray(0, length), CONTENT.subarray(0, 40_000));
  });

  it("waits for a server twice, and no longer", async () => {
    PATIENCE.silence = SHORT;
    faults = [headOnly, answerAtOnce, headOnly];
    await expect(read()).rejects.toMatchObject({
      code: "read-failed",
      message: "the server was silent for 1 s",
    });
    expect(requests).toHaveLength(3);
    requests = [];
    faults = [mute];
    await expect(read()).rejects.toMatchObject({ code: "read-failed" });
    expect(requests).toHaveLength(1);
  });

  it("is closed while it pauses or waits, and asks no more", async () => {
    for (const fault of [cut, silent]) {
      faults = [fault, fault, fault];
      requests = [];
      const source = await openRemote({ url: address }, undefined, { pauses: [1e6], silence: 1e6 });
      const reading = all(source);
      await vi.waitFor(() => expect(requests).toHaveLength(1));
      if (fault === cut) await vi.waitFor(() => expect(open.size).toBe(0));
      source.close();
      await expect(reading).rejects.toMatchObject({ code: "cancelled" });
      await vi.waitFor(() => expect(open.size).toBe(0));
      expect(requests).toHaveLength(1);
    }
  });

  it("is not opened once that is aborted, and its connection is closed", async () => {
    for (const opening of [
      (signal: AbortSignal) => openRemote({ url: address }, signal, PATIENCE),
      (signal: AbortSignal) => remoteAnywhere(address, signal, PATIENCE),
    ]) {
      const abort = new AbortController();
      faults = [mute];
      requests = [];
      const opened = opening(abort.signal);
      await vi.waitFor(() => expect(requests).toHaveLength(1));
      abort.abort();
      await expect(opened).rejects.toMatchObject({ code: "cancelled" });
      await vi.waitFor(() => expect(open.size).toBe(0));
    }
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
    if (planned.includes(silent)) PATIENCE.silence = SHORT;
    const file = await remoteAnywhere(address, undefined, PATIENCE);
    expect(file?.byteLength).toBe(CONTENT.length);
    faults = [...planned];
    const into = new Uint8Array(200_000);
    const n = await file?.readAt(50_000, (n) => into.subarray(0, n), 200_000);
    expect(n).toBe(200_000);
    expectSame(into, CONTENT.subarray(50_000, 250_000));
    file?.close();
  });

  it.each([
    ["pauses", cut],
    ["waits", silent],
  ])("is closed while it %s, and asks no more", async (_, fault) => {
    const file = await remoteAnywhere(address, undefined, { pauses: [1e6], silence: 1e6 });
    await vi.waitFor(() => expect(open.size).toBe(0));
    requests = [];
    faults = [fault, fault, fault];
    const reading = file?.readAt(0, (n) => new Uint8Array(n), 200_000);
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    if (fault === cut) await vi.waitFor(() => expect(open.size).toBe(0));
    file?.close();
    await expect(reading).rejects.toMatchObject({ code: "cancelled" });
    await vi.waitFor(() => expect(open.size).toBe(0));
    expect(requests).toHaveLength(1);
  });

  it("gives bytes that come slowly, as long as they come", async () => {
    const file = await remoteAnywhere(address, undefined, { pauses: [], silence: 1000 });
    faults = [(_, __, ___, slowly) => slowly(1, 150)];
    const into = new Uint8Array(10);
    expect(await file?.readAt(0, () => into, 10)).toBe(10);
    expect(into).toEqual(CONTENT.slice(0, 10));
    file?.close();
  });

  it("gives an index-header that comes slowly, as long as it comes", async () => {
    const values = numbered("a-value-", 1000);
    content = indexHeader({ label: values });
    faults = Array.from({ length: 30 }, (): Answer => (_, __, ___, slowly) => slowly(1000, 40));
    const platform = nodePlatform();
    const openAnywhere = () => remoteAnywhere(address, undefined, { pauses: [], silence: 1000 });
    const engine = createEngine({ ...platform, openAnywhere });
    const since = performance.now();
    const { summary, close } = await engine.indexHeader.open(address);
    expect(performance.now() - since).toBeGreaterThan(1200);
    expect(summary).toMatchObject({ complete: true, error: null, label_values: 1000 });
    close();
    engine.close();
  });

  it("does not wait again for a server that has stopped to send", async () => {
    PATIENCE.silence = SHORT;
    const file = await remoteAnywhere(address, undefined, PATIENCE);
    const read = () => file?.readAt(0, (n) => new Uint8Array(n), 100_000);
    faults = [headOnly, headOnly];
    await expect(read()).rejects.toMatchObject({ message: "the server was silent for 1 s" });
    expect(requests).toHaveLength(3);
    await expect(read()).rejects.toMatchObject({ message: "the server was silent for 1 s" });
    expect(requests).toHaveLength(3);
    file?.close();
  });

  it("reports what the server answered in the end, and that the file changed", async () => {
    const file = await remoteAnywhere(address, undefined, PATIENCE);
    const read = () => file?.readAt(0, (n) => new Uint8Array(n), 10);
    faults = Array.from({ length: 30 }, () => busy);
    await expect(read()).rejects.toMatchObject({ code: "read-failed", message: "the server answered 503" });
    faults = [];
    etag = '"2"';
    await expect(read()).rejects.toMatchObject({ code: "changed" });
    file?.close();
  });
});
