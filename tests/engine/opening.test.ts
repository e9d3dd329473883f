/** Sources that never respond, callers that abort, and resources left open. */

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createEngine, type Engine, type Platform } from "@tagview/engine";
import { nodePlatform } from "@tagview/engine/node";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { RandomAccess } from "../../engine/src/source/random-access";
import type { Source } from "../../engine/src/source/stream";
import { scratch, write } from "../support/command-line";
import { message, rawFrame } from "../support/frames";
import { indexHeader } from "../support/index-headers";
import { request, tags } from "../support/parts";

const recording = rawFrame(message(tags(0)));
const path = write(scratch(), "sound.tags.zst", recording);
const CANCELLED = { name: "TagviewError", code: "cancelled" };

/** An engine, and the resources that its platform has opened and not closed. */
function watched(platform: Partial<Platform> = {}): { engine: Engine; open: Set<unknown> } {
  const open = new Set<unknown>();
  const node = { ...nodePlatform({ workers: 2 }), ...platform };
  const watch = <T extends Source | RandomAccess | null>(opened: T): T => {
    if (opened === null) return opened;
    open.add(opened);
    const close = (): void => {
      open.delete(opened);
      opened.close();
    };
    return { ...opened, close };
  };
  const engine = createEngine({
    ...node,
    open: async (source, signal) => watch(await node.open(source, signal)),
    openAnywhere: async (source, signal) => watch(await node.openAnywhere(source, signal)),
  });
  onTestFinished(() => engine.close());
  return { engine, open };
}

/** Unhandled rejections. */
const unhandled = vi.fn();
process.on("unhandledRejection", unhandled);
/** Node.js reports unhandled rejections after a turn of the event loop. */
afterEach(async () => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled).not.toHaveBeenCalled();
});

const never = <T>(): Promise<T> => new Promise(() => {});

describe("a source that never answers", () => {
  it.each(["open", "openAnywhere"] as const)("is not waited for by who has left (%s)", async (which) => {
    let signal: AbortSignal | undefined;
    const asked = vi.fn((_: unknown, given?: AbortSignal) => {
      signal = given;
      return never<never>();
    });
    const { engine } = watched(
      which === "open" ? { open: asked, openAnywhere: () => null } : { openAnywhere: asked },
    );
    for (const where of ["here", "worker"] as const) {
      asked.mockClear();
      const leaving = new AbortController();
      const scan = engine.tags.scan({ kind: "fd", fd: 99 }, request, { where, signal: leaving.signal });
      await vi.waitFor(() => expect(asked).toHaveBeenCalled());
      leaving.abort();
      await expect(scan).rejects.toMatchObject(CANCELLED);
      expect(signal?.aborted).toBe(true);
    }
    asked.mockClear();
    const session = engine.tags.open({ kind: "fd", fd: 99 }, request);
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    const leaving = new AbortController();
    const answer = session.ask(request, { signal: leaving.signal });
    leaving.abort();
    await expect(answer).rejects.toMatchObject(CANCELLED);
    session.close();
    await expect(session.read).rejects.toMatchObject(CANCELLED);
    asked.mockClear();
    const kind = engine.tags.kind({ kind: "fd", fd: 99 });
    if (which === "openAnywhere") {
      await vi.waitFor(() => expect(asked).toHaveBeenCalled());
      engine.close();
      await expect(kind).rejects.toMatchObject(CANCELLED);
    }
  });

  it("is closed where it answers later", async () => {
    let answer = (_: Source): void => {};
    const late = new Promise<Source>((resolve) => {
      answer = resolve;
    });
    const asked = vi.fn(() => late);
    const { engine } = watched({ open: asked, openAnywhere: () => null });
    const leaving = new AbortController();
    const scan = engine.tags.scan({ kind: "fd", fd: 99 }, request, { where: "here", signal: leaving.signal });
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    leaving.abort();
    await expect(scan).rejects.toMatchObject(CANCELLED);
    const close = vi.fn();
    answer({ byteLength: null, read: () => 0, close });
    await vi.waitFor(() => expect(close).toHaveBeenCalled());
  });

  it("is left in mid-read, too", async () => {
    const close = vi.fn();
    const read = vi.fn(() => never<number>());
    const { open } = nodePlatform();
    const stuck: Source = { byteLength: null, read, close };
    const { engine } = watched({ open: (source) => (source.kind === "fd" ? stuck : open(source)) });
    const leaving = new AbortController();
    const scan = engine.tags.scan({ kind: "fd", fd: 99 }, request, { where: "here", signal: leaving.signal });
    await vi.waitFor(() => expect(read).toHaveBeenCalled());
    leaving.abort();
    await expect(scan).rejects.toMatchObject(CANCELLED);
    await vi.waitFor(() => expect(close).toHaveBeenCalled());
    // The thread is free again. It would not be if its job waited for ever.
    expect((await engine.tags.scan(recording, request, { where: "here" })).complete).toBe(true);
  });
});

describe("a caller who handles one promise of a session", () => {
  it("is reported there that it can't be opened", async () => {
    const { engine } = watched();
    const expected = { code: "open-failed" };
    await expect(engine.tags.open("/nowhere", request).ask(request)).rejects.toMatchObject(expected);
    await expect(engine.tags.open("/nowhere", request).read).rejects.toMatchObject(expected);
    await expect(engine.tags.open("/nowhere", request).kind).rejects.toMatchObject(expected);
  });

  it("may close the session or the engine while it is read", async () => {
    const { engine, open } = watched();
    const session = engine.tags.open(path, request);
    await session.kind;
    session.close();
    engine.tags.open(path, request);
    engine.close();
    await vi.waitFor(() => expect(open.size).toBe(0));
  });
});

describe("a source that can't be opened", () => {
  const folder = scratch();
  const file = write(folder, "file", recording);

  it.each([
    ["no file", () => join(folder, "none"), "there is no such file"],
    ["a folder", () => folder, "this is a folder"],
    ["below a file", () => join(file, "x"), "a part of this path is a file, not a folder"],
    ["an address without a file", () => address(404), "the server answered 404"],
    ["an address that is refused", () => address(403), "the server answered 403"],
  ])("is reported by every method: %s", async (_, place, message) => {
    const { engine, open } = watched();
    const input = await place();
    for (const call of [
      () => engine.recognise(input),
      () => engine.tags.kind(input),
      () => engine.tags.frames(input),
      () => engine.tags.index(input),
      () => engine.tags.histograms(input),
      () => engine.tags.scan(input, request),
      () => engine.indexHeader.open(input),
      () => engine.icechunk.read(input),
    ])
      await expect(call(), String(call)).rejects.toMatchObject({ code: "open-failed", message });
    expect(open.size).toBe(0);
  });

  it("is not a pipe, which only its reader opens", async () => {
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    expect(await watched().engine.tags.kind(pipe)).toMatchObject({ readAs: null });
  });
});

/** An address whose server has this answer. */
async function address(status: number): Promise<string> {
  const server = createServer((_, answer) => answer.writeHead(status).end()).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.tags.zst`;
}

describe("nothing is left open", () => {
  it("where it can't be found out what kind of file it is", async () => {
    const broken: RandomAccess = {
      byteLength: 100_000,
      patience: 0,
      remote: false,
      readAt: () => 0,
      part: () => ({ kind: "bytes", bytes: recording }),
      close() {},
    };
    const { engine, open } = watched({ openAnywhere: () => broken });
    const write = async () => {};
    const input = { kind: "path", path, readAs: { import: "no such format" } } as const;
    await expect(engine.tags.kind(input)).rejects.toThrow();
    await expect(engine.tags.cat(input, undefined, { write })).rejects.toThrow();
    await expect(engine.tags.slice(input, {}, { write })).rejects.toThrow();
    await expect(engine.tags.scan(input, request)).rejects.toThrow();
    expect(open.size).toBe(0);
  });

  it("of a file that is no index-header, which is refused; of a damaged one, the summary has the error", async () => {
    const { engine, open } = watched();
    for (const other of [recording, new Uint8Array(5000), Buffer.from("Dear Sir or Madam,\n")])
      await expect(engine.indexHeader.open(other)).rejects.toMatchObject({ code: "unknown-format" });
    expect(open.size).toBe(0);
    const header = indexHeader({ pod: ["a"] });
    const { summary, close } = await engine.indexHeader.open(header.subarray(0, header.length - 10));
    expect(summary).toMatchObject({ kind: "index-header", complete: false, error: { code: "checksum" } });
    close();
  });

  it("once what is open is disposed of, or the engine", async () => {
    const { engine, open } = watched();
    const others = [
      await engine.indexHeader.open(write(scratch(), "other", indexHeader({ pod: ["a"] }))),
      engine.tags.open(path, request),
      await engine.tags.scanColumns(path, request),
    ];
    for (const other of others) other[Symbol.dispose]();
    await vi.waitFor(() => expect(open.size).toBe(0));
    const header = write(scratch(), "header", indexHeader({ pod: ["a"] }));
    await engine.indexHeader.open(header);
    const session = engine.tags.open(path, request);
    await session.read;
    expect(open.size).toBeGreaterThan(0);
    engine[Symbol.dispose]();
    expect(open.size).toBe(0);
  });
});
