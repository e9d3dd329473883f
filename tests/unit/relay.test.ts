import { describe, expect, it } from "vitest";
import type { Part } from "../../engine/src/ask";
import { Budget } from "../../engine/src/budget";
import type { PartResult } from "../../engine/src/part";
import type { HeldPart, Worker } from "../../engine/src/pool";
import { type Host, Relay } from "../../engine/src/relay";

/** A worker that answers when it is told to. */
function fakeWorker(log: string[], name: string) {
  const answers: ((kept: number | null) => void)[] = [];
  const failures: (() => void)[] = [];
  const worker = {
    hold: (_: Uint8Array, { keep }: { keep?: bigint }): HeldPart => {
      log.push(`${name} holds, ${keep === undefined ? "keeps none" : "keeps"}`);
      const result = new Promise<PartResult>((resolve, reject) => {
        answers.push((kept) =>
          resolve({ part: { kept_tags: kept, kept_bytes: kept } } as unknown as PartResult),
        );
        failures.push(() => reject(new Error("it died")));
      });
      return { id: answers.length, worker: worker as unknown as Worker, result };
    },
    next: () => void log.push(`${name} goes on`),
    forget: ([id]: number[]) => void log.push(`${name} forgets ${id}`),
  };
  return { worker: worker as unknown as Worker, answers, failures };
}

function relaying(bytes: number) {
  const log: string[] = [];
  const reader = fakeWorker(log, "reader");
  const other = fakeWorker(log, "other");
  const parts: Part[] = [];
  const budget = new Budget(bytes);
  const host: Host = {
    budget,
    relayedRequest: () => ({ analyses: [] }),
    addBefore(_, held, room, of) {
      const part = { held, room, of, result: null, description: null } as unknown as Part;
      parts.push(part);
      return part;
    },
    finish(part, result) {
      Object.assign(part, { result, description: result.part, room: result.part.kept_bytes ?? 0 });
    },
    advance: () => void log.push("joined"),
  };
  const from = { held: { id: 0, worker: reader.worker } } as unknown as Part;
  return { log, reader, other, parts, budget, host, from };
}

describe("tags that are sent on", () => {
  it("are analysed by others and kept, and more are asked for", async () => {
    const { log, other, budget, host, from, parts } = relaying(1 << 20);
    const relay = new Relay(host, () => [other.worker]);
    relay.pass(from, new Uint8Array(1000));
    other.answers[0]?.(900);
    await relay.settled();
    expect(log).toEqual(["other holds, keeps", "joined", "reader goes on"]);
    expect([parts[0]?.room, relay.kept, relay.hasLost]).toEqual([900, true, false]);
    // What was granted and not needed is free.
    expect(budget.take((1 << 20) - 900)).toBe(true);
  });

  it("are analysed by the worker that decodes them where there is no other", () => {
    const { log, host, from } = relaying(1 << 20);
    new Relay(host, () => []).pass(from, new Uint8Array(1000));
    expect(log).toEqual(["reader holds, keeps"]);
  });

  it("are none of them kept where there is no room for all, and the room is free again", async () => {
    const { log, other, budget, host, from, parts } = relaying(10_000);
    const relay = new Relay(host, () => [other.worker]);
    // Each may take twice as much where it is kept.
    relay.pass(from, new Uint8Array(1000));
    other.answers[0]?.(900);
    await relay.settled();
    relay.pass(from, new Uint8Array(1000));
    relay.pass(from, new Uint8Array(1000));
    expect(relay.kept).toBe(false);
    relay.pass(from, new Uint8Array(1));
    other.answers[1]?.(900);
    other.answers[2]?.(null);
    other.answers[3]?.(null);
    await relay.settled();
    expect(log.filter((line) => line.includes("holds"))).toEqual([
      "other holds, keeps",
      "other holds, keeps",
      "other holds, keeps none",
      "other holds, keeps none",
    ]);
    expect(log.filter((line) => line.includes("forgets"))).toContain("other forgets 2");
    expect(parts.map(({ description }) => description?.kept_tags)).toEqual([null, null, null, null]);
    expect(budget.take(10_000)).toBe(true);
  });

  it("are known to be lost with a worker, and the reader is not left waiting", async () => {
    const { log, other, host, from } = relaying(1 << 20);
    const relay = new Relay(host, () => [other.worker]);
    relay.pass(from, new Uint8Array(1000));
    other.failures[0]?.();
    await relay.settled();
    expect(relay.hasLost).toBe(true);
    expect(log).toEqual(["other holds, keeps", "reader goes on"]);
  });
});
