/** Queries of one recording: the last result of each topic, and when it is requested again. */

import {
  type AskOptions,
  asTagviewError,
  type Finding,
  type ScanRequest,
  type Snapshot,
} from "@tagview/engine";
import { toJson } from "@tagview/engine/json";
import { derived, reactive } from "../../../ui/signals";

/** Sends a query to an open recording. */
export type Ask = (request: ScanRequest, options: AskOptions) => Promise<Snapshot>;

/** Topics of queries; each topic has at most one running query. */
export type Topic =
  | "correlation"
  | "delay"
  | "coincidences"
  | "range"
  | "range pairs"
  | "pairs"
  | "virtual"
  | "rate"
  | "lifetime"
  | "stability"
  | "image"
  | "tags"
  | "ticks";

export interface Query {
  topic: Topic;
  request: ScanRequest;
}

export interface Answer {
  /** The request of this result. */
  request: ScanRequest;
  /** Results by the ids in the request; null if the query failed. */
  analyses: Record<string, unknown> | null;
  /** Why the query failed, or why an analysis ended early. */
  error: Finding | null;
  /** Whether the recording had been read to its end. */
  settled: boolean;
  /** Number of tags, from the beginning of the recording, that the result covers. */
  tags: number;
}

/** Progress of slow queries. */
export interface Waiting {
  topics: Topic[];
  /** The share of the slowest one's tags that was gone through, from 0 to 1. */
  done: number;
  /** When the slowest one was sent; milliseconds of `now`. */
  began: number;
}

/** The results of one recording, updated for the current queries. */
export interface LiveQueries {
  /**
   * Sets the current queries, and whether the recording has been read completely. A changed query is sent when the
   * previous one is answered, or abandoned because it is slow. While the recording is read, queries are repeated for at
   * most a fifth of the time.
   */
  want(queries: readonly Query[], settled: boolean): void;
  /** The last result, possibly of an earlier query; null before the first. */
  answer(topic: Topic): Answer | null;
  /** Whether the result belongs to an earlier query, or lacks tags that have been read since. */
  pending(topic: Topic): boolean;
  /** Queries of a completely read recording that run longer than `SLOW_MS`; null for none. */
  waiting(): Waiting | null;
  /**
   * Abandons all running queries, and the repetition of results that lack tags of the recording. The last results
   * remain.
   */
  cancel(): void;
  /** Whether `cancel` abandoned the query: `answer` is then that of an earlier query, or null. */
  stopped(topic: Topic): boolean;
  /** Abandons running queries until they are wanted again, because their results are not displayed. */
  rest(): void;
  /** Sends the queries that `cancel` gave up, with the next `want`. */
  resume(): void;
  close(): void;
}

/**
 * A query under way.
 *
 *             ask                another query is wanted
 *     idle --------> sent -----------------------------> superseded
 *      ^               | answered                            | answered; or given up after PATIENCE_MS,
 *      |               |                                     | or its topic is not wanted any more
 *      +---------------+-------------------------------------+
 */
type UnderWay =
  | { is: "idle" }
  | { is: "sent"; key: string; control: AbortController; began: number; done: number }
  | { is: "superseded"; control: AbortController; timer: ReturnType<typeof setTimeout> };

/** A topic: its current query, running query and result. Queries are compared by their JSON, the `key`. */
interface Slot {
  wanted: string;
  underWay: UnderWay;
  answer: (Answer & { key: string }) | null;
  /** The query abandoned by `cancel`; null for none. */
  stopped: string | null;
}

const NEW_SLOT: Slot = { wanted: "", underWay: { is: "idle" }, answer: null, stopped: null };

/**
 * Milliseconds that a superseded query continues: letting it end is cheaper than having workers begin one that is
 * superseded in its turn, as a turning wheel would have it.
 */
const PATIENCE_MS = 300;
/** Time in milliseconds after which progress is shown; with drawing, a tenth of a second after the request. */
const SLOW_MS = 50;
/** Minimum interval between progress reports in milliseconds: each draws the page, which slows the workers. */
const PROGRESS_MS = 100;
/**
 * After a result that took t ms, queries are not repeated for `REST` times t, and at least `REST_MS`, because they slow
 * down reading.
 */
const REST = 4;
const REST_MS = 1000;

/**
 * Sends queries with `ask`. `answered` is called for every result; `again` is true if it belongs to the same query as
 * the previous one and covers more of the recording. `progressed` is called when `waiting` has changed, at most ten
 * times a second. `now` is in milliseconds.
 */
export function liveQueries(
  ask: Ask,
  answered: (topic: Topic, again: boolean) => void,
  progressed: () => void = () => {},
  now: () => number = () => performance.now(),
): LiveQueries {
  // The caller schedules drawing of results.
  const quiet = (): void => {};
  const slots = new Map<Topic, Slot>();
  /** `complete` states whether the recording has been read to its end; `topics` and `progress` count changes. */
  const known = reactive({ complete: false, topics: 0, progress: 0 }, quiet);
  /** Returns a property of each topic, independent of other topics. */
  function ofTopic<T>(read: (slot: Slot | undefined) => T): (topic: Topic) => T {
    const all = new Map<Topic, () => T>();
    return (topic) => {
      const one =
        all.get(topic) ??
        derived(() => {
          void known.topics;
          return read(slots.get(topic));
        });
      all.set(topic, one);
      return one();
    };
  }
  /** Until then no query is repeated. */
  let restUntil = 0;
  let closed = false;
  /** Time of the last progress report, in milliseconds. */
  let lastProgress = Number.NEGATIVE_INFINITY;

  function reportProgress(): void {
    lastProgress = now();
    known.progress += 1;
    progressed();
  }

  function pose(slot: Slot, { topic, request }: Query, key: string, settled: boolean): void {
    const control = new AbortController();
    const sent = { is: "sent" as const, key, control, began: now(), done: 0 };
    const { began } = sent;
    slot.underWay = sent;
    const isUnderWay = (): boolean => slot.underWay.is !== "idle" && slot.underWay.control === control;
    setTimeout(() => isUnderWay() && reportProgress(), SLOW_MS);
    const onProgress = (done: number): void => {
      sent.done = done;
      if (isUnderWay() && now() - began >= SLOW_MS && now() - lastProgress >= PROGRESS_MS) reportProgress();
    };
    const take = (analyses: Answer["analyses"], error: Finding | null, tags: number): void => {
      // Given up: another query of this topic may be under way by now.
      if (!isUnderWay()) return;
      settle(slot);
      restUntil = now() + Math.max(REST_MS, REST * (now() - began));
      // If another query is waiting, it must be sent at once and not be treated as a repetition.
      const again = slot.answer?.key === key && slot.wanted === key && !settled;
      slot.answer = { key, request, analyses, error, settled, tags };
      answered(topic, again);
    };
    ask(request, { signal: control.signal, onProgress }).then(
      ({ analyses, error, tags }) => take(analyses, error, tags),
      (reason: unknown) => take(null, asTagviewError(reason).toObject(), 0),
    );
  }

  function settle(slot: Slot): void {
    if (slot.underWay.is === "superseded") clearTimeout(slot.underWay.timer);
    slot.underWay = { is: "idle" };
  }

  function giveUp(slot: Slot): void {
    if (slot.underWay.is !== "idle") slot.underWay.control.abort();
    settle(slot);
  }

  function supersede(slot: Slot, topic: Topic, { control, began }: UnderWay & { is: "sent" }): void {
    const timer = setTimeout(
      () => {
        giveUp(slot);
        answered(topic, false);
      },
      PATIENCE_MS - (now() - began),
    );
    slot.underWay = { is: "superseded", control, timer };
  }

  /** Whether the result of the current query for everything read so far is missing. */
  function isOpen({ wanted, answer }: Slot): boolean {
    return answer?.key !== wanted || (known.complete && !answer.settled);
  }

  /** Asks everything once more, if nothing is under way and the pause is over. */
  function askAgain(queries: readonly Query[]): void {
    if (now() < restUntil || [...slots.values()].some(({ underWay }) => underWay.is !== "idle")) return;
    for (const query of queries) {
      const slot = slots.get(query.topic);
      if (slot && slot.stopped === null) pose(slot, query, toJson(query.request), false);
    }
  }

  return {
    want(queries, settled) {
      if (closed) return;
      known.complete = settled;
      for (const [topic, slot] of slots) {
        if (queries.some((query) => query.topic === topic)) continue;
        giveUp(slot);
        slots.delete(topic);
        known.topics += 1;
      }
      for (const query of queries) {
        const key = toJson(query.request);
        const slot = slots.get(query.topic) ?? reactive<Slot>({ ...NEW_SLOT, wanted: key }, quiet);
        if (!slots.has(query.topic)) known.topics += 1;
        slots.set(query.topic, slot);
        slot.wanted = key;
        if (slot.stopped !== key) slot.stopped = null;
        const { underWay } = slot;
        if (underWay.is === "sent") {
          if (underWay.key !== key) supersede(slot, query.topic, underWay);
        } else if (underWay.is === "idle" && slot.stopped === null && isOpen(slot))
          pose(slot, query, key, settled);
      }
      if (!settled) askAgain(queries);
    },
    answer: ofTopic((slot) => slot?.answer ?? null),
    pending: ofTopic((slot) => slot !== undefined && slot.stopped === null && isOpen(slot)),
    stopped: ofTopic((slot) => (slot?.stopped ?? null) !== null),
    waiting() {
      void [known.topics, known.progress];
      if (!known.complete) return null;
      const topics: Topic[] = [];
      let slowest: { done: number; began: number } | null = null;
      for (const [topic, { underWay }] of slots) {
        if (underWay.is !== "sent" || now() - underWay.began < SLOW_MS) continue;
        topics.push(topic);
        if (slowest === null || underWay.done < slowest.done) slowest = underWay;
      }
      return slowest && { topics, done: slowest.done, began: slowest.began };
    },
    cancel() {
      for (const [topic, slot] of slots) {
        if (slot.answer?.key === slot.wanted && slot.answer.settled) continue;
        giveUp(slot);
        slot.stopped = slot.wanted;
        answered(topic, false);
      }
    },
    rest() {
      for (const slot of slots.values()) giveUp(slot);
    },
    resume() {
      for (const slot of slots.values()) slot.stopped = null;
    },
    close() {
      closed = true;
      for (const slot of slots.values()) giveUp(slot);
      slots.clear();
      known.topics += 1;
    },
  };
}
