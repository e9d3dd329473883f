/** The workers of the caller's thread: started when needed, each reading one part at a time. */

import { asTagviewError, cancelled, TagviewError } from "./errors";
import type { PartDescription, PartRequest, PartResult } from "./part";
import type { Platform, WorkerPeer } from "./platform";
import { buffersOf, type FromWorker, type ToWorker } from "./protocol";
import type { SourceDescription } from "./source";
import type { CatResult, RunResult, TextTask } from "./text";

/** A worker that does not answer for so long after it was told to stop is ended. */
const SILENCE_MS = 2000;

/** What a part says while it is read. */
export interface Reports {
  onOrigin?: (origin: bigint, start: bigint | null) => void;
  onProgress?: (bytes: number, saved: Uint8Array | null, part: PartDescription) => void;
  /** Tags for another worker's `hold`; `next` asks for more. */
  onRelayed?: (tags: Uint8Array) => void;
  /** Text of a part (see `FromWorker`) or frames of a run, to be given back with `room`. */
  onText?: (bytes: Uint8Array, read: number) => void;
  /** A buffer that was sent as text. */
  onRoom?: (bytes: Uint8Array) => void;
  onUnsound?: () => void;
  /** The part was read; its worker takes no other before. */
  onRead?: (result: PartResult) => void;
}

/** A part as it is told to a worker. */
export interface PartTask {
  source: SourceDescription;
  request: PartRequest;
  interval: number;
  /** Whether reports of progress bring partial results. */
  snapshots: boolean;
}

/** A part that a worker has or is reading. */
export interface HeldPart {
  readonly id: number;
  readonly worker: Worker;
  /** @throws TagviewError `open-failed`, `usage`, `cancelled` or `internal`. */
  readonly result: Promise<PartResult>;
}

interface Waiting {
  resolve: (message: never) => void;
  reject: (error: TagviewError) => void;
  reports: Reports;
}

let lastId = 0;

/** One worker, seen from outside. */
export class Worker {
  /** False once it died: what it kept is lost. */
  alive = true;
  private readonly waiting = new Map<number, Waiting>();
  private silence: ReturnType<typeof setTimeout> | undefined;

  private readonly peer: WorkerPeer;
  private readonly gone: (worker: Worker) => void;

  constructor(peer: WorkerPeer, gone: (worker: Worker) => void) {
    this.peer = peer;
    this.gone = gone;
    peer.hold(false);
    peer.onMessage = (message) => this.hear(message);
    peer.onDeath = (why) =>
      this.die(
        new TagviewError(
          "internal",
          `the decoder stopped (${why})`,
          "please report it, with the file if you can share it",
        ),
      );
  }

  load(module: WebAssembly.Module): void {
    this.post({ type: "module", module });
  }

  /** Reads a part; the worker must be idle. */
  read(task: PartTask, reports: Reports): HeldPart {
    lastId += 1;
    const id = lastId;
    return { id, worker: this, result: this.send<PartResult>({ type: "read", id, ...task }, reports) };
  }

  /** Begins a task; the worker must be idle. */
  begin<T extends CatResult | RunResult>(
    task: TextTask,
    reports: Reports,
  ): { id: number; result: Promise<T> } {
    lastId += 1;
    return { id: lastId, result: this.send<T>({ id: lastId, ...task }, reports) };
  }

  /** Sends text to a run. */
  text(id: number, bytes: Uint8Array, last: boolean): void {
    this.post({ type: "text", id, bytes, last }, bytes);
  }

  /** Gives a buffer back. */
  room(bytes: Uint8Array): void {
    this.post({ type: "room", bytes }, bytes);
  }

  /** Tells what follows an unsound part. */
  more(id: number, source: SourceDescription): void {
    this.post({ type: "more", id, source });
  }

  private post(message: ToWorker, moved?: Uint8Array): void {
    if (this.alive) this.peer.post(message, [...buffersOf(moved)]);
  }

  /** Analyses tags that another worker has sent, as a part of their own; also while it reads. */
  hold(tags: Uint8Array, request: PartRequest): HeldPart {
    lastId += 1;
    const id = lastId;
    return {
      id,
      worker: this,
      result: this.send<PartResult>({ type: "hold", id, tags, request }, {}, tags),
    };
  }

  /** Tells a part that tags it has sent were analysed. */
  next(part: number): void {
    this.post({ type: "next", part });
  }

  /**
   * Asks a part that this worker keeps: a partial result of what follows the first `after` tags, up to
   * the first `tags`.
   * @throws TagviewError `usage` or `internal`.
   */
  ask(part: number, after: number, question: PartRequest): Promise<{ saved: Uint8Array; tags: number }> {
    lastId += 1;
    const request = { ...question, after: BigInt(after) };
    return this.send({ type: "ask", id: lastId, part, request }, {});
  }

  /** Lets go of parts; one that is being read is cancelled. */
  forget(parts: number[]): void {
    if (!this.alive || parts.length === 0) return;
    this.post({ type: "forget", parts });
    const reading = parts.filter((id) => this.waiting.has(id));
    if (reading.length === 0) return;
    // The caller is answered at once; the worker gets a moment to become usable again.
    for (const id of reading) {
      this.waiting.get(id)?.reject(cancelled());
      this.waiting.set(id, { resolve: () => {}, reject: () => {}, reports: {} });
    }
    this.silence ??= setTimeout(() => this.die(cancelled()), SILENCE_MS);
  }

  /** Ends it. */
  die(why: TagviewError): void {
    if (!this.alive) return;
    this.alive = false;
    clearTimeout(this.silence);
    this.peer.terminate();
    this.gone(this);
    for (const { reject } of this.waiting.values()) reject(why);
    this.waiting.clear();
  }

  private send<T>(
    message: Extract<ToWorker, { id: number }>,
    reports: Reports,
    moved?: Uint8Array,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (!this.alive) {
        reject(new TagviewError("internal", "the decoder is gone", "open the file again"));
        return;
      }
      this.waiting.set(message.id, { resolve, reject, reports });
      this.peer.hold(true);
      this.post(message, moved);
    });
  }

  private hear(message: FromWorker): void {
    const waiting = this.waiting.get(message.id);
    if (message.type === "text" && waiting?.reports.onText === undefined) this.room(message.bytes);
    if (waiting === undefined) return;
    switch (message.type) {
      case "origin":
        waiting.reports.onOrigin?.(message.origin, message.start);
        return;
      case "progress":
        waiting.reports.onProgress?.(message.bytes, message.saved, message.part);
        return;
      case "relayed":
        waiting.reports.onRelayed?.(message.tags);
        return;
      case "text":
        waiting.reports.onText?.(message.bytes, message.read);
        return;
      case "room":
        waiting.reports.onRoom?.(message.bytes);
        return;
      case "unsound":
        waiting.reports.onUnsound?.();
        return;
      case "read":
        waiting.reports.onRead?.(message.result);
        waiting.resolve(message.result as never);
        break;
      case "done":
        waiting.resolve(message.result as never);
        break;
      case "answered":
        waiting.resolve({ saved: message.saved, tags: message.tags } as never);
        break;
      case "failed":
        waiting.reject(asTagviewError(message.error));
    }
    this.waiting.delete(message.id);
    clearTimeout(this.silence);
    this.silence = undefined;
    this.peer.hold(this.waiting.size > 0);
    if (message.type === "failed" && message.dead) this.die(asTagviewError(message.error));
  }
}

/** Hands out idle workers. */
export interface Pool {
  readonly size: number;
  /** Starts so many workers before they are needed, fewer where there can't be so many. */
  warm(count: number): Promise<void>;
  /** A worker that reads nothing, as soon as there is one. */
  take(): Promise<Worker>;
  /** Gives it back. */
  give(worker: Worker): void;
  /** Those that were started, busy or not, but `worker`. */
  others(worker: Worker): Worker[];
}

/** What a pool is made of. */
export interface Staff {
  /** How many may work at the same time. */
  size: number;
  spawn: () => WorkerPeer;
  load: Platform["load"];
  /** The caller's own thread, the first to work where it has nothing better to do. */
  own?: (() => WorkerPeer) | undefined;
}

export function createPool({ size, spawn: thread, load, own }: Staff): Pool {
  const idle: Worker[] = [];
  const started = new Set<Worker>();
  const queue: { resolve: (worker: Worker) => void; reject: (error: unknown) => void }[] = [];
  let running = 0;
  let missing = own;

  async function spawn(): Promise<Worker> {
    running += 1;
    const start = missing ?? thread;
    missing = undefined;
    const worker = new Worker(start(), () => {
      running -= 1;
      if (start === own) missing = own;
      started.delete(worker);
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
      // Whoever waited for it gets another.
      const next = queue.shift();
      if (next !== undefined) spawn().then(next.resolve, next.reject);
    });
    // The worker starts while the module is compiled here.
    try {
      worker.load(await load());
    } catch (thrown) {
      worker.die(asTagviewError(thrown));
      throw asTagviewError(thrown);
    }
    if (worker.alive) started.add(worker);
    return worker;
  }

  function give(worker: Worker): void {
    if (!worker.alive) return;
    const next = queue.shift();
    if (next === undefined) idle.push(worker);
    else next.resolve(worker);
  }

  async function take(): Promise<Worker> {
    const worker = idle.shift();
    if (worker !== undefined) return worker;
    if (running < size) return spawn();
    return new Promise((resolve, reject) => queue.push({ resolve, reject }));
  }

  return {
    size,
    async warm(count) {
      const more = Math.max(0, Math.min(count, size) - running);
      await Promise.all(Array.from({ length: more }, async () => give(await spawn())));
    },
    take,
    give,
    others: (worker) => [...started].filter((other) => other !== worker),
  };
}
