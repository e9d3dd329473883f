/** The cost of queries to a recording: the number of requests to its workers. */

import type { Pairs, ScanRequest } from "@tagview/engine";
import { expect, it } from "vitest";
import { tagMethods } from "../../engine/src/formats/tags/methods";
import { QueryCache } from "../../engine/src/formats/tags/query/cache";
import type { QueryContext } from "../../engine/src/formats/tags/query/context";
import { Part } from "../../engine/src/formats/tags/session/part";
import type { PartDescription, QueryJob, ReportJob } from "../../engine/src/formats/tags/session/part-report";
import { reportResults } from "../../engine/src/formats/tags/session/read-part";
import type { Job } from "../../engine/src/worker/method";
import type { PooledWorker } from "../../engine/src/worker/pooled-worker";
import type { JobType, Task } from "../../engine/src/worker/protocol";
import { engineOf, testEngine, testInstance } from "../support/engine";
import { message, rawFrame } from "../support/frames";
import { brief, tags } from "../support/parts";

const { scan } = testEngine().tags;
const instance = await testInstance();
const file = rawFrame(message(tags(0)));

/** The file as a worker has it that has read and holds it. */
function readAndHeld() {
  const request = { analyses: [], holdBytes: 1n << 30n };
  const held = instance.make(({ PartReader }) => new PartReader(request));
  held.place(file.length).set(file);
  held.call((part) => part.push(file.length));
  held.call((part) => part.finish());
  const description: PartDescription = held.call((part) => part.describe());
  const ask = ({ args }: Task<QueryJob>) => {
    const query = held.call((part) => instance.make(({ HeldQuery }) => new HeldQuery(part, args.request)));
    const saved = held.call((part) => query.call((one) => one.finish(part)));
    return { saved, tags: description.held_tags };
  };
  return { description, ask };
}

/** A part that `worker` has; only `description` is known of it. */
function partOf(worker: PooledWorker, description: PartDescription): Part {
  const part = new Part({ from: 0, to: null }, { name: "whole" }, 0);
  part.start({ id: 1, worker });
  part.progress(file.length, null, description);
  return part;
}

function finish(part: Part, description: PartDescription): void {
  part.finish({ saved: new Uint8Array(0), part: description, background: null, broken: null, about: null });
}

function recordingOf(parts: Part[], origin: bigint | null) {
  return {
    instance,
    pause: async () => {},
    background: { analyses: [] },
    parts,
    origin: origin ?? undefined,
    ready: Promise.resolve(),
    isReading: true as boolean,
    compute: null as QueryContext["compute"],
    jobs: {
      find: () => Promise.reject(new Error("nothing is read again")),
      report: async (args) => reportResults({ args, instance, pause: async () => {} } as Job<ReportJob>),
    },
  } satisfies QueryContext;
}

it("pairs that are counted when reading ends are continued, and tell what else is asked", async () => {
  const { description, ask } = readAndHeld();

  const asked: string[] = [];
  let answer = (): void => {};
  const may = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const worker = {
    startShort(task: Task<QueryJob>) {
      const { analyses, after } = task.args.request;
      asked.push(`${analyses.map(({ name }) => name)} after ${after}`);
      return { result: may.then(() => ask(task)) };
    },
  } as unknown as PooledWorker;
  const part = partOf(worker, description);
  const recording = recordingOf([part], description.origin);
  const queries = new QueryCache(recording);
  const signal = new AbortController().signal;
  const pairs = { analyses: [{ name: "pairs" }] } satisfies ScanRequest;
  const correlation = { analyses: [{ name: "correlation", a: 3n, b: 15n }] } satisfies ScanRequest;

  const early = queries.ask(pairs, signal);
  const correlated = queries.ask(correlation, signal);
  const late = queries.ask(pairs, signal);
  await new Promise((resolve) => setTimeout(resolve));
  finish(part, description);
  recording.isReading = false;
  answer();

  const { analyses } = await scan(file, { analyses: [...pairs.analyses, ...correlation.analyses] });
  expect(brief((await late).analyses.pairs)).toBe(brief(analyses.pairs));
  // Slow results, such as a period, are reported for the whole only; counts are reported at any time.
  const counts = ({ pairs }: { pairs?: unknown }) =>
    brief((pairs as Pairs).pairs.map(({ counts }) => counts));
  expect(counts((await early).analyses)).toBe(counts(analyses));
  expect(brief((await correlated).analyses.correlation)).toBe(brief(analyses.correlation));
  expect(asked).toEqual(["pairs after 0", `pairs after ${description.held_tags}`]);
});

it("a thread that may compute reports results itself, also derived ones", async () => {
  const { description, ask } = readAndHeld();
  const worker = {
    startShort: (task: Task<QueryJob>) => ({ result: Promise.resolve(ask(task)) }),
  } as unknown as PooledWorker;
  const part = partOf(worker, description);
  finish(part, description);
  const recording = recordingOf([part], description.origin);
  recording.isReading = false;
  recording.compute = (f) => f();
  recording.jobs.report = () => Promise.reject(new Error("a worker joins the results again"));
  const queries = new QueryCache(recording);
  const signal = new AbortController().signal;
  const requests = [{ name: "pairs" }, { name: "correlation", a: 3n, b: 15n }] as const;
  const { analyses } = await scan(file, { analyses: [...requests] });
  for (const request of requests) {
    const answer = await queries.ask({ analyses: [request] }, signal);
    expect(answer.tags).toBe(description.held_tags);
    expect(brief(answer.analyses[request.name])).toBe(brief(analyses[request.name]));
  }
});

it("a part that takes the place of one with nothing to find is asked", async () => {
  const { description, ask } = readAndHeld();
  const worker = {
    startShort: (task: Task<QueryJob>) => ({ result: Promise.resolve(ask(task)) }),
  } as unknown as PooledWorker;
  const part = (min: bigint, max: bigint) => {
    const known = { ...description, min, max };
    const made = partOf(worker, known);
    finish(made, known);
    return made;
  };
  const { origin, min, max } = description;
  const all = part(min ?? 0n, max ?? 0n);
  const recording = recordingOf([part((max ?? 0n) + 1n, (max ?? 0n) + 1n)], origin);
  const queries = new QueryCache(recording);
  const selection = { to: (max ?? 0n) - (origin ?? 0n) };
  const summary = { analyses: [{ name: "summary" }], selection } satisfies ScanRequest;
  const found = async () => (await queries.ask(summary, new AbortController().signal)).analyses.summary;
  expect(await found()).toMatchObject({ tags: 0 });
  recording.parts = [all];
  expect(await found()).toMatchObject({ tags: description.held_tags });
});

it("a query that is abandoned is cancelled at the worker that holds the tags", async () => {
  const { description } = readAndHeld();
  const cancelled: number[] = [];
  const worker: PooledWorker = {
    startShort: () => ({ id: 7, worker, result: new Promise(() => {}) }),
    cancel: (ids: number[]) => void cancelled.push(...ids),
  } as unknown as PooledWorker;
  const part = partOf(worker, description);
  finish(part, description);
  const queries = new QueryCache({ ...recordingOf([part], description.origin), isReading: false });
  const control = new AbortController();
  const answer = queries.ask({ analyses: [{ name: "correlation", a: 3n, b: 15n }] }, control.signal);
  await new Promise((resolve) => setTimeout(resolve));
  expect(cancelled).toEqual([]);
  control.abort();
  await expect(answer).rejects.toMatchObject({ code: "cancelled" });
  expect(cancelled).toEqual([7]);
});

it("a worker computes slow results: those of reading, of a query, and derived ones; and fits a histogram", async () => {
  const asked: string[] = [];
  const methods = tagMethods();
  const noted = (name: string) => (job: Job<JobType>) => {
    asked.push(name);
    return methods[name]?.(job);
  };
  const { tags } = engineOf({ report: noted("report"), fitHistogram: noted("fitHistogram") });
  const recording = tags.open(file, { analyses: [{ name: "gaps" }] });
  const gaps = await recording.read;
  const pairs = await recording.ask({ analyses: [{ name: "pairs" }] });
  expect(asked).toEqual(["report", "report"]);
  const correlation = { analyses: [{ name: "correlation", a: 3n, b: 15n }] } satisfies ScanRequest;
  const derived = await recording.ask(correlation);
  expect(asked).toEqual(["report", "report", "report"]);
  const { analyses } = await scan(file, {
    analyses: [{ name: "gaps" }, { name: "pairs" }, ...correlation.analyses],
  });
  const results = { ...gaps.analyses, ...pairs.analyses, ...derived.analyses };
  for (const [id, result] of Object.entries(analyses))
    expect(brief(results[id as keyof typeof results])).toBe(brief(result));
  expect(gaps).toMatchObject({ complete: true, held: { tags: gaps.tags } });
  recording.close();

  const counts = Float64Array.from({ length: 100 }, (_, bin) => Math.round(1000 * Math.exp(-bin / 10)));
  const curve = { curve: 0, input: null, start_s: 0, acquisition_time_s: null, total: 10_000, peak: 0 };
  await tags.histogramLifetime({ ...curve, counts, resolution_s: 1e-9, sync_rate_hz: 1e7 });
  expect(asked.at(-1)).toBe("fitHistogram");
});

it("a long query reports its progress, and ends soon after it is cancelled", async () => {
  // 100,000 tags of each channel, with 1,000 partners each: a tenth of a second.
  const dense = Array.from({ length: 200_000 }, (_, k): [number, bigint] => [3 + (k % 2), 10n * BigInt(k)]);
  const recording = testEngine({ workers: 1 }).tags.open(rawFrame(message(dense)), { analyses: [] });
  await recording.read;
  const wide = {
    analyses: [{ name: "correlation", a: 3n, b: 4n, bin: 1n, from: -10_000n, to: 10_000n }],
  } satisfies ScanRequest;
  const shares: number[] = [];
  await recording.ask(wide, { onProgress: (share) => shares.push(share) });
  expect(shares.filter((share) => share > 0 && share < 1).length).toBeGreaterThan(2);

  const later = { analyses: [{ ...wide.analyses[0], bin: 2n }] } as ScanRequest;
  const told: number[] = [];
  const stop = new AbortController();
  const stopped = recording.ask(later, {
    signal: stop.signal,
    onProgress: (share) => {
      told.push(share);
      stop.abort();
    },
  });
  await expect(stopped).rejects.toMatchObject({ code: "cancelled" });
  // The only worker answers another query, so it no longer works on the cancelled one.
  expect((await recording.ask({ analyses: [{ name: "summary" }] })).complete).toBe(true);
  expect(told.length).toBeLessThan(shares.length);
  recording.close();
});
