/**
 * What lies on other machines: where an answer fails on the way, or breaks off, it is asked for again, from where it broke
 * off, a few times with longer and longer pauses. A file that is another one by then is told, never joined.
 */

import { setTimeout as pause } from "node:timers/promises";
import { cancelled, TagviewError } from "../errors.ts";
import type { RandomAccess } from "./random-access.ts";
import type { Place, Source } from "./stream.ts";
import { type Ask, openUrl, request, type UrlSource, urlAnywhere } from "./url.ts";

/** How long a server is waited for, milliseconds. */
export interface Patience {
  /** Pauses before asking again, so many times. */
  pauses: readonly number[];
  /** Without a byte for so long, an answer has failed. */
  silence: number;
}

const PATIENCE: Patience = { pauses: [250, 1000, 4000], silence: 30_000 };
/** The longest pause that a server may ask for. */
const LONGEST_PAUSE = 10_000;
/** Answers that may be others a moment later (RFC 9110, 15; RFC 6585). */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Bytes `from` up to `to` of what lies at an address; all of it without them. */
export async function openRemote(
  url: string,
  from = 0,
  to: number | null = null,
  patience = PATIENCE,
): Promise<Source> {
  const ask = patient(patience, url);
  const first = await openUrl(url, from, to, ask);
  const { byteLength, etag } = first;
  let source: UrlSource = first;
  let at = from;
  let closed = false;

  /** What follows what came so far, of the same version of the file. */
  const goOn = async (why: unknown): Promise<UrlSource> => {
    source.close();
    const anywhere = await urlAnywhere(url, ask);
    const total = anywhere?.byteLength;
    anywhere?.close();
    const failed = (message: string, remedy: string) =>
      new TagviewError("read-failed", message, remedy, BigInt(at), { cause: why });
    if (total === undefined)
      throw failed(
        "the connection broke off, and the server gives no parts of files",
        "open it again, or fetch it first",
      );
    const rest = await openUrl(url, at, to, ask);
    const isSame = rest.etag === etag && (to !== null || byteLength === null || total === from + byteLength);
    if (isSame) return rest;
    rest.close();
    throw new TagviewError("changed", "the file changed while it was read", "open it again", BigInt(at));
  };

  return {
    byteLength,
    async read(place: Place, max: number) {
      for (let tries = 0; ; tries += 1) {
        try {
          const n = await within(patience.silence, place, (place) => source.read(place, max));
          const isCut = n === 0 && byteLength !== null && at < from + byteLength;
          if (isCut)
            throw new TagviewError("read-failed", "the connection broke off", "open it again", BigInt(at));
          at += n;
          return n;
        } catch (thrown) {
          const wait = patience.pauses[tries];
          if (closed || wait === undefined || isFinal(thrown)) throw asReadFailed(thrown, at);
          await pause(wait);
          source = await goOn(thrown);
        }
      }
    },
    close() {
      closed = true;
      source.close();
    },
  };
}

/** Reading anywhere at an address; null where the server does not give ranges of what lies there. */
export async function remoteAnywhere(url: string, patience = PATIENCE): Promise<RandomAccess | null> {
  const anywhere = await urlAnywhere(url, patient(patience, url));
  if (anywhere === null) return null;
  return {
    ...anywhere,
    async readAt(offset, place, max) {
      for (let tries = 0; ; tries += 1) {
        try {
          return await within(patience.silence, place, (place) => anywhere.readAt(offset, place, max));
        } catch (thrown) {
          const wait = patience.pauses[tries];
          if (wait === undefined || isFinal(thrown)) throw asReadFailed(thrown, offset);
          await pause(wait);
        }
      }
    },
  };
}

/** Asks again where no answer comes, or one that may be another a moment later. */
function patient({ pauses, silence }: Patience, address: string): Ask {
  const once = requestOf(address);
  return async (url, signal, range) => {
    for (let tries = 0; ; tries += 1) {
      const wait = pauses[tries];
      try {
        const response = await within(silence, nowhere, () => once(url, signal, range));
        if (wait === undefined || !PASSING.has(response.status)) return response;
        await response.body?.cancel();
        await pause(Math.max(wait, pauseAfter(response)), undefined, { signal });
      } catch (thrown) {
        if (wait === undefined || signal.aborted || isRefused(thrown)) throw thrown;
        await pause(wait, undefined, { signal });
      }
    }
  };
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

/** Whether asking again would change nothing. */
function isFinal(thrown: unknown): boolean {
  return thrown instanceof TagviewError && ["changed", "cancelled", "open-failed"].includes(thrown.code);
}

function asReadFailed(thrown: unknown, at: number): TagviewError {
  if (thrown instanceof TagviewError) return thrown;
  const [message, remedy] = [
    "the connection broke off again and again",
    "check the network, and open it again",
  ];
  return new TagviewError("read-failed", message, remedy, BigInt(at), { cause: thrown });
}

const nowhere: Place = () => new Uint8Array(0);

/** What comes of `work`, unless it takes longer than `ms`; what comes later is put nowhere. */
async function within<T>(ms: number, place: Place, work: (place: Place) => T | Promise<T>): Promise<T> {
  const over = new AbortController();
  const silence = pause(ms, undefined, { signal: over.signal, ref: false }).then((): never => {
    const message = `the server was silent for ${ms / 1000} s`;
    throw new TagviewError("read-failed", message, "check the network, and open it again");
  });
  silence.catch(() => {});
  let late = false;
  const inTime: Place = (n) => {
    if (late) throw cancelled();
    return place(n);
  };
  try {
    return await Promise.race([work(inTime), silence]);
  } finally {
    late = true;
    over.abort();
  }
}
