/** A software clock: one worker numbers its ticks, and every way to count its times gives the same result. */

import type { ScanRequest } from "@tagview/engine";
import { describe, expect, it, vi } from "vitest";
import { analyseBlock } from "../../engine/src/formats/tags/session/read-part";
import { engineOf, testEngine } from "../support/engine";
import { message, rawFrame, rawFrames } from "../support/frames";
import { brief } from "../support/parts";

const { open, scan } = testEngine().tags;

/** A tick about every 1000 ticks, and two other tags between. */
const tags = Array.from({ length: 360_000 }, (_, k): [number, bigint][] => {
  const time = BigInt(1000 * k + (k % 7) * 11);
  return [
    [9, time],
    [3, time + 100n],
    [15, time + 400n + BigInt(k % 3)],
  ];
}).flat();
const large = rawFrame(message(tags));
const content = message(tags.slice(0, 90_000));
const small = rawFrame(content);

const clock = { channel: 9n };
const analyses = [
  { name: "summary" },
  { name: "rate" },
  { name: "pairs", from: -500n, to: 500n },
  { name: "correlation", a: 3n, b: 15n, log: 10n },
] satisfies ScanRequest["analyses"];
const request = { analyses, clock } satisfies ScanRequest;

describe("a scan with a software clock", () => {
  it("finds the same in one pass, and in blocks of other workers", async () => {
    const here = await scan(large, request, { where: "here" });
    expect(here.clock).toMatchObject({ clock_tags: 360_000, before: 0, gaps: 0, extra: 0, after: 2 });
    expect(here.clock?.period).toBeCloseTo(1000, 2);
    const plain = await scan(large, { analyses }, { where: "here" });
    expect(plain).not.toHaveProperty("clock");
    expect(brief(plain.analyses)).not.toBe(brief(here.analyses));
    const block = vi.fn(analyseBlock);
    for (const found of [await engineOf({ block }).tags.scan(large, request), await scan(large, request)]) {
      expect(brief(found.analyses)).toBe(brief(here.analyses));
      expect(found.clock).toEqual(here.clock);
    }
    expect(block.mock.calls.length).toBeGreaterThan(1);
  });

  it("counts all frames of a file, and a range of its times, in one part", async () => {
    const selection = { from: 10_000_000n, to: 20_000_000n };
    for (const asked of [request, { ...request, selection }]) {
      const here = await scan(small, asked, { where: "here" });
      const found = await scan(rawFrames(content, 50_000), asked);
      expect(brief(found.analyses)).toBe(brief(here.analyses));
      expect(found.clock).toEqual(here.clock);
    }
  });
});

describe("a session with a software clock", () => {
  it.each([256 << 20, 0])("answers as a scan does, with %d bytes of held tags", async (budget) => {
    const question = { analyses: [{ name: "coincidence", window: 400n }] } satisfies ScanRequest;
    const expected = await scan(small, { ...question, clock }, { where: "here" });
    const session = open(small, request, { budget });
    try {
      await session.read;
      expect(brief((await session.ask(question)).analyses)).toBe(brief(expected.analyses));
      expect(brief((await session.ask({ ...question, clock })).analyses)).toBe(brief(expected.analyses));
      await expect(session.ask({ ...question, clock: { channel: 3n } })).rejects.toThrow(
        "without that clock",
      );
      await expect(session.tags().next()).rejects.toThrow("software clock");
    } finally {
      session.close();
    }
  });

  it("does not follow a file", async () => {
    const session = open(small, request, { follow: true });
    await expect(session.read).rejects.toThrow("software clock");
    session.close();
  });
});
