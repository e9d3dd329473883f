/** One large frame, whose tags are analysed elsewhere than where they are decoded. */

import { open, type ScanRequest, type Snapshot, scan } from "@tagview/engine";
import { Scan } from "@tagview/wasm";
import { expect, it, vi } from "vitest";
import { message, rawFrame } from "./support/frames";
import { brief, request, TAGS, tags } from "./support/parts";

const PARTS = 40;
const large = rawFrame(message(Array.from({ length: PARTS }, (_, part) => tags(part)).flat()));
const standing = [{ name: "pairs" }] satisfies ScanRequest["analyses"];

it("is read anew where what was sent on is lost", async () => {
  // This thread is the first worker: it has looked at the file's beginning to be shown, and then analyses.
  const hold = vi.spyOn(Scan.prototype, "hold").mockImplementationOnce(() => {
    throw new Error("no room");
  });
  const session = open(large, request, { standing, onSnapshot: () => {} });
  try {
    const read = await session.read;
    expect(hold).toHaveBeenCalled();
    expect(read.tags).toBe(PARTS * TAGS);
    expect(brief(read.analyses)).toBe(brief((await scan(large, request, { where: "here" })).analyses));
    const pairs = await session.ask({ analyses: standing });
    const expected = await scan(large, { analyses: standing }, { where: "here" });
    expect(brief(pairs.analyses)).toBe(brief(expected.analyses));
  } finally {
    hold.mockRestore();
    session.close();
  }
});

it("shows ever more, and in the end what a scan finds", async () => {
  const seen: Snapshot[] = [];
  const session = open(large, request, { standing, interval: 1, onSnapshot: (taken) => seen.push(taken) });
  try {
    const { analyses, ...read } = await session.read;
    const expected = await scan(large, request, { where: "here" });
    expect(brief(analyses)).toBe(brief(expected.analyses));
    expect(read).toMatchObject({ tags: PARTS * TAGS, complete: true, kept: { tags: PARTS * TAGS } });
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

it("that is over the budget answers any question, also none", async () => {
  const session = open(large, { analyses: [] }, { budget: 100_000 });
  try {
    expect((await session.read).kept).toEqual({ tags: 0, bytes: 0 });
    const summary = { analyses: [{ name: "summary" }] } satisfies ScanRequest;
    const [none, found] = [await session.ask({ analyses: [] }), await session.ask(summary)];
    expect(none.analyses).toEqual({});
    expect(brief(found.analyses)).toBe(brief((await scan(large, summary, { where: "here" })).analyses));
  } finally {
    session.close();
  }
});

it("is told of once to whoever asks what it was told before, and read again for others", async () => {
  const session = open(large, { analyses: [] }, { standing, budget: 100_000 });
  try {
    await session.read;
    const stop = new AbortController();
    stop.abort();
    await expect(session.ask({ analyses: standing }, { signal: stop.signal })).rejects.toMatchObject({
      code: "cancelled",
    });
    const expected = brief((await scan(large, { analyses: standing }, { where: "here" })).analyses);
    for (let again = 0; again < 2; again += 1)
      expect(brief((await session.ask({ analyses: standing })).analyses)).toBe(expected);
  } finally {
    session.close();
  }
});
