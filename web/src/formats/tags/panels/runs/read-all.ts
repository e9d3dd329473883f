/** Reads all runs, one after another, and makes the same query for each. */

import {
  asTagviewError,
  type Coincidence,
  type CoincidencePattern,
  type Pairs,
  type ScanRequest,
} from "@tagview/engine";
import { sentence } from "../../../../ui/sentence";
import { reactive } from "../../../../ui/signals";
import { soundPart } from "../../session/damage";
import { read } from "../../session/open-recording";
import { tickOf } from "../../session/own-tick";
import { askRecording, progressOf, type Reading, snapshotOf, summaryOf } from "../../session/reading";
import type { Recording } from "../../session/recording";
import { recordings } from "../../session/recordings";
import { get } from "../../session/state";
import { type Question, ticksOf } from "./question";

/**
 * Maximum number of runs that remain open after reading, so that they are displayed without another read; of the other
 * runs only the numbers remain.
 */
const MOST_OPEN = 64;
/** Milliseconds between looks at a run that is being read for the page. */
const LOOK_MS = 100;
/** Id of the coincidences in the requests of a run. */
const ID = "runs";

/** The results of a run. */
export interface Counted {
  key: string;
  reading: Reading;
  pairs: Pairs | null;
  pattern: CoincidencePattern | null;
  /** The reason why there are no coincidences; null if there are. */
  refusal: string | null;
  /** Whether order breaks, so that pairs and coincidences are those before. */
  isBroken: boolean;
}

export interface Progress {
  done: number;
  total: number;
  /** The run that is being read, and the share of it that has been, from 0 to 1. */
  name: string;
  share: number;
}

const counted = new WeakMap<Recording, Counted>();
interface Work {
  key: string;
  control: AbortController;
  /** The run that is being read. */
  now: Recording | null;
}
/** The work under way; `runs` counts the runs that were counted. */
const all = reactive<{ work: Work | null; runs: number }>({ work: null, runs: 0 });

/** The results of a run for the latest request; undefined before. */
export function countedOf(recording: Recording): Counted | undefined {
  void all.runs;
  return counted.get(recording);
}

/** Runs without results for this request. */
function openRuns({ key }: Question): Recording[] {
  return recordings().filter((recording) => countedOf(recording)?.key !== key);
}

/** Progress of reading; null if nothing is being read. */
export function progressNow(question: Question): Progress | null {
  const { work } = all;
  if (!work?.now) return null;
  const total = recordings().length;
  const done = total - openRuns(question).length;
  return { done, total, name: work.now.name, share: progressOf(work.now.reading) ?? 0 };
}

/** Whether runs remain after reading was cancelled or new runs were opened. */
export function isLeft(question: Question): boolean {
  return all.work === null && openRuns(question).length > 0;
}

/** Reads runs that have not been read, and sends the request to them; a new request replaces the previous one. */
export function readAll(question: Question): void {
  if (all.work?.key === question.key) return;
  cancelAll();
  const own = reactive<Work>({ key: question.key, control: new AbortController(), now: null });
  all.work = own;
  const { signal } = own.control;
  const go = async (): Promise<void> => {
    for (let next = openRuns(question)[0]; next && !signal.aborted; next = openRuns(question)[0]) {
      own.now = next;
      await count(next, question, signal);
    }
  };
  go()
    .catch((thrown: unknown) => signal.aborted || reportError(thrown))
    .finally(() => {
      if (all.work === own) all.work = null;
    });
}

/** Finished results remain; the run being read only for this table becomes unread again. */
export function cancelAll(): void {
  all.work?.control.abort();
  all.work = null;
}

async function count(recording: Recording, question: Question, signal: AbortSignal): Promise<void> {
  const wasUnread = recording.reading.phase === "unread";
  if (wasUnread) await readOnce(recording, question, signal);
  while (recording.reading.phase === "running") {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    signal.throwIfAborted();
  }
  const { reading } = recording;
  const open = recordings().filter((other) => other.reading.phase !== "unread").length;
  const known: Counted = {
    key: question.key,
    reading,
    pairs: null,
    pattern: null,
    refusal: null,
    isBroken: false,
  };
  try {
    if (reading.phase !== "unread" && (snapshotOf(reading)?.tags ?? 0) > 0) {
      const own = recording.queries.answer("pairs");
      const sound = soundPart(summaryOf(reading));
      const within = (request: ScanRequest): ScanRequest =>
        sound ? { ...request, selection: sound.range } : request;
      const { analyses } = own?.settled
        ? own
        : await reading.reader.ask(within(question.pairsRequestIn(tickOf(recording))), { signal });
      known.pairs = (analyses?.pairs as Pairs | undefined) ?? null;
      known.isBroken = sound !== null;
      // The intermediate results of damaged runs have a time span caused by the damage.
      const isOther = ticksOf(recording) !== 1;
      const request = isOther ? question.requestIn(tickOf(recording)) : question.request;
      const during =
        wasUnread && !sound && !isOther
          ? (snapshotOf(reading)?.analyses[ID] as Coincidence | undefined)
          : undefined;
      const found = during ?? (await askCoincidences(recording, within(request), signal));
      known.pattern = found.patterns[0] ?? null;
    }
  } catch (thrown) {
    signal.throwIfAborted();
    known.refusal = sentence(asTagviewError(thrown));
  }
  counted.set(recording, known);
  all.runs += 1;
  if (wasUnread && open > MOST_OPEN) forget(recording);
}

/** Frees a run, which becomes unread; keeps the displayed one. */
function forget(recording: Recording): void {
  const { current, compared } = get();
  if (recording.reading.phase === "unread" || recording === current || recording === compared) return;
  recording.reading.reader.close();
  recording.reading = { phase: "unread" };
  recording.budget = 0;
}

/** Reads a run and counts its coincidences at the same time, which saves decoding it twice. */
function readOnce(recording: Recording, { request }: Question, signal: AbortSignal): Promise<void> {
  const more = request.define ? [] : request.analyses.map((analysis) => ({ ...analysis, id: ID }));
  return new Promise((resolve, reject) => {
    signal.addEventListener(
      "abort",
      () => {
        reject(signal.reason);
        if (recording.reading.phase === "running") forget(recording);
      },
      { once: true },
    );
    read(recording, "counted", more, () => resolve());
  });
}

async function askCoincidences(
  recording: Recording,
  request: ScanRequest,
  signal: AbortSignal,
): Promise<Coincidence> {
  const { analyses } = await askRecording(recording, request, { signal });
  return (analyses as Record<string, unknown>).coincidence as Coincidence;
}
