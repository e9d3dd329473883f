import { describe, expect, it, vi } from "vitest";
import { Budget } from "../../engine/src/formats/tags/session/budget";
import { FanOut, type FanOutHost } from "../../engine/src/formats/tags/session/fan-out";
import { Part, type PartJob } from "../../engine/src/formats/tags/session/part";
import type { BlockJob, PartResult } from "../../engine/src/formats/tags/session/part-report";
import type { Hooks, PooledWorker, StartedJob } from "../../engine/src/worker/pooled-worker";
import type { Task } from "../../engine/src/worker/protocol";

/** A worker that answers when the test calls one of `answers`. */
function fakeWorker(log: string[], name: string) {
  const answers: ((held: number | null) => void)[] = [];
  const failures: (() => void)[] = [];
  const worker = {
    startShort: ({ args }: Task<BlockJob>, { onReturn }: Hooks<BlockJob>): StartedJob<BlockJob> => {
      log.push(`${name} takes, ${args.request.holdBytes === undefined ? "holds none" : "holds"}`);
      const result = new Promise<PartResult>((resolve, reject) => {
        answers.push((held) => {
          onReturn?.(args.tags);
          resolve({ part: { held_tags: held, held_bytes: held } } as unknown as PartResult);
        });
        failures.push(() => reject(new Error("it died")));
      });
      return { id: answers.length, worker: worker as unknown as PooledWorker, result };
    },
    sendInput: () => void log.push(`${name} goes on`),
    cancel: ([id]: number[]) => void log.push(`${name} lets go of ${id}`),
  };
  return { worker: worker as unknown as PooledWorker, answers, failures };
}

function fanningOut(bytes: number) {
  const log: string[] = [];
  const reader = fakeWorker(log, "reader");
  const other = fakeWorker(log, "other");
  const parts: Part[] = [];
  const budget = new Budget(bytes);
  const host: FanOutHost = {
    budget,
    blockRequest: () => ({ analyses: [] }),
    addBlock(_, room, of) {
      const part = new Part({ from: 0, to: 0 }, { name: "block", of }, room);
      parts.push(part);
      return part;
    },
    finish: (part, result) => part.finish(result),
    advance: () => void log.push("joined"),
  };
  const from: PartJob = { id: 0, worker: reader.worker };
  const pass = (fanOut: FanOut, tags: Uint8Array) =>
    fanOut.pass(new Part({ from: 0, to: null }, { name: "fanned out", to: fanOut }, 0), from, tags);
  return { log, reader, other, parts, budget, host, pass };
}

describe("tags that are fanned out", () => {
  it("are analysed by others and held, and more are asked for", async () => {
    const { log, other, budget, host, pass, parts } = fanningOut(1 << 20);
    const fanOut = new FanOut(host, () => [other.worker]);
    pass(fanOut, new Uint8Array(1000));
    other.answers[0]?.(900);
    await fanOut.settled();
    expect(log).toEqual(["other takes, holds", "joined", "reader goes on"]);
    expect([parts[0]?.room, fanOut.holdsTags, fanOut.hasLost]).toEqual([900, true, false]);
    // Granted bytes that were not needed are free.
    expect(budget.take((1 << 20) - 900)).toBe(true);
  });

  it("are analysed by the worker that decodes them where there is no other", () => {
    const { log, host, pass } = fanningOut(1 << 20);
    pass(new FanOut(host, () => []), new Uint8Array(1000));
    expect(log).toEqual(["reader takes, holds"]);
  });

  it("are held by each worker in turn, independent of the worker that analyses them", async () => {
    const { log, reader, other, host, pass, parts } = fanningOut(1 << 20);
    const fanOut = new FanOut(host, () => [other.worker]);
    for (let block = 0; block < 3; block += 1) pass(fanOut, new Uint8Array(1000));
    other.answers[1]?.(null);
    await vi.waitFor(() => expect(log).toContain("reader takes, holds"));
    // The results wait until the tags are held.
    expect([parts[1]?.isRead, parts[1]?.job?.worker === reader.worker]).toEqual([false, true]);
    reader.answers[0]?.(800);
    other.answers[0]?.(900);
    other.answers[2]?.(700);
    await fanOut.settled();
    expect(log.filter((line) => line.includes("takes"))).toEqual([
      "other takes, holds",
      "other takes, holds none",
      "other takes, holds",
      "reader takes, holds",
    ]);
    expect(parts.map(({ description }) => description?.held_tags)).toEqual([900, 800, 700]);
    expect(parts.map(({ job }) => job?.worker === reader.worker)).toEqual([false, true, false]);
  });

  it("are lost where the worker is lost that is to hold them", async () => {
    const { log, reader, other, host, pass } = fanningOut(1 << 20);
    const fanOut = new FanOut(host, () => [other.worker]);
    for (let block = 0; block < 2; block += 1) pass(fanOut, new Uint8Array(1000));
    for (const answer of other.answers) answer(900);
    await vi.waitFor(() => expect(log).toContain("reader takes, holds"));
    reader.failures[0]?.();
    await fanOut.settled();
    expect(fanOut.hasLost).toBe(true);
  });

  it("are not held at all if the budget does not suffice for all of them, and the memory is released", async () => {
    const { log, other, budget, host, pass, parts } = fanningOut(10_000);
    const fanOut = new FanOut(host, () => [other.worker]);
    // Each may take twice as much if it is held.
    pass(fanOut, new Uint8Array(1000));
    other.answers[0]?.(900);
    await fanOut.settled();
    // The worker that decodes was to hold this one.
    pass(fanOut, new Uint8Array(1000));
    pass(fanOut, new Uint8Array(1000));
    expect(fanOut.holdsTags).toBe(false);
    pass(fanOut, new Uint8Array(1));
    for (const answer of other.answers.slice(1)) answer(null);
    await fanOut.settled();
    expect(log.filter((line) => line.includes("takes"))).toEqual([
      "other takes, holds",
      "other takes, holds none",
      "other takes, holds none",
      "other takes, holds none",
    ]);
    expect(log).toContain("other lets go of 1");
    expect(parts.map(({ description }) => description?.held_tags)).toEqual([null, null, null, null]);
    expect(budget.take(10_000)).toBe(true);
  });

  it("are analysed by the worker that decodes them too, one block at a time, where the others have enough", async () => {
    const { log, reader, other, host, pass } = fanningOut(0);
    const fanOut = new FanOut(host, () => [other.worker]);
    const passed = () => log.filter((line) => line.includes("takes")).map((line) => line.split(" ")[0]);
    for (let block = 0; block < 5; block += 1) pass(fanOut, new Uint8Array(10));
    expect(passed()).toEqual(["other", "other", "other", "reader", "other"]);
    reader.answers[0]?.(null);
    other.answers[0]?.(null);
    other.answers[1]?.(null);
    await new Promise((resolve) => setTimeout(resolve, 0));
    for (let block = 0; block < 3; block += 1) pass(fanOut, new Uint8Array(10));
    expect(passed().slice(5)).toEqual(["other", "reader", "other"]);
  });

  it("are known to be lost with a worker, and the reader is not left waiting", async () => {
    const { log, other, host, pass } = fanningOut(1 << 20);
    const fanOut = new FanOut(host, () => [other.worker]);
    pass(fanOut, new Uint8Array(1000));
    other.failures[0]?.();
    await fanOut.settled();
    expect(fanOut.hasLost).toBe(true);
    expect(log).toEqual(["other takes, holds", "reader goes on"]);
  });
});
