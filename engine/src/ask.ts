/** Asks the parts of an open recording, and joins what they answer. */

import { Scan } from "@tagview/wasm";
import type { Cut } from "./cut";
import { cancelled } from "./errors";
import { call, free } from "./instance";
import type { PartDescription, PartRequest, PartResult } from "./part";
import type { HeldPart, PartTask, Pool, Reports, Worker } from "./pool";
import type { ScanRequest, Selection } from "./request";
import type { Snapshot } from "./results";
import type { Seekable, SourceDescription } from "./source";

/** What a session works with. */
export interface Means {
  pool: Pool;
  source: SourceDescription;
  /** The source read anywhere, where that can be done; closed with the session. */
  file: Seekable | null;
  /** Lets messages and events of this thread in. */
  pause: () => Promise<void>;
}

/** A part of the file, read or being read. */
export interface Part extends Cut {
  held: HeldPart;
  /** As far as it is known; its reading may go on. */
  description: PartDescription | null;
  /** Reading has come to its end. */
  result: PartResult | null;
  bytes: number;
  /** Partial results while it is read. */
  saved: Uint8Array | null;
}

/** What there is to ask. */
export interface Asked {
  readonly means: Means;
  /** In the order of the file. */
  readonly parts: readonly Part[];
  /** Time of the file's first tag, once it is known. */
  readonly origin: bigint | undefined;
  task(cut: Cut, request: PartRequest): PartTask;
  readOn(worker: Worker, task: PartTask, signal: AbortSignal, reports: Reports): HeldPart;
}

const PAUSE_MS = 10;

/**
 * What a question finds in all that is read; the snapshot's totals are nothing.
 * @throws TagviewError `usage`, `cancelled` or `internal`.
 */
export async function ask(asked: Asked, question: ScanRequest, signal: AbortSignal): Promise<Snapshot> {
  if (signal.aborted) throw cancelled();
  const answer = call(() => new Scan(question));
  try {
    const parts = asked.parts.filter((part) => concerns(part, asked.origin, question.selection));
    const request = placed(question, asked.origin);
    const saved = await Promise.race([answers(asked, parts, request, signal), aborted(signal)]);
    let since = performance.now();
    for (const partial of saved) {
      call(() => answer.join(partial));
      // Many bins take their time, and this may be the thread that draws.
      if (performance.now() - since < PAUSE_MS) continue;
      await asked.means.pause();
      since = performance.now();
    }
    // Peaks are looked for in what was joined: work for a turn of its own.
    await asked.means.pause();
    if (signal.aborted) throw cancelled();
    return call(() => answer.snapshot()) as Snapshot;
  } finally {
    free(answer);
  }
}

/** The question as parts understand it: what counts from the first tag has to know that. */
function placed(question: ScanRequest, origin: bigint | undefined): PartRequest {
  if (origin === undefined) return question;
  const start = origin + (question.selection?.from ?? 0n);
  const analyses = question.analyses.map((analysis) =>
    analysis.name === "rate" ? { start, ...analysis } : analysis,
  );
  return { ...question, analyses, origin };
}

/** Whether a part can have tags in the selected range, and is read so far that it can be asked. */
function concerns(
  { description, result }: Part,
  origin: bigint | undefined,
  selection: Selection | undefined,
): boolean {
  if (description === null || (result === null && description.kept_tags === null)) return false;
  const { min, max } = description;
  if (origin === undefined || min === null || max === null) return false;
  const { from, to } = selection ?? {};
  // Of a part that is still being read, later tags may have come.
  const after = to !== undefined && min > origin + to;
  const before = from !== undefined && result !== null && max < origin + from;
  return !after && !before;
}

/** The partial results of `parts`, in their order: from kept tags, or read again. */
async function answers(
  asked: Asked,
  parts: Part[],
  request: PartRequest,
  signal: AbortSignal,
): Promise<Uint8Array[]> {
  const saved = new Map<Part, Uint8Array>();
  const workers = new Set(parts.map(({ held }) => held.worker));
  const kept = [...workers].map(async (worker) => {
    const its = parts.filter(
      ({ held, description }) =>
        held.worker === worker && worker.alive && typeof description?.kept_tags === "number",
    );
    const ids = its.map(({ held }) => held.id);
    // Over the budget by now, or lost with its worker: read again below.
    const partials = ids.length === 0 ? [] : await worker.ask(ids, request).catch(() => []);
    partials.forEach((partial, k) => {
      saved.set(its[k] as Part, partial);
    });
  });
  await Promise.all(kept);
  const again = parts
    .filter((part) => !saved.has(part) && part.result !== null)
    .map(async (part) => {
      const worker = await asked.means.pool.take();
      const task = asked.task(part, { ...request, at: BigInt(part.from) });
      saved.set(part, (await asked.readOn(worker, task, signal, {}).result).saved);
    });
  await Promise.all(again);
  return parts.flatMap((part) => saved.get(part) ?? []);
}

/** Rejects when `signal` fires. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(cancelled()), { once: true });
  });
}
