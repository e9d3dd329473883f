/** PicoQuant's recordings read in parts by several workers. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ScanRequest } from "@tagview/engine";
import { nodePlatform } from "@tagview/engine/node";
import { describe, expect, it } from "vitest";
import { writePtu } from "../../bench/lib/ptu.mjs";
import { splitByScout } from "../../engine/src/formats/tags/split/by-scout";
import type { SplitPart } from "../../engine/src/formats/tags/split/points";
import { bytesAnywhere } from "../../engine/src/source/random-access";
import { scratch } from "../support/command-line";
import { testEngine } from "../support/engine";
import { brief } from "../support/parts";

const { open, scan } = testEngine({ workers: 2 }).tags;
const folder = scratch();
const question = {
  analyses: [
    { name: "summary" },
    { name: "rate", bin: 1_000_000_000n },
    { name: "correlation", a: 1n, b: 2n, from: -5_000_000n, to: 5_000_000n, bin: 10_000n },
  ],
} as const satisfies ScanRequest;

describe.each(["t2", "t3"] as const)("a recording in %s", (kind) => {
  const path = join(folder, `${kind}.ptu`);
  writePtu(path, kind, 1_000_000);
  const bytes = new Uint8Array(readFileSync(path));

  it("is split at the positions that its scout finds", async () => {
    const compiled = { name: "more", module: await nodePlatform().wasm("more") } as const;
    const pool = { size: 2 } as Parameters<typeof splitByScout>[0]["pool"];
    const resources = { file: bytesAnywhere(bytes), pool, source: { kind: "bytes", bytes } as const };
    const parts: SplitPart[] = [];
    const all = splitByScout(resources, { compiled, readAs: { import: "ptu" } }, question, 0);
    for await (const part of all) parts.push(part);
    expect(parts.map(({ from }) => from)).toEqual([0, ...parts.slice(0, -1).map(({ to }) => to)]);
    expect(parts.at(-1)?.to).toBeNull();
    expect(parts.map(({ state }) => state === undefined)).toEqual([true, ...parts.slice(1).map(() => false)]);
    expect(parts.length).toBeGreaterThan(2);
  });

  it("is what it is in one go, whole, cut and with bytes behind its last record", async () => {
    const longer = new Uint8Array(bytes.length + 8);
    longer.set(bytes);
    for (const input of [bytes, bytes.subarray(0, -4_002), longer]) {
      const go = await scan(input, question, { where: "here" });
      expect(go.tags).toBeGreaterThan(900_000);
      for (const source of [input, new Blob([input as Uint8Array<ArrayBuffer>])])
        expect(brief(await scan(source, question))).toBe(brief(go));
    }
  });

  it.each([0, 1 << 20])("is read again for a question where %i bytes of tags are held", async (budget) => {
    const asked = { analyses: [{ name: "correlation", a: 1n, b: 3n }] } as const;
    const expected = await scan(bytes, asked, { where: "here" });
    const session = open(path, { analyses: [{ name: "summary" }] }, { budget });
    await session.read;
    for (let times = 0; times < 2; times += 1)
      expect((await session.ask(asked)).analyses).toEqual(expected.analyses);
    session.close();
    // The workers are free again.
    expect((await scan(path, asked)).analyses).toEqual(expected.analyses);
  });

  it("answers from the tags that its parts hold", async () => {
    const asked = { analyses: [{ name: "correlation", a: 1n, b: 3n }] } as const;
    const session = open(path, { analyses: [{ name: "summary" }] });
    const { held, tags } = await session.read;
    expect(held).toMatchObject({ tags });
    const { analyses } = await session.ask(asked);
    session.close();
    expect(analyses).toEqual((await scan(bytes, asked, { where: "here" })).analyses);
  });
});
