/** One large frame whose tags are analysed by workers other than the decoding one. */

import type { ScanRequest, Snapshot } from "@tagview/engine";
import { describe, expect, it, vi } from "vitest";
import { analyseBlock } from "../../engine/src/formats/tags/session/read-part";
import { engineOf, testEngine } from "../support/engine";
import { message, rawFrame } from "../support/frames";
import { brief, request, TAGS, tags } from "../support/parts";

const { open, scan } = testEngine().tags;

const PARTS = 40;
const large = rawFrame(message(Array.from({ length: PARTS }, (_, part) => tags(part)).flat()));
const background = [{ name: "pairs" }] satisfies ScanRequest["analyses"];

it("is read anew where what was sent on is lost", async () => {
  const hold = vi.fn(analyseBlock).mockImplementationOnce(() => {
    throw new Error("no room");
  });
  const session = engineOf({ block: hold }).tags.open(large, request, { background, onSnapshot: () => {} });
  try {
    const read = await session.read;
    expect(hold).toHaveBeenCalled();
    expect(read.tags).toBe(PARTS * TAGS);
    expect(brief(read.analyses)).toBe(brief((await scan(large, request, { where: "here" })).analyses));
    const pairs = await session.ask({ analyses: background });
    const expected = await scan(large, { analyses: background }, { where: "here" });
    expect(brief(pairs.analyses)).toBe(brief(expected.analyses));
  } finally {
    session.close();
  }
});

describe("a scan of something dear", () => {
  const dear = {
    analyses: [...request.analyses, { name: "correlation", id: "log", a: 3n, b: 15n, log: 10n }],
  } satisfies ScanRequest;
  const brieflyHere = async () => brief(await scan(large, dear, { where: "here" }));

  it("finds what one pass finds, in blocks that others analyse", async () => {
    expect(brief(await scan(large, dear))).toBe(await brieflyHere());
    const block = vi.fn(analyseBlock);
    expect(brief(await engineOf({ block }).tags.scan(large, dear))).toBe(await brieflyHere());
    expect(block.mock.calls.length).toBeGreaterThan(2);
    for (const [job] of block.mock.calls) expect(job.args.request.holdBytes).toBeUndefined();
  });

  it("is one pass if the analyses are cheap", async () => {
    const block = vi.fn(analyseBlock);
    await engineOf({ block }).tags.scan(large, { analyses: [{ name: "summary" }] });
    expect(block).not.toHaveBeenCalled();
  });

  it("finds the same where a block is lost", async () => {
    for (const lost of [1, 2, 3]) {
      const block = vi.fn(analyseBlock);
      let n = 0;
      block.mockImplementation((job) => {
        n += 1;
        if (n === lost) throw new Error("no room");
        return analyseBlock(job);
      });
      expect(brief(await engineOf({ block }).tags.scan(large, dear))).toBe(await brieflyHere());
    }
  });

  it("finds what comes before damage", async () => {
    const cut = large.subarray(0, large.length - 1_000_000);
    const found = await scan(cut, dear);
    expect(found.complete).toBe(false);
    expect(brief(found)).toBe(brief(await scan(cut, dear, { where: "here" })));
  });

  it("ends when it is cancelled, and another one can begin", async () => {
    const stop = new AbortController();
    const onBytes = (bytes: number) => bytes > 4 << 20 && stop.abort();
    const cancelled = scan(large, dear, { signal: stop.signal, onBytes, interval: 1 });
    await expect(cancelled).rejects.toMatchObject({ code: "cancelled" });
    expect(brief(await scan(large, dear))).toBe(await brieflyHere());
  });
});

it("shows ever more, and in the end what a scan finds", async () => {
  const seen: Snapshot[] = [];
  const session = open(large, request, { background, interval: 1, onSnapshot: (taken) => seen.push(taken) });
  try {
    const { analyses, ...read } = await session.read;
    const expected = await scan(large, request, { where: "here" });
    expect(brief(analyses)).toBe(brief(expected.analyses));
    expect(read).toMatchObject({ tags: PARTS * TAGS, complete: true, held: { tags: PARTS * TAGS } });
    for (const of of ["tags", "bytes"] as const) {
      const shown = seen.map((taken) => taken[of]);
      expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    }
    const counted = seen.map(({ analyses }) => (analyses.summary as { tags: number }).tags);
    expect(counted).toEqual(counted.toSorted((a, b) => a - b));
    for (const { tags } of seen) expect(tags).toBeGreaterThan(0);
  } finally {
    session.close();
  }
});

it("is held by each worker in turn, and all of them answer what one pass finds", async () => {
  const block = vi.fn(analyseBlock);
  const session = engineOf({ block }).tags.open(large, request, { background, onSnapshot: () => {} });
  try {
    expect(await session.read).toMatchObject({ held: { tags: PARTS * TAGS } });
    const moved = block.mock.calls.filter(([{ args }]) => args.request.analyses.length === 0);
    expect(moved.length).toBeGreaterThan(0);
    expect(moved.length).toBeLessThan(block.mock.calls.length / 2);
    const question = {
      analyses: [
        { name: "summary" },
        { name: "correlation", a: 3n, b: 15n, from: -200n, to: 200n },
        { name: "coincidence", window: 20n, patterns: [[3n, 15n, 16n]] },
      ],
    } satisfies ScanRequest;
    const expected = await scan(large, question, { where: "here" });
    expect(brief((await session.ask(question)).analyses)).toBe(brief(expected.analyses));
  } finally {
    session.close();
  }
});

it("that exceeds the budget answers any query, also an empty one", async () => {
  const session = open(large, { analyses: [] }, { budget: 100_000 });
  try {
    expect((await session.read).held).toEqual({ tags: 0, bytes: 0 });
    const summary = { analyses: [{ name: "summary" }] } satisfies ScanRequest;
    const [none, found] = [await session.ask({ analyses: [] }), await session.ask(summary)];
    expect(none.analyses).toEqual({});
    expect(brief(found.analyses)).toBe(brief((await scan(large, summary, { where: "here" })).analyses));
  } finally {
    session.close();
  }
});

it("answers its background analyses after one pass, and is read again for others", async () => {
  const session = open(large, { analyses: [] }, { background, budget: 100_000 });
  try {
    await session.read;
    const stop = new AbortController();
    stop.abort();
    await expect(session.ask({ analyses: background }, { signal: stop.signal })).rejects.toMatchObject({
      code: "cancelled",
    });
    const expected = brief((await scan(large, { analyses: background }, { where: "here" })).analyses);
    for (let again = 0; again < 2; again += 1)
      expect(brief((await session.ask({ analyses: background })).analyses)).toBe(expected);
  } finally {
    session.close();
  }
});
