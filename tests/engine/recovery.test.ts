/** Recovery after a worker dies, an instance traps, or the engine is closed. */

import type { Engine, ScanRequest } from "@tagview/engine";
import { createEngine } from "@tagview/engine";
import { nodePlatform } from "@tagview/engine/node";
import { describe, expect, it, vi } from "vitest";
import { tagMethods } from "../../engine/src/formats/tags/methods";
import { createPartMethod } from "../../engine/src/formats/tags/session/read-part";
import { startOwnThread } from "../../engine/src/worker/own-thread";
import type { WorkerPeer } from "../../engine/src/worker/protocol";
import { testEngine } from "../support/engine";
import { concat, message, rawFrame } from "../support/frames";
import { brief, request, TAGS, tags } from "../support/parts";

/** The module with one request that traps when it is read, and one that traps when results are joined. */
vi.mock("@tagview/wasm/main/instance", async (original) => {
  const { createInstance } = await original<typeof import("@tagview/wasm/main/instance")>();
  return {
    createInstance(module: WebAssembly.Module) {
      const wasm = createInstance(module);
      const asks = ({ analyses }: ScanRequest, name: string) => analyses.some(({ id }) => id === name);
      const trap = (): never => {
        throw new WebAssembly.RuntimeError("unreachable");
      };
      class PartReader extends wasm.PartReader {
        constructor(asked: ScanRequest) {
          if (asks(asked, "trap in part")) trap();
          super(asked);
        }
      }
      class PartJoiner extends wasm.PartJoiner {
        constructor(asked: ScanRequest) {
          if (asks(asked, "trap")) trap();
          super(asked);
        }
      }
      return { ...wasm, PartReader, PartJoiner };
    },
  };
});

const whole = concat(Array.from({ length: 8 }, (_, part) => rawFrame(message(tags(part)))));
const trapping = (id: string) => ({ analyses: [{ name: "summary", id }] }) satisfies ScanRequest;

/** An engine whose workers run here. A worker dies while it reads a part if `dies` returns true. */
function engineOfMortals(dies: () => boolean): Engine {
  const node = nodePlatform();
  const spawn = (): WorkerPeer => {
    const readPart = createPartMethod();
    const read: typeof readPart = (job) => {
      if (!dies()) return readPart(job);
      setImmediate(() => peer.onDeath("it ran out of memory"));
      return new Promise(() => {});
    };
    const peer = startOwnThread(node, async () => ({ tags: () => ({ ...tagMethods(), read }) }));
    return peer;
  };
  return createEngine({ ...node, spawn, workers: 2, ownThreadWorks: false });
}

describe("a worker that dies while it reads a part", () => {
  it.each([0, 1, 3])("costs nothing but the time to read that part again (part %i)", async (which) => {
    let reads = 0;
    const engine = engineOfMortals(() => reads++ === which);
    try {
      const found = await engine.tags.scan(whole, request);
      expect(reads).toBeGreaterThan(which + 1);
      const expected = await engine.tags.scan(whole, request, { where: "here" });
      expect(brief(found)).toBe(brief(expected));
    } finally {
      engine.close();
    }
  });

  it("is reported if it happens again to the same part", async () => {
    const engine = engineOfMortals(() => true);
    try {
      await expect(engine.tags.scan(whole, request)).rejects.toMatchObject({
        code: "internal",
        message: expect.stringContaining("out of memory"),
      });
    } finally {
      engine.close();
    }
  });

  it("does not keep results of tags that it no longer holds", async () => {
    let dying = false;
    const peers: WorkerPeer[] = [];
    const node = nodePlatform();
    const spawn = () => {
      const peer = startOwnThread(node, async () => ({ tags: tagMethods }));
      peers.push(peer);
      return peer;
    };
    const engine = createEngine({ ...node, spawn, workers: 2, ownThreadWorks: false });
    try {
      const session = engine.tags.open(whole, { analyses: [] });
      expect((await session.read).held?.tags).toBe(8 * TAGS);
      dying = true;
      peers[0]?.onDeath("it ran out of memory");
      const { analyses } = await session.ask(request);
      const expected = await engine.tags.scan(whole, request, { where: "here" });
      expect(brief(analyses)).toBe(brief(expected.analyses));
      session.close();
    } finally {
      engine.close();
    }
    expect(dying).toBe(true);
  });
});

describe("a trap", () => {
  const engine = testEngine();
  const { open, scan, check } = engine.tags;

  it("on the calling thread ends the work on one file, and no other", async () => {
    const session = open(whole, { analyses: [{ name: "summary" }] });
    await session.read;
    const before = await session.ask(request);
    for (const where of ["here", "worker"] as const) {
      await expect(scan(whole, trapping("trap"), { where })).rejects.toMatchObject({ code: "internal" });
      await expect(scan(whole, trapping("trap in part"), { where: "here" })).rejects.toMatchObject({
        code: "internal",
      });
      await expect(check(trapping("trap"))).rejects.toMatchObject({ code: "internal" });
      const { analyses } = await session.ask({ ...request, selection: { from: 0n } });
      expect(brief(analyses.gaps)).toBe(brief(before.analyses.gaps));
      expect((await scan(whole, request, { where })).tags).toBe(8 * TAGS);
    }
    expect(await engine.version()).toMatchObject({ version: expect.any(String) });
    session.close();
  });

  it("in one session's answer leaves the others", async () => {
    const [one, other] = [open(whole, { analyses: [] }), open(whole, { analyses: [] })];
    await Promise.all([one.read, other.read]);
    await expect(one.ask(trapping("trap"))).rejects.toMatchObject({ code: "internal" });
    expect((await other.ask(request)).tags).toBe(8 * TAGS);
    one.close();
    other.close();
  });
});

describe("an engine", () => {
  it("that is closed rejects what runs and what is asked of it", async () => {
    const engine = createEngine(nodePlatform());
    const session = engine.tags.open(whole, { analyses: [] });
    const closed = { code: "cancelled" };
    const running = expect(engine.tags.scan(whole, request)).rejects.toMatchObject(closed);
    const reading = expect(session.read).rejects.toMatchObject(closed);
    engine.close();
    await Promise.all([running, reading]);
    await expect(session.ask(request)).rejects.toMatchObject(closed);
    await expect(engine.tags.scan(whole, request)).rejects.toMatchObject(closed);
    await expect(engine.tags.index(whole)).rejects.toMatchObject(closed);
    await expect(engine.offsets.sizes("")).rejects.toMatchObject(closed);
    await expect(engine.version()).rejects.toMatchObject(closed);
  });

  it("is one of many, each with workers of its own", async () => {
    const engines = [createEngine(nodePlatform()), createEngine(nodePlatform())];
    const scans = engines.map((engine) => engine.tags.scan(whole, request));
    const [one, other] = await Promise.all(scans);
    expect(brief(one)).toBe(brief(other));
    engines[0]?.close();
    expect((await engines[1]?.tags.scan(whole, request))?.tags).toBe(8 * TAGS);
    engines[1]?.close();
  });
});
