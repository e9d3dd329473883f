/** Addresses: read as they arrive or, if the server supports ranges, with random access. */

import { closeOnAbort } from "../abort.ts";
import { cancelled, TagviewError } from "../errors.ts";
import { type Arriving, arriving } from "./arriving.ts";
import type { SourceDescription, UrlVersion } from "./description.ts";
import type { RandomAccess } from "./random-access.ts";
import { SILENCE_MS, unlessSilent } from "./silence.ts";
import { openChunks, type Place, type Source } from "./stream.ts";

/**
 * Requests an address, or a range of it. The body of the response ends when `signal` fires.
 * @throws TagviewError `open-failed`; `cancelled` if `signal` fires before the response begins.
 */
export type Ask = (url: string, signal: AbortSignal, range?: string) => Promise<Response>;

/** Options of requests. */
export interface Asking {
  ask: Ask;
  /** Milliseconds without a byte after which a body has failed. */
  silence: number;
}

const ASKING: Asking = {
  ask: (url, signal, range) => unlessSilent(SILENCE_MS, signal, (signal) => request(url, signal, range)),
  silence: SILENCE_MS,
};

/** An address, or its bytes `from` up to `to`. */
export type UrlPart = Pick<SourceDescription & { kind: "url" }, "url" | "from" | "to" | "of">;

/** A source, with the version of the file. */
export interface UrlSource extends Source {
  readonly of: UrlVersion;
}

/**
 * Opens an address; `signal` ends a wait for the response.
 * @throws TagviewError `open-failed`, `read-failed`, `cancelled`; `changed` if it is another version than `of`.
 */
export async function openUrl(
  { url, from = 0, to = null, of }: UrlPart,
  signal?: AbortSignal,
  { ask, silence }: Asking = ASKING,
): Promise<UrlSource> {
  const abort = new AbortController();
  const stop = (): void => abort.abort(signal?.reason);
  if (signal?.aborted) throw cancelled(signal);
  signal?.addEventListener("abort", stop);
  const isPart = from > 0 || to !== null;
  try {
    const response = await ask(url, abort.signal, isPart ? range(from, to) : undefined);
    if (!response.ok || response.body === null) {
      throw new TagviewError("open-failed", `the server answered ${response.status}`, "check the address");
    }
    if (isPart && response.status !== 206)
      throw new TagviewError(
        "read-failed",
        "the server no longer answers requests for parts of the file",
        "open it again",
      );
    const { byteLength, version } = lengthOf(response);
    if (of !== undefined && !isSame(of, version)) throw changed();
    const chunks = arriving(response.body);
    const source = openChunks(unsilenced(chunks, silence, abort), byteLength, stop);
    return { ...source, of: version };
  } catch (thrown) {
    abort.abort();
    throw thrown;
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

/** The chunks, each awaited for at most `silence`. A silent body fails. */
function unsilenced(
  chunks: Arriving,
  silence: number,
  abort: AbortController,
): Pick<AsyncIterator<Uint8Array>, "next"> {
  return {
    async next() {
      try {
        const value = await unlessSilent(silence, abort.signal, () => chunks.next());
        return value === null ? { done: true, value: undefined } : { done: false, value };
      } catch (thrown) {
        abort.abort();
        throw thrown;
      }
    },
  };
}

/** The number of following bytes, if the server states it, and the version of the file. */
function lengthOf(response: Response): { byteLength: number | null; version: UrlVersion } {
  const { headers, status } = response;
  // If the server compressed the body, the length on the wire differs from it, and that is a version of its own.
  if (headers.get("content-encoding") !== null)
    return { byteLength: null, version: { validator: null, size: null } };
  const length = headers.get("content-length");
  const byteLength = length === null ? null : Number(length);
  const size = status === 206 ? totalOf(response) : byteLength;
  return { byteLength, version: { validator: validatorOf(response), size } };
}

/** The server's identifier of this version of the file. */
function validatorOf({ headers }: Response): string | null {
  return headers.get("etag") ?? headers.get("last-modified");
}

/** Whether two responses may be of the same version; properties that one of them lacks are not compared. */
export function isSame(a: UrlVersion, b: UrlVersion): boolean {
  const agree = (one: unknown, other: unknown) => one === null || other === null || one === other;
  return agree(a.validator, b.validator) && agree(a.size, b.size);
}

/** Error: the file has changed. */
export function changed(at: bigint | null = null): TagviewError {
  return new TagviewError("changed", "the file changed while it was read", "open it again", at);
}

/**
 * Opens an address with random access; null if the server does not support ranges of it. `signal` ends a wait for the
 * response.
 * @throws TagviewError `open-failed`, `read-failed`, `cancelled`.
 */
export async function urlAnywhere(
  url: string,
  signal: AbortSignal = new AbortController().signal,
  asking: Asking = ASKING,
): Promise<RandomAccess | null> {
  const first = await asking.ask(url, signal, range(0, 1));
  const size = totalOf(first);
  // A server without ranges returns the whole file.
  await first.body?.cancel();
  // A server that refuses a range may still serve the whole file; this reports one that does not.
  if (!first.ok) (await openUrl({ url }, signal, asking)).close();
  return size === null ? null : rangesOf(url, { size, validator: validatorOf(first) }, asking);
}

function rangesOf(
  url: string,
  of: { size: number; validator: string | null },
  { ask, silence }: Asking,
): RandomAccess {
  const abort = new AbortController();
  /** Whether it may grow: the follower then checks that the bytes read so far still exist. */
  let follows = false;
  let most = of.size;
  return {
    byteLength: of.size,
    // Searched bytes are transferred, and transferred again to be decoded.
    patience: 0,
    remote: true,
    async readAt(offset, place, max, signal) {
      const to = Math.min(offset + max, most);
      if (to <= offset) return 0;
      const part = { url, from: offset, to, ...(!follows && { of }) };
      const ended = signal === undefined ? abort.signal : AbortSignal.any([abort.signal, signal]);
      const opened = await openUrl(part, ended, { ask, silence }).catch((thrown) => {
        throw asReadFailed(thrown, null);
      });
      const done = closeOnAbort(opened, ended);
      try {
        return await readWhole(opened, place, to - offset);
      } finally {
        done();
        opened.close();
      }
    },
    part: (from, to) => ({ kind: "url", url, from, to, ...(!follows && { of }) }),
    async now() {
      follows = true;
      const response = await ask(url, abort.signal, range(0, 1));
      await response.body?.cancel();
      // The file has disappeared; an emptied file has no first byte.
      if (GONE.has(response.status)) return { is: "replaced" };
      const total = response.status === 416 ? 0 : totalOf(response);
      if (total === null)
        throw new TagviewError("read-failed", `the server answered ${response.status}`, "open it again");
      most = total;
      return { is: "there", size: total };
    },
    close: (reason?: unknown) => abort.abort(reason),
  };
}

/** A file that was open cannot be opened again: a failure of reading, at byte `at`. */
export function asReadFailed(thrown: unknown, at: bigint | null): unknown {
  if (!(thrown instanceof TagviewError) || thrown.code !== "open-failed") return thrown;
  return new TagviewError("read-failed", thrown.message, "open it again", at, { cause: thrown });
}

/**
 * Returns all `length` bytes of a range. The body is read to its end, so that its connection can be reused.
 * @throws TagviewError `read-failed` if there are fewer or more.
 */
async function readWhole(source: Source, place: Place, length: number): Promise<number> {
  const bytes = new Uint8Array(length + 1);
  let at = 0;
  for (let n = -1; n !== 0 && at <= length; at += n)
    n = await source.read((n) => bytes.subarray(at, at + n), bytes.length - at);
  if (at !== length) {
    const message = `the server gave ${at < length ? "less" : "more"} than its Content-Length`;
    throw new TagviewError("read-failed", message, "open it again");
  }
  place(length).set(bytes.subarray(0, length));
  return length;
}

/** Statuses of a server whose file has disappeared (RFC 9110, 15.5). */
const GONE = new Set([404, 410]);

function range(from: number, to: number | null): string {
  return `bytes=${from}-${to === null ? "" : to - 1}`;
}

/** The total size in a response with a range; null for another response. */
function totalOf({ status, headers }: Response): number | null {
  if (status !== 206 || headers.get("content-encoding") !== null) return null;
  const total = /^bytes \d+-\d+\/(\d+)$/.exec(headers.get("content-range") ?? "")?.[1];
  return total === undefined ? null : Number(total);
}

/** Sends one request with these headers. */
export async function request(
  url: string,
  signal: AbortSignal,
  range?: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  try {
    return await fetch(url, { signal, headers: { ...headers, ...(range !== undefined && { range }) } });
  } catch (cause) {
    if (signal.aborted) throw cancelled(signal);
    const [message, remedy] = ["the address can't be reached", "check the address and the network"];
    throw new TagviewError("open-failed", message, remedy, null, { cause });
  }
}
