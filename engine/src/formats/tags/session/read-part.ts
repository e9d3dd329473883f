/** Reads one part of a recording, in the thread of a worker. */

import type { PartReader } from "@tagview/wasm/main";
import { asTagviewError, cancelled, type ErrorObject, isReadError, TagviewError } from "../../../errors.ts";
import type { SourceDescription } from "../../../source/description.ts";
import { ChunkSize, pump } from "../../../source/pump.ts";
import type { Source } from "../../../source/stream.ts";
import type { WasmObject } from "../../../worker/instance.ts";
import type { Job } from "../../../worker/method.ts";
import {
  type ClaimJob,
  HELD_BLOCK_TAGS,
  MOST_WAITING,
  type PartDescription,
  type PartResult,
  type QueryJob,
  type ReadJob,
} from "./part-report.ts";

const FIRST_PROGRESS_MS = 30;
/** Tags that are passed on first: fewer than later, but more than a first preview has. */
const FIRST_PASSED = 1 << 17;

/**
 * Reads a part. Damage does not throw: it is in the results. Where reading itself fails half way, that is
 * said beside them.
 * @throws TagviewError `usage`, `open-failed`, `cancelled` or `internal`.
 */
export async function readPart(job: Job<ReadJob>): Promise<PartResult> {
  const { source, args } = job;
  if (source === null) throw new TagviewError("internal", "a part has no source", "please report it");
  const reader = job.instance.make(({ PartReader }) => new PartReader(args.request));
  // Queries may be about what was read so far.
  job.leave(reader);
  const broken = await openPart(job, source).then((opened) => pumpPart(job, reader, opened), brokenBy);
  reader.call((part) => part.finish());
  const last = takeTags(reader, 1, null);
  if (last !== null) job.report({ type: "tags", tags: last });
  const result = resultOf(reader, broken);
  if (result.part.held_tags === null) {
    job.leave();
    reader.free();
  }
  return result;
}

async function openPart({ open }: Job<ReadJob>, source: SourceDescription): Promise<Source> {
  return open(source);
}

/** Reads `source` to its end and closes it; answers what broke reading off. */
async function pumpPart(
  job: Job<ReadJob>,
  reader: WasmObject<PartReader>,
  source: Source,
): Promise<PartResult["broken"]> {
  const { args, turn } = job;
  const began = performance.now();
  let due = began + Math.min(FIRST_PROGRESS_MS, args.interval);
  let pauseDue = began + turn;
  let bytes = 0;
  let known: Pick<PartDescription, "origin" | "start"> = { origin: null, start: null };
  let least = FIRST_PASSED;
  /** Tags that were passed on and are not analysed yet, by the million. */
  let waiting = 0;
  /** Buffers of those that are analysed. Garbage would be collected so late that it took 60 MB. */
  const spare: Uint8Array[] = [];

  const analysed = (input: ReadJob["input"] | undefined): void => {
    waiting -= 1;
    if (input?.buffer) spare.push(input.buffer);
  };

  /** Passes tags on; answers what to wait for before more may follow. */
  const pass = (): Promise<unknown> | null => {
    const tags = takeTags(reader, least, spare);
    if (tags === null) return null;
    // Where the first ones are is told at once.
    if (least === FIRST_PASSED) due = 0;
    least = args.blockTags ?? HELD_BLOCK_TAGS;
    job.report({ type: "tags", tags });
    waiting += 1;
    job.inbox.takeAll().forEach(analysed);
    return waiting < MOST_WAITING ? null : job.inbox.next().then(analysed);
  };

  const pushed = (more: boolean, n: number): boolean | Promise<boolean> => {
    const now = performance.now();
    bytes += n;
    if (known.start === null) {
      const before = known;
      known = reader.call((part) => part.describe());
      const { origin, start } = known;
      if (origin !== null && (before.origin === null || start !== null))
        job.report({ type: "origin", origin, start });
    }
    const full = pass();
    if (now >= due) {
      job.report({
        type: "progress",
        bytes,
        saved: args.snapshots ? reader.call((part) => part.save()) : null,
        part: reader.call((part) => part.describe()),
      });
      // Costly results (many bins) are drawn up less often, so that they never take over.
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

  const push = (n: number): boolean => reader.call((part) => part.push(n));
  try {
    await pump(source, { place: reader.place, push }, pushed, new ChunkSize(turn / 2));
  } catch (thrown) {
    return brokenBy(thrown);
  } finally {
    source.close();
  }
  return null;
}

/** @throws TagviewError what did not come of the source. */
function brokenBy(thrown: unknown): ErrorObject {
  const error = asTagviewError(thrown);
  if (!isReadError(error)) throw error;
  return error.toObject();
}

/** The tags that wait, once there are `least`, in one of the `spare` buffers or a new one. */
function takeTags(
  { call, instance }: WasmObject<PartReader>,
  least: number,
  spare: Uint8Array[] | null,
): Uint8Array | null {
  const length = call((part) => part.takeTags(least));
  if (length === 0) return null;
  const used = spare?.pop();
  // A little more than is needed: the next block will be about as large.
  const buffer =
    used !== undefined && used.length >= length ? used : new Uint8Array(Math.ceil(length * 1.02));
  buffer.set(
    instance.view(
      call((part) => part.takenTags()),
      length,
    ),
  );
  return buffer.subarray(0, length);
}

/** Analyses tags that another part has passed on. */
export function claimTags(job: Job<ClaimJob>): PartResult {
  const { tags, request } = job.args;
  const reader = job.instance.make(({ PartReader }) => new PartReader(request));
  job.leave(reader);
  reader.call((part) => part.pushTags(tags));
  job.giveBack(tags);
  const result = resultOf(reader, null);
  if (result.part.held_tags === null) {
    job.leave();
    reader.free();
  }
  return result;
}

/** Asks the tags that a part holds. */
export function queryPart(job: Job<QueryJob>): QueryJob["result"] {
  const { part, request } = job.args;
  const reader = job.leftBy(part) as WasmObject<PartReader> | undefined;
  if (reader === undefined) throw new TagviewError("internal", "a part was let go of", "read the file again");
  const saved = reader.call((held) => held.query(request));
  return { saved, tags: reader.call((held) => held.describe()).held_tags ?? 0 };
}

/** What is known when nothing more will come; `broken` says that reading itself broke off. */
function resultOf(reader: WasmObject<PartReader>, broken: PartResult["broken"]): PartResult {
  const background = reader.call((part) => part.background()) ?? null;
  return {
    saved: reader.call((part) => part.save()),
    part: reader.call((part) => part.describe()),
    background,
    broken,
  };
}
