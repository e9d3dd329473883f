/**
 * Remote files. A response that fails or breaks off is requested again from where it broke off, a few times with
 * increasing pauses. If the file has changed by then, that is an error; versions are never joined.
 */

import { elapsed } from "../abort.ts";
import { cancelled, TagviewError } from "../errors.ts";
import type { RandomAccess } from "./random-access.ts";
import { ServerSilent, SILENCE_MS, unlessSilent } from "./silence.ts";
import type { Place, Source } from "./stream.ts";
import {
  type Ask,
  type Asking,
  asReadFailed,
  changed,
  openUrl,
  request,
  type UrlPart,
  urlAnywhere,
} from "./url.ts";

/** Timeout of a server, milliseconds. */
export interface Patience {
  /** Milliseconds of the pause before each retry. */
  pauses: readonly number[];
  /** Milliseconds without a byte after which a response has failed. */
  silence: number;
}

const PATIENCE: Patience = { pauses: [250, 1000, 4000], silence: SILENCE_MS };
/** Number of silent attempts after which a server has failed. */
const MOST_SILENCES = 2;
/** The longest pause that a server may request. */
const LONGEST_PAUSE = 10_000;
/** Statuses that may change a moment later (RFC 9110, 15; RFC 6585). */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * Opens an address; `signal` ends a wait for the server. Reading continues after a broken connection.
 * @throws TagviewError `open-failed`, `cancelled`; `read-failed` or `changed` if the file was open before.
 */
export async function openRemote(part: UrlPart, signal?: AbortSignal, patience = PATIENCE): Promise<Source> {
  const { url, from = 0, to = null } = part;
  const asking = patient(patience, url);
  const first = await openUrl(part, signal, asking).catch((thrown) => {
    throw part.of === undefined ? thrown : asReadFailed(thrown, BigInt(from));
  });
  const { byteLength, of } = first;
  const closing = new AbortController();
  let source: Source = first;
  let at = from;

  /** The bytes after those received so far, of the same version of the file. */
  const resume = async (why: unknown): Promise<Source> => {
    source.close();
    try {
      const anywhere = await urlAnywhere(url, closing.signal, asking);
      anywhere?.close();
      if (anywhere !== null) return await openUrl({ url, from: at, to, of }, closing.signal, asking);
    } catch (thrown) {
      if (thrown instanceof TagviewError && thrown.code === "changed") throw changed(BigInt(at));
      throw asReadFailed(thrown, BigInt(at));
    }
    const message = "the connection broke, and the server does not serve parts of files";
    throw new TagviewError("read-failed", message, "open it again, or download it first", BigInt(at), {
      cause: why,
    });
  };

  return {
    byteLength,
    async read(place: Place, max: number) {
      const retries = new Retries(patience, closing.signal);
      for (;;) {
        try {
          const n = await source.read(place, max);
          const isCut = n === 0 && byteLength !== null && at < from + byteLength;
          if (isCut)
            throw new TagviewError(
              "read-failed",
              "the connection was interrupted",
              "open it again",
              BigInt(at),
            );
          at += n;
          return n;
        } catch (thrown) {
          await retries.pauseAfter(thrown, at);
          source = await resume(thrown);
          if (!closing.signal.aborted) continue;
          source.close();
          throw cancelled();
        }
      }
    },
    close() {
      closing.abort();
      source.close();
    },
  };
}

/**
 * Opens an address with random access; null if the server does not support ranges of it. `signal` ends a wait for the
 * server.
 * @throws TagviewError `open-failed`, `read-failed`, `cancelled`.
 */
export async function remoteAnywhere(
  url: string,
  signal?: AbortSignal,
  patience = PATIENCE,
): Promise<RandomAccess | null> {
  const anywhere = await urlAnywhere(url, signal, patient(patience, url));
  if (anywhere === null) return null;
  const closing = new AbortController();
  let silent: ServerSilent | null = null;
  return {
    ...anywhere,
    async readAt(offset, place, max, signal) {
      const ended = signal === undefined ? closing.signal : AbortSignal.any([closing.signal, signal]);
      const retries = new Retries(patience, ended);
      for (;;) {
        // A server that has stopped responding is not awaited repeatedly.
        if (silent !== null) throw silent;
        try {
          return await anywhere.readAt(offset, place, max, signal);
        } catch (thrown) {
          try {
            await retries.pauseAfter(thrown, offset);
          } catch (final) {
            if (final instanceof ServerSilent) silent = final;
            throw final;
          }
        }
      }
    },
    close() {
      closing.abort();
      anywhere.close();
    },
  };
}

/** Pauses between attempts at one request. A server may be silent in only one of them. */
class Retries {
  private tries = 0;
  private silences = 0;
  private readonly patience: Patience;
  private readonly signal: AbortSignal;

  constructor(patience: Patience, signal: AbortSignal) {
    this.patience = patience;
    this.signal = signal;
  }

  /** Whether to retry after this error. */
  private mayFollow(thrown: unknown): boolean {
    if (thrown instanceof ServerSilent) this.silences += 1;
    return this.tries < this.patience.pauses.length && this.silences < MOST_SILENCES && !isFinal(thrown);
  }

  /**
   * Waits before the attempt after one that threw.
   * @throws TagviewError the thrown error at byte `at`, if there is no further attempt; `cancelled` after `signal` has
   * fired.
   */
  async pauseAfter(thrown: unknown, at: number): Promise<void> {
    if (this.signal.aborted) throw cancelled(this.signal);
    if (!this.mayFollow(thrown)) throw asBrokenOff(thrown, at);
    await this.pause();
  }

  /** Like `pauseAfter`, for a request without a response. A silent attempt is the last one. */
  async pauseAfterRequest(thrown: unknown): Promise<void> {
    if (this.signal.aborted) throw cancelled(this.signal);
    if (isRefused(thrown) || thrown instanceof ServerSilent || !this.mayFollow(thrown)) throw thrown;
    await this.pause();
  }

  /** Whether a response with a temporary status is the last one. */
  get areOver(): boolean {
    return this.tries >= this.patience.pauses.length;
  }

  /** Waits for the next attempt, at least `least` milliseconds. */
  async pause(least = 0): Promise<void> {
    const wait = this.patience.pauses[this.tries] ?? 0;
    this.tries += 1;
    await elapsed(Math.max(wait, least), this.signal);
  }
}

/** Repeats a request without a response, or with a temporary status. */
function patient(patience: Patience, address: string): Asking {
  const { silence } = patience;
  const once = requestOf(address);
  const ask: Ask = async (url, signal, range) => {
    const retries = new Retries(patience, signal);
    for (;;) {
      let response: Response;
      try {
        response = await unlessSilent(silence, signal, (signal) => once(url, signal, range));
      } catch (thrown) {
        await retries.pauseAfterRequest(thrown);
        continue;
      }
      if (retries.areOver || !PASSING.has(response.status)) return response;
      await response.body?.cancel();
      await retries.pause(pauseAfter(response));
    }
  };
  return { ask, silence };
}

/** The fetch function of an address. Signing code is loaded on demand. */
function requestOf(address: string): Ask {
  if (!/^s3:/i.test(address)) return request;
  return async (url, signal, range) => (await import("./s3.ts")).s3Request(url, signal, range);
}

/** Whether the server has responded, and would respond equally again. */
function isRefused(thrown: unknown): boolean {
  return thrown instanceof TagviewError && thrown.code === "open-failed" && thrown.cause === undefined;
}

/** The pause requested by a server in seconds (RFC 9110, 10.2.3), as milliseconds. */
function pauseAfter({ headers }: Response): number {
  const seconds = Number(headers.get("retry-after") ?? 0);
  return Number.isFinite(seconds) ? Math.min(LONGEST_PAUSE, 1000 * seconds) : 0;
}

/** Whether a retry would change nothing. */
function isFinal(thrown: unknown): boolean {
  return thrown instanceof TagviewError && ["changed", "cancelled"].includes(thrown.code);
}

function asBrokenOff(thrown: unknown, at: number): TagviewError {
  if (thrown instanceof TagviewError) return thrown;
  const [message, remedy] = ["the connection broke repeatedly", "check the network, and open it again"];
  return new TagviewError("read-failed", message, remedy, BigInt(at), { cause: thrown });
}
