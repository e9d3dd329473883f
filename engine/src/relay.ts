/** Tags of one part, decoded by one worker and analysed by others: parts of their own, which stand before it. */

import { forget, NOBODY, type Part, type Relayed } from "./ask";
import type { Budget } from "./budget";
import type { PartRequest, PartResult } from "./part";
import type { HeldPart, Worker } from "./pool";

/** What a relay needs of a session. */
export interface Host {
  readonly budget: Budget;
  /** What a part of relayed tags is asked. */
  relayedRequest(): PartRequest;
  /** Adds such a part before the one whose tags it has. */
  addBefore(part: Part, held: HeldPart, room: number, of: Relayed): Part;
  /** All that there is of a part is known. */
  finish(part: Part, result: PartResult): void;
  /** Joins what is ready. */
  advance(): void;
}

export class Relay implements Relayed {
  kept = true;
  told: object | null = null;
  /** Tags were lost with a worker. */
  hasLost = false;
  private readonly parts: Part[] = [];
  private readonly results: Promise<void>[] = [];
  private failure: { thrown: unknown } | null = null;

  private readonly host: Host;
  private readonly others: () => readonly Worker[];

  /** By `others`, in turn; where there are none, by the worker that decodes, between times. */
  constructor(host: Host, others: () => readonly Worker[]) {
    this.host = host;
    this.others = others;
  }

  /** The next tags of `from`. */
  pass(from: Part, tags: Uint8Array): void {
    const { host, parts } = this;
    const others = this.others();
    const worker = others[parts.length % others.length] ?? from.held.worker;
    if (this.kept && !host.budget.take(roomFor(tags))) this.keepNone();
    const room = this.kept ? roomFor(tags) : 0;
    const request = host.relayedRequest();
    if (room > 0) request.keep = BigInt(room);
    const held = worker.hold(tags, request);
    const part = host.addBefore(from, held, room, this);
    parts.push(part);
    const settled = held.result
      .then(
        (result) => {
          // Nobody takes what nobody joins to what came before.
          if (!this.kept && this.told === NOBODY) result.standing = null;
          host.finish(part, result);
          host.budget.settle(room, part.room, room === 0 || part.room > 0);
          if (!this.kept) this.drop(part);
          host.advance();
        },
        () => {
          this.hasLost = true;
        },
      )
      .catch((thrown) => {
        this.failure ??= { thrown };
      });
    this.results.push(settled.finally(() => from.held.worker.next(from.held.id)));
  }

  /** All that were passed on were analysed, or lost. */
  async settled(): Promise<void> {
    await Promise.all(this.results);
    if (this.failure !== null) throw this.failure.thrown;
  }

  keepNone(): void {
    this.kept = false;
    for (const part of this.parts) if (part.result !== null) this.drop(part);
  }

  private drop(part: Part): void {
    forget(part);
    this.host.budget.giveBack(part.room);
    part.room = 0;
    if (part.description !== null)
      part.description = { ...part.description, kept_tags: null, kept_bytes: null };
  }
}

/** Bytes that tags may take where they are kept: twice as many each where they are far apart. */
function roomFor(tags: Uint8Array): number {
  return 2 * tags.byteLength + 4096;
}
