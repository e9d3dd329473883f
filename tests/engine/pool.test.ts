/** Workers as the caller sees them: handed out, cancelled, lost. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openPort } from "../../engine/src/source/port";
import { Pool } from "../../engine/src/worker/pool";
import { type PooledWorker, resultUntil, WorkerLost } from "../../engine/src/worker/pooled-worker";
import type { ToWorker, WorkerPeer } from "../../engine/src/worker/protocol";
import { compiledMain } from "../support/engine";

/** A worker whose messages the test sends. */
interface FakePeer extends WorkerPeer {
  posted: ToWorker[];
  isEnded: boolean;
}

function fakePeer(): FakePeer {
  const peer: FakePeer = {
    posted: [],
    isEnded: false,
    post: (message) => void peer.posted.push(message),
    onMessage: () => {},
    onDeath: () => {},
    terminate: () => {
      peer.isEnded = true;
    },
    keepAlive() {},
  };
  return peer;
}

function setUp(size: number) {
  const peers: FakePeer[] = [];
  const spawn = () => {
    const peer = fakePeer();
    peers.push(peer);
    return peer;
  };
  return { peers, pool: new Pool({ size, spawn, load: compiledMain }) };
}

const task = { format: "tags", method: "read", source: null, args: null };
const CANCELLED = { code: "cancelled", message: "", offset: null, remedy: "" };

/** Whether a promise has settled, once all that is due has happened. */
async function hasSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const settle = (): void => {
    settled = true;
  };
  promise.then(settle, settle);
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  return settled;
}

describe("a worker whose job was cancelled", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is handed out again once it has acknowledged that, not before", async () => {
    const { peers, pool } = setUp(1);
    const worker = await pool.take();
    const job = worker.start(task);
    worker.cancel([job.id]);
    await expect(job.result).rejects.toMatchObject({ code: "cancelled" });
    const next = pool.take();
    expect(await hasSettled(next)).toBe(false);
    peers[0]?.onMessage({ type: "failed", job: job.id, error: CANCELLED, trapped: false });
    expect(await next).toBe(worker);
  });

  it("is ended if it does not answer, and a waiting caller gets another worker", async () => {
    const { peers, pool } = setUp(1);
    const worker = await pool.take();
    const job = worker.start(task);
    worker.cancel([job.id]);
    await expect(job.result).rejects.toMatchObject({ code: "cancelled" });
    const next = pool.take();
    await vi.advanceTimersByTimeAsync(1900);
    expect([peers[0]?.isEnded, await hasSettled(next)]).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(200);
    expect(peers[0]?.isEnded).toBe(true);
    const other = await next;
    expect(other).not.toBe(worker);
    // The next file's part has its own time.
    const part = other.start(task);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await hasSettled(part.result)).toBe(false);
  });

  it("is ended for the silence of one job, whatever others say meanwhile", async () => {
    const { peers, pool } = setUp(1);
    const worker = await pool.take();
    const silent = worker.start(task);
    const [answering, left] = [worker.startShort(task), worker.startShort(task)];
    worker.cancel([silent.id]);
    await expect(silent.result).rejects.toMatchObject({ code: "cancelled" });
    await vi.advanceTimersByTimeAsync(1000);
    peers[0]?.onMessage({ type: "done", job: answering.id, result: 7, isSpent: false });
    expect(await answering.result).toBe(7);
    const lost = expect(left.result).rejects.toBeInstanceOf(WorkerLost);
    await vi.advanceTimersByTimeAsync(1100);
    expect(peers[0]?.isEnded).toBe(true);
    await lost;
  });

  it("continues, however long a cancelled short job takes", async () => {
    const { peers, pool } = setUp(1);
    const worker = await pool.take();
    const query = worker.startShort(task);
    worker.cancel([query.id]);
    await expect(query.result).rejects.toMatchObject({ code: "cancelled" });
    expect(peers[0]?.posted.at(-1)).toEqual({ type: "cancel", jobs: [query.id] });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(peers[0]?.isEnded).toBe(false);
  });

  it("gets back the buffers that it sends meanwhile", async () => {
    const { peers, pool } = setUp(1);
    const worker = await pool.take();
    const written: Uint8Array[] = [];
    const job = worker.start(task, { onBuffer: (buffer) => void written.push(buffer) });
    worker.cancel([job.id]);
    await expect(job.result).rejects.toMatchObject({ code: "cancelled" });
    peers[0]?.onMessage({ type: "buffer", job: job.id, buffer: new Uint8Array(1), note: 0 });
    expect(written).toEqual([]);
    expect(peers[0]?.posted.at(-1)).toMatchObject({ type: "return" });
  });
});

describe("a message that can't be posted", () => {
  const refuse = () => {
    throw new DOMException("it was moved before", "DataCloneError");
  };

  it("fails the job that it would have started, and the worker is free", async () => {
    const { peers, pool } = setUp(1);
    const worker = await pool.take();
    const next = pool.take();
    (peers[0] as FakePeer).post = refuse;
    await expect(worker.start(task).result).rejects.toMatchObject({ code: "internal" });
    expect(await next).toBe(worker);
  });

  it("fails the job that waits for it", async () => {
    const { peers, pool } = setUp(1);
    const worker = await pool.take();
    const job = worker.start(task);
    const peer = peers[0] as FakePeer;
    const { post } = peer;
    peer.post = (message, transfer) => (message.type === "input" ? refuse() : post(message, transfer));
    worker.sendInput(job.id, { bytes: 1 });
    await expect(job.result).rejects.toMatchObject({ code: "internal" });
    expect(peer.posted.at(-1)).toEqual({ type: "cancel", jobs: [job.id] });
    peer.onMessage({ type: "failed", job: job.id, error: CANCELLED, trapped: false });
    expect(await pool.take()).toBe(worker);
  });

  it("moves the buffers that are named, each once, and no others", async () => {
    const { peers, pool } = setUp(1);
    const worker = await pool.take();
    const moved: unknown[] = [];
    (peers[0] as FakePeer).post = (_, transfer) => void moved.push(transfer);
    const [kept, given] = [new Uint8Array(8), new Uint8Array(8)];
    const args = { kept, given, again: given.subarray(2) };
    worker.start({ ...task, args }, {}, [given, args.again]);
    expect(moved).toEqual([[given.buffer]]);
  });
});

describe("a pool", () => {
  it("reports that no worker can be started, and starts one when that is possible again", async () => {
    let isPossible = false;
    const spawn = () => {
      if (!isPossible) throw new DOMException("its script is of another origin", "SecurityError");
      return fakePeer();
    };
    const pool = new Pool({ size: 1, spawn, load: compiledMain });
    const message = expect.stringContaining("its script is of another origin");
    await expect(pool.take()).rejects.toMatchObject({ name: "TagviewError", code: "load-failed", message });
    isPossible = true;
    expect((await pool.take()).isDead).toBe(false);
  });

  it("lets those go who wait no longer", async () => {
    const { pool } = setUp(1);
    const worker = await pool.take();
    const impatient = new AbortController();
    const [first, second] = [pool.take(impatient.signal), pool.take()];
    impatient.abort();
    await expect(first).rejects.toMatchObject({ code: "cancelled" });
    await expect(pool.take(impatient.signal)).rejects.toMatchObject({ code: "cancelled" });
    worker.release();
    expect(await second).toBe(worker);
  });

  it("does not add many listeners to one signal", async () => {
    const { peers, pool } = setUp(1);
    const ending = new AbortController();
    const added = vi.spyOn(ending.signal, "addEventListener");
    const taken = Array.from({ length: 20 }, () => pool.take(ending.signal));
    const worker = (await taken[0]) as PooledWorker;
    const jobs = Array.from({ length: 20 }, () => resultUntil(worker.startShort(task), ending.signal));
    expect(added).not.toHaveBeenCalled();
    ending.abort();
    for (const waiting of [...taken.slice(1), ...jobs])
      await expect(waiting).rejects.toMatchObject({ code: "cancelled" });
    expect(peers).toHaveLength(1);
    pool.close();
  });

  it("does not hand out a worker in which no instance could be made", async () => {
    const { peers, pool } = setUp(1);
    const worker = await pool.take();
    worker.release();
    const error = { code: "internal", message: "out of memory", offset: null, remedy: "" };
    peers[0]?.onMessage({ type: "unfit", error });
    expect(peers[0]?.isEnded).toBe(true);
    const other = await pool.take();
    expect(other).not.toBe(worker);
    expect(peers).toHaveLength(2);
  });

  it("ends a worker that holds nothing but much memory, unless somebody waits for one", async () => {
    const { peers, pool } = setUp(1);
    const end = (worker: PooledWorker) => {
      const { id } = worker.start(task);
      peers[0]?.onMessage({ type: "done", job: id, result: 7, isSpent: true });
    };
    const worker = await pool.take();
    const waiting = pool.take();
    end(worker);
    expect(await waiting).toBe(worker);
    end(worker);
    expect(peers[0]?.isEnded).toBe(true);
    expect(await pool.take()).not.toBe(worker);
  });

  it("ends a worker whose instance trapped, and all its jobs are lost", async () => {
    const { peers, pool } = setUp(1);
    const worker = await pool.take();
    const [job, beside] = [worker.start(task), worker.startShort(task)];
    const error = { code: "internal", message: "unreachable", offset: null, remedy: "" };
    const lost = [job, beside].map(({ result }) => expect(result).rejects.toBeInstanceOf(WorkerLost));
    peers[0]?.onMessage({ type: "failed", job: job.id, error, trapped: true });
    await Promise.all(lost);
    expect(await pool.take()).not.toBe(worker);
  });

  it("cancels running jobs and waiting callers when it is closed", async () => {
    const { peers, pool } = setUp(1);
    const { result } = (await pool.take()).start(task);
    const waiting = pool.take();
    const all = [result, waiting].map((one) => expect(one).rejects.toMatchObject({ code: "cancelled" }));
    pool.close();
    await Promise.all(all);
    expect(peers[0]?.isEnded).toBe(true);
    await expect(pool.take()).rejects.toMatchObject({ code: "cancelled" });
  });
});

describe("an object of the caller as the source of a job", () => {
  const bytes = Uint8Array.from({ length: 200_000 }, (_, k) => k % 251);
  const slices = {
    kind: "slices",
    source: { byteLength: bytes.length, slice: async (from: number, to: number) => bytes.slice(from, to) },
    name: "object",
    from: 10,
    to: 150_000,
    readAs: null,
  } as const;

  it("is read by the worker through a port, for every job anew", async () => {
    const { peers, pool } = setUp(1);
    const worker = await pool.take();
    for (const start of ["start", "startShort"] as const) {
      const job = worker[start]({ ...task, source: slices });
      const message = peers[0]?.posted.at(-1);
      const source = message?.type === "start" ? message.task.source : null;
      if (source?.kind !== "port") throw new Error("It is no port.");
      expect(source).toMatchObject({ name: "object", byteLength: 149_990, readAs: null });
      const opened = openPort(source);
      const read: number[] = [];
      for (;;) {
        let place = new Uint8Array(0);
        const n = await opened.read((n) => {
          place = new Uint8Array(n);
          return place;
        }, 100_000);
        if (n === 0) break;
        read.push(...place.subarray(0, n));
      }
      expect(read).toEqual([...bytes.subarray(10, 150_000)]);
      opened.close();
      peers[0]?.onMessage({ type: "done", job: job.id, result: 7, isSpent: false });
      expect(await job.result).toBe(7);
    }
  });

  it("is opened as it is on the caller's thread", async () => {
    const peer = { ...fakePeer(), sharesThread: true };
    const pool = new Pool({ size: 1, spawn: () => peer, load: compiledMain });
    (await pool.take()).start({ ...task, source: slices });
    const message = peer.posted.at(-1);
    expect(message?.type === "start" && message.task.source).toEqual(slices);
  });
});

describe("a callback that throws", () => {
  const failure = new Error("mine");
  const fail = () => {
    throw failure;
  };

  it("for a report ends the job with its error", async () => {
    const { peers, pool } = setUp(1);
    const worker = await pool.take();
    const job = worker.start(task, { onReport: fail });
    peers[0]?.onMessage({ type: "report", job: job.id, report: 1 });
    await expect(job.result).rejects.toBe(failure);
    expect(peers[0]?.posted.at(-1)).toEqual({ type: "cancel", jobs: [job.id] });
    peers[0]?.onMessage({ type: "failed", job: job.id, error: CANCELLED, trapped: false });
    expect(await pool.take()).toBe(worker);
  });

  it("for the result is the error of the job, and the worker is free", async () => {
    const { peers, pool } = setUp(1);
    const worker = await pool.take();
    const job = worker.start(task, { onDone: fail });
    peers[0]?.onMessage({ type: "done", job: job.id, result: 1, isSpent: false });
    await expect(job.result).rejects.toBe(failure);
    expect(await pool.take()).toBe(worker);
  });
});
