import type { ScanRequest, Snapshot } from "@tagview/engine";
import { expect, it, vi } from "vitest";
import { type Query, queryCache } from "../../web/src/formats/tags/query-cache";

/** A session that answers when it is told to, and a clock that is set by hand. */
function setUp() {
  const asked: { request: ScanRequest; signal: AbortSignal | undefined; answer: () => Promise<void> }[] = [];
  const clock = { now: 0 };
  const told: string[] = [];
  /** Answers that only go on from those before. */
  const again: boolean[] = [];
  const ask = (request: ScanRequest, { signal }: { signal?: AbortSignal | undefined } = {}) =>
    new Promise<Snapshot>((resolve) => {
      asked.push({
        request,
        signal,
        answer: async () => {
          resolve({ analyses: { echo: request }, error: null } as unknown as Snapshot);
          await Promise.resolve();
          await Promise.resolve();
        },
      });
    });
  const subject = queryCache(
    ask,
    (topic, more) => {
      told.push(topic);
      again.push(more);
    },
    () => clock.now,
  );
  return { asked, clock, told, again, subject };
}

const window = (ticks: bigint): Query => ({
  topic: "coincidences",
  request: { analyses: [{ name: "coincidence", window: ticks }] },
});
const PAIRS: Query = { topic: "pairs", request: { analyses: [{ name: "pairs" }] } };

it("asks a question once, however often it is wanted", async () => {
  const { asked, subject, told } = setUp();
  subject.want([window(1n)], true);
  subject.want([window(1n)], true);
  expect(asked).toHaveLength(1);
  expect(subject.pending("coincidences")).toBe(true);
  await asked[0]?.answer();
  subject.want([window(1n)], true);
  expect(asked).toHaveLength(1);
  expect(told).toEqual(["coincidences"]);
  expect(subject.pending("coincidences")).toBe(false);
});

it("has one question in flight, and asks the latest of those that came meanwhile", async () => {
  const { asked, subject } = setUp();
  for (const ticks of [1n, 2n, 3n, 4n]) subject.want([window(ticks)], true);
  expect(asked).toHaveLength(1);
  await asked[0]?.answer();
  expect(subject.pending("coincidences")).toBe(true);
  subject.want([window(4n)], true);
  expect(asked.map(({ request }) => request)).toEqual([window(1n).request, window(4n).request]);
  // What is there stays on show.
  expect(subject.answer("coincidences")?.request).toEqual(window(1n).request);
  await asked[1]?.answer();
  expect(subject.answer("coincidences")?.request).toEqual(window(4n).request);
});

it("drops a question that takes long while another one waits, and its late answer", async () => {
  vi.useFakeTimers();
  try {
    const { asked, subject, told } = setUp();
    subject.want([window(1n)], true);
    subject.want([window(2n)], true);
    expect(asked[0]?.signal?.aborted).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(asked[0]?.signal?.aborted).toBe(true);
    expect(told).toEqual(["coincidences"]);
    await asked[0]?.answer();
    expect(subject.answer("coincidences")).toBeNull();
    subject.want([window(2n)], true);
    await asked[1]?.answer();
    expect(subject.answer("coincidences")?.request).toEqual(window(2n).request);
  } finally {
    vi.useRealTimers();
  }
});

it("asks again at once when the file is read, for what was answered before its end", async () => {
  const { asked, subject } = setUp();
  subject.want([window(1n)], false);
  await asked[0]?.answer();
  expect(subject.answer("coincidences")?.settled).toBe(false);
  expect(subject.pending("coincidences")).toBe(false);
  subject.want([window(1n)], true);
  expect(asked).toHaveLength(2);
  // What is there is of a part only.
  expect(subject.pending("coincidences")).toBe(true);
  await asked[1]?.answer();
  expect(subject.pending("coincidences")).toBe(false);
});

it("says which answers only go on, but for those that another question waits for", async () => {
  const { asked, clock, again, subject } = setUp();
  subject.want([window(1n)], false);
  await asked[0]?.answer();
  clock.now += 1000;
  subject.want([window(1n)], false);
  await asked[1]?.answer();
  clock.now += 1000;
  subject.want([window(1n)], false);
  subject.want([window(2n)], false);
  await asked[2]?.answer();
  expect(again).toEqual([false, true, false]);
  subject.want([window(2n)], false);
  expect(asked[3]?.request).toEqual(window(2n).request);
});

it("spends half of the time at most on repeating, and is fair to all topics", async () => {
  const { asked, clock, subject } = setUp();
  const questions = [window(1n), PAIRS];
  subject.want(questions, false);
  const first = asked.splice(0);
  expect(first).toHaveLength(2);
  for (const { answer } of first) await answer();
  const repeated: string[] = [];
  let busy = 0;
  for (clock.now = 0; clock.now < 10_000; clock.now += 10) {
    subject.want(questions, false);
    for (const { request, answer } of asked.splice(0)) {
      clock.now += 100;
      busy += 100;
      repeated.push(request.analyses[0]?.name ?? "");
      await answer();
    }
  }
  expect(busy).toBeGreaterThan(4000);
  expect(busy).toBeLessThanOrEqual(5000);
  expect(repeated.slice(0, 4).sort()).toEqual(["coincidence", "coincidence", "pairs", "pairs"]);
});

it("gives up what is not wanted any more, and everything when it is closed", () => {
  const { asked, subject } = setUp();
  subject.want([window(1n), PAIRS], true);
  subject.want([PAIRS], true);
  expect(asked.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
  subject.close();
  expect(asked[1]?.signal?.aborted).toBe(true);
  subject.want([PAIRS], true);
  expect(asked).toHaveLength(2);
});

it("keeps the reason why there is no answer, and does not ask the same again", async () => {
  let times = 0;
  const subject = queryCache(
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
