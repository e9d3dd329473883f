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

/** Below so many bytes, starting workers takes longer than they save. */
const WORTH_SPLITTING = 8 << 20;
/** A part's text waits until it is its turn: parts are small. */
const PART = 1 << 20;

/** What `cat` works with. */
export interface CatResources {
  instance: Instance<"more">;
  pool: Pool | null;
  source: KnownSource;
  /** The source read anywhere, where that can be done; it is closed at the end. */
  file: RandomAccess | null;
  open: (source: SourceDescription) => Source | Promise<Source>;
}

/**
 * Writes `channel<TAB>time` lines; the snapshot tells what was read and what was damaged. Of a file with
 * an index, a range of time is read only where it lies; where something is damaged there, totals are of
 * what was read.
 * @throws TagviewError `bad-index` where what is read there is not what the index says; what was written
 * until then may not be all that the range holds.
 */
export async function cat(
  { instance, pool, source, file, open }: CatResources,
  selection: Selection | undefined,
  definitions: Definitions,
  control: Control,
): Promise<Snapshot> {
  try {
    // Virtual tags follow from several parts.
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
  /** No further part is to be begun. */
  private isEnough = false;
  private failure: { thrown: unknown } | undefined;
  private origin: bigint | undefined;
  /** Of a range that is read by an index: bytes that are read for it, and how much the whole file holds. */
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
          // Where nothing is damaged, the index is wrong.
          if (end.error === null && !isAsIndexed) throw notAsIndexed(about, tags);
          sum.bytes += bytes;
          sum.frames += frames;
          sum.messages += messages;
          sum.tags += tags;
          sum.doubtful_tags += doubtful_tags;
          sum.passed_over += passed_over;
          endings.call((all) => all.add(ending));
          // All parts before were sound.
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

  /** The parts that a selected range concerns; null without an index that leads to them. */
  private async splitByIndex(selection: Selection): Promise<SplitPart[] | null> {
    const { instance, file, pool } = this;
    const index = await readFrameIndex(instance, file);
    if (index === null || index.origin === null) return null;
    const chosen = [...splitRange(index, index.origin, selection, pool.size, PART)];
    // Once text is written it is too late to find that the index leads nowhere.
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

  /** Begins a part; settles when the time of its first tag is known, or all of it. */
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
        // Of a path, a part says which file it is of. All of an address is one answer, of one version.
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
    `the file's index promises ${stated} tags in the frames from here on, which hold ${tags}`,
    "pipe the file in, as in `tagview cat - < FILE`, which reads it without its index",
    BigInt(from),
  );
}
