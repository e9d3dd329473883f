/** What there is to ask of an open recording. */

import type { Cut } from "./cut";
import { cancelled } from "./errors";
import type { PartDescription, PartRequest, PartResult } from "./part";
import type { HeldPart, PartTask, Pool, Reports, Worker } from "./pool";
import type { ScanRequest } from "./request";
import type { Seekable, SourceDescription } from "./source";

/** What a session works with. */
export interface Means {
  pool: Pool;
  source: SourceDescription;
  /** The source read anywhere, where that can be done; closed with the session. */
  file: Seekable | null;
  /** Lets messages and events of this thread in. */
  pause: () => Promise<void>;
}

/** A part of the file, read or being read. */
export interface Part extends Cut {
  held: HeldPart;
  /** As far as it is known; its reading may go on. */
  description: PartDescription | null;
  /** Reading has come to its end. */
  result: PartResult | null;
  bytes: number;
  /** Bytes of tags it may keep while it is read, then those it keeps. */
  room: number;
  /** Partial results while it is read. */
  saved: Uint8Array | null;
  /** Where its tags are analysed elsewhere: the state of the parts that they become, which stand before it. */
  relays: Relayed | null;
  /** Where this is such a part: the same. */
  of: Relayed | null;
}

/** Tags of one part that others analyse, in parts that have no bytes of their own. */
export interface Relayed {
  /** All of them are kept, so far. Otherwise questions are about the part as a whole. */
  readonly kept: boolean;
  /** Who was told what their standing analyses found. */
  told: object | null;
  /** Some of them can't be kept, or are lost, and no question is answered from the others. */
  keepNone(): void;
}

/** Whoever was told some of it is not there any more. */
export const NOBODY = {};

/** What there is to ask. */
export interface Asked {
  readonly means: Means;
  /** In the order of the file. */
  readonly parts: readonly Part[];
  /** Time of the file's first tag, once it is known. */
  readonly origin: bigint | undefined;
  /** Settles when there is something to ask, or nothing more will be read. */
  readonly ready: Promise<void>;
  /** Whether there will be more. */
  readonly reading: boolean;
  /** The analyses of the question that parts answer while they are read. */
  readonly standing: ScanRequest["analyses"];
  task(cut: Cut, request: PartRequest): PartTask;
  readOn(worker: Worker, task: PartTask, signal: AbortSignal, reports: Reports): HeldPart;
}

/** Lets go of what a part keeps, or of its reading. */
export function forget({ held }: Part): void {
  held.worker.forget([held.id]);
}

/**
 * What `promise` gives, unless `signal` fires before.
 * @throws TagviewError `cancelled`, and what `promise` does.
 */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw cancelled();
  let abort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(cancelled());
  });
  signal.addEventListener("abort", abort);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
