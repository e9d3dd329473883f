/** Recordings read in parts by several workers, and queries of the held tags. */

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Correlation, Pairs, ScanRequest, Snapshot, Summary } from "@tagview/engine";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scratch } from "../support/command-line";
import { testEngine } from "../support/engine";
import { concat, message, rawFrame, rawFrames } from "../support/frames";
import { brief, request, TAGS, tags } from "../support/parts";

const { open, scan } = testEngine().tags;

/** Eight messages of a megabyte each. */
const messages = Array.from({ length: 8 }, (_, part) => message(tags(part)));
const whole = concat(messages.map(rawFrame));
const across = rawFrames(concat(messages), 1_300_000);

async function bothWays(bytes: Uint8Array, question: ScanRequest = request): Promise<Snapshot> {
  const go = await scan(bytes, question, { where: "here" });
  // In bytes, split points are found by the frames' headers; in a Blob, by a search for frames.
  for (const input of [bytes, new Blob([bytes as Uint8Array<ArrayBuffer>])]) {
    const parts = await scan(input, question);
    // A file that is not a recording is not read to its end: the number of bytes read depends on timing.
    if (go.error !== null && go.tags === 0) parts.bytes = go.bytes;
    expect(brief(parts)).toBe(brief(go));
  }
  return go;
}

describe("a recording in parts", () => {
  it("is what it is in one go", async () => {
    const parts = await bothWays(whole);
    expect(parts).toMatchObject({ frames: 8, messages: 8, tags: 8 * TAGS, complete: true });
    expect(parts.bytes).toBe(whole.length);
    const { counts, from } = parts.analyses.correlation as Correlation;
    // Successive tags differ in their remainder by 7: 1 more, except once in seven 6 less.
    expect([counts[27 - Number(from)], counts[20 - Number(from)]]).toEqual([205_714, 34_286]);
  });

  it("may have messages that reach across frames", async () => {
    const parts = await bothWays(across);
    expect(parts).toMatchObject({ frames: 6, messages: 8, tags: 8 * TAGS, complete: true });
  });

  it("may hold frames in a skippable one, which hides nothing", async () => {
    const hidden = concat(messages.slice(0, 3).map(rawFrame));
    const skippable = new Uint8Array(8);
    new DataView(skippable.buffer).setUint32(0, 0x184d2a50, true);
    new DataView(skippable.buffer).setUint32(4, hidden.length, true);
    const [first, ...others] = messages.map(rawFrame);
    const parts = await bothWays(concat([first as Uint8Array, skippable, hidden, ...others]));
    // Only the header of the skippable frame is skipped over.
    expect(parts).toMatchObject({
      frames: 11,
      messages: 11,
      tags: 11 * TAGS,
      passed_over: 8,
      complete: false,
    });
    expect(parts.error).toMatchObject({
      code: "corrupt-frame",
      offset: BigInt((first as Uint8Array).length),
    });
  });

  it("may be damaged anywhere", async () => {
    // Tags read off their place can be on tens of thousands of channels: no histogram for each.
    const question = {
      analyses: [{ name: "summary" }, { name: "correlation", a: 3n, b: 15n }],
    } as ScanRequest;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(whole, across),
        fc.nat(whole.length - 2000),
        fc.integer({ min: 0, max: 255 }),
        fc.constantFrom("byte", "end", "gap"),
        async (bytes, at, value, kind) => {
          const damaged = kind === "end" ? bytes.slice(0, at + 1) : bytes.slice();
          if (kind === "byte") damaged[at] = value;
          const input = kind === "gap" ? concat([bytes.subarray(0, at), bytes.subarray(at + 999)]) : damaged;
          await bothWays(input, question);
        },
      ),
      { numRuns: 20, endOnFailure: true },
    );
  });

  it("may have its headers damaged", async () => {
    const frame = whole.length / 8;
    for (const offset of [0, 4, 6, 8]) {
      const damaged = whole.slice();
      damaged[5 * frame + offset] = 0xff;
      const parts = await bothWays(damaged);
      expect(parts.complete).toBe(false);
      expect(parts.tags).toBeGreaterThanOrEqual(5 * TAGS);
    }
  });
});

describe("an open recording", () => {
  const selection = { from: 20_000_000n, to: 90_000_000n };
  const questions = [
    request,
    { ...request, selection },
    { analyses: [{ name: "correlation", a: 15n, b: 3n, from: -500n, to: 500n, bin: 7n }], selection },
  ] satisfies ScanRequest[];

  it.each([
    ["keeps its tags", undefined, 8 * TAGS],
    ["keeps some of them", 500_000, 2 * TAGS],
    ["keeps none", 0, 0],
  ])("answers as a scan does when it %s", async (_, budget, kept) => {
    const session = open(whole, { analyses: [{ name: "summary" }] }, { budget });
    try {
      const read = await session.read;
      expect(read.held?.tags).toBeGreaterThanOrEqual(kept === 8 * TAGS ? kept : 0);
      expect(read.held?.tags).toBeLessThanOrEqual(kept);
      expect(read.held?.bytes ?? 0).toBeLessThanOrEqual(budget ?? Infinity);
      for (const question of questions) {
        const { analyses, ...totals } = await session.ask(question);
        const expected = await scan(whole, question, { where: "here" });
        const { rate: ours, ...others } = analyses as Record<string, { start?: bigint }>;
        const { rate: theirs, ...othersExpected } = expected.analyses as Record<string, { start?: bigint }>;
        expect(brief(others)).toBe(brief(othersExpected));
        expect(totals).toMatchObject({ tags: 8 * TAGS, done: true, complete: true, error: null });
        if ("selection" in question) expect(ours?.start).toBe(ours && selection.from);
        else expect(brief(ours)).toBe(brief(theirs));
      }
    } finally {
      session.close();
    }
  });

  it("can be asked while it is read", async () => {
    let asked: Promise<Snapshot> | undefined;
    const session = open(
      whole,
      { analyses: [{ name: "summary" }] },
      {
        interval: 1,
        onSnapshot: () => {
          asked ??= session.ask({ analyses: [{ name: "summary" }] });
        },
      },
    );
    const read = await session.read;
    const summary = (await asked)?.analyses.summary as Summary | undefined;
    expect(summary?.tags).toBeGreaterThan(0);
    expect(summary?.tags).toBeLessThanOrEqual(read.tags);
    // The answer states the number of tags that it covers, not the number read by then.
    expect((await asked)?.tags).toBe(summary?.tags);
    session.close();
  });

  it.each([
    ["kept by the other workers", undefined],
    ["over the budget", 2 << 20],
  ])("of one large frame answers again and again while its tags are %s", async (_, budget) => {
    const large = rawFrame(message(Array.from({ length: 20 }, (_, part) => tags(part)).flat()));
    const three: ScanRequest[] = [
      { analyses: [{ name: "summary" }] },
      { analyses: [{ name: "pairs" }] },
      { analyses: [{ name: "correlation", a: 3n, b: 15n }] },
    ];
    const counts: number[] = [];
    let asking: Promise<void> | null = null;
    const session = open(
      large,
      { analyses: [{ name: "summary" }] },
      {
        budget,
        interval: 10,
        onSnapshot: () => {
          const asked = asking === null ? three.map((question) => session.ask(question)) : [];
          asking ??= Promise.all(asked).then((answers) => {
            const [summary, pairs, correlation] = answers.map(({ analyses }) => Object.values(analyses)[0]);
            counts.push((summary as Summary).tags);
            expect(answers[0]?.tags).toBe((summary as Summary).tags);
            // The pairs cover the same tags, or more if reading has ended.
            const counted = (pairs as Pairs).pairs.find(({ a, b }) => a !== b)?.tags_a ?? 0;
            expect((correlation as Correlation).tags_a).toBeGreaterThanOrEqual(counted);
            asking = null;
          });
        },
      },
    );
    try {
      const read = await session.read;
      await asking;
      expect(read.tags).toBe(20 * TAGS);
      expect(read.held?.tags).toBe(budget === undefined ? 20 * TAGS : 0);
      expect(counts).toEqual([...counts].sort((one, other) => one - other));
      for (const question of [...questions, ...three]) {
        const { analyses } = await session.ask(question);
        const expected = await scan(large, question, { where: "here" });
        // In a range, the session's result begins with the range and the scan's with the first tag in it.
        const without = ({ rate: _, ...others }: Snapshot["analyses"]) => others;
        expect(brief(without(analyses))).toBe(brief(without(expected.analyses)));
      }
    } finally {
      session.close();
    }
  });

  it("answers from the counted pairs of channels what other analyses would find in the tags", async () => {
    const path = join(scratch(), "gone.tags");
    writeFileSync(path, whole);
    const pairs: ScanRequest["analyses"] = [{ name: "pairs" }];
    const correlations: ScanRequest["analyses"] = [
      { name: "correlation", id: "there", a: 15n, b: 3n, from: -500n, to: 500n, bin: 7n },
      { name: "correlation", id: "back", a: 3n, b: 15n },
    ];
    const session = open(path, { analyses: [] }, { budget: 0 });
    try {
      await session.read;
      await session.ask({ analyses: pairs });
      // Asked together, the others wait for the pairs.
      const [, narrowed] = await Promise.all([
        session.ask({ analyses: pairs, selection }),
        session.ask({ analyses: correlations, selection }),
      ]);
      rmSync(path);
      const everything = await session.ask({ analyses: correlations });
      expect(brief(everything.analyses)).toBe(
        brief((await scan(whole, { analyses: correlations })).analyses),
      );
      const expected = await scan(whole, { analyses: correlations, selection });
      expect(brief(narrowed.analyses)).toBe(brief(expected.analyses));
      expect(brief((await session.ask({ analyses: correlations, selection })).analyses)).toBe(
        brief(expected.analyses),
      );
      expect(everything).toMatchObject({ tags: 8 * TAGS, complete: true, error: null });
      // For longer delays, the tags are needed.
      const longer = { analyses: [{ name: "correlation", a: 3n, b: 15n, from: 0n, to: 7000n }] } as const;
      await expect(session.ask({ analyses: [...longer.analyses] })).rejects.toMatchObject({
        code: "changed",
      });
    } finally {
      session.close();
    }
  });

  it("keeps all tags there is room for, also where what follows a part is read again", async () => {
    for (let run = 0; run < 6; run += 1) {
      const session = open(
        new Blob([across as Uint8Array<ArrayBuffer>]),
        { analyses: [] },
        { budget: 3 << 20 },
      );
      const { held } = await session.read;
      session.close();
      expect(held?.tags).toBe(8 * TAGS);
    }
  });

  it.each([
    ["many frames", 0],
    ["many frames", 500_000],
    ["many frames", 3 << 20],
    ["one large frame", 0],
    ["one large frame", 3 << 20],
  ])(
    "of %s answers its background analyses without reading again what is over %i bytes",
    async (frames, budget) => {
      const path = join(scratch(), "gone.tags");
      const parts = Array.from({ length: 20 }, (_, part) => tags(part));
      const file =
        frames === "many frames"
          ? concat(parts.map((tags) => rawFrame(message(tags))))
          : rawFrame(message(parts.flat()));
      writeFileSync(path, file);
      const background = [{ name: "pairs" }] satisfies ScanRequest["analyses"];
      const correlation = { analyses: [{ name: "correlation", a: 15n, b: 3n }] } satisfies ScanRequest;
      const early: Promise<Snapshot>[] = [];
      const session = open(
        path,
        { analyses: [{ name: "summary" }] },
        {
          budget,
          background,
          interval: 10,
          onSnapshot: () => early.push(session.ask({ analyses: background })),
        },
      );
      try {
        const read = await session.read;
        rmSync(path);
        expect(read.tags).toBe(20 * TAGS);
        expect(read.held?.bytes).toBeLessThanOrEqual(budget);
        for (const question of [{ analyses: background }, correlation]) {
          const { analyses, error } = await session.ask(question);
          expect(error).toBeNull();
          expect(brief(analyses)).toBe(brief((await scan(file, question, { where: "here" })).analyses));
        }
        for (const asked of early) expect((await asked).error).toBeNull();
        // Others need the tags.
        await expect(session.ask({ analyses: [{ name: "summary" }] })).rejects.toMatchObject({
          code: "changed",
        });
      } finally {
        session.close();
      }
    },
  );

  it("answers it wherever the file is damaged", async () => {
    const background = [{ name: "pairs" }] satisfies ScanRequest["analyses"];
    const damage = { at: fc.nat(whole.length - 2000), byte: fc.nat(255) };
    await fc.assert(
      fc.asyncProperty(
        fc.record({ ...damage, bytes: fc.constantFrom(whole, across), budget: fc.constantFrom(0, 800_000) }),
        async ({ bytes, at, byte, budget }) => {
          const damaged = bytes.slice();
          damaged.fill(byte, at, at + 99);
          const early: Promise<unknown>[] = [];
          const onSnapshot = () => early.push(session.ask({ analyses: background }).catch(() => {}));
          const session = open(damaged, { analyses: [] }, { budget, background, interval: 1, onSnapshot });
          try {
            await session.read;
            const { analyses } = await session.ask({ analyses: background });
            const expected = await scan(damaged, { analyses: background }, { where: "here" });
            expect(brief(analyses)).toBe(brief(expected.analyses));
            await Promise.all(early);
          } finally {
            session.close();
          }
        },
      ),
      { numRuns: 12, endOnFailure: true },
    );
  }, 90_000);

  // On a busy machine, everything may be read before the test can stop it; then the test tries again.
  it("that was stopped answers from its pairs what others find in the tags read", { retry: 4 }, async () => {
    const large = rawFrame(message(Array.from({ length: 60 }, (_, part) => tags(part)).flat()));
    const stop = new AbortController();
    const session = open(
      large,
      { analyses: [] },
      { signal: stop.signal, interval: 1, onSnapshot: ({ tags }) => tags > 3 * TAGS && stop.abort() },
    );
    try {
      await expect(session.read).rejects.toMatchObject({ code: "cancelled" });
      const counted: number[] = [];
      for (const analyses of [
        [{ name: "summary" }],
        [{ name: "pairs" }],
        [{ name: "correlation", a: 3n, b: 15n }],
        [{ name: "coincidence", window: 30n, patterns: [[3n, 15n]] }],
      ] satisfies ScanRequest["analyses"][]) {
        const [result] = Object.values((await session.ask({ analyses })).analyses);
        if ("tags_a" in (result as object)) counted.push((result as Correlation).tags_a);
        const [channel] = (result as Summary).channels;
        if (typeof channel === "object") counted.push(channel.tags);
      }
      expect(counted[0]).toBeGreaterThan(0);
      expect(counted).toEqual([counted[0], counted[0]]);
    } finally {
      session.close();
    }
  });

  it("reports what is wrong with a question, and that it was closed", async () => {
    const session = open(whole, { analyses: [] });
    await session.read;
    const wrong = { analyses: [{ name: "correlation", a: 3n, b: 15n, bin: 0n }] } as const;
    await expect(session.ask({ analyses: [...wrong.analyses] })).rejects.toMatchObject({ code: "usage" });
    expect((await session.ask({ analyses: [{ name: "summary" }] })).tags).toBe(8 * TAGS);
    session.close();
    await expect(session.ask({ analyses: [] })).rejects.toMatchObject({ code: "cancelled" });
  });

  it("stops reading when its signal is aborted, and closing ends reading", async () => {
    const stop = new AbortController();
    const stopped = open(whole, { analyses: [] }, { signal: stop.signal });
    stop.abort();
    await expect(stopped.read).rejects.toMatchObject({ code: "cancelled" });
    const closed = open(whole, { analyses: [] });
    closed.close();
    await expect(closed.read).rejects.toMatchObject({ code: "cancelled" });
    expect((await scan(whole, { analyses: [] })).tags).toBe(8 * TAGS);
  });
});
