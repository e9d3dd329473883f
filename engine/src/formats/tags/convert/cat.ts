/** Recordings as text: on the calling thread, or in parts by workers, written in order. */

import { TagviewError } from "../../../errors.ts";
import type { KnownSource, SourceDescription } from "../../../source/description.ts";
import type { RandomAccess } from "../../../source/random-access.ts";
import type { Source } from "../../../source/stream.ts";
import type { Instance } from "../../../worker/instance.ts";
import type { Pool } from "../../../worker/pool.ts";
import type { PooledWorker } from "../../../worker/pooled-worker.ts";
import { type Definitions, isRange, type Selection } from "../request.ts";
import type { Finding } from "../results.ts";
import type { Snapshot, Totals } from "../snapshot.ts";
import { splitRange } from "../split/by-index.ts";
import { readFrameIndex, totalsOf } from "../split/frame-index.ts";
import { type SplitPart, split, startWithFrames } from "../split/points.ts";
import { type Control, convert, outlet } from "./control.ts";
import type { CatJob, CatResult } from "./options.ts";
import { OrderedJobs } from "./ordered-jobs.ts";

/** Size in bytes below which starting workers takes longer than they save. */
const WORTH_SPLITTING = 8 << 20;
/** Maximum size of a part: its text waits to be written, so parts are small. */
const PART = 1 << 20;

/** Inputs of `cat`. */
export interface CatResources {
  instance: Instance<"more">;
  pool: Pool | null;
  source: KnownSource;
  /** The source with random access, if possible; closed at the end. */
  file: RandomAccess | null;
  open: (source: SourceDescription) => Source | Promise<Source>;
}

/**
 * Writes `channel<TAB>time` lines; the snapshot has the totals and the damage. If the file has an index, a range of
 * time reads only its frames. If one of them is damaged, the totals are those of the tags that were read.
 * @throws TagviewError `bad-index` if the index does not match the frames; the output may then lack tags of the
 * range.
 */
export async function cat(
  { instance, pool, source, file, open }: CatResources,
  selection: Selection | undefined,
  definitions: Definitions,
  control: Control,
): Promise<Snapshot> {
  try {
    // Virtual tags depend on several parts.
    const isParted = pool !== null && definitions.define === undefined;
    const isWorth = isParted && (pool.size > 1 || isRange(selection));
    if (isWorth && file !== null && file.byteLength > WORTH_SPLITTING) {
      return await new CatParts(instance, pool, source, file, selection).write(control);
    }
    return await convert(
      await open(source),
      () => instance.make(({ Cat }) => new Cat({ selection, ...definitions, ...source.readAs })),
      control,
      (lines) => ({
        ...(lines.snapshot() as CatResult),
        total: file?.byteLength ?? null,
        analyses: {},
      }),
    );
  } finally {
    file?.close();
  }
}

class CatParts {
  private readonly jobs = new OrderedJobs<CatJob, SplitPart>();
  /** Starts no further part. */
  private isEnough = false;
  private failure: { thrown: unknown } | undefined;
  private origin: bigint | undefined;
  /** For a range read by an index: bytes read for it, and totals of the whole file. */
  private range: { bytes: number; totals: Totals } | undefined;

  private readonly instance: Instance<"more">;
  private readonly pool: Pool;
  private readonly source: SourceDescription;
  private readonly file: RandomAccess;
  private readonly selection: Selection | undefined;

  constructor(
    instance: Instance<"more">,
    pool: Pool,
    source: SourceDescription,
    file: RandomAccess,
    selection: Selection | undefined,
  ) {
    this.instance = instance;
    this.pool = pool;
    this.source = source;
    this.file = file;
    this.selection = selection;
  }

  async write(control: Control): Promise<Snapshot> {
    const pass = outlet(control);
    const total = this.file.byteLength;
    const sum: CatResult = {
      bytes: 0,
      frames: 0,
      messages: 0,
      tags: 0,
      doubtful_tags: 0,
      passed_over: 0,
      indexed: false,
      joined: null,
      done: true,
      complete: true,
      error: null,
      findings: [],
    };
    const { signal } = control;
    const cancel = (): void => this.jobs.cancel();
    signal.addEventListener("abort", cancel, { once: true });
    const beginning = this.beginAll(signal);
    const endings = this.instance.make(({ Endings }) => new Endings());
    try {
      await this.jobs.write(
        (buffer, read, { about }) =>
          this.range !== undefined
            ? pass(buffer, sum.bytes + read, this.range.bytes)
            : pass(buffer, about.from + read, total),
        (result, { about }) => {
          const { bytes, frames, messages, tags, doubtful_tags, passed_over, ending, ...end } = result;
          const isAsIndexed = about.tags === undefined || (about.to !== null && about.tags === tags);
          // Without damage, the index is wrong.
          if (end.error === null && !isAsIndexed) throw notAsIndexed(about, tags);
          sum.bytes += bytes;
          sum.frames += frames;
          sum.messages += messages;
          sum.tags += tags;
          sum.doubtful_tags += doubtful_tags;
          sum.passed_over += passed_over;
          endings.call((all) => all.add(ending));
          // All earlier parts were sound.
          Object.assign(sum, end);
          return about.to !== null;
        },
      );
      if (this.failure !== undefined) throw this.failure.thrown;
      const missing: Finding | null = endings.call((all) => all.error(sum.bytes));
      if (sum.complete && missing !== null)
        Object.assign(sum, { complete: false, error: missing, findings: [missing] });
    } finally {
      signal.removeEventListener("abort", cancel);
      endings.free();
      this.isEnough = true;
      this.jobs.cancel();
      await beginning;
      this.jobs.close();
    }
    return { ...sum, ...this.range?.totals, total, analyses: {} };
  }

  private async split(): Promise<AsyncIterable<SplitPart> | Iterable<SplitPart>> {
    const { instance, file, pool, selection } = this;
    const chosen = isRange(selection) ? await this.splitByIndex(selection) : null;
    return chosen ?? split(instance, file, pool.size, PART);
  }

  /** The parts of a selected range; null without a valid index. */
  private async splitByIndex(selection: Selection): Promise<SplitPart[] | null> {
    const { instance, file, pool } = this;
    const index = await readFrameIndex(instance, file);
    if (index === null || index.origin === null) return null;
    const chosen = [...splitRange(index, index.origin, selection, pool.size, PART)];
    // After text is written, it is too late to detect an invalid index.
    if (!(await startWithFrames(instance, file, chosen))) return null;
    this.origin = index.origin;
    const bytes = chosen.reduce((sum, { from, to }) => sum + to - from, 0);
    this.range = { bytes, totals: totalsOf(index, file.byteLength) };
    return chosen;
  }

  private async beginAll(signal: AbortSignal): Promise<void> {
    const needsOrigin = isRange(this.selection);
    try {
      for await (const part of await this.split()) {
        const worker = await this.pool.take(signal);
        if (this.isEnough) {
          worker.release();
          break;
        }
        const placed = this.begin(worker, part);
        if (needsOrigin && this.origin === undefined) await placed;
      }
    } catch (thrown) {
      this.failure = { thrown };
    }
    this.jobs.end();
  }

  /** Starts a part; settles when the time of its first tag is known, or at its end. */
  private begin(worker: PooledWorker, { ...part }: SplitPart): Promise<void> {
    let place = (): void => {};
    const placed = new Promise<void>((resolve) => {
      place = resolve;
    });
    const { source, file, selection, origin } = this;
    const isWhole = part.from === 0 && part.to === null;
    const job = this.jobs.begin(
      worker,
      {
        format: "tags",
        method: "cat",
        // For a path, the part states the identity of the file. An address is read in one response, of one version.
        source: isWhole && source.kind !== "path" ? source : file.part(part.from, part.to),
        args: {
          isLast: part.to === null,
          request: {
            selection,
            at: BigInt(part.from),
            followed: part.to !== null,
            ...(origin !== undefined && { origin }),
          },
        },
      },
      part,
      (job) => ({
        onReport: (report) => {
          if (report.type === "origin") {
            this.origin ??= report.origin;
            place();
            return;
          }
          this.isEnough = true;
          this.jobs.cancel(({ about }) => about.from > part.from);
          if (part.to !== null) worker.sendInput(job().id, file.part(part.to, null));
          part.to = null;
          this.range = undefined;
        },
      }),
    );
    job.result.then(place, place);
    return placed;
  }
}

function notAsIndexed({ from, tags: stated }: SplitPart, tags: number): TagviewError {
  return new TagviewError(
    "bad-index",
    `the file's index states ${stated} tags in the frames from here on, but they contain ${tags}`,
    "read the file as a stream, without its index",
    BigInt(from),
  );
}
