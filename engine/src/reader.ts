/**
 * Reads a recording in parts, by as many workers as there are, and is asked what they found.
 *
 * Parts are joined in the order of the file, on the thread of the caller. Each is read as if it
 * began with a message. Where one turns out not to end with one, or is damaged, what follows it is
 * read again in one go: what was joined before stays, and nothing wrong was shown.
 */

import { Account, INTERVAL_MS } from "./account";
import { type Asked, forget, type Means, type Part, type Relayed } from "./ask";
import { Budget } from "./budget";
import { begun, type Cut, cuts, cutsByIndex, cutsOfRange, largestPart } from "./cut";
import { cancelled } from "./errors";
import { type Frames, overviewOf, readFrames, totalsOf } from "./frames";
import type { PartRequest, PartResult } from "./part";
import type { HeldPart, PartTask, Reports, Worker } from "./pool";
import { Questions } from "./questions";
import { type Host, Relay } from "./relay";
import { isRange, type ScanRequest, type Selection } from "./request";
import type { Snapshot } from "./results";
import type { SessionOptions } from "./session";
import type { Seekable } from "./source";

const BUDGET = 256 << 20;
/** How much of a file is looked at before it is known how it is cut. */
const GLIMPSE = 256 << 10;
/** Below this, starting more workers takes longer than they save. */
const WORTH_CUTTING = 2 << 20;

/** So many parts' answers to the standing question wait for it to be asked: 30 MB with many channels. */
const MOST_WAITING = 16;

/** Below this, one part's tags are analysed where they are decoded. */
const WORTH_RELAYING = 16 << 20;

/** Whether a file is read by more than one worker. */
export function worthCutting(file: Seekable | null): file is Seekable {
  return file !== null && file.byteLength > WORTH_CUTTING;
}

export class Reader implements Asked, Host {
  parts: Part[] = [];
  private account: Account;
  origin: bigint | undefined;
  /** Whether parts are to know the time of the first selected tag: bins that begin with it are laid out by it. */
  private readonly needsStart: boolean;
  /** That time. */
  private start: bigint | undefined;
  readonly standing: ScanRequest["analyses"];
  readonly budget: Budget;
  /** Bytes that tags may take; 0 where none are kept. */
  private readonly room: number;
  private relay: Relay | null = null;
  /** The standing question is asked from here. */
  private asking = false;
  reading = true;
  private becomeReady = (): void => {};
  readonly ready = new Promise<void>((resolve) => {
    this.becomeReady = resolve;
  });
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
    this.account = this.openAccount();
    const rates = request.analyses.some(({ name, ...rest }) => name === "rate" && !("start" in rest));
    this.needsStart = rates && request.selection !== undefined;
    this.room = request.selection === undefined ? (options.budget ?? BUDGET) : 0;
    this.budget = new Budget(this.room);
    this.standing = request.selection === undefined ? (options.standing ?? []) : [];
  }

  private openAccount(): Account {
    return new Account(this.request, this.parts, this.means.file?.byteLength ?? null, this.options);
  }

  async read(): Promise<Snapshot> {
    try {
      return await this.readAll();
    } finally {
      this.reading = false;
      // Of what was relayed and not analysed nothing is known, and nothing that follows it.
      const relayed = this.parts.some(({ of }) => of !== null);
      const gap = relayed ? this.parts.findIndex(({ result }) => result === null) : -1;
      if (gap >= 0) for (const part of this.parts.splice(gap)) forget(part);
      this.becomeReady();
    }
  }

  private async readAll(): Promise<Snapshot> {
    const { file, pool } = this.means;
    const { selection, verify } = this.request;
    const narrow = isRange(selection);
    let rest: number | null = 0;
    // An index is compared with the whole file.
    const looks = file !== null && verify !== true && (narrow || (pool.size > 1 && worthCutting(file)));
    const looked = looks ? readFrames(file) : null;
    const largest = file === null ? 0 : largestPart(file, pool.size, this.room);
    // Where there is an index, no search is needed; but to know that takes as long as to find the first border.
    const searched = looks && !narrow && file.remote ? begun(cuts(file, pool.size, largest)) : null;
    const glimpse = worthCutting(file) && selection === undefined ? this.glimpse(looked) : undefined;
    if (file !== null && looked !== null) {
      const frames = await looked;
      if (narrow && frames !== null && frames.origin !== null)
        rest = await this.readRange(file, selection, frames, frames.origin);
      else if (pool.size > 1 && worthCutting(file)) {
        this.origin = frames?.origin ?? this.origin;
        this.account.overview = overviewOf(frames);
        const all = frames
          ? cutsByIndex(frames, pool.size, largest)
          : (searched ?? cuts(file, pool.size, largest));
        rest = await this.readParts(all);
      }
    }
    if (rest !== null) {
      // Where there is an index, it is wrong.
      this.account.overview = null;
      await this.readPart({ from: rest, to: null });
    }
    if (this.relay?.hasLost) {
      if (this.signal.aborted) throw cancelled();
      this.startOver();
      await this.readPart({ from: 0, to: null });
    }
    await glimpse;
    return this.account.conclude();
  }

  /** Shows the very beginning, while it is found out how the file is cut; an index there is has been read then. */
  private async glimpse(looked: Promise<unknown> | null): Promise<void> {
    if (this.options.onSnapshot === undefined) return;
    const task = { ...this.task({ from: 0, to: GLIMPSE }, this.request), interval: 0 };
    const onProgress: Reports["onProgress"] = (bytes, saved) => {
      if (saved !== null) this.account.glimpse = { bytes, saved };
      // What an index tells belongs to the first picture. That it can't be read is told elsewhere.
      Promise.resolve(looked).then(
        () => this.show(),
        () => {},
      );
    };
    // All that parts wait for.
    const onOrigin = (origin: bigint | null): void => {
      this.origin ??= origin ?? undefined;
    };
    try {
      const worker = await this.means.pool.take();
      await this.readOn(worker, task, this.signal, { onOrigin, onProgress }).result;
    } catch {
      // What goes wrong here goes wrong again with the part that begins here, and is told then.
    }
  }

  /** Reads the frames that the selection concerns; answers 0 where the index proves wrong, null for done. */
  private async readRange(
    file: Seekable,
    selection: Selection,
    frames: Frames,
    origin: bigint,
  ): Promise<0 | null> {
    this.origin = origin;
    if ((await this.readParts(cutsOfRange(frames, origin, selection, this.means.pool.size))) === null) {
      this.account.totals = totalsOf(frames, file.byteLength);
      return null;
    }
    // What was joined was chosen by an index that is not to be trusted.
    this.startOver();
    this.origin = undefined;
    this.start = undefined;
    return 0;
  }

  private startOver(): void {
    this.account.free();
    for (const part of this.parts) {
      forget(part);
      this.budget.giveBack(part.room);
    }
    this.parts = [];
    this.account = this.openAccount();
  }

  /** Reads parts side by side; answers from where on the rest is to be read in one go, null for nothing. */
  private async readParts(all: AsyncIterable<Cut> | Iterable<Cut>): Promise<number | null> {
    const running = new Set<Promise<void>>();
    let failure: unknown;
    let rest: number | null = null;
    for await (const cut of all) {
      const worker = await this.means.pool.take();
      if (failure !== undefined || rest !== null) {
        this.means.pool.give(worker);
        break;
      }
      const [placed, finished] = this.begin(worker, cut, this.relayOf(worker, cut));
      const joined = finished
        .then(() => {
          rest ??= this.advance();
        })
        .catch((thrown) => {
          failure ??= thrown;
        });
      running.add(joined);
      if (!this.isPlaced()) await Promise.race([placed, joined]);
    }
    await Promise.all(running);
    if (rest === null && failure !== undefined) throw failure;
    return rest;
  }

  /** Whether it is known what parts count times from. Until then no two are read at the same time. */
  private isPlaced(): boolean {
    return this.origin !== undefined && !(this.needsStart && this.start === undefined);
  }

  private async readPart(cut: Cut): Promise<void> {
    const worker = await this.means.pool.take();
    const [, finished] = this.begin(worker, cut, this.relayOf(worker, cut));
    await finished;
    this.advance();
  }

  /** Where one worker decodes all, others analyse what it sends on, and keep it. */
  private relayOf(worker: Worker, { from, to }: Cut): Relay | null {
    const { pool, file } = this.means;
    const large = (file?.byteLength ?? 0) > WORTH_RELAYING;
    if (from > 0 || to !== null || !large || this.room === 0 || this.relay?.hasLost) return null;
    // Without another one it goes on as well.
    pool.warm(2).catch(() => {});
    this.relay = new Relay(this, () => pool.others(worker));
    return this.relay;
  }

  /** Begins a part: one promise settles when it is known what the next ones count from, one when all is read. */
  private begin(worker: Worker, cut: Cut, relay: Relay | null): [Promise<void>, Promise<void>] {
    const request: PartRequest = { ...this.request, at: BigInt(cut.from) };
    if (this.origin !== undefined) request.origin = this.origin;
    if (this.start !== undefined) request.start = this.start;
    const busy = this.parts.filter(({ result }) => result === null).length;
    const sharers = cut.to === null ? 1 : this.means.pool.size - busy;
    const room = relay === null ? this.budget.grant(sharers) : 0;
    if (relay !== null) request.relay = true;
    else {
      if (room > 0) request.keep = BigInt(room);
      if (this.standing.length > 0) request.standing = { analyses: this.standing };
    }
    let place = (): void => {};
    const placed = new Promise<void>((resolve) => {
      place = resolve;
    });
    const learn = (origin: bigint | null, start: bigint | null): void => {
      this.origin ??= origin ?? undefined;
      if (this.needsStart) this.start ??= start ?? undefined;
      if (this.isPlaced()) place();
    };
    const held = this.readOn(worker, this.task(cut, request), this.signal, {
      onOrigin: learn,
      onProgress: (bytes, saved, description) => {
        Object.assign(part, { bytes, saved, description });
        // Answers are joined from the first part on.
        if (part === this.parts[0]) this.becomeReady();
        this.show();
      },
      onRelayed: (tags) => relay?.pass(part, tags),
      onRead: (result) => {
        // Of the shortest parts there is nothing to tell before their end.
        learn(result.part.origin, result.part.start);
        this.finish(part, result);
        if (relay === null) this.budget.settle(room, part.room, result.part.kept_tags !== null);
      },
    });
    const part: Part = { ...cut, ...UNREAD, held, room, relays: relay };
    this.parts.push(part);
    // Also where reading is stopped, what was sent on is analysed.
    const finished = held.result.finally(() => relay?.settled());
    return [placed, finished.then(() => {})];
  }

  relayedRequest(): PartRequest {
    const request: PartRequest = { analyses: this.request.analyses };
    if (this.origin !== undefined) request.origin = this.origin;
    if (this.standing.length > 0) request.standing = { analyses: this.standing };
    return request;
  }

  addBefore(part: Part, held: HeldPart, room: number, of: Relayed): Part {
    const added: Part = { from: 0, to: 0, ...UNREAD, held, room, of };
    this.parts.splice(this.parts.indexOf(part), 0, added);
    return added;
  }

  finish(part: Part, result: PartResult): void {
    Object.assign(part, { result, description: result.part, saved: null });
    part.room = result.part.kept_bytes ?? 0;
    if (part === this.parts[0]) this.becomeReady();
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
      interval: this.options.interval ?? INTERVAL_MS,
      snapshots: this.options.onSnapshot !== undefined,
    };
  }

  /** Joins what is ready; answers from where on the rest is to be read in one go, null for nothing. */
  advance(): number | null {
    for (;;) {
      const part = this.parts[this.account.done];
      const result = part?.result ?? null;
      if (part === undefined || result === null) return null;
      const asSaid = part.tags === undefined || part.tags === result.part.tags;
      if (part.of === null && part.to !== null && !(result.part.sound && result.broken === null && asSaid)) {
        for (const part of this.parts.splice(this.account.done)) {
          forget(part);
          this.budget.giveBack(part.room);
        }
        return part.from;
      }
      this.account.join(part);
      this.show();
      this.askStanding();
    }
  }

  /** What was found in parts for the standing question takes memory until it is asked, which may be late. */
  private askStanding(): void {
    const waiting = this.parts.filter(({ result }) => result?.standing).length;
    if (waiting < MOST_WAITING || this.asking) return;
    this.asking = true;
    const asked = this.questions.ask({ analyses: this.standing }, this.signal);
    asked
      // Whoever asks it is told what goes wrong.
      .catch(() => {})
      .finally(() => {
        this.asking = false;
      });
  }

  private show(): void {
    if (!this.signal.aborted) this.account.show();
  }

  async ask(question: ScanRequest, signal: AbortSignal): Promise<Snapshot> {
    const { analyses, findings } = await this.questions.ask(question, signal);
    const base = this.account.last ?? this.account.snapshot();
    return {
      ...base,
      overview: this.reading ? base.overview : null,
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
    this.account.free();
  }
}

/** What is known of a part before anything is read. */
const UNREAD = {
  description: null,
  result: null,
  bytes: 0,
  room: 0,
  saved: null,
  relays: null,
  of: null,
} satisfies Partial<Part>;
