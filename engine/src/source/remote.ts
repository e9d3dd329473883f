/**
 * What lies on other machines: where an answer fails on the way, or breaks off, it is asked for again, from where it broke
 * off, a few times with longer and longer pauses. A file that is another one by then is told, never joined.
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

/** How long a server is waited for, milliseconds. */
export interface Patience {
  /** Milliseconds of the pause before each further attempt. */
  pauses: readonly number[];
  /** Milliseconds without a byte after which an answer has failed. */
  silence: number;
}

const PATIENCE: Patience = { pauses: [250, 1000, 4000], silence: SILENCE_MS };
/** Attempts in which a server was silent until it is given up. */
const MOST_SILENCES = 2;
/** The longest pause that a server may ask for. */
const LONGEST_PAUSE = 10_000;
/** Answers that may be others a moment later (RFC 9110, 15; RFC 6585). */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * Opens what lies at an address; `signal` ends a wait for the server. Reading goes on where a connection broke off.
 * @throws TagviewError `open-failed`, `cancelled`; `read-failed` or `changed` where the file was open before.
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

  /** What follows the bytes that came so far, of the same version of the file. */
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
    const message = "the connection broke off, and the server gives no parts of files";
    throw new TagviewError("read-failed", message, "open it again, or fetch it first", BigInt(at), {
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
            throw new TagviewError("read-failed", "the connection broke off", "open it again", BigInt(at));
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
 * Opens what lies at an address for reading anywhere; null where the server gives no ranges of it. `signal` ends a wait
 * for the server.
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
    async readAt(offset, place, max) {
      const retries = new Retries(patience, closing.signal);
      for (;;) {
        // A server that has stopped to answer is not waited for again and again.
        if (silent !== null) throw silent;
        try {
          return await anywhere.readAt(offset, place, max);
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

/** Pauses between attempts at one thing. A server may be silent in one of them only. */
class Retries {
  private tries = 0;
  private silences = 0;
  private readonly patience: Patience;
  private readonly signal: AbortSignal;

  constructor(patience: Patience, signal: AbortSignal) {
    this.patience = patience;
    this.signal = signal;
  }

  /** Whether another attempt may follow one that ended like this. */
  private mayFollow(thrown: unknown): boolean {
    if (thrown instanceof ServerSilent) this.silences += 1;
    return this.tries < this.patience.pauses.length && this.silences < MOST_SILENCES && !isFinal(thrown);
  }

  /**
   * Waits before the attempt that follows one that threw.
   * @throws TagviewError what was thrown at byte `at`, where no further attempt is made; `cancelled` once `signal` has
   * fired.
   */
  async pauseAfter(thrown: unknown, at: number): Promise<void> {
    if (this.signal.aborted) throw cancelled();
    if (!this.mayFollow(thrown)) throw asBrokenOff(thrown, at);
    await this.pause();
  }

  /** As `pauseAfter`, for a request without an answer. One that met with silence is the last one. */
  async pauseAfterRequest(thrown: unknown): Promise<void> {
    if (this.signal.aborted) throw cancelled();
    if (isRefused(thrown) || thrown instanceof ServerSilent || !this.mayFollow(thrown)) throw thrown;
    await this.pause();
  }

  /** Whether an answer that may be another one a moment later is the last one. */
  get areOver(): boolean {
    return this.tries >= this.patience.pauses.length;
  }

  /** Waits for the next attempt, `least` milliseconds or longer. */
  async pause(least = 0): Promise<void> {
    const wait = this.patience.pauses[this.tries] ?? 0;
    this.tries += 1;
    await elapsed(Math.max(wait, least), this.signal);
  }
}

/** Asks again where no answer comes, or one that may be another a moment later. */
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

/** How an address is asked for. What signs is loaded where it is needed. */
function requestOf(address: string): Ask {
  if (!/^s3:/i.test(address)) return request;
  return async (url, signal, range) => (await import("./s3.ts")).s3Request(url, signal, range);
}

/** Whether the server has answered, and would answer the same again. */
function isRefused(thrown: unknown): boolean {
  return thrown instanceof TagviewError && thrown.code === "open-failed" && thrown.cause === undefined;
}

/** The pause that a server asks for, in seconds (RFC 9110, 10.2.3), as milliseconds. */
function pauseAfter({ headers }: Response): number {
  const seconds = Number(headers.get("retry-after") ?? 0);
  return Number.isFinite(seconds) ? Math.min(LONGEST_PAUSE, 1000 * seconds) : 0;
}

/** Whether a further attempt would change nothing. */
function isFinal(thrown: unknown): boolean {
  return thrown instanceof TagviewError && ["changed", "cancelled"].includes(thrown.code);
}

function asBrokenOff(thrown: unknown, at: number): TagviewError {
  if (thrown instanceof TagviewError) return thrown;
  const [message, remedy] = [
    "the connection broke off again and again",
    "check the network, and open it again",
  ];
  return new TagviewError("read-failed", message, remedy, BigInt(at), { cause: thrown });
}
