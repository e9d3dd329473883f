/** What questions to a recording cost: how often its workers are asked. */

import { type ScanRequest, scan, version } from "@tagview/engine";
import { Scan } from "@tagview/wasm";
import { expect, it } from "vitest";
import type { Asked, Part } from "../engine/src/ask";
import { placeIn } from "../engine/src/instance";
import { describePart } from "../engine/src/part";
import type { Worker } from "../engine/src/pool";
import { Questions } from "../engine/src/questions";
import { message, rawFrame } from "./support/frames";
import { brief, tags } from "./support/parts";

const file = rawFrame(message(tags(0)));

/** The file as a worker has it that has read and kept it. */
async function readAndKept() {
  await version();
  const kept = new Scan({ analyses: [], keep: 1n << 30n });
  placeIn(kept)(file.length).set(file);
  kept.push(file.length);
  kept.finish();
  return { kept, description: describePart(kept) };
}

it("pairs that are counted when reading ends are continued, and tell what else is asked", async () => {
  const { kept, description } = await readAndKept();

  const asked: string[] = [];
  let answer = (): void => {};
  const may = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const worker = {
    async ask(_: number, after: number, question: ScanRequest) {
      asked.push(`${question.analyses.map(({ name }) => name)} after ${after}`);
      await may;
      return { saved: kept.ask({ ...question, after: BigInt(after) }), tags: description.kept_tags };
    },
  } as unknown as Worker;
  const part = {
    from: 0,
    to: null,
    held: { id: 1, worker },
    description,
    result: null,
    relays: null,
    of: null,
  };
  const recording = {
    means: { pause: async () => {} },
    standing: [],
    parts: [part as unknown as Part],
    origin: description.origin ?? undefined,
    ready: Promise.resolve(),
    reading: true,
  };
  const questions = new Questions(recording as unknown as Asked);
  const signal = new AbortController().signal;
  const pairs = { analyses: [{ name: "pairs" }] } satisfies ScanRequest;
  const correlation = { analyses: [{ name: "correlation", a: 3n, b: 15n }] } satisfies ScanRequest;

  const early = questions.ask(pairs, signal);
  const told = questions.ask(correlation, signal);
  const late = questions.ask(pairs, signal);
  await new Promise((resolve) => setTimeout(resolve));
  Object.assign(part, { result: { part: description } });
  recording.reading = false;
  answer();

  const { analyses } = await scan(file, { analyses: [...pairs.analyses, ...correlation.analyses] });
  for (const found of [await early, await late])
    expect(brief(found.analyses.pairs)).toBe(brief(analyses.pairs));
  expect(brief((await told).analyses.correlation)).toBe(brief(analyses.correlation));
  expect(asked).toEqual(["pairs after 0", `pairs after ${description.kept_tags}`]);
});

it("a part that takes the place of one with nothing to find is asked", async () => {
  const { kept, description } = await readAndKept();
  const worker = {
    ask: async (_: number, after: number, question: ScanRequest) => ({
      saved: kept.ask({ ...question, after: BigInt(after) }),
      tags: description.kept_tags,
    }),
  } as unknown as Worker;
  const part = (min: bigint, max: bigint) => {
    const read = { ...description, min, max };
    const rest = { description: read, result: { part: read }, relays: null, of: null };
    return { from: 0, to: null, held: { id: 1, worker }, ...rest } as unknown as Part;
  };
  const { origin, min, max } = description;
  const all = part(min ?? 0n, max ?? 0n);
  const recording = {
    means: { pause: async () => {} },
    standing: [],
    parts: [part((max ?? 0n) + 1n, (max ?? 0n) + 1n)],
    origin: origin ?? undefined,
    ready: Promise.resolve(),
    reading: true,
  };
  const questions = new Questions(recording as unknown as Asked);
  const selection = { to: (max ?? 0n) - (origin ?? 0n) };
  const summary = { analyses: [{ name: "summary" }], selection } satisfies ScanRequest;
  const ask = async () => (await questions.ask(summary, new AbortController().signal)).analyses.summary;
  expect(await ask()).toMatchObject({ tags: 0 });
  recording.parts = [all];
  expect(await ask()).toMatchObject({ tags: description.kept_tags });
});
