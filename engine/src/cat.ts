/** Recordings as text: on the calling thread, or in parts by workers, written in order. */

import { Cat } from "@tagview/wasm";
import { Channel } from "./channel";
import { beginWithFrames, type Cut, cuts, cutsOfRange } from "./cut";
import { TagviewError } from "./errors";
import { readFrames, type Totals, totalsOf } from "./frames";
import { call } from "./instance";
import type { Pool, Worker } from "./pool";
import { isRange, type Selection } from "./request";
import type { Snapshot } from "./results";
import type { Seekable, Source, SourceDescription } from "./source";
import { convert, outlet, type StreamControl } from "./streams";
import type { CatResult } from "./text";

/** Below this, starting workers takes longer than they save. */
const WORTH_CUTTING = 8 << 20;
/** A part's text waits until it is its turn: parts are small. */
const PART = 1 << 20;

/** What `cat` works with. */
export interface CatMeans {
  pool: Pool | null;
  source: SourceDescription;
  /** The source read anywhere, where that can be done. */
  file: Seekable | null;
  open: (source: SourceDescription) => Source | Promise<Source>;
}

/**
 * Writes `channel<TAB>time` lines; the snapshot tells what was read and what was damaged. Of a file with
 * an index, a range of time is read only where it lies; where something is damaged there, totals are of
 * what was read.
 * @throws TagviewError `bad-index` where what is read there is not what the index says; what was written
 * until then may not be all that the range holds.
 */
export async function runCat(
  { pool, source, file, open }: CatMeans,
  selection: Selection | undefined,
  control: StreamControl,
): Promise<Snapshot> {
  try {
    const worth = pool !== null && (pool.size > 1 || isRange(selection));
    if (worth && file !== null && file.byteLength > WORTH_CUTTING) {
      return await new Parts(pool, source, file, selection).write(control);
    }
    return await convert(
      await open(source),
      () => new Cat({ selection }),
      control,
      (job) => ({
        ...(call(() => job.snapshot()) as CatResult),
        total: file?.byteLength ?? null,
        analyses: {},
      }),
    );
  } finally {
    file?.close();
  }
}

interface Part extends Cut {
  id: number;
  worker: Worker;
  texts: Channel<{ bytes: Uint8Array; read: number }>;
  result: Promise<CatResult>;
}

class Parts {
  private readonly begun = new Channel<Part>();
  private readonly running = new Set<Part>();
  /** No further part is to be begun. */
  private enough = false;
  private failure: { thrown: unknown } | undefined;
  private origin: bigint | undefined;
  /** Of a range that is read by an index: bytes that are read for it, and how much the whole file holds. */
  private range: { bytes: number; totals: Totals } | undefined;

  private readonly pool: Pool;
  private readonly source: SourceDescription;
  private readonly file: Seekable;
  private readonly selection: Selection | undefined;

  constructor(pool: Pool, source: SourceDescription, file: Seekable, selection: Selection | undefined) {
    this.pool = pool;
    this.source = source;
    this.file = file;
    this.selection = selection;
  }

  async write(control: StreamControl): Promise<Snapshot> {
    const pass = outlet(control);
    const total = this.file.byteLength;
    const sum: CatResult = {
      bytes: 0,
      frames: 0,
      messages: 0,
      tags: 0,
      done: true,
      complete: true,
      error: null,
      findings: [],
    };
    const beginning = this.beginAll();
    let written: Part | undefined;
    try {
      for await (const part of this.begun) {
        written = part;
        for await (const { bytes, read } of part.texts) {
          try {
            if (this.range !== undefined) await pass(bytes, sum.bytes + read, this.range.bytes);
            else await pass(bytes, part.from + read, total);
          } finally {
            part.worker.room(bytes);
          }
        }
        const { bytes, frames, messages, tags, ...end } = await part.result;
        const asSaid = part.tags === undefined || (part.to !== null && part.tags === tags);
        // Where nothing is damaged, the index is wrong.
        if (end.error === null && !asSaid) throw notAsIndexed(part, tags);
        sum.bytes += bytes;
        sum.frames += frames;
        sum.messages += messages;
        sum.tags += tags;
        // All parts before were sound.
        Object.assign(sum, end);
        if (part.to === null) break;
      }
      if (this.failure !== undefined) throw this.failure.thrown;
    } finally {
      this.enough = true;
      this.cancel(this.running);
      await beginning;
      // A worker that is not given its buffers back would wait for them in the next file, for ever.
      for (const part of [...(written ? [written] : []), ...this.begun.drain()]) giveBack(part);
    }
    return { ...sum, ...this.range?.totals, total, analyses: {} };
  }

  private async cuts(): Promise<AsyncIterable<Cut> | Iterable<Cut>> {
    const { file, pool, selection } = this;
    const chosen = isRange(selection) ? await this.cutsByIndex(selection) : null;
    return chosen ?? cuts(file, pool.size, PART);
  }

  /** The parts that a selected range concerns; null without an index that leads to them. */
  private async cutsByIndex(selection: Selection): Promise<Cut[] | null> {
    const { file, pool } = this;
    const frames = await readFrames(file);
    if (frames === null || frames.origin === null) return null;
    const chosen = [...cutsOfRange(frames, frames.origin, selection, pool.size, PART)];
    // Once text is written it is too late to find that the index leads nowhere.
    if (!(await beginWithFrames(file, chosen))) return null;
    this.origin = frames.origin;
    const bytes = chosen.reduce((sum, { from, to }) => sum + to - from, 0);
    this.range = { bytes, totals: totalsOf(frames, file.byteLength) };
    return chosen;
  }

  private async beginAll(): Promise<void> {
    const needsOrigin = isRange(this.selection);
    try {
      for await (const cut of await this.cuts()) {
        const worker = await this.pool.take();
        if (this.enough) {
          this.pool.give(worker);
          break;
        }
        const placed = this.begin(worker, cut);
        if (needsOrigin && this.origin === undefined) await placed;
      }
    } catch (thrown) {
      this.failure = { thrown };
    }
    this.begun.close();
  }

  /** Begins a part; settles when the time of its first tag is known, or all of it. */
  private begin(worker: Worker, cut: Cut): Promise<void> {
    let place = () => {};
    const placed = new Promise<void>((resolve) => {
      place = resolve;
    });
    const { source, file, selection, origin } = this;
    const whole = cut.from === 0 && cut.to === null;
    const part: Part = {
      ...cut,
      worker,
      texts: new Channel(),
      ...worker.begin<CatResult>(
        {
          type: "cat",
          source: whole ? source : file.part(cut.from, cut.to),
          last: cut.to === null,
          request: { selection, at: BigInt(cut.from), ...(origin !== undefined && { origin }) },
        },
        {
          onOrigin: (origin) => {
            this.origin ??= origin;
            place();
          },
          onText: (bytes, read) => part.texts.push({ bytes, read }),
          onUnsound: () => {
            this.enough = true;
            this.cancel([...this.running].filter(({ from }) => from > part.from));
            if (cut.to !== null) worker.more(part.id, file.part(cut.to, null));
            part.to = null;
            this.range = undefined;
          },
        },
      ),
    };
    this.running.add(part);
    part.result
      .catch(() => {})
      .finally(() => {
        this.running.delete(part);
        part.texts.close();
        place();
        this.pool.give(worker);
      });
    this.begun.push(part);
    return placed;
  }

  private cancel(parts: Iterable<Part>): void {
    for (const part of parts) {
      part.worker.forget([part.id]);
      giveBack(part);
    }
  }
}

/** Gives back the buffers of text that nobody will read. */
function giveBack({ worker, texts }: Part): void {
  for (const { bytes } of texts.drain()) worker.room(bytes);
}

function notAsIndexed({ from, tags: stated }: Part, tags: number): TagviewError {
  return new TagviewError(
    "bad-index",
    `the file's index promises ${stated} tags in the frames from here on, which hold ${tags}`,
    "pipe the file in, as in `tagview cat - < FILE`, which reads it without its index",
    BigInt(from),
  );
}
