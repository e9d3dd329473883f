/** Addresses: read as they arrive or, where the server gives ranges, anywhere. */

import { TagviewError } from "../errors.ts";
import type { RandomAccess } from "./random-access.ts";
import { chunksOf, openChunks, type Place, type Source } from "./stream.ts";

/**
 * Asks for what lies at an address, or for a range of it.
 * @throws TagviewError `open-failed`.
 */
export type Ask = (url: string, signal: AbortSignal, range?: string) => Promise<Response>;

/** A source, and what the server calls this version of it; null where it has no word for it. */
export interface UrlSource extends Source {
  readonly etag: string | null;
}

/** Bytes `from` up to `to` of what lies at an address; all of it without them. */
export async function openUrl(
  url: string,
  from = 0,
  to: number | null = null,
  ask: Ask = request,
): Promise<UrlSource> {
  const abort = new AbortController();
  const isPart = from > 0 || to !== null;
  const response = await ask(url, abort.signal, isPart ? range(from, to) : undefined);
  if (!response.ok || response.body === null) {
    throw new TagviewError("open-failed", `the server answered ${response.status}`, "check the address");
  }
  if (isPart && response.status !== 206) {
    abort.abort();
    throw new TagviewError("read-failed", "the server stopped giving parts of the file", "open it again");
  }
  const chunks = chunksOf(response.body);
  // The length on the wire is not the body's where the server compressed it once more.
  const isEncoded = response.headers.get("content-encoding") !== null;
  const length = response.headers.get("content-length");
  const byteLength = isEncoded || length === null ? null : Number(length);
  return { ...openChunks(chunks, byteLength, () => abort.abort()), etag: response.headers.get("etag") };
}

/** Reading anywhere at an address; null where the server does not give ranges of what lies there. */
export async function urlAnywhere(url: string, ask: Ask = request): Promise<RandomAccess | null> {
  const abort = new AbortController();
  try {
    const first = await ask(url, abort.signal, range(0, 1));
    const total = totalOf(first);
    // Of a server that does not know ranges it is the whole file.
    if (total === null) abort.abort();
    return total === null ? null : rangesOf(url, total, first.headers.get("etag"), ask);
  } catch {
    // Whoever opens it for reading says why.
    return null;
  }
}

function rangesOf(url: string, byteLength: number, etag: string | null, ask: Ask): RandomAccess {
  const abort = new AbortController();
  /** Whether it may grow: then whoever follows it sees to it that what was read is still there. */
  let follows = false;
  let most = byteLength;
  const isSame = (response: Response, total: number | null): boolean =>
    follows || (total === byteLength && response.headers.get("etag") === etag);
  return {
    byteLength,
    // What is searched has to come all the way, and is fetched a second time to be decoded.
    patience: 0,
    remote: true,
    async readAt(offset: number, place: Place, max: number) {
      const to = Math.min(offset + max, most);
      if (to <= offset) return 0;
      const response = await ask(url, abort.signal, range(offset, to));
      if (response.status !== 206)
        throw new TagviewError("read-failed", `the server answered ${response.status}`, "open it again");
      if (!isSame(response, totalOf(response)))
        throw new TagviewError("changed", "the file changed while it was read", "open it again");
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (bytes.length !== to - offset)
        throw new TagviewError("read-failed", "the server gave less than it said", "open it again");
      place(bytes.length).set(bytes);
      return bytes.length;
    },
    part: (from, to) => ({ kind: "url", url, from, to }),
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
    const [message, remedy] = ["the address can't be reached", "check it and the network"];
    throw new TagviewError("open-failed", message, remedy, null, { cause });
  }
}
