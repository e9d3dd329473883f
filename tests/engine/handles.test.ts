/** Open files: closed when nothing reads them, and never used after that. */

import {
  appendFileSync,
  closeSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  truncateSync,
} from "node:fs";
import { join } from "node:path";
import type { ScanRequest } from "@tagview/engine";
import { describe, expect, it } from "vitest";
import { open as openSource, pathAnywhere } from "../../engine/src/source/node";
import type { Source } from "../../engine/src/source/stream";
import { scratch, write } from "../support/command-line";
import { testEngine } from "../support/engine";
import { concat, message, rawFrame } from "../support/frames";
import { tags } from "../support/parts";

const { cat, index, merge, open, pack, scan, slice } = testEngine().tags;
const folder = realpathSync(scratch());
const whole = concat(Array.from({ length: 8 }, (_, part) => rawFrame(message(tags(part)))));
const path = write(folder, "whole.tags.zst", whole);
const text = write(folder, "text.txt", "3\t5\n".repeat(3 << 20));

/** Number of descriptors of this process for files in the folder. */
function openFiles(): number {
  return readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(join("/proc/self/fd", fd)).startsWith(folder);
    } catch {
      return false;
    }
  }).length;
}

const isLinux = process.platform === "linux";

describe.runIf(isLinux)("a file", () => {
  it("is closed when the request is refused", async () => {
    const wrong = { analyses: [{ name: "rate", bin: 0n }] } satisfies ScanRequest;
    const level = { level: 99 };
    const sink = { write: async () => {} };
    for (const refused of [
      () => scan(path, wrong),
      () => scan(path, wrong, { where: "here" }),
      () => open(path, wrong).read,
      () => pack(text, level, sink),
      () => pack(text, { ...level, selection: {} }, sink),
      () => slice(path, level, sink),
      () => merge([path, path], level, sink),
    ])
      await expect(refused()).rejects.toMatchObject({ code: "usage" });
    expect(openFiles()).toBe(0);
  });

  it("is closed when everything is done", async () => {
    const sink = { write: async () => {} };
    await scan(path, { analyses: [] });
    await cat(path, undefined, sink);
    await slice(path, {}, sink);
    await index(path);
    const session = open(path, { analyses: [] });
    await session.read;
    session.close();
    await expect.poll(openFiles).toBe(0);
  });
});

describe("a session that is closed while it reads", () => {
  it("is cancelled, wherever it was, if it was not done", async () => {
    const ends: string[] = [];
    for (let turns = 0; turns < 60; turns += 1) {
      const session = open(path, { analyses: [{ name: "summary" }] }, { onSnapshot: () => {} });
      const end = session.read.then(
        () => "done",
        ({ code, message }) => (code === "cancelled" ? code : message),
      );
      for (let turn = 0; turn < turns % 20; turn += 1)
        await (turns % 2 === 0 ? Promise.resolve() : new Promise((resolve) => setImmediate(resolve)));
      session.close();
      ends.push(await end);
    }
    expect(ends).toContain("cancelled");
    expect(ends.filter((end) => end !== "cancelled" && end !== "done")).toEqual([]);
  });

  it("can be cancelled while the end of a part waits to be joined", async () => {
    for (let turns = 0; turns < 40; turns += 1) {
      const session = open(whole, { analyses: [{ name: "summary" }] }, { onBytes });
      let left = turns % 8;
      function onBytes(): void {
        if (left-- === 0) session.close();
      }
      const end = await session.read.then(
        () => "done",
        ({ code }) => code,
      );
      session.close();
      expect(["done", "cancelled"]).toContain(end);
    }
  });

  it("does not read what another file has in its descriptor's place", () => {
    const file = pathAnywhere(path);
    file?.close();
    const others = Array.from({ length: 8 }, () => openSync(text, "r"));
    try {
      expect(() => file?.readAt(0, (n) => new Uint8Array(n), 16)).toThrow(
        expect.objectContaining({ code: "cancelled" }),
      );
      // Closing twice does not close another handle.
      file?.close();
    } finally {
      for (const other of others) closeSync(other);
    }
  });
});

describe("a picked file that changes while it is read", () => {
  const unreadable = () => new DOMException("The file could not be read", "NotReadableError");
  const changing = (bytes: Uint8Array<ArrayBuffer>, size: number) => {
    const pieces = [bytes];
    return {
      kind: "blob" as const,
      blob: {
        size,
        slice: () => ({ arrayBuffer: () => Promise.reject(unreadable()) }),
        stream: () =>
          new ReadableStream({
            pull(stream) {
              const piece = pieces.pop();
              if (piece) stream.enqueue(piece);
              else stream.error(unreadable());
            },
          }),
      } as unknown as Blob,
    };
  };
  const failure = { code: "changed", message: expect.stringContaining("changed"), remedy: "open it again" };

  it("reports the change, with what was read until then", async () => {
    const first = new Uint8Array(rawFrame(message(tags(0))));
    const found = await scan(changing(first, 1 << 20), { analyses: [] }, { where: "here" });
    expect(found).toMatchObject({ complete: false, error: failure });
    expect(found.tags).toBeGreaterThan(0);
  });

  it("reports the change before it is known how the file is split", async () => {
    const bytes = new Uint8Array(16);
    const { read } = open(changing(bytes, 1 << 30), { analyses: [] });
    await expect(read).rejects.toMatchObject(failure);
  });
});

describe("a file by its path that changes while it is read", () => {
  const other = () => write(folder, "other.tags.zst", rawFrame(message(tags(9))));
  const changes: [string, (path: string) => void, RegExp][] = [
    ["is replaced", (path) => renameSync(other(), path), /was replaced or removed/],
    ["is removed", (path) => rmSync(path), /was replaced or removed/],
    ["is cut in place", (path) => truncateSync(path, 100), /became shorter/],
  ];
  const request = { analyses: [{ name: "summary" }] } as const;

  /** All bytes of a source. */
  async function bytesOf(source: Source): Promise<number> {
    let bytes = 0;
    for (;;) {
      const n = await source.read((n) => new Uint8Array(n), 64 << 10);
      if (n === 0) return bytes;
      bytes += n;
    }
  }

  it.each(changes)("has no further parts once it %s", async (_, change, pattern) => {
    const at = write(folder, "changing.tags.zst", whole);
    const file = pathAnywhere(at);
    const before = file && (await openSource(file.part(64, whole.length)));
    change(at);
    for (const [from, to] of [
      [0, 200],
      [0, null],
      [64, whole.length],
    ] as const) {
      const part = file?.part(from, to) ?? { kind: "path" as const, path: at };
      expect(() => openSource(part)).toThrow(
        expect.objectContaining({ code: "changed", message: expect.stringMatching(pattern) }),
      );
    }
    // An open reader continues with the original file, and reports a missing end.
    const rest = before && bytesOf(before);
    if (pattern.source.includes("shorter")) await expect(rest).rejects.toMatchObject({ code: "changed" });
    else expect(await rest).toBe(whole.length - 64);
    before?.close();
    file?.close();
  });

  it("may grow", async () => {
    const at = write(folder, "growing.tags.zst", whole);
    const file = pathAnywhere(at);
    appendFileSync(at, whole);
    const source = file && (await openSource(file.part(0, whole.length)));
    expect(source && (await bytesOf(source))).toBe(whole.length);
    source?.close();
    file?.close();
  });

  it.each(changes)("answers no further question once it %s", async (_, change, pattern) => {
    const at = write(folder, "asked.tags.zst", whole);
    const session = open(at, request, { budget: 0 });
    expect((await session.read).complete).toBe(true);
    change(at);
    await expect(session.ask(request)).rejects.toMatchObject({
      code: "changed",
      message: expect.stringMatching(pattern),
    });
    session.close();
  });
});
