/** The files that `tagview serve` was given, sent as a whole or by range. */

import {
  type close,
  createReadStream,
  fstatSync,
  openSync,
  read,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { basename } from "node:path";
import { pipeline } from "node:stream";
import { withFileName } from "../../output/errors";
import { openFailed, TagviewError } from "../../runtime/engine";

export interface ServedFile {
  name: string;
  /** Real path at the time of opening, without symbolic links. */
  path: string;
  /** Kept open while the program runs, so that a later file with this name is not served. */
  fd: number;
  bytes: number;
}

/**
 * A file that can be served.
 * @throws TagviewError `open-failed` naming the file.
 */
export function openServed(path: string): ServedFile {
  try {
    const real = realpathSync(path);
    // A pipe would keep the program waiting for its other end.
    if (!statSync(real).isFile())
      throw new TagviewError("open-failed", `${path} is not a regular file`, "name a file");
    const fd = openSync(real, "r");
    return { name: basename(path), path: real, fd, bytes: fstatSync(fd).size };
  } catch (cause) {
    if (cause instanceof TagviewError) throw cause;
    throw withFileName(openFailed(cause), path);
  }
}

/**
 * Reads a file and leaves it open for later requests. A stream whose client disconnected closes its file, even without
 * `autoClose`, and then its descriptor may be that of another file or connection.
 */
const KEPT_OPEN = { read, close: ((_fd, done) => done?.(null)) as typeof close };

/** Sends the file, or the one requested range (RFC 9110, 14). */
export function sendFile(
  { path, fd }: ServedFile,
  { headers, method }: IncomingMessage,
  response: ServerResponse,
): void {
  // The size is read again, because a recording grows while it is made.
  const stat = fstatSync(fd);
  if (!isSame(stat, statOf(path))) {
    response.writeHead(410, { "Content-Type": "text/plain" }).end("This file was replaced or removed.\n");
    return;
  }
  const { size } = stat;
  const range = parseRange(headers.range, size);
  response.setHeader("Accept-Ranges", "bytes");
  response.setHeader("Cache-Control", "no-store");
  response.setHeader("Content-Type", "application/octet-stream");
  if (range === "none") {
    response.writeHead(416, { "Content-Range": `bytes */${size}` }).end();
    return;
  }
  const { from, to } = range ?? { from: 0, to: size - 1 };
  response.setHeader("Content-Length", to - from + 1);
  if (range !== null) response.setHeader("Content-Range", `bytes ${from}-${to}/${size}`);
  response.writeHead(range === null ? 200 : 206);
  if (method === "HEAD" || to < from) {
    response.end();
    return;
  }
  // A client that disconnects early is not an error.
  pipeline(createReadStream(path, { fd, fs: KEPT_OPEN, start: from, end: to }), response, () => {});
}

/** The status of the file at `path`; null if it does not exist or is inaccessible. */
function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

function isSame(a: Stats, b: Stats | null): boolean {
  return b !== null && a.dev === b.dev && a.ino === b.ino;
}

/** The range of a `Range` header; null for the whole file, `none` if no part of the range exists. */
export function parseRange(
  header: string | undefined,
  size: number,
): { from: number; to: number } | null | "none" {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "");
  if (match === null || (match[1] === "" && match[2] === "")) return null;
  const [, first = "", last = ""] = match;
  const from = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < Number(first)) return null;
  return from > to ? "none" : { from, to };
}
