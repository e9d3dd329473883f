/** A signal ends every method, even if its source does not respond, and leaves nothing open. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createEngine,
  type Engine,
  type HistogramCurve,
  type IcechunkRepository,
  type OpenIndexHeader,
} from "@tagview/engine";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { message, rawFrame } from "../support/frames";
import { changedRepository } from "../support/icechunk-changed";
import { indexHeader } from "../support/index-headers";
import { indexOf } from "../support/index-series";
import { request, tags } from "../support/parts";

/** Milliseconds within which a call ends once it is aborted. */
const SOON = 100;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Behaviours of servers towards their clients. */
const ANSWERS: Record<string, Answer> = {
  "never answers": () => {},
  "sends a byte a second": ({ url, headers }, response) => {
    const size = FILES[url?.slice(1) ?? ""]?.length ?? 1 << 30;
    const [, from = 0, to = size - 1] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
    let left = Number(to) + 1 - Number(from);
    const part = { "content-range": `bytes ${from}-${to}/${size}`, "content-length": left };
    response.writeHead(headers.range === undefined ? 200 : 206, part);
    const send = () => {
      left -= 1;
      if (left > 0) response.write("(");
      else response.end("(");
    };
    send();
    const sending = setInterval(send, 1000);
    response.on("close", () => clearInterval(sending));
  },
  resets: ({ socket }) => void socket.resetAndDestroy(),
};

const write = async () => {};
/** A repository with an empty snapshot, and a branch that is at `url`. */
const folder = (url: string) => {
  const snapshot = { bytes: 0, source: new Uint8Array(0) };
  const branch = { bytes: 99, source: url };
  const files = { "snapshots/1CECHNKREP0F1RSTCMT0": snapshot, "refs/branch.main/ref.json": branch };
  return { name: "repository", files: new Map(Object.entries(files)) };
};
type Call = (engine: Engine, url: string, signal: AbortSignal) => Promise<unknown>;

const CALLS: Record<string, Call> = {
  recognise: ({ recognise }, url, signal) => recognise(url, { signal }),
  "tags.kind": ({ tags }, url, signal) => tags.kind(url, { signal }),
  "tags.scan": ({ tags }, url, signal) => tags.scan(url, request, { signal }),
  "tags.scan here": ({ tags }, url, signal) => tags.scan(url, request, { signal, where: "here" }),
  "tags.scan, following": ({ tags }, url, signal) => tags.scan(url, request, { signal, follow: true }),
  "tags.scanColumns": ({ tags }, url, signal) => tags.scanColumns(url, request, { signal }),
  "tags.partial": ({ tags }, url, signal) => tags.partial(url, request, { signal }),
  "tags.open": ({ tags }, url, signal) => tags.open(url, request, { signal }).read,
  "tags.blocks": ({ tags }, url, signal) => tags.blocks(url, { signal }).next(),
  "tags.cat": ({ tags }, url, signal) => tags.cat(url, undefined, { write, signal }),
  "tags.pack": ({ tags }, url, signal) => tags.pack(url, {}, { write, signal }),
  "tags.slice": ({ tags }, url, signal) => tags.slice(url, {}, { write, signal }),
  "tags.slice of a range": ({ tags }, url, signal) =>
    tags.slice(url, { selection: { from: 1n } }, { write, signal }),
  "tags.merge": ({ tags }, url, signal) => tags.merge([url, url], {}, { write, signal }),
  "tags.repair": ({ tags }, url, signal) => tags.repair(url, {}, { write, signal }),
  "tags.addIndex": ({ tags }, url, signal) => tags.addIndex(url, { write, signal }),
  "tags.export": ({ tags }, url, signal) => tags.export(url, { target: "parquet" }, { write, signal }),
  "tags.histograms": ({ tags }, url, signal) => tags.histograms(url, { signal }),
  "tags.index": ({ tags }, url, signal) => tags.index(url, { signal }),
  "tags.frames": ({ tags }, url, signal) => tags.frames(url, { signal }),
  "indexHeader.open": ({ indexHeader }, url, signal) => indexHeader.open(url, { signal }),
  "indexHeader.fromIndex": ({ indexHeader }, url, signal) => indexHeader.fromIndex(url, { write, signal }),
  "icechunk.open": ({ icechunk }, url, signal) => icechunk.open(url, { signal }),
  "icechunk.read": ({ icechunk }, url, signal) => icechunk.read(url, { signal }),
  "icechunk.openRepository": ({ icechunk }, url, signal) => icechunk.openRepository(folder(url), { signal }),
  "icechunk.outlineRepository": ({ icechunk }, url, signal) =>
    icechunk.outlineRepository(folder(url), { signal }),
  "compare.measure": ({ compare }, url, signal) => compare.measure(url, { signal }),
};

const CURVE: HistogramCurve = {
  ...{ curve: 0, input: null, start_s: 0, resolution_s: 1e-9, sync_rate_hz: 1e8, acquisition_time_s: null },
  ...{ total: 18, peak: 0, counts: Float64Array.of(9, 5, 3, 1) },
};

/** Methods without a source that waits. */
const WITHOUT_SOURCE: Record<string, Call> = {
  "tags.simulate": ({ tags }, _, signal) => tags.simulate({ duration: 64_000n }, { write, signal }),
  "tags.histogramLifetime": ({ tags }, _, signal) => tags.histogramLifetime(CURVE, { signal }),
};

const repository = Object.entries(changedRepository());
/** What a server gives while a file is opened. */
const FILES: Record<string, Uint8Array> = {
  recording: rawFrame(message([[3, 0n]])),
  header: indexHeader({ pod: ["a", "b"] }),
  index: indexOf([{ labels: { pod: "a" }, chunks: [[0, 1]] }]),
  ...changedRepository(),
};

const sendSoundly: Answer = ({ url, headers }, response) => {
  const file = FILES[url?.slice(1) ?? ""] ?? new Uint8Array(0);
  const [, from = 0, to = file.length - 1] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
  const part = file.subarray(Number(from), Number(to) + 1);
  const range = { "content-range": `bytes ${from}-${Number(from) + part.length - 1}/${file.length}` };
  response.writeHead(headers.range === undefined ? 200 : 206, { "content-length": part.length, ...range });
  response.end(part);
};

/** An open file, a function that reads more of it, and how it is closed. */
interface Opened {
  call: (signal: AbortSignal) => Promise<unknown>;
  close: () => void;
}
type Opening = (engine: Engine, url: string) => Promise<Opened>;

const sessionWith =
  (call: (session: ReturnType<Engine["tags"]["open"]>, signal: AbortSignal) => Promise<unknown>): Opening =>
  async (engine, url) => {
    const session = engine.tags.open(`${url}/recording`, { analyses: [] }, { budget: 0 });
    await session.read;
    return { call: (signal) => call(session, signal), close: () => session.close() };
  };
const headerWith =
  (call: (opened: OpenIndexHeader, signal: AbortSignal) => Promise<unknown>, file = "header"): Opening =>
  async (engine, url) => {
    const opened = await engine.indexHeader.open(`${url}/${file}`);
    return { call: (signal) => call(opened, signal), close: () => opened.close() };
  };
const repositoryWith =
  (call: (opened: IcechunkRepository, signal: AbortSignal) => Promise<unknown>): Opening =>
  async (engine, url) => {
    const files = repository.map(([path, bytes]) => {
      const source = path.startsWith("manifests/") ? `${url}/${path}` : bytes;
      return [path, { bytes: bytes.length, source }] as const;
    });
    const opened = await engine.icechunk.openRepository({ name: "repository", files: new Map(files) });
    return { call: (signal) => call(opened, signal), close: () => {} };
  };

/** Methods of open files, which read more of them. */
const HANDLES: Record<string, Opening> = {
  "session.ask": sessionWith((session, signal) => session.ask(request, { signal })),
  "session.tags": sessionWith((session, signal) => session.tags({ signal }).next()),
  "header.values": headerWith((opened, signal) => opened.values(0, { signal })),
  "header.eachValues": headerWith((opened, signal) => opened.eachValues(0, { signal }).next()),
  "header.lookup": headerWith((opened, signal) => opened.lookup("pod", "a", { signal })),
  "header.symbol": headerWith((opened, signal) => opened.symbol(1n, { signal })),
  "header.symbols": headerWith((opened, signal) => opened.symbols({ signal })),
  "header.eachSymbols": headerWith((opened, signal) => opened.eachSymbols({ signal }).next()),
  "header.statistics": headerWith((opened, signal) => opened.statistics({ signal }), "index"),
  "header.verify": headerWith((opened, signal) => opened.verify({ signal }), "index"),
  "header.chunks": headerWith(
    (opened, signal) => opened.chunks({ meta: null, segments: [], verify: false }, { signal }),
    "index",
  ),
  "repository.references": repositoryWith((opened, signal) =>
    opened.references(opened.array("/grows"), { signal }).next(),
  ),
  "repository.check": repositoryWith((opened, signal) => opened.check({ signal })),
  "repository.diff": repositoryWith((opened, signal) => opened.diff("v1", "main", { signal })),
};

/** Receives unhandled rejections and Node's warnings, for example about many listeners of one signal. */
const unhandled = vi.fn();
process.on("unhandledRejection", unhandled);
process.on("warning", unhandled);
afterEach(() => expect(unhandled).not.toHaveBeenCalled());

/** Why the calls are aborted. */
const REASON = { name: "the caller's reason" };

/** The outcome of a call and the cause of its error, and the time that it took after `leaving` was aborted. */
async function endOf(
  call: Promise<unknown>,
  leaving: AbortController,
): Promise<{ code: unknown; cause: unknown; ms: number }> {
  const ended = call.then(
    () => ({ code: "fulfilled", cause: undefined }),
    ({ code, cause }) => ({ code, cause }),
  );
  const since = performance.now();
  leaving.abort(REASON);
  return { ...(await ended), ms: performance.now() - since };
}

describe.each(Object.entries(ANSWERS))("of a server that %s", (name, answer) => {
  const engine = createEngine();
  const arrived = vi.fn();
  /** Requests with an open connection, except the idle one that Node's fetch keeps for the next request. */
  const open = new Set<IncomingMessage>();
  let isSound = false;
  const server = createServer((request, response) => {
    open.add(request);
    response.on("close", () => open.delete(request));
    (isSound ? sendSoundly : answer)(request, response);
    arrived();
  });
  let url = "";
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.tags.zst`;
    // Excludes modules that the first call loads from the measurement.
    await engine.warm();
    await engine.offsets.read("v1=0:1");
  });
  afterAll(() => {
    engine.close();
    server.close();
  });

  it.each(Object.entries(CALLS))("%s ends", async (_, call) => {
    arrived.mockClear();
    const leaving = new AbortController();
    const calling = call(engine, url, leaving.signal);
    calling.catch(() => {});
    await vi.waitFor(() => expect(arrived).toHaveBeenCalled());
    const { code, cause, ms } = await endOf(calling, leaving);
    // A connection that was reset may have ended it before.
    expect(name === "resets" ? ["cancelled", "read-failed", "open-failed"] : ["cancelled"]).toContain(code);
    if (code === "cancelled") expect(cause).toBe(REASON);
    expect(ms).toBeLessThan(SOON);
    await vi.waitFor(() => expect(open.size).toBe(0));
  });

  it.each(Object.entries(HANDLES))("%s ends, and works again", async (_, opening) => {
    isSound = true;
    const { call, close } = await opening(engine, new URL(url).origin);
    isSound = false;
    arrived.mockClear();
    const leaving = new AbortController();
    const calling = call(leaving.signal);
    calling.catch(() => {});
    await vi.waitFor(() => expect(arrived).toHaveBeenCalled());
    const { ms, ...ended } = await endOf(calling, leaving);
    expect(ended).toEqual({ code: "cancelled", cause: REASON });
    expect(ms).toBeLessThan(SOON);
    await vi.waitFor(() => expect(open.size).toBe(0));
    await expect(call(leaving.signal)).rejects.toMatchObject({ code: "cancelled", cause: REASON });
    isSound = true;
    await call(new AbortController().signal);
    isSound = false;
    close();
  });

  it("all calls end when the engine is closed", async () => {
    arrived.mockClear();
    const other = createEngine();
    const calls = Object.values(CALLS).map((call) => call(other, url, new AbortController().signal));
    for (const call of calls) call.catch(() => {});
    await vi.waitFor(() => expect(arrived).toHaveBeenCalled());
    other.close();
    expect((await Promise.allSettled(calls)).map(({ status }) => status)).not.toContain("fulfilled");
    await vi.waitFor(() => expect(open.size).toBe(0));
  });

  it("the workers are free for others", async () => {
    const recording = rawFrame(message(tags(0)));
    expect((await engine.tags.scan(recording, request)).complete).toBe(true);
  });
});

it.each(["here", "worker"] as const)("a caller that has left hears nothing more (%s)", async (where) => {
  const engine = createEngine();
  const chunks: Uint8Array[] = [];
  const keep = async (bytes: Uint8Array) => void chunks.push(bytes.slice());
  await engine.tags.simulate({ duration: 32_000_000_000n }, { write: keep });
  const recording = new Uint8Array(Buffer.concat(chunks));
  // The later it leaves, the nearer the scan is to its end.
  let snapshots = Number.POSITIVE_INFINITY;
  for (let last = 1; last <= snapshots; last += 1) {
    const leaving = new AbortController();
    let count = 0;
    const onSnapshot = () => {
      count += 1;
      if (count === last) leaving.abort();
    };
    const options = { signal: leaving.signal, onSnapshot, interval: 0, where };
    const ended = await engine.tags.scan(recording, request, options).catch(({ code }) => code);
    expect(ended === "cancelled").toBe(leaving.signal.aborted);
    if (leaving.signal.aborted) expect(count).toBe(last);
    else snapshots = count;
  }
  expect(snapshots).toBeGreaterThan(0);
  engine.close();
});

describe("of a caller that never takes its output", () => {
  const recording = rawFrame(message(tags(0)));
  const written = vi.fn();
  const never = () => {
    written();
    return new Promise<void>(() => {});
  };
  it.each<[string, Call]>([
    ["simulate", ({ tags }, _, signal) => tags.simulate({ duration: 64_000n }, { write: never, signal })],
    ["cat", ({ tags }, _, signal) => tags.cat(recording, undefined, { write: never, signal })],
    ["pack", ({ tags }, _, signal) => tags.pack(new Blob(["1\t2\n"]), {}, { write: never, signal })],
    ["slice", ({ tags }, _, signal) => tags.slice(recording, {}, { write: never, signal })],
    ["merge", ({ tags }, _, signal) => tags.merge([recording], {}, { write: never, signal })],
    ["addIndex", ({ tags }, _, signal) => tags.addIndex(recording, { write: never, signal })],
    ["export", ({ tags }, _, signal) => tags.export(recording, { target: "csv" }, { write: never, signal })],
  ])("%s ends, and writes no more", async (_, call) => {
    const engine = createEngine();
    written.mockClear();
    const leaving = new AbortController();
    const calling = call(engine, "", leaving.signal);
    calling.catch(() => {});
    await vi.waitFor(() => expect(written).toHaveBeenCalled());
    const { ms, ...ended } = await endOf(calling, leaving);
    expect(ended).toEqual({ code: "cancelled", cause: REASON });
    expect(ms).toBeLessThan(SOON);
    engine.close();
    expect(written).toHaveBeenCalledTimes(1);
  });

  it("a call that is aborted before does nothing", async () => {
    const engine = createEngine();
    for (const call of Object.values({ ...CALLS, ...WITHOUT_SOURCE })) {
      await expect(call(engine, "http://127.0.0.1:1/", AbortSignal.abort(REASON))).rejects.toMatchObject({
        code: "cancelled",
        cause: REASON,
      });
    }
    engine.close();
  });
});
