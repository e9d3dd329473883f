/** Reads one part of a recording, on a worker. */

import type { PartReader } from "@tagview/wasm/main";
import { asTagviewError, cancelled, type ErrorObject, isReadError, TagviewError } from "../../../errors.ts";
import { ChunkSize, pump } from "../../../source/pump.ts";
import type { Source } from "../../../source/stream.ts";
import type { WasmObject } from "../../../worker/instance.ts";
import type { Job, Method } from "../../../worker/method.ts";
import { type Decoder, ownDecoder } from "./decoder.ts";
import { finalResults } from "./final-results.ts";
import { createImporter } from "./import-decoder.ts";
import {
  type BlockJob,
  HELD_BLOCK_TAGS,
  MOST_WAITING,
  type PartDescription,
  type PartResult,
  type QueryJob,
  type ReadJob,
  type ReportJob,
} from "./part-report.ts";

const FIRST_PROGRESS_MS = 30;
/** Number of tags sent first: fewer than later, but more than a first preview has. */
const FIRST_PASSED = 1 << 17;

/**
 * Creates the method that reads a part. Damage does not throw: the results contain it. If reading fails half-way, the
 * result has that error too.
 * @throws TagviewError, from the method, `usage`, `open-failed`, `cancelled` or `internal`.
 */
export function createPartMethod(): Method<ReadJob> {
  const importer = createImporter();
  return async (job) => {
    const { source, args } = job;
    if (source === null) throw new TagviewError("internal", "a part has no source", "please report it");
    const reader = job.instance.make(({ PartReader }) => new PartReader(args.request));
    // Queries may use the tags read so far.
    job.leave(reader);
    const { importing, request } = args;
    const decoder = importing === undefined ? ownDecoder(reader) : await importer(reader, importing, request);
    try {
      // Synchronous errors of opening become rejections.
      const opening = Promise.resolve().then(() => job.open(source));
      const broken = await opening.then((opened) => pumpPart(job, decoder, opened), brokenBy);
      decoder.finish(broken !== null);
      const last = decoder.takeTags(1, null);
      if (last !== null) job.report({ type: "tags", tags: last }, [last]);
      const result = resultOf(job, reader, decoder, broken);
      if (result.part.held_tags === null) {
        job.leave();
        reader.free();
      }
      return result;
    } finally {
      decoder.free();
    }
  };
}

/** Reads `source` to its end and closes it; returns the error that interrupted reading. */
async function pumpPart(job: Job<ReadJob>, decoder: Decoder, source: Source): Promise<PartResult["broken"]> {
  const { args, turn } = job;
  const began = performance.now();
  let due = began + Math.min(FIRST_PROGRESS_MS, args.interval);
  let pauseDue = began + turn;
  let bytes = 0;
  let known: Pick<PartDescription, "origin" | "start"> = { origin: null, start: null };
  let least = FIRST_PASSED;
  /** Blocks of sent tags that are not analysed yet. */
  let waiting = 0;
  /** Buffers of analysed blocks. Garbage collection would be so late that it took 60 MB. */
  const spare: Uint8Array[] = [];

  const analysed = (input: ReadJob["input"] | undefined): void => {
    waiting -= 1;
    if (input?.buffer) spare.push(input.buffer);
  };

  /** Sends tags; returns a promise to await before sending more. */
  const pass = (): Promise<unknown> | null => {
    const tags = decoder.takeTags(least, spare);
    if (tags === null) return null;
    // The positions of the first frames are reported at once.
    if (least === FIRST_PASSED) due = 0;
    least = args.blockTags ?? HELD_BLOCK_TAGS;
    job.report({ type: "tags", tags }, [tags]);
    waiting += 1;
    job.inbox.takeAll().forEach(analysed);
    return waiting < MOST_WAITING ? null : job.inbox.next().then(analysed);
  };

  const pushed = (more: boolean, n: number): boolean | Promise<boolean> => {
    const now = performance.now();
    bytes += n;
    if (known.start === null) {
      const before = known;
      known = decoder.describe();
      const { origin, start } = known;
      if (origin !== null && (before.origin === null || start !== null))
        job.report({ type: "origin", origin, start });
    }
    const full = pass();
    if (now >= due) {
      const saved = args.snapshots ? decoder.save() : null;
      const report = { type: "progress", bytes, saved, part: decoder.describe() } as const;
      job.report(report, saved === null ? [] : [saved]);
      // Expensive results (many bins) are computed less often, so that they never dominate.
      const cost = performance.now() - now;
      due = now + Math.max(args.interval, 5 * cost);
    }
    if (job.isCancelled) throw cancelled();
    if (now < pauseDue && full === null) return more;
    return (full ?? job.pause()).then(() => {
      pauseDue = performance.now() + turn;
      if (job.isCancelled) throw cancelled();
      return more;
    });
  };

  try {
    await pump(source, decoder, pushed, new ChunkSize(turn / 2, decoder.largestChunk));
  } catch (thrown) {
    return brokenBy(thrown);
  } finally {
    source.close();
  }
  return null;
}

/** @throws TagviewError errors that the source did not cause. */
function brokenBy(thrown: unknown): ErrorObject {
  const error = asTagviewError(thrown);
  if (!isReadError(error)) throw error;
  return error.toObject();
}

/** Analyses tags sent by another part. */
export function analyseBlock(job: Job<BlockJob>): PartResult {
  const { tags, request } = job.args;
  const reader = job.instance.make(({ PartReader }) => new PartReader(request));
  job.leave(reader);
  reader.call((part) => part.pushTags(tags));
  job.giveBack(tags);
  const result = resultOf(job, reader, ownDecoder(reader), null);
  if (result.part.held_tags === null) {
    job.leave();
    reader.free();
  }
  return result;
}

/**
 * Queries the tags held by a part, unless it is cancelled: queries of several panels wait in a worker. A long query lets
 * other jobs continue every `job.turn`.
 * @throws TagviewError `cancelled`, `internal`, or `usage`.
 */
export async function queryPart(job: Job<QueryJob>): Promise<QueryJob["result"]> {
  await job.pause();
  const { part, request } = job.args;
  const held = <T>(f: (reader: PartReader) => T): T => {
    if (job.isCancelled) throw cancelled();
    const reader = job.leftBy(part) as WasmObject<PartReader> | undefined;
    if (reader === undefined)
      throw new TagviewError("internal", "a part was released", "read the file again");
    return reader.call(f);
  };
  const query = held((reader) => job.instance.make(({ HeldQuery }) => new HeldQuery(reader, request)));
  try {
    let since = performance.now();
    while (held((reader) => query.call((one) => one.step(reader)))) {
      if (performance.now() - since < job.turn) continue;
      job.report(query.call((one) => one.covered()));
      await job.pause();
      since = performance.now();
    }
    const tags = query.call((one) => one.covered());
    const saved = held((reader) => query.call((one) => one.finish(reader))) ?? new Uint8Array();
    job.moveWithResult(saved);
    return { saved, tags };
  } finally {
    query.free();
  }
}

/**
 * Computes the final results of joined parts, unless it is cancelled: reports of several panels wait in a worker.
 * @throws TagviewError `cancelled`, `mismatch`, `usage` or `internal`.
 */
export async function reportResults(job: Job<ReportJob>): Promise<ReportJob["result"]> {
  await job.pause();
  if (job.isCancelled) throw cancelled();
  const { request, saved, ...args } = job.args;
  const joiner = job.instance.make(({ PartJoiner }) => new PartJoiner(request));
  try {
    return joiner.call((all) => {
      all.join(saved);
      return finalResults(all, args);
    });
  } finally {
    joiner.free();
  }
}

/** The final report; `broken` is the error that interrupted reading. */
function resultOf(
  job: Job<ReadJob> | Job<BlockJob>,
  reader: WasmObject<PartReader>,
  decoder: Decoder,
  broken: PartResult["broken"],
): PartResult {
  const saved = decoder.save();
  const background = reader.call((part) => part.background()) ?? null;
  job.moveWithResult(saved, ...(background === null ? [] : [background]));
  return {
    saved,
    part: decoder.describe(),
    background,
    broken,
    about: decoder.about(),
  };
}
