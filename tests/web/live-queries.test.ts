import type { AskOptions, ScanRequest, Snapshot } from "@tagview/engine";
import { expect, it, vi } from "vitest";
import { liveQueries, type Query } from "../../web/src/formats/tags/session/live-queries";

/** A session whose answers the test sends, and a clock that it sets. */
function setUp() {
  const sent: (AskOptions & { request: ScanRequest; answer: () => Promise<void> })[] = [];
  const clock = { now: 0 };
  const answered: string[] = [];
  const progress = { count: 0 };
  /** Answers that only go on from those before. */
  const again: boolean[] = [];
  const ask = (request: ScanRequest, options: AskOptions) =>
    new Promise<Snapshot>((resolve) => {
      sent.push({
        ...options,
        request,
        answer: async () => {
          resolve({ analyses: { echo: request }, error: null } as unknown as Snapshot);
          await Promise.resolve();
          await Promise.resolve();
        },
      });
    });
  const subject = liveQueries(
    ask,
    (topic, more) => {
      answered.push(topic);
      again.push(more);
    },
    () => {
      progress.count += 1;
    },
    () => clock.now,
  );
  return { sent, clock, answered, again, progress, subject };
}

const window = (ticks: bigint): Query => ({
  topic: "coincidences",
  request: { analyses: [{ name: "coincidence", window: ticks }] },
});
const PAIRS: Query = { topic: "pairs", request: { analyses: [{ name: "pairs" }] } };

it("asks a query once, however often it is wanted", async () => {
  const { sent, subject, answered } = setUp();
  subject.want([window(1n)], true);
  subject.want([window(1n)], true);
  expect(sent).toHaveLength(1);
  expect(subject.pending("coincidences")).toBe(true);
  await sent[0]?.answer();
  subject.want([window(1n)], true);
  expect(sent).toHaveLength(1);
  expect(answered).toEqual(["coincidences"]);
  expect(subject.pending("coincidences")).toBe(false);
});

it("has one query in flight, and asks the latest of those that came meanwhile", async () => {
  const { sent, subject } = setUp();
  for (const ticks of [1n, 2n, 3n, 4n]) subject.want([window(ticks)], true);
  expect(sent).toHaveLength(1);
  await sent[0]?.answer();
  expect(subject.pending("coincidences")).toBe(true);
  subject.want([window(4n)], true);
  expect(sent.map(({ request }) => request)).toEqual([window(1n).request, window(4n).request]);
  // The existing result remains visible.
  expect(subject.answer("coincidences")?.request).toEqual(window(1n).request);
  await sent[1]?.answer();
  expect(subject.answer("coincidences")?.request).toEqual(window(4n).request);
});

it("drops a query that takes long while another one waits, and its late answer", async () => {
  vi.useFakeTimers();
  try {
    const { sent, subject, answered } = setUp();
    subject.want([window(1n)], true);
    subject.want([window(2n)], true);
    expect(sent[0]?.signal?.aborted).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(sent[0]?.signal?.aborted).toBe(true);
    expect(answered).toEqual(["coincidences"]);
    await sent[0]?.answer();
    expect(subject.answer("coincidences")).toBeNull();
    subject.want([window(2n)], true);
    await sent[1]?.answer();
    expect(subject.answer("coincidences")?.request).toEqual(window(2n).request);
  } finally {
    vi.useRealTimers();
  }
});

it("repeats queries that were answered before the end of the file, as soon as it is read", async () => {
  const { sent, subject } = setUp();
  subject.want([window(1n)], false);
  await sent[0]?.answer();
  expect(subject.answer("coincidences")?.settled).toBe(false);
  expect(subject.pending("coincidences")).toBe(false);
  subject.want([window(1n)], true);
  expect(sent).toHaveLength(2);
  // The existing result covers only a part.
  expect(subject.pending("coincidences")).toBe(true);
  await sent[1]?.answer();
  expect(subject.pending("coincidences")).toBe(false);
});

it("reports which answers only continue, except for those that another query waits for", async () => {
  const { sent, clock, again, subject } = setUp();
  subject.want([window(1n)], false);
  await sent[0]?.answer();
  clock.now += 1000;
  subject.want([window(1n)], false);
  await sent[1]?.answer();
  clock.now += 1000;
  subject.want([window(1n)], false);
  subject.want([window(2n)], false);
  await sent[2]?.answer();
  expect(again).toEqual([false, true, false]);
  subject.want([window(2n)], false);
  expect(sent[3]?.request).toEqual(window(2n).request);
});

it("spends a fifth of the time at most on repeating, and is fair to all topics", async () => {
  const { sent, clock, subject } = setUp();
  const queries = [window(1n), PAIRS];
  subject.want(queries, false);
  const first = sent.splice(0);
  expect(first).toHaveLength(2);
  for (const { answer } of first) await answer();
  const repeated: string[] = [];
  let busy = 0;
  for (clock.now = 0; clock.now < 10_000; clock.now += 10) {
    subject.want(queries, false);
    for (const { request, answer } of sent.splice(0)) {
      clock.now += 100;
      busy += 100;
      repeated.push(request.analyses[0]?.name ?? "");
      await answer();
    }
  }
  expect(busy).toBeGreaterThan(1500);
  expect(busy).toBeLessThanOrEqual(2000);
  expect(repeated.slice(0, 4).sort()).toEqual(["coincidence", "coincidence", "pairs", "pairs"]);
});

it("gives up what is not wanted any more, and everything when it is closed", () => {
  const { sent, subject } = setUp();
  subject.want([window(1n), PAIRS], true);
  subject.want([PAIRS], true);
  expect(sent.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
  subject.close();
  expect(sent[1]?.signal?.aborted).toBe(true);
  subject.want([PAIRS], true);
  expect(sent).toHaveLength(2);
});

it("keeps the reason why there is no answer, and does not ask the same again", async () => {
  let times = 0;
  const subject = liveQueries(
    () => {
      times += 1;
      return Promise.reject(new TypeError("broken"));
    },
    () => {},
    () => 0,
  );
  subject.want([PAIRS], true);
  await new Promise((resolve) => setTimeout(resolve));
  subject.want([PAIRS], true);
  expect(times).toBe(1);
  expect(subject.answer("pairs")).toMatchObject({ analyses: null, error: { code: "internal" } });
});

it("reports how far a query is that takes long, and gives it up when asked to", async () => {
  vi.useFakeTimers();
  const { sent, clock, answered, progress, subject } = setUp();
  subject.want([window(1n)], true);
  expect(subject.waiting()).toBeNull();
  clock.now = 100;
  vi.advanceTimersByTime(100);
  expect(progress.count).toBe(1);
  expect(subject.waiting()).toEqual({ topics: ["coincidences"], done: 0, began: 0 });
  // Not so soon again.
  clock.now = 199;
  sent[0]?.onProgress?.(0.125);
  expect(progress.count).toBe(1);
  clock.now = 200;
  sent[0]?.onProgress?.(0.25);
  expect(progress.count).toBe(2);
  expect(subject.waiting()?.done).toBe(0.25);
  subject.cancel();
  expect(sent[0]?.signal?.aborted).toBe(true);
  expect(subject.waiting()).toBeNull();
  expect(subject.pending("coincidences")).toBe(false);
  expect(subject.stopped("coincidences")).toBe(true);
  expect(subject.answer("coincidences")).toBeNull();
  expect(answered).toEqual(["coincidences"]);
  // It is not sent again automatically, but another request is.
  subject.want([window(1n)], true);
  expect(sent).toHaveLength(1);
  subject.want([window(2n)], true);
  expect(sent).toHaveLength(2);
  vi.useRealTimers();
});

it("keeps the earlier result when a query is stopped, and repeats the query on request", async () => {
  const { sent, subject } = setUp();
  subject.want([window(1n)], true);
  await sent[0]?.answer();
  subject.want([window(2n)], true);
  subject.cancel();
  subject.want([window(2n)], true);
  expect(sent).toHaveLength(2);
  expect(subject.stopped("coincidences")).toBe(true);
  expect(subject.answer("coincidences")?.request).toEqual(window(1n).request);
  subject.resume();
  expect(subject.stopped("coincidences")).toBe(false);
  expect(subject.pending("coincidences")).toBe(true);
  subject.want([window(2n)], true);
  await sent[2]?.answer();
  expect(subject.pending("coincidences")).toBe(false);
  expect(subject.answer("coincidences")?.request).toEqual(window(2n).request);
});

it("stops the repetition of an answer of a recording that is not read on", async () => {
  const { sent, clock, subject } = setUp();
  subject.want([PAIRS], false);
  await sent[0]?.answer();
  clock.now = 1e6;
  subject.want([PAIRS], false);
  expect(sent).toHaveLength(2);
  subject.cancel();
  expect(sent[1]?.signal?.aborted).toBe(true);
  // Reading has ended.
  subject.want([PAIRS], true);
  expect(sent).toHaveLength(2);
  expect(subject.stopped("pairs")).toBe(true);
  subject.resume();
  subject.want([PAIRS], true);
  expect(sent).toHaveLength(3);
});

it("gives up what nobody looks at, and asks it again when it is wanted again", async () => {
  const { sent, subject } = setUp();
  subject.want([PAIRS, window(1n)], true);
  await sent[0]?.answer();
  subject.rest();
  expect(sent[1]?.signal?.aborted).toBe(true);
  subject.want([PAIRS, window(1n)], true);
  expect(sent).toHaveLength(3);
  expect(subject.answer("pairs")?.request).toEqual(PAIRS.request);
  await sent[2]?.answer();
  expect(subject.pending("coincidences")).toBe(false);
});

it("stops a query that waits for its turn, but none that was answered", async () => {
  vi.useFakeTimers();
  try {
    const { sent, subject } = setUp();
    subject.want([PAIRS, window(1n)], true);
    await sent[0]?.answer();
    subject.want([PAIRS, window(2n)], true);
    // The first window is given up, and the second one is not sent yet.
    vi.advanceTimersByTime(1000);
    subject.cancel();
    subject.want([PAIRS, window(2n)], true);
    expect(sent).toHaveLength(2);
    expect(subject.stopped("pairs")).toBe(false);
    expect(subject.stopped("coincidences")).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
