/** Recordings with an index: data reported before they are read, and reading of ranges with it. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ScanRequest, Snapshot, SourceInput } from "@tagview/engine";
import { beforeAll, describe, expect, it } from "vitest";
import { record, scratch, tagview } from "../support/command-line";
import { testEngine } from "../support/engine";
import { framesOf, withoutIndex } from "../support/frames";
import { brief, request, tags } from "../support/parts";

const { open, scan } = testEngine().tags;

describe("a recording with an index", () => {
  const path = join(scratch(), "long.tags.zst");

  beforeAll(async () => {
    expect((await tagview(["simulate", "--duration", "10s", "-o", path])).status).toBe(0);
  });

  /** All snapshots while it is read, and the last one. */
  async function snapshotsOf(input: SourceInput): Promise<[Snapshot[], Snapshot]> {
    const seen: Snapshot[] = [];
    const session = open(
      input,
      { analyses: [{ name: "summary" }] },
      { interval: 1, onSnapshot: (now) => seen.push(now) },
    );
    try {
      return [seen, await session.read];
    } finally {
      session.close();
    }
  }

  it("reports what it holds before it is read", async () => {
    for (const input of [path, new Blob([readFileSync(path)])]) {
      const [seen, read] = await snapshotsOf(input);
      expect(seen[0]?.tags).toBeLessThan(read.tags);
      for (const { overview } of seen) {
        expect(overview).toEqual({ frames: read.frames, summary: read.analyses.summary });
      }
      expect(read.overview ?? null).toBeNull();
    }
  });

  it("reports nothing in advance if the index is missing or wrong", async () => {
    const bytes = new Uint8Array(readFileSync(path));
    const [[first], read] = await snapshotsOf(bytes.subarray(0, bytes.length - 1));
    expect([first?.overview, read.complete]).toEqual([null, false]);
    const [joined, both] = await snapshotsOf(Buffer.concat([bytes, bytes]));
    expect(joined.every(({ overview }) => overview === null)).toBe(true);
    expect(both.tags).toBe(2 * read.tags);
  });
});

describe("a range of a recording with an index", () => {
  const folder = scratch();
  const path = join(folder, "indexed.tags.zst");
  const selection = { from: 1_200_000n, to: 1_800_000n };
  const question = { ...request, selection } satisfies ScanRequest;
  let indexed: Uint8Array<ArrayBuffer>;
  let frames: number[];

  beforeAll(async () => {
    await record(path, tags(0).slice(0, 5000), "--frame-tags", "500");
    indexed = new Uint8Array(readFileSync(path));
    frames = framesOf(indexed);
  });

  it("is what it is without one", async () => {
    const alone = await scan(withoutIndex(indexed), question, { where: "here" });
    const { bytes, total, passed_over: _, ...expected } = alone;
    for (const where of ["here", "worker"] as const) {
      for (const input of [path, indexed, new Blob([indexed])]) {
        const scanned = await scan(input, question, { where });
        const { bytes: read, total: size, passed_over: __, ...found } = scanned;
        expect(brief(found)).toBe(brief(expected));
        expect([read, size]).toEqual([indexed.length, indexed.length]);
      }
    }
    expect([bytes, total]).toEqual([withoutIndex(indexed).length, withoutIndex(indexed).length]);
  });

  it("begins where its first tag does, however short its frames are", async () => {
    const short = join(folder, "short.tags.zst");
    await record(
      short,
      [0n, 100n, 5n].map((time) => [1, time]),
      "--frame-tags",
      "1",
    );
    const bytes = new Uint8Array(readFileSync(short));
    const asked = { analyses: [{ name: "rate", bin: 10n }], selection: { to: 50n } } satisfies ScanRequest;
    const found = await scan(bytes, asked);
    const { analyses } = await scan(withoutIndex(bytes), asked);
    expect(found).toMatchObject({ error: null, analyses });
    expect(found.analyses.rate).toMatchObject({ start: 0n, channels: [{ counts: Float64Array.of(2) }] });
  });

  it("does not depend on what lies outside, and reports what is damaged inside", async () => {
    expect(frames).toHaveLength(10);
    const expected = await scan(indexed, question);
    const damaged = (frame: number) => {
      const bytes = indexed.slice();
      bytes.fill(0xff, (frames[frame] ?? 0) + 60, (frames[frame] ?? 0) + 90);
      return bytes;
    };
    expect(brief(await scan(damaged(1), question))).toBe(brief(expected));
    expect(brief(await scan(damaged(9), question))).toBe(brief(expected));
    const inside = await scan(damaged(6), question);
    expect(inside.complete).toBe(false);
    expect(Number(inside.error?.offset)).toBeGreaterThanOrEqual(frames[6] ?? 0);
    expect(Number(inside.error?.offset)).toBeLessThanOrEqual(frames[7] ?? 0);
    // Then everything is read, and so all damage is found.
    const { analyses } = await scan(withoutIndex(damaged(6)), question, { where: "here" });
    expect(brief(inside.analyses)).toBe(brief(analyses));
  });
});
