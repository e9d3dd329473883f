/** Virtual channels in recordings read in parts, in queries, and in written files. */

import { type ScanRequest, TagviewError } from "@tagview/engine";
import { describe, expect, it } from "vitest";
import { testEngine } from "../support/engine";
import { concat, message, rawFrame } from "../support/frames";
import { brief, TAGS, tags } from "../support/parts";

const engine = testEngine().tags;

/** Eight messages of a megabyte each, and the same tags in one frame. */
const parts = concat(Array.from({ length: 8 }, (_, part) => rawFrame(message(tags(part)))));
const large = rawFrame(message(Array.from({ length: 40 }, (_, part) => tags(part)).flat()));

/** The second channel follows the first by 20 to 32 ticks: of each seven, some within 24. */
const define = ["100=3+15", "101=3&15@24", "102=101@+1us", "103=15~102:-7000..0"];
const asked = {
  analyses: [
    { name: "summary" },
    { name: "rate" },
    { name: "gaps", log: 10n },
    { name: "correlation", a: 101n, b: 102n, from: 6000n, to: 7000n },
    { name: "coincidence", window: 30n, patterns: [[101n, 15n]] },
  ],
  define,
} satisfies ScanRequest;

interface Counted {
  channels: { channel: bigint; tags: number }[];
}

const countsOf = ({ channels }: Counted): Map<bigint, number> =>
  new Map(channels.map(({ channel, tags }) => [channel, tags]));

describe("virtual channels", () => {
  it("are the same in one pass and in parts, read or passed on", async () => {
    for (const bytes of [parts, large]) {
      const whole = await engine.scan(bytes, asked, { where: "here" });
      expect(whole.error).toBeNull();
      for (const input of [bytes, new Blob([bytes as Uint8Array<ArrayBuffer>])]) {
        const joined = await engine.scan(input, asked);
        expect(brief(joined.analyses)).toBe(brief(whole.analyses));
      }
    }
  });

  it("have no dead time if their tags come from several detectors", async () => {
    const define = ["99=15@+1us", "100=3+15", "101=3&15@24", "102=101@+1us", "103=15~102:-7000..0"];
    const gaps = { analyses: [{ name: "gaps", log: 10n }], define } satisfies ScanRequest;
    const session = engine.open(parts, { analyses: [] });
    await session.read;
    for (const { analyses } of [await engine.scan(parts, gaps), await session.ask(gaps)]) {
      const channels = new Map(analyses.gaps.channels.map((one) => [one.channel, one]));
      for (const united of [100n, 101n, 102n]) {
        const { dead_time, afterpulsing, remarks } = channels.get(united) ?? {};
        expect([dead_time, afterpulsing]).toEqual([null, null]);
        expect(remarks?.map(({ code }) => code)).toEqual(["several-detectors"]);
      }
      for (const one of [3n, 15n, 99n, 103n])
        expect(channels.get(one)?.remarks.map(({ code }) => code)).not.toContain("several-detectors");
    }
    session.close();
  });

  it("have the tags that their definitions say", async () => {
    const { analyses, tags: read } = await engine.scan(parts, asked, { where: "here" });
    const counts = countsOf(analyses.summary as Counted);
    expect(read).toBe(8 * TAGS);
    expect(analyses.summary?.tags).toBe(8 * TAGS);
    expect(counts.get(100n)).toBe(8 * TAGS);
    const near = await engine.scan(
      parts,
      { analyses: [{ name: "coincidence", window: 24n }] },
      { where: "here" },
    );
    const pair = near.analyses.coincidence?.patterns.find(({ channels }) => channels.join() === "3,15");
    expect(pair?.counts).toBeGreaterThan(1000);
    expect(counts.get(101n)).toBe(pair?.counts);
    // The last ones may be moved behind the end.
    expect((pair?.counts ?? 0) - (counts.get(102n) ?? 0)).toBeLessThanOrEqual(7);
  });

  it("are answered from held tags as from the file, while others are not asked for", async () => {
    const plain = { analyses: asked.analyses.slice(0, 3) } satisfies ScanRequest;
    const background = [{ name: "pairs" }] satisfies ScanRequest["analyses"];
    const session = engine.open(large, plain, { background, onSnapshot: () => {} });
    try {
      await session.read;
      for (const selection of [undefined, { from: 5_000_000n, to: 70_000_000n }, { channels: [3n, 101n] }]) {
        // A query's rate begins with the selected range, a scan's with the first tag in it.
        const analyses = asked.analyses.filter(({ name }) => name !== "rate");
        const request = { analyses, define, ...(selection && { selection }) };
        const answer = await session.ask(request);
        const expected = await engine.scan(large, request, { where: "here" });
        expect(brief(answer.analyses)).toBe(brief(expected.analyses));
      }
      const pairs = { analyses: background, define };
      const expected = await engine.scan(large, pairs, { where: "here" });
      expect(brief((await session.ask(pairs)).analyses)).toBe(brief(expected.analyses));
      const without = await session.ask({ analyses: background });
      expect(without.analyses.pairs?.channels).toEqual([3n, 15n]);
    } finally {
      session.close();
    }
  });

  it("can be defined when a recording is opened, with analyses in the background", async () => {
    const background = [{ name: "pairs" }] satisfies ScanRequest["analyses"];
    for (const bytes of [parts, large]) {
      const session = engine.open(bytes, asked, { background, onSnapshot: () => {} });
      try {
        const read = await session.read;
        const expected = await engine.scan(bytes, asked, { where: "here" });
        expect(brief(read.analyses)).toBe(brief(expected.analyses));
        const pairs = { analyses: background, define };
        const all = await engine.scan(bytes, pairs, { where: "here" });
        expect(brief((await session.ask(pairs)).analyses)).toBe(brief(all.analyses));
      } finally {
        session.close();
      }
    }
  });

  it("are printed and written in order of time", async () => {
    const chunks: Uint8Array[] = [];
    const write = async (chunk: Uint8Array): Promise<void> => void chunks.push(chunk.slice());
    const selection = { channels: [101n, 102n], to: 10_000_000n };
    await engine.cat(parts, selection, { write, define });
    const lines = new TextDecoder().decode(concat(chunks)).trim().split("\n");
    const printed = lines.map((line) => line.split("\t").map(BigInt) as [bigint, bigint]);
    expect(printed.every(([, time], k) => k === 0 || time >= (printed[k - 1]?.[1] ?? 0n))).toBe(true);
    chunks.length = 0;
    const { written } = await engine.slice(parts, { selection, define }, { write });
    expect(written.channels).toEqual([101n, 102n]);
    expect(written.tags).toBe(lines.length);
    const again = await engine.scan(concat(chunks), { analyses: [{ name: "summary" }] }, { where: "here" });
    expect(again.analyses.summary).toMatchObject({ tags: lines.length, out_of_order: 0 });
    chunks.length = 0;
    const merged = await engine.merge([parts, parts], { define, selection: { to: 1_000_000n } }, { write });
    expect(merged.written.channels).toEqual([3n, 15n, 100n, 101n, 102n, 103n]);
  });

  it("are refused with the place of what is wrong", async () => {
    const define = ["100=3+15", "101=3&15@2lightyears"];
    const wrong = { ...asked, define };
    for (const asking of [
      engine.check(wrong),
      engine.scan(parts, wrong),
      engine.slice(parts, { define }, { write: async () => {} }),
    ]) {
      const error = await asking.then(
        () => null,
        (thrown) => thrown,
      );
      expect(error).toBeInstanceOf(TagviewError);
      expect(error).toMatchObject({ code: "usage" });
      expect(error.message).toContain('"101=3&15@2lightyears", character 10: the unit is none of');
    }
  });
});
