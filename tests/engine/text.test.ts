/** `cat` and `pack` with several workers write the same bytes as with one thread. */

import { openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PackOptions, Selection, Snapshot, SourceInput } from "@tagview/engine";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { scratch, tagview, write } from "../support/command-line";
import { testEngine } from "../support/engine";
import { concat, framesOf, message, rawFrame, rawFrames, withoutIndex } from "../support/frames";

const { cat, pack } = testEngine().tags;

const folder = scratch();

async function collect<R>(
  run: (write: (bytes: Uint8Array) => Promise<void>) => Promise<R>,
): Promise<{ output: Uint8Array; result: R }> {
  const pieces: Uint8Array[] = [];
  const result = await run(async (bytes) => void pieces.push(bytes.slice()));
  return { output: concat(pieces), result };
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

describe("cat in parts", () => {
  const TAGS = 60_000;
  const PARTS = 12;
  const tags = (part: number): [number, bigint][] =>
    Array.from({ length: TAGS }, (_, i) => [
      [3, 15, 1000][i % 3] ?? 0,
      BigInt(part * TAGS + i) * 1000n - 77_777n,
    ]);
  const messages = Array.from({ length: PARTS }, (_, part) => message(tags(part)));
  const whole = concat(messages.map(rawFrame));
  const across = rawFrames(concat(messages), 1_300_000);
  const text = (wanted: (channel: number, time: bigint) => boolean) => {
    const all = Array.from({ length: PARTS }, (_, part) => tags(part)).flat();
    const lines = all.filter((tag) => wanted(...tag)).map(([channel, time]) => `${channel}\t${time}\n`);
    return Buffer.from(lines.join(""));
  };

  const catOf = (input: SourceInput, selection?: Selection) =>
    collect<Snapshot>((write) => cat(input, selection, { write }));

  /** A descriptor can't be given to a worker. */
  const catHere = (bytes: Uint8Array, selection?: Selection) =>
    catOf({ kind: "fd", fd: openSync(write(folder, "here.tags.zst", bytes), "r") }, selection);

  async function bothWays(bytes: Uint8Array, selection?: Selection): Promise<Uint8Array> {
    const [parts, go] = [await catOf(bytes, selection), await catHere(bytes, selection)];
    expect(sameBytes(parts.output, go.output)).toBe(true);
    const { total: _, ...found } = parts.result;
    const { total: __, ...expected } = go.result;
    expect(found).toEqual(expected);
    return parts.output;
  }

  it("writes what one thread writes", async () => {
    expect(
      sameBytes(
        await bothWays(whole),
        text(() => true),
      ),
    ).toBe(true);
  });

  it("gives back what was made of parts that have to be read again", async () => {
    for (let round = 0; round < 20; round += 1) await catOf(across);
    expect((await catOf(whole)).result.tags).toBe(PARTS * TAGS);
  });

  it("reads messages that reach across frames", async () => {
    expect(
      sameBytes(
        await bothWays(across),
        text(() => true),
      ),
    ).toBe(true);
  });

  it("counts a selected range from the file's first tag, in every part", async () => {
    const selected = await bothWays(whole, { channels: [3n, 1000n], from: 100_000_000n, to: 500_000_000n });
    const first = -77_777n;
    const expected = text((channel, time) => {
      const since = time - first;
      return channel !== 15 && since >= 100_000_000n && since <= 500_000_000n;
    });
    expect(sameBytes(selected, expected)).toBe(true);
  });

  it("may be damaged anywhere", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(whole, across),
        fc.nat(whole.length - 2000),
        fc.integer({ min: 0, max: 255 }),
        fc.constantFrom("byte", "end", "gap"),
        async (bytes, at, value, kind) => {
          // Shorter ones are not worth several workers.
          const place = kind === "end" ? Math.max(at, 9_000_000) : at;
          const damaged = kind === "end" ? bytes.slice(0, place + 1) : bytes.slice();
          if (kind === "byte") damaged[at] = value;
          const gap = () => concat([bytes.subarray(0, at), bytes.subarray(at + 999)]);
          await bothWays(kind === "gap" ? gap() : damaged);
        },
      ),
      { numRuns: 12, endOnFailure: true },
    );
  });

  it("waits for a slow reader, and keeps the order", async () => {
    const pieces: Uint8Array[] = [];
    const slow = async (bytes: Uint8Array) => {
      await new Promise((resolve) => setTimeout(resolve, 3));
      pieces.push(bytes.slice());
    };
    await cat(whole, undefined, { write: slow });
    expect(
      sameBytes(
        concat(pieces),
        text(() => true),
      ),
    ).toBe(true);
  });

  it("ends when its output can't be written, and can begin anew", async () => {
    // Often enough that a worker without returned buffers would run out of them.
    for (let round = 0; round < 40; round += 1) {
      const times = round % 4;
      let left = times;
      const write = async () => {
        if (left-- === 0) throw new Error("nobody reads");
      };
      await expect(cat(whole, undefined, { write })).rejects.toThrow("nobody reads");
    }
    expect(
      sameBytes(
        (await catOf(whole)).output,
        text(() => true),
      ),
    ).toBe(true);
  });
});

describe("cat of a range of a recording with an index", () => {
  const path = join(folder, "indexed.tags.zst");
  const range = { channels: [3n], from: 20_000_000_000n, to: 40_000_000_000n };
  let indexed: Buffer;
  let plain: Uint8Array;
  /** Where frames begin, and the index. */
  let frames: number[];

  beforeAll(async () => {
    const simulated = ["simulate", "--duration", "12s", "--frame-tags", "100000", "-o", path];
    expect((await tagview(simulated)).status).toBe(0);
    indexed = readFileSync(path);
    plain = withoutIndex(indexed);
    frames = [...framesOf(plain), plain.length];
  });

  const catOf = (input: SourceInput, selection: Selection = range) =>
    collect<Snapshot>((write) => cat(input, selection, { write }));

  /** The file with other bytes in frame `n`. */
  function changed(n: number, change: (frame: Buffer) => void): Buffer {
    const bytes = Buffer.from(indexed);
    change(bytes.subarray(frames[n], frames[n + 1]));
    return bytes;
  }
  const damaged = (n: number) => changed(n, (frame) => frame.fill(0xff, 60, 90));

  it("writes what it does without one", async () => {
    const { output, result } = await catOf(plain);
    expect(output.length).toBeGreaterThan(1 << 20);
    for (const input of [path, indexed, new Blob([Buffer.from(indexed)])]) {
      const found = await catOf(input);
      expect(sameBytes(found.output, output)).toBe(true);
      expect(found.result).toEqual({
        ...result,
        bytes: indexed.length,
        total: indexed.length,
        // The announcement is ours.
        doubtful_tags: 0,
        passed_over: 0,
      });
    }
    const nothing = await catOf(path, { from: 10n ** 15n });
    expect([nothing.output.length, nothing.result.complete]).toEqual([0, true]);
  });

  it("reports how far it is of what it reads", async () => {
    const seen: [number, number | null][] = [];
    await cat(path, range, { write: async () => {}, onBytes: (bytes, total) => seen.push([bytes, total]) });
    expect(seen.length).toBeGreaterThan(0);
    for (const [bytes, total] of seen) {
      expect(bytes).toBeLessThanOrEqual(total ?? 0);
      expect(total).toBeLessThan(indexed.length / 2);
    }
  });

  it("does not depend on what lies outside", async () => {
    const { output } = await catOf(path);
    for (const n of [0, frames.length - 2]) {
      const found = await catOf(damaged(n));
      expect(found.result.error).toBeNull();
      expect(sameBytes(found.output, output)).toBe(true);
    }
  });

  it("writes all before damage inside, and reports the damage", async () => {
    const middle = frames.length >> 1;
    const bytes = damaged(middle);
    const found = await catOf(bytes, { from: range.from });
    const expected = await catOf(withoutIndex(bytes), { from: range.from });
    expect(found.output.length).toBeGreaterThan(1 << 20);
    expect(sameBytes(found.output, expected.output)).toBe(true);
    expect(found.result.findings).toEqual(expected.result.findings);
    expect(found.result.complete).toBe(false);
  });

  it("is found without the index where that leads nowhere", async () => {
    const n = frames.length >> 1;
    const lines = Buffer.from((await catOf(plain, {})).output)
      .toString()
      .split("\n");
    const timeOf = (tag: number) => BigInt((lines[tag] ?? "").split("\t")[1] ?? 0);
    const selection = { from: timeOf(n * 100_000 + 500) - timeOf(0) };
    // Swaps two frames: no frame begins at the second one's old position.
    const [from, middle, end] = frames.slice(n - 1, n + 2);
    const swapped = Buffer.from(indexed);
    Buffer.concat([indexed.subarray(middle, end), indexed.subarray(from, middle)]).copy(swapped, from);
    const found = await catOf(swapped, selection);
    const { output, result } = await catOf(withoutIndex(swapped), selection);
    expect(output.length).toBeGreaterThan(1 << 20);
    expect(sameBytes(found.output, output)).toBe(true);
    expect([found.result.error?.code, found.result.tags]).toEqual(["bad-index", result.tags]);
  });

  it("fails where the index is wrong", async () => {
    const middle = frames.length >> 1;
    // A frame of other tags, and a skippable one that takes up the rest.
    const bytes = changed(middle, (frame) => {
      const other = rawFrame(message([[3, 30_000_000_000n]]));
      frame.set(other);
      frame.writeUInt32LE(0x184d2a50, other.length);
      frame.writeUInt32LE(frame.length - other.length - 8, other.length + 4);
    });
    const error = await catOf(bytes, { from: range.from }).catch((thrown) => thrown);
    expect(error.code).toBe("bad-index");
    const [stated, found] = error.message.match(/\d+/g).map(Number);
    expect(stated - found).toBe(100_000 - 1);
    expect(Number(error.offset)).toBeLessThanOrEqual(frames[middle] ?? 0);
    expect((await catOf(withoutIndex(bytes))).result.error).toBeNull();
  });
});

describe("pack in runs", () => {
  const LINES = 800_000;
  const FRAME = 50_000;
  const packing = { level: 1, frameTags: FRAME } satisfies PackOptions;
  const line = (i: number) => `${[3, 15, 123_456_789][i % 3]}\t${i * 1000 - 5_000_000}`;
  const lines = Array.from({ length: LINES }, (_, i) => line(i));
  const bytes = (all: string[], end = "\n") => new Uint8Array(Buffer.from(all.join("\n") + end));
  const plain = bytes(lines);

  const packOf = async (text: Uint8Array, options: PackOptions = packing) =>
    (await collect<void>((write) => pack(text, options, { write }))).output;
  /** Where tags are selected, even all of them, one thread packs. */
  const packHere = (text: Uint8Array) => packOf(text, { ...packing, selection: {} });

  it.each<[string, () => Uint8Array]>([
    ["lines", () => plain],
    ["a header", () => bytes(["#channel\ttime", ...lines])],
    ["no end of the last line", () => bytes(lines, "")],
    ["lines that end with \\r\\n", () => bytes(lines.map((text) => `${text}\r`))],
    ["blank lines at the end", () => bytes([...lines, "", "\r", ""])],
    [
      "more blank lines than a run has",
      () => bytes([...lines, ...Array.from({ length: 600_000 }, () => "")]),
    ],
    ["nothing but blank lines", () => new Uint8Array(9 << 20).fill(10)],
  ])("writes what one thread writes of %s", async (_, text) => {
    expect(sameBytes(await packOf(text()), await packHere(text()))).toBe(true);
  });

  it("makes larger frames than a run usually has", async () => {
    const options = { level: 1, frameTags: 300_000 };
    const here = await packOf(plain, { ...options, selection: {} });
    expect(sameBytes(await packOf(plain, options), here)).toBe(true);
  });

  it("reads a pipe, whose length is unknown", async () => {
    const args = ["pack", "-", "--quiet", "--level", "1", "--frame-tags", `${FRAME}`, "-o"];
    expect((await tagview([...args, "pipe.tags.zst"], plain, folder)).status).toBe(0);
    const { output } = await collect<Snapshot>((write) =>
      cat(join(folder, "pipe.tags.zst"), undefined, { write }),
    );
    expect(sameBytes(output, plain)).toBe(true);
  });

  it("reports the first bad line by its number in the text", async () => {
    const long = "0".repeat(300);
    const bad: Record<number, string>[] = [
      { 1: "x" },
      { 300000: "3 5" },
      { 799999: "3\t" },
      { 799999: "3\t5\t", 400000: "4\t-", 650000: long },
      { 262144: "" },
      { 250000: "\r", 250001: long },
      { 650000: long },
    ];
    for (const changes of bad) {
      const text = bytes(lines.map((good, i) => changes[i] ?? good));
      const error = await packHere(text).catch((thrown) => thrown);
      const first = Math.min(...Object.keys(changes).map(Number));
      expect(error).toMatchObject({
        code: "bad-line",
        message: expect.stringMatching(`^line ${first + 1},`),
      });
      await expect(packOf(text)).rejects.toMatchObject({
        code: "bad-line",
        message: error.message,
        offset: error.offset,
      });
    }
    // A blank line at the end of a run, and only more of them until the next one has a tag.
    const blank = bytes([
      ...lines.slice(0, 299_990),
      ...Array.from({ length: 300_010 }, () => ""),
      "3\t5",
      ...lines.slice(0, 100_000),
    ]);
    const error = await packHere(blank).catch((thrown) => thrown);
    expect(error.message).toMatch(/^line 299991, .*blank/);
    await expect(packOf(blank)).rejects.toMatchObject({ message: error.message, offset: error.offset });
  });

  it("ends when its output can't be written, and can begin anew", async () => {
    for (const times of [0, 1, 2, 3, 0, 1, 2, 3]) {
      let left = times;
      const write = async () => {
        if (left-- === 0) throw new Error("the disk is full");
      };
      await expect(pack(plain, packing, { write })).rejects.toThrow("the disk is full");
    }
    expect(sameBytes(await packOf(plain), await packHere(plain))).toBe(true);
  });
});
