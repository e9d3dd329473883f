/** Sources that Node can open. */

import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { type ConnectOpts, Socket, type SocketConstructorOpts } from "node:net";
import { TagviewError } from "../errors";
import {
  limited,
  openBlob,
  openBytes,
  openChunks,
  openUrl,
  type Seekable,
  type Source,
  type SourceDescription,
  seekBlob,
  seekBytes,
} from "../source";

/** As much as a pipe holds. */
const PIPE = 64 << 10;

/**
 * Opens a source.
 * @throws TagviewError `open-failed` telling what to do.
 */
export function open(source: SourceDescription): Source | Promise<Source> {
  switch (source.kind) {
    case "path":
      return openPath(source.path, source.from ?? 0, source.to ?? null);
    case "fd":
      return source.fd === 0 ? openStdin() : openDescriptor(source.fd);
    case "blob":
      return openBlob(source.blob);
    case "bytes":
      return openBytes(source.bytes);
    case "url":
      return openUrl(source.url);
  }
}

/** Opens a source for reading anywhere; null where that can't be done. */
export function seek(source: SourceDescription): Seekable | null {
  if (source.kind === "blob") return seekBlob(source.blob);
  if (source.kind === "bytes") return seekBytes(source.bytes);
  return source.kind === "path" ? seekPath(source.path) : null;
}

function seekPath(path: string): Seekable | null {
  let fd: number;
  try {
    // A pipe that is opened only to be closed again ends whoever writes into it.
    if (!statSync(path).isFile()) return null;
    fd = openSync(path, "r");
  } catch {
    // Whoever opens it for reading says why.
    return null;
  }
  return {
    byteLength: fstatSync(fd).size,
    patience: Infinity,
    remote: false,
    readAt(offset, length) {
      const into = new Uint8Array(length);
      return into.subarray(0, readSync(fd, into, 0, length, offset));
    },
    part: (from, to) => ({ kind: "path", path, from, to }),
    close: () => closeSync(fd),
  };
}

function openPath(path: string, from: number, to: number | null): Source {
  try {
    const fd = openSync(path, "r");
    const whole = withSeek(fd, openDescriptor(fd));
    if (whole.byteLength === null || whole.seek === undefined || (from === 0 && to === null)) return whole;
    whole.seek(from);
    const length = (to ?? whole.byteLength) - from;
    return { ...limited(whole, length), byteLength: length };
  } catch (cause) {
    if (cause instanceof TagviewError) throw cause;
    throw new TagviewError("open-failed", ...explain(cause), null, { cause });
  }
}

function openDescriptor(fd: number): Source {
  const stat = fstatSync(fd);
  if (stat.isDirectory()) {
    closeSync(fd);
    throw new TagviewError("open-failed", "this is a folder", "name a file in it");
  }
  if (stat.isFIFO() || stat.isSocket()) return openPipe(fd);
  return {
    // Devices have no size.
    byteLength: stat.isFile() ? stat.size : null,
    // Straight into wasm memory: no copy.
    read: (place, max) => {
      const into = place(max);
      return readSync(fd, into, 0, into.length, null);
    },
    close: () => closeSync(fd),
  };
}

/** A file that was opened by its name is read from its start on, or from wherever it is told. */
function withSeek(fd: number, source: Source): Source {
  if (source.byteLength === null) return source;
  let position = 0;
  return {
    ...source,
    read(place, max) {
      const into = place(max);
      const n = readSync(fd, into, 0, into.length, position);
      position += n;
      return n;
    },
    seek(offset) {
      position = offset;
    },
  };
}

/** Standard input, read by events: a blocking read could not be interrupted, not even by exit. */
function openStdin(): Source {
  const stat = fstatSync(0);
  if (stat.isDirectory()) throw new TagviewError("open-failed", "standard input is a folder", "name a file");
  // A file on standard input is read like any file, from where it stands.
  if (stat.isFile()) return { ...openDescriptor(0), close() {} };
  if (stat.isFIFO() || stat.isSocket()) return openPipe(0);
  const chunks = process.stdin[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return openChunks(chunks, null, () => void process.stdin.destroy());
}

/**
 * A pipe, read into one buffer as it is asked for: a stream takes a new one for each 64 kB, and tens of
 * megabytes of them pile up before they are collected.
 */
function openPipe(fd: number): Source {
  const buffer = new Uint8Array(PIPE);
  let rest = buffer.subarray(0, 0);
  let wake = () => {};
  let ended = false;
  let failure: Error | undefined;
  const callback = (n: number) => {
    rest = buffer.subarray(0, n);
    wake();
    // Nothing more until this was taken.
    return false;
  };
  const options: SocketConstructorOpts & ConnectOpts = {
    fd,
    readable: true,
    writable: false,
    onread: { buffer, callback },
  };
  const socket = new Socket(options);
  const end = (why?: Error) => {
    ended = true;
    failure ??= why;
    wake();
  };
  socket.on("error", end);
  socket.on("end", () => end());
  socket.on("close", () => end());
  return {
    byteLength: null,
    async read(place, max) {
      while (rest.length === 0 && !ended) {
        const more = new Promise<void>((resolve) => {
          wake = resolve;
        });
        socket.resume();
        await more;
      }
      if (rest.length === 0 && failure !== undefined) throw failure;
      const piece = rest.subarray(0, max);
      if (piece.length > 0) place(piece.length).set(piece);
      rest = rest.subarray(piece.length);
      return piece.length;
    },
    close: () => void socket.destroy(),
  };
}

type Explanation = [message: string, remedy: string];

const EXPLANATIONS: Record<string, Explanation> = {
  ENOENT: ["there is no such file", "check the name"],
  EACCES: ["this file may not be read", "check its permissions"],
  EPERM: ["this file may not be read", "check its permissions"],
  ENOTDIR: ["a part of this path is a file, not a folder", "check the name"],
  ENAMETOOLONG: ["this name is too long", "check the name"],
  ELOOP: ["symbolic links lead in a circle", "check where they point"],
  EMFILE: ["too many files are open", "close some"],
};

function explain(error: unknown): Explanation {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return EXPLANATIONS[code] ?? [`this file can't be opened (${code || String(error)})`, "check the name"];
}
