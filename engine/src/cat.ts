/** Recordings as text: on the calling thread, or in parts by workers, written in order. */

import { Cat } from "@tagview/wasm";
import { Channel } from "./channel";
import { type Cut, cuts } from "./cut";
import { call } from "./instance";
import type { Pool, Worker } from "./pool";
import type { Selection } from "./request";
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

/** Writes `channel<TAB>time` lines; the snapshot tells what was read and what was damaged. */
export async function runCat(
  { pool, source, file, open }: CatMeans,
  selection: Selection | undefined,
  control: StreamControl,
): Promise<Snapshot> {
  try {
    if (pool !== null && file !== null && pool.size > 1 && file.byteLength > WORTH_CUTTING) {
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
            await pass(bytes, part.from + read, total);
          } finally {
            part.worker.room(bytes);
          }
        }
        const { bytes, frames, messages, tags, ...end } = await part.result;
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
    return { ...sum, total, analyses: {} };
  }

  private async beginAll(): Promise<void> {
    const { from, to } = this.selection ?? {};
    const needsOrigin = from !== undefined || to !== undefined;
    try {
      for await (const cut of cuts(this.file, this.pool.size, PART)) {
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
