/** Messages between threads that the receiver cannot read. */

import type { EventEmitter } from "node:events";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { WorkerPeer } from "../../engine/src/worker/protocol";

/** The started workers, and the port of the worker that this thread simulates. */
const { workers, parentPort } = vi.hoisted(() => {
  const listeners = new Map<string, (value: unknown) => void>();
  const parentPort = {
    on: (event: string, listener: (value: unknown) => void) => void listeners.set(event, listener),
    emit: (event: string, value: unknown) => listeners.get(event)?.(value),
    postMessage() {},
  };
  return { workers: [] as EventEmitter[], parentPort };
});

vi.mock("node:worker_threads", async (original) => {
  const { EventEmitter } = await import("node:events");
  class Worker extends EventEmitter {
    constructor() {
      super();
      workers.push(this);
    }
    postMessage() {}
    ref() {}
    unref() {}
    async terminate() {}
  }
  return { ...(await original<typeof import("node:worker_threads")>()), Worker, parentPort };
});

const { nodePlatform } = await import("@tagview/engine/node");
const { Pool } = await import("../../engine/src/worker/pool");

const task = { format: "tags", method: "read", source: null, args: null };
const why = new Error("no room to read it");

beforeEach(() => void workers.splice(0));

/** A worker of a browser, whose events the test triggers. */
class BrowserWorker {
  static last: BrowserWorker;
  onmessageerror?: () => void;
  constructor() {
    BrowserWorker.last = this;
  }
  postMessage() {}
  terminate() {}
}

describe("a message of a worker that can't be read", () => {
  const lose: Record<string, () => Promise<{ spawn: () => WorkerPeer; lose: () => void }>> = {
    Node: async () => ({
      spawn: () => nodePlatform().spawn(),
      lose: () => workers[0]?.emit("messageerror", why),
    }),
    "a browser": async () => {
      vi.stubGlobal("Worker", BrowserWorker);
      const { browserPlatform } = await import("@tagview/engine/browser");
      return { spawn: () => browserPlatform().spawn(), lose: () => BrowserWorker.last.onmessageerror?.() };
    },
  };

  it.each(Object.keys(lose))("fails its job (%s)", async (where) => {
    const { spawn, lose: loseOne } = (await lose[where]?.()) ?? {
      spawn: () => nodePlatform().spawn(),
      lose() {},
    };
    const pool = new Pool({ size: 1, spawn, load: () => new Promise(() => {}) });
    pool.take().catch(() => {});
    await vi.waitFor(() => expect(pool.others(undefined as never)).toHaveLength(1));
    const [worker] = pool.others(undefined as never);
    const failed = expect(worker?.startShort(task).result).rejects.toMatchObject({
      code: "internal",
      message: expect.stringContaining("could not be read"),
    });
    loseOne();
    await failed;
    pool.close();
    vi.unstubAllGlobals();
  });
});

describe("a message to a worker that can't be read", () => {
  it("ends it by an uncaught error, which fails its job (Node)", async () => {
    await import("../../engine/src/node-worker");
    expect(() => parentPort.emit("messageerror", why)).toThrow(why);
  });

  it("ends it by an uncaught error, which fails its job (a browser)", async () => {
    await import("../../engine/src/browser-worker");
    const { onmessageerror } = globalThis as unknown as { onmessageerror?: () => void };
    expect(() => onmessageerror?.()).toThrow("could not be read");
  });
});

describe("a message between threads that can't be read", () => {
  it.each(["owner", "reader"] as const)(
    "fails the read of a source behind a port (of its %s)",
    async (side) => {
      const { behindPort, openPort } = await import("../../engine/src/source/port");
      const channel = new MessageChannel();
      vi.stubGlobal(
        "MessageChannel",
        class {
          port1 = channel.port1;
          port2 = channel.port2;
        },
      );
      // It waits until its message was lost.
      const stuck = { byteLength: null, read: () => new Promise<number>(() => {}), close() {} };
      const { description, close } = behindPort(stuck, { kind: "path", path: "pipe" });
      vi.unstubAllGlobals();
      const reading = openPort(description).read((n) => new Uint8Array(n), 10);
      const port = side === "owner" ? channel.port1 : channel.port2;
      port.onmessageerror?.(new MessageEvent("messageerror"));
      await expect(reading).rejects.toMatchObject({ code: "read-failed" });
      close();
    },
  );
});
