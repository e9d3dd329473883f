/**
 * The file of a notebook. The widget of the notebook shows this page in a frame, and sends the bytes that it requests.
 *
 *     page                                       widget
 *       | -- {tagview: "ready"} --------------------> |   between the windows
 *       | <-- {tagview: "file", ...} and a port ------|   between the windows, once
 *       | -- {id, offset, length} ------------------> |   through the port, as all below
 *       | <-- {id, bytes} or {id, error} -------------|
 *       | <-- {closed: true} -------------------------|   all later requests fail
 *
 * Only a page with a blob address takes a file, and only from a parent of the origin in that address. A script of that
 * origin wrote the page, so that the page has no reason to trust it less than itself. A page of a server or a disk
 * ignores all messages. The contents of a message are checked all the same, and never become part of the page's code.
 */

import { type ReadAs, type SliceableBytes, TagviewError } from "@tagview/engine";
import type { Found } from "../app/viewer";

/** Number of bytes of a request; the last one of a file may have fewer. */
const BLOCK = 1 << 20;
/** Maximum number of requests without an answer. */
const MOST_REQUESTS = 4;
/** Maximum number of blocks in memory. Each worker reads a block in several steps. */
const MOST_BLOCKS = 16;
/** Maximum length of a string in a message, and of the text of a file with settings. */
const MOST_TEXT = 1000;
const MOST_SETUP = 1 << 20;

/** Called with the file, and with the keys of its first view, if any. */
type OnFile = (file: Found, keys: URLSearchParams | undefined) => void;

/** Reports to the widget that the page is ready, and accepts its file. */
export function acceptFile(onFile: OnFile): void {
  const receive = ({ source, origin, data, ports: [port] }: MessageEvent<unknown>): void => {
    const isWriter = location.href.startsWith(`blob:${origin}/`);
    const offer = source === parent && isWriter ? offerOf(data) : null;
    if (offer === null || port === undefined) return;
    removeEventListener("message", receive);
    const { name, byteLength, format, readAs, view } = offer;
    const description = {
      kind: "slices",
      source: bytesBehind(port, byteLength),
      name,
      ...(readAs && { readAs }),
    } as const;
    const keys = view === "" ? undefined : new URLSearchParams(view);
    onFile({ name, source: description, origin: { from: "person" }, format }, keys);
  };
  addEventListener("message", receive);
  // A frame in a sandbox does not know the origin of its parent; the message has no content of value.
  parent.postMessage({ tagview: "ready" }, "*");
}

interface Offer {
  name: string;
  byteLength: number;
  /** Id of the format. */
  format: string;
  /** How a file in another tagger's format is read. */
  readAs: ReadAs | null;
  /** Keys of an address. */
  view: string;
}

type Unknown = Partial<Record<string, unknown>>;

/** The offered file; null if the message is none. */
function offerOf(data: unknown): Offer | null {
  const { tagview, name, byteLength, format, readAs = null, view = "" } = (data ?? {}) as Unknown;
  const isLength = typeof byteLength === "number" && Number.isSafeInteger(byteLength) && byteLength >= 0;
  const reading = readAs === null ? null : readAsOf(readAs as Unknown);
  if (tagview !== "file" || !isLength || !isText(name) || !isText(format) || !isText(view)) return null;
  if (readAs !== null && reading === null) return null;
  return { name, byteLength, format, readAs: reading, view };
}

const OPTIONS = ["columns", "unit", "tick", "microtime", "delay_unit", "setup"] as const;

function readAsOf(given: Unknown): ReadAs | null {
  if (!isText(given.import)) return null;
  const options = OPTIONS.flatMap((name) => {
    const value = given[name];
    return isText(value, name === "setup" ? MOST_SETUP : MOST_TEXT) ? [[name, value] as const] : [];
  });
  return { import: given.import, ...Object.fromEntries(options) };
}

function isText(value: unknown, most = MOST_TEXT): value is string {
  return typeof value === "string" && value.length <= most;
}

/** A request for a block. */
interface Request {
  offset: number;
  length: number;
  resolve(bytes: Uint8Array): void;
  reject(error: TagviewError): void;
}

/** The bytes of a file that the widget sends through `port`. */
export function bytesBehind(port: MessagePort, byteLength: number): SliceableBytes {
  const waiting: Request[] = [];
  const sent = new Map<number, Request>();
  /** The most recently used last. */
  const blocks = new Map<number, Promise<Uint8Array>>();
  let last = 0;
  let isClosed = false;

  function send(): void {
    while (sent.size < MOST_REQUESTS) {
      const request = waiting.shift();
      if (request === undefined) return;
      last += 1;
      sent.set(last, request);
      port.postMessage({ id: last, offset: request.offset, length: request.length });
    }
  }

  function close(): void {
    isClosed = true;
    for (const { offset, reject } of [...sent.values(), ...waiting]) reject(closed(offset));
    sent.clear();
    waiting.length = 0;
    port.close();
  }

  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    const { id, bytes, error, closed } = (data ?? {}) as Unknown;
    if (closed === true) return close();
    const request = typeof id === "number" ? sent.get(id) : undefined;
    if (request === undefined) return;
    sent.delete(id as number);
    const { offset, length, resolve, reject } = request;
    if (bytes instanceof ArrayBuffer && bytes.byteLength === length) resolve(new Uint8Array(bytes));
    else reject(failed(error, offset));
    send();
  };
  port.onmessageerror = close;

  function block(number: number): Promise<Uint8Array> {
    const offset = number * BLOCK;
    const known = blocks.get(number);
    blocks.delete(number);
    const bytes =
      known ??
      new Promise<Uint8Array>((resolve, reject) => {
        if (isClosed) return reject(closed(offset));
        waiting.push({ offset, length: Math.min(BLOCK, byteLength - offset), resolve, reject });
        send();
      });
    // A failed block is requested again the next time.
    if (known === undefined) bytes.catch(() => blocks.delete(number));
    blocks.set(number, bytes);
    for (const oldest of blocks.keys()) {
      if (blocks.size <= MOST_BLOCKS) break;
      blocks.delete(oldest);
    }
    return bytes;
  }

  async function slice(start: number, end: number): Promise<Uint8Array> {
    const first = Math.floor(start / BLOCK);
    const count = Math.ceil(end / BLOCK) - first;
    const all = await Promise.all(Array.from({ length: count }, (_, k) => block(first + k)));
    const [only] = all;
    if (only !== undefined && count === 1) return only.subarray(start - first * BLOCK, end - first * BLOCK);
    const bytes = new Uint8Array(end - start);
    all.forEach((part, k) => {
      const at = (first + k) * BLOCK - start;
      bytes.set(part.subarray(Math.max(0, -at), end - start - at), Math.max(0, at));
    });
    return bytes;
  }

  return { byteLength, slice };
}

function closed(offset: number): TagviewError {
  const remedy = "run the cell again";
  return new TagviewError("read-failed", "the notebook closed the recording", remedy, BigInt(offset));
}

/** The error that the widget reports. */
function failed(error: unknown, offset: number): TagviewError {
  const { message, remedy } = (error ?? {}) as Unknown;
  const problem =
    isText(message) && message !== "" ? message : "the notebook sent other bytes than requested";
  const repair = isText(remedy) && remedy !== "" ? remedy : "run the cell again";
  return new TagviewError("read-failed", problem, repair, BigInt(offset));
}
