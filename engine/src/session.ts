/**
 * A recording that stays open: read once, in parts, by as many workers as there are; then asked.
 *
 * Parts are joined in the order of the file, on the thread of the caller. Each is read as if it
 * began with a message. Where one turns out not to end with one, or is damaged, what follows it is
 * read again in one go: what was joined before stays, and nothing wrong was shown.
 */

import { Scan } from "@tagview/wasm";
import { type Asked, type Means, type Part, Questions } from "./ask";
import { type Cut, cuts, cutsByIndex, cutsOfRange } from "./cut";
import type { ErrorObject } from "./errors";
import { type Frames, readFrames } from "./frames";
import { call, free } from "./instance";
import type { PartRequest } from "./part";
import type { HeldPart, PartTask, Reports, Worker } from "./pool";
import type { ScanRequest } from "./request";
import type { Snapshot } from "./results";
import type { Seekable } from "./source";

export interface SessionOptions {
  /** Ends reading; what was read stays and can be asked. */
  signal?: AbortSignal | undefined;
  /** What is known so far, about every `interval` ms; the first one comes early. */
  onSnapshot?: ((snapshot: Snapshot) => void) | undefined;
  /** The same without results, which cost nothing to draw up. */
  onBytes?: ((bytes: number, total: number | null) => void) | undefined;
  interval?: number | undefined;
  /** Bytes of decoded tags to keep, 256 MiB unless said. */
  budget?: number | undefined;
}

export interface Session {
  /**
   * Settles when everything was read.
   * @throws TagviewError as `scan`.
   */
  readonly read: Promise<Snapshot>;
  /**
   * Runs analyses over what has been read so far, from the tags that were kept; of the rest, what
   * the selection needs is decoded again. A `rate` without `start` starts with the selected range.
   * @throws TagviewError `usage`, `cancelled` (by `signal`, or because the session was closed) or `internal`.
   */
  ask(request: ScanRequest, options?: { signal?: AbortSignal | undefined }): Promise<Snapshot>;
  /** Gives back workers and memory. */
  close(): void;
}

const BUDGET = 256 << 20;
/** How much of a file is looked at before it is known how it is cut. */
const GLIMPSE = 256 << 10;
const MIN = -(2n ** 63n);
const MAX = 2n ** 63n - 1n;
/** Below this, starting more workers takes longer than they save. */
const WORTH_CUTTING = 2 << 20;

/** Below this, one part's tags stay where they are read. */
const WORTH_SPREADING = 16 << 20;

/** Whether a file is read by more than one worker. */
export function worthCutting(file: Seekable | null): file is Seekable {
  return file !== null && file.byteLength > WORTH_CUTTING;
}

/** Begins to read; the thread's wasm instance must be there. */
export function createSession(means: Means, request: ScanRequest, options: SessionOptions): Session {
  const closed = new AbortController();
  const reader = new Reader(means, request, options, until(options.signal, closed.signal));
  return {
    read: reader.read(),
    ask: (question, { signal } = {}) => reader.ask(question, until(signal, closed.signal)),
    close() {
      closed.abort();
      reader.close();
    },
  };
}

class Reader implements Asked {
  private joined: Scan;
  parts: Part[] = [];
  /** How many of them are joined: the first ones. */
  private done = 0;
  private bytes = 0;
  origin: bigint | undefined;
  /** Time of the first selected tag. */
  private start: bigint | undefined;
  private budget: number;
  /** Reading itself broke off. */
  private broken: ErrorObject | null = null;
  /** What the whole file holds by its index, where only a range of it was read. */
  private whole: Pick<Snapshot, "bytes" | "frames" | "messages" | "tags"> | null = null;
  private last: Snapshot | null = null;
  reading = true;
  private becomeReady = (): void => {};
  readonly ready = new Promise<void>((resolve) => {
    this.becomeReady = resolve;
  });
  private due = 0;
  /** Partial results of the file's very beginning, as long as there are no others. */
  private glimpsed: Uint8Array | null = null;
  private readonly questions = new Questions(this);

  readonly means: Means;
  private readonly request: ScanRequest;
  private readonly options: SessionOptions;
  private readonly signal: AbortSignal;

  constructor(means: Means, request: ScanRequest, options: SessionOptions, signal: AbortSignal) {
    this.means = means;
    this.request = request;
    this.options = options;
    this.signal = signal;
    this.joined = call(() => new Scan(request));
    this.budget = request.selection === undefined ? (options.budget ?? BUDGET) : 0;
  }

  async read(): Promise<Snapshot> {
    try {
      return await this.readAll();
    } finally {
      this.reading = false;
      this.becomeReady();
    }
  }

  private async readAll(): Promise<Snapshot> {
    const { file, pool } = this.means;
    const { selection, verify } = this.request;
    const narrow = selection?.from !== undefined || selection?.to !== undefined;
    let rest: number | null = 0;
    const glimpse = worthCutting(file) && selection === undefined ? this.glimpse() : undefined;
    // An index is compared with the whole file.
    if (verify !== true && file !== null && (narrow || (pool.size > 1 && worthCutting(file)))) {
      const frames = await readFrames(file);
      if (narrow && frames !== null && frames.origin !== null)
        rest = await this.readRange(frames, frames.origin);
      else if (pool.size > 1 && worthCutting(file)) {
        this.origin = frames?.origin ?? undefined;
        rest = await this.readParts(frames ? cutsByIndex(frames, pool.size) : cuts(file, pool.size));
      }
    }
    if (rest !== null) await this.readPart({ from: rest, to: null });
    await glimpse;
    call(() => this.joined.conclude());
    this.last = this.snapshot();
    return this.last;
  }

  /** Shows the very beginning, while it is found out how the file is cut. */
  private async glimpse(): Promise<void> {
    if (this.options.onSnapshot === undefined) return;
    const task = { ...this.task({ from: 0, to: GLIMPSE }, this.request), interval: 0 };
    const onProgress: Reports["onProgress"] = (_, saved) => {
      this.glimpsed = saved;
      this.show();
    };
    try {
      const worker = await this.means.pool.take();
      await this.readOn(worker, task, this.signal, { onProgress }).result;
    } catch {
      // What goes wrong here goes wrong again with the part that begins here, and is told then.
    }
  }

  /** Reads the frames that the selection concerns; answers 0 where the index proves wrong, null for done. */
  private async readRange(frames: Frames, origin: bigint): Promise<0 | null> {
    const { from, to } = this.request.selection ?? {};
    const first = from === undefined ? MIN : origin + from;
    const last = to === undefined ? MAX : origin + to;
    this.origin = origin;
    if ((await this.readParts(cutsOfRange(frames, first, last, this.means.pool.size))) === null) {
      const data = frames.tags.length;
      const tags = frames.tags.reduce((sum, n) => sum + n, 0);
      // A frame of an indexed file holds one message.
      this.whole = { bytes: this.means.file?.byteLength ?? 0, frames: data, messages: data, tags };
      return null;
    }
    // What was joined was chosen by an index that is not to be trusted.
    free(this.joined);
    this.joined = call(() => new Scan(this.request));
    this.parts = [];
    this.done = 0;
    this.bytes = 0;
    this.origin = undefined;
    this.start = undefined;
    return 0;
  }

  /** Reads parts side by side; answers from where on the rest is to be read in one go, null for nothing. */
  private async readParts(all: AsyncIterable<Cut> | Iterable<Cut>): Promise<number | null> {
    // Bins that begin with the first selected tag can't be laid out before that is known.
    const { analyses, selection } = this.request;
    const rates = analyses.some(({ name, ...rest }) => name === "rate" && !("start" in rest));
    const needsStart = rates && selection !== undefined;
    const running = new Set<Promise<void>>();
    let failure: unknown;
    let rest: number | null = null;
    for await (const cut of all) {
      const worker = await this.means.pool.take();
      if (failure !== undefined || rest !== null) {
        this.means.pool.give(worker);
        break;
      }
      const [placed, finished] = this.begin(worker, cut);
      const joined = finished
        .then(() => {
          rest ??= this.advance();
        })
        .catch((thrown) => {
          failure ??= thrown;
        });
      running.add(joined);
      if (this.origin === undefined) await Promise.race([placed, joined]);
      if (needsStart && this.start === undefined) {
        await joined;
        this.start = this.parts.at(-1)?.description?.start ?? undefined;
      }
    }
    await Promise.all(running);
    if (rest === null && failure !== undefined) throw failure;
    return rest;
  }

  private async readPart(cut: Cut): Promise<void> {
    const [, finished] = this.begin(await this.means.pool.take(), cut);
    await finished;
    this.advance();
  }

  /** Begins a part: one promise settles when the file's first tag is known, one when all is read. */
  private begin(worker: Worker, cut: Cut): [Promise<void>, Promise<void>] {
    const request: PartRequest = { ...this.request, at: BigInt(cut.from) };
    if (this.origin !== undefined) request.origin = this.origin;
    if (this.start !== undefined) request.start = this.start;
    if (this.budget > 0) request.keep = BigInt(this.budget);
    let place = (): void => {};
    const placed = new Promise<void>((resolve) => {
      place = resolve;
    });
    // One worker reads all: others keep it, and answer questions meanwhile.
    const size = this.means.file?.byteLength ?? 0;
    const spread = this.budget > 0 && cut.from === 0 && cut.to === null && size > WORTH_SPREADING;
    const held = this.readOn(worker, { ...this.task(cut, request), spread }, this.signal, {
      onOrigin: (origin) => {
        this.origin ??= origin;
        place();
      },
      onProgress: (bytes, saved, description) => {
        Object.assign(part, { bytes, saved, description });
        if (description.kept_tags === null) forgetHanded(part);
        // Answers are joined from the first part on.
        if (part === this.parts[0]) this.becomeReady();
        this.show();
      },
      onKept: (tags, count) => {
        const others = this.means.pool.others(worker);
        const keeper = others[part.handed.length % others.length] ?? worker;
        part.handed.push(keeper.hold(tags, count));
      },
    });
    const rest = { description: null, result: null, bytes: 0, saved: null, spread, handed: [] };
    const part: Part = { ...cut, ...rest, held };
    this.parts.push(part);
    const finished = held.result.then((result) => {
      Object.assign(part, { result, description: result.part, saved: null });
      this.account(part);
      if (part === this.parts[0]) this.becomeReady();
    });
    return [placed, finished];
  }

  /** Reads a part on a worker, which is given back afterwards; `signal` ends it. */
  readOn(worker: Worker, task: PartTask, signal: AbortSignal, reports: Reports): HeldPart {
    const held = worker.read(task, reports);
    const abort = () => worker.forget([held.id]);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    const result = held.result.finally(() => {
      signal.removeEventListener("abort", abort);
      this.means.pool.give(worker);
    });
    return { ...held, result };
  }

  task(cut: Cut, request: PartRequest): PartTask {
    const { source, file } = this.means;
    const whole = file === null || (cut.from === 0 && cut.to === null);
    return {
      source: whole ? source : file.part(cut.from, cut.to),
      request,
      interval: this.options.interval ?? 100,
      snapshots: this.options.onSnapshot !== undefined,
      spread: false,
    };
  }

  /** Parts that are read at the same time may together keep more than there is room for. */
  private account(part: Part): void {
    const { description } = part;
    if (description === null || description.kept_bytes === null) return;
    if (description.kept_bytes <= this.budget) {
      this.budget -= description.kept_bytes;
      return;
    }
    forget(part);
    description.kept_bytes = null;
    description.kept_tags = null;
  }

  /** Joins what is ready; answers from where on the rest is to be read in one go, null for nothing. */
  private advance(): number | null {
    for (;;) {
      const part = this.parts[this.done];
      const result = part?.result ?? null;
      if (part === undefined || result === null) return null;
      const asSaid = part.tags === undefined || part.tags === result.part.tags;
      if (part.to !== null && !(result.part.sound && result.broken === null && asSaid)) {
        for (const part of this.parts.splice(this.done)) forget(part);
        return part.from;
      }
      call(() => this.joined.join(result.saved));
      this.done += 1;
      this.bytes += (part.to ?? this.means.file?.byteLength ?? part.bytes) - part.from;
      this.broken = result.broken;
      // The partial results live on in what they were joined to.
      result.saved = new Uint8Array(0);
      this.show();
    }
  }

  private show(): void {
    const { onBytes, onSnapshot, interval = 100 } = this.options;
    const total = this.means.file?.byteLength ?? null;
    const bytes = this.parts.slice(this.done).reduce((sum, part) => sum + part.bytes, this.bytes);
    onBytes?.(bytes, total);
    const now = performance.now();
    if (onSnapshot === undefined || now < this.due || this.signal.aborted) return;
    // Later parts may be ahead of the first, without which there is nothing to see.
    if (this.done === 0 && this.front() === null) return;
    this.last = { ...this.snapshot(), bytes };
    onSnapshot(this.last);
    const cost = performance.now() - now;
    // Reports come every `interval`: half of it lets none of them slip by for being a little early.
    this.due = now + Math.max(interval / 2, 5 * cost);
  }

  /** Partial results of what follows the parts that are joined. */
  private front(): Uint8Array | null {
    return this.parts[this.done]?.saved ?? (this.done === 0 ? this.glimpsed : null);
  }

  private snapshot(): Snapshot {
    const front = this.front();
    const taken = call(() =>
      front === null ? this.joined.snapshot() : this.joined.preview(front),
    ) as Snapshot;
    taken.total = this.means.file?.byteLength ?? null;
    Object.assign(taken, this.whole);
    // Of a glimpse nothing is kept, and nothing of that is to be told.
    if (front === null || front !== this.glimpsed) {
      taken.kept = { tags: 0, bytes: 0 };
      for (const { description } of this.parts) {
        taken.kept.tags += description?.kept_tags ?? 0;
        taken.kept.bytes += description?.kept_bytes ?? 0;
      }
    }
    if (this.broken !== null) {
      taken.complete = false;
      taken.findings = [this.broken, ...taken.findings];
      taken.error = this.broken;
    }
    return taken;
  }

  async ask(question: ScanRequest, signal: AbortSignal): Promise<Snapshot> {
    const { analyses, findings } = await this.questions.ask(question, signal);
    const base = this.last ?? this.snapshot();
    return {
      ...base,
      analyses,
      findings,
      error: findings[0] ?? null,
      complete: base.complete && findings.length === 0,
    };
  }

  close(): void {
    this.questions.forget();
    for (const part of this.parts) forget(part);
    this.means.file?.close();
    free(this.joined);
  }
}

/** Lets go of what a part keeps, or of its reading. */
function forget(part: Part): void {
  part.held.worker.forget([part.held.id]);
  forgetHanded(part);
}

function forgetHanded(part: Part): void {
  for (const { worker, id } of part.handed.splice(0)) worker.forget([id]);
}

function until(signal: AbortSignal | undefined, closed: AbortSignal): AbortSignal {
  return signal === undefined ? closed : AbortSignal.any([signal, closed]);
}
