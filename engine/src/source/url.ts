/** Addresses: read as they arrive or, where the server gives ranges, anywhere. */

import { closeOnAbort } from "../abort.ts";
import { cancelled, TagviewError } from "../errors.ts";
import { type Arriving, arriving } from "./arriving.ts";
import type { SourceDescription, UrlVersion } from "./description.ts";
import type { RandomAccess } from "./random-access.ts";
import { SILENCE_MS, unlessSilent } from "./silence.ts";
import { openChunks, type Place, type Source } from "./stream.ts";

/**
 * Asks for what lies at an address, or for a range of it. The answer's body ends when `signal` fires.
 * @throws TagviewError `open-failed`; `cancelled` where `signal` fires before the answer begins.
 */
export type Ask = (url: string, signal: AbortSignal, range?: string) => Promise<Response>;

/** How a server is asked. */
export interface Asking {
  ask: Ask;
  /** Milliseconds without a byte after which a body has failed. */
  silence: number;
}

const ASKING: Asking = {
  ask: (url, signal, range) => unlessSilent(SILENCE_MS, signal, (signal) => request(url, signal, range)),
  silence: SILENCE_MS,
};

/** What lies at an address, or its bytes `from` up to `to`. */
export type UrlPart = Pick<SourceDescription & { kind: "url" }, "url" | "from" | "to" | "of">;

/** A source, and which version of the file it is of. */
export interface UrlSource extends Source {
  readonly of: UrlVersion;
}

/**
 * Opens what lies at an address; `signal` ends a wait for the answer.
 * @throws TagviewError `open-failed`, `read-failed`, `cancelled`; `changed` where it is another version than `of`.
 */
export async function openUrl(
  { url, from = 0, to = null, of }: UrlPart,
  signal?: AbortSignal,
  { ask, silence }: Asking = ASKING,
): Promise<UrlSource> {
  const abort = new AbortController();
  const stop = (): void => abort.abort();
  if (signal?.aborted) throw cancelled();
  signal?.addEventListener("abort", stop);
  const isPart = from > 0 || to !== null;
  try {
    const response = await ask(url, abort.signal, isPart ? range(from, to) : undefined);
    if (!response.ok || response.body === null) {
      throw new TagviewError("open-failed", `the server answered ${response.status}`, "check the address");
    }
    if (isPart && response.status !== 206)
      throw new TagviewError("read-failed", "the server stopped giving parts of the file", "open it again");
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

/** The chunks, where none is waited for longer than `silence`. A body that falls silent is given up. */
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

/** How many bytes follow, where the server states that, and which version of the file they are of. */
function lengthOf(response: Response): { byteLength: number | null; version: UrlVersion } {
  const { headers, status } = response;
  // The length on the wire is not the body's where the server compressed it once more, and that is a version of its own.
  if (headers.get("content-encoding") !== null)
    return { byteLength: null, version: { validator: null, size: null } };
  const length = headers.get("content-length");
  const byteLength = length === null ? null : Number(length);
  const size = status === 206 ? totalOf(response) : byteLength;
  return { byteLength, version: { validator: validatorOf(response), size } };
}

/** What the server calls this version of the file. */
function validatorOf({ headers }: Response): string | null {
  return headers.get("etag") ?? headers.get("last-modified");
}

/** Whether two answers may be of the same version; what one of them does not state differs in nothing. */
export function isSame(a: UrlVersion, b: UrlVersion): boolean {
  const agree = (one: unknown, other: unknown) => one === null || other === null || one === other;
  return agree(a.validator, b.validator) && agree(a.size, b.size);
}

/** The file is another one than it was. */
export function changed(at: bigint | null = null): TagviewError {
  return new TagviewError("changed", "the file changed while it was read", "open it again", at);
}

/**
 * Opens what lies at an address for reading anywhere; null where the server gives no ranges of it. `signal` ends a wait
 * for the answer.
 * @throws TagviewError `open-failed`, `read-failed`, `cancelled`.
 */
export async function urlAnywhere(
  url: string,
  signal: AbortSignal = new AbortController().signal,
  asking: Asking = ASKING,
): Promise<RandomAccess | null> {
  const first = await asking.ask(url, signal, range(0, 1));
  const size = totalOf(first);
  // Of a server that does not know ranges it is the whole file.
  await first.body?.cancel();
  return size === null ? null : rangesOf(url, { size, validator: validatorOf(first) }, asking);
}

function rangesOf(
  url: string,
  of: { size: number; validator: string | null },
  { ask, silence }: Asking,
): RandomAccess {
  const abort = new AbortController();
  /** Whether it may grow: then whoever follows it sees to it that what was read is still there. */
  let follows = false;
  let most = of.size;
  return {
    byteLength: of.size,
    // What is searched has to come all the way, and is fetched a second time to be decoded.
    patience: 0,
    remote: true,
    async readAt(offset: number, place: Place, max: number) {
      const to = Math.min(offset + max, most);
      if (to <= offset) return 0;
      const part = { url, from: offset, to, ...(!follows && { of }) };
      const opened = await openUrl(part, abort.signal, { ask, silence }).catch((thrown) => {
        throw asReadFailed(thrown, null);
      });
      const done = closeOnAbort(opened, abort.signal);
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
      // It was there, and is not any more; a file that was emptied has no first byte.
      if (GONE.has(response.status)) return { is: "replaced" };
      const total = response.status === 416 ? 0 : totalOf(response);
      if (total === null)
        throw new TagviewError("read-failed", `the server answered ${response.status}`, "open it again");
      most = total;
      return { is: "there", size: total };
    },
    close: () => abort.abort(),
  };
}

/** A file that was open once can't be opened any more: that is a failure of reading, at byte `at`. */
export function asReadFailed(thrown: unknown, at: bigint | null): unknown {
  if (!(thrown instanceof TagviewError) || thrown.code !== "open-failed") return thrown;
  return new TagviewError("read-failed", thrown.message, "open it again", at, { cause: thrown });
}

/**
 * All `length` bytes of a range. The body is read to its end, so that its connection can be used again.
 * @throws TagviewError `read-failed` where there are fewer or more.
 */
async function readWhole(source: Source, place: Place, length: number): Promise<number> {
  const bytes = new Uint8Array(length + 1);
  let at = 0;
  for (let n = -1; n !== 0 && at <= length; at += n)
    n = await source.read((n) => bytes.subarray(at, at + n), bytes.length - at);
  if (at !== length) {
    const message = `the server gave ${at < length ? "less" : "more"} than it said`;
    throw new TagviewError("read-failed", message, "open it again");
  }
  place(length).set(bytes.subarray(0, length));
  return length;
}

/** Answers of a server that gives what was there no more (RFC 9110, 15.5). */
const GONE = new Set([404, 410]);

function range(from: number, to: number | null): string {
  return `bytes=${from}-${to === null ? "" : to - 1}`;
}

/** How long the whole is, by an answer that has a range of it; null where it is no such answer. */
function totalOf({ status, headers }: Response): number | null {
  if (status !== 206 || headers.get("content-encoding") !== null) return null;
  const total = /^bytes \d+-\d+\/(\d+)$/.exec(headers.get("content-range") ?? "")?.[1];
  return total === undefined ? null : Number(total);
}

/** Asks once, with these headers. */
export async function request(
  url: string,
  signal: AbortSignal,
  range?: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  try {
    return await fetch(url, { signal, headers: { ...headers, ...(range !== undefined && { range }) } });
  } catch (cause) {
    if (signal.aborted) throw cancelled();
    const [message, remedy] = ["the address can't be reached", "check it and the network"];
    throw new TagviewError("open-failed", message, remedy, null, { cause });
  }
}
