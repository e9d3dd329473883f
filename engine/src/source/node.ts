/** Sources that Node can open. */

import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  type Stats,
  statSync,
} from "node:fs";
import { type ConnectOpts, Socket, type SocketConstructorOpts } from "node:net";
import { devNull } from "node:os";
import { isatty } from "node:tty";
import { cancelled, TagviewError } from "../errors.ts";
import type { FileIdentity, SourceDescription } from "./description.ts";
import { openSlices, openStream, slicesAnywhere } from "./given.ts";
import { openPort } from "./port.ts";
import { blobAnywhere, bytesAnywhere, type RandomAccess } from "./random-access.ts";
import { openRemote, remoteAnywhere } from "./remote.ts";
import { limited, openBlob, openBytes, openChunks, type Place, type Source } from "./stream.ts";

/** Capacity of a pipe. */
const PIPE = 64 << 10;

/**
 * Opens a source.
 * @throws TagviewError `open-failed` with a remedy.
 */
export function open(source: SourceDescription, signal?: AbortSignal): Source | Promise<Source> {
  switch (source.kind) {
    case "path":
      return openPath(source);
    case "fd":
      return source.fd === 0 ? openStdin() : openDescriptor(source.fd, refuseFolder(fstatSync(source.fd)));
    case "blob":
      return openBlob(source.blob);
    case "bytes":
      return openBytes(source.bytes);
    case "stream":
      return openStream(source);
    case "slices":
      return openSlices(source);
    case "url":
      return openRemote(source, signal);
    case "port":
      return openPort(source);
    case "handle":
      throw new TagviewError("open-failed", "only a browser has file handles", "give the path of the file");
  }
}

/** Opens a source with random access; null if impossible. */
export function openAnywhere(
  source: SourceDescription,
  signal?: AbortSignal,
): RandomAccess | null | Promise<RandomAccess | null> {
  switch (source.kind) {
    case "path":
      return pathAnywhere(source.path);
    case "blob":
      return blobAnywhere(source.blob);
    case "bytes":
      return bytesAnywhere(source.bytes);
    case "slices":
      return slicesAnywhere(source.source);
    case "url":
      return remoteAnywhere(source.url, signal);
    default:
      return null;
  }
}

/** A descriptor that is never used after it is closed: its number may then be another file's. */
class Descriptor {
  private state: { name: "open"; fd: number } | { name: "closed" };

  constructor(fd: number) {
    this.state = { name: "open", fd };
  }

  /**
   * Reads directly into `place`, without a copy. Without a `position`, it reads from the current position.
   * @throws TagviewError `cancelled` once closed.
   */
  read(place: Place, max: number, position: number | null): number {
    if (this.state.name === "closed") throw cancelled();
    const into = place(max);
    return readSync(this.state.fd, into, 0, into.length, position);
  }

  /**
   * Its current size in bytes, and its modification time in nanoseconds.
   * @throws TagviewError `cancelled` once closed.
   */
  now(): { size: number; modified: bigint } {
    if (this.state.name === "closed") throw cancelled();
    const { size, mtimeNs } = fstatSync(this.state.fd, { bigint: true });
    return { size: Number(size), modified: mtimeNs };
  }

  close(): void {
    if (this.state.name === "open") closeSync(this.state.fd);
    this.state = { name: "closed" };
  }
}

/**
 * Opens a file with random access; null for a pipe or a device.
 * @throws TagviewError `open-failed`.
 */
export function pathAnywhere(path: string): RandomAccess | null {
  let fd: number;
  try {
    // Opening and closing a pipe would end the program that writes into it.
    if (!refuseFolder(statSync(path)).isFile()) return null;
    fd = openSync(path, "r");
  } catch (cause) {
    throw cause instanceof TagviewError ? cause : openFailed(cause);
  }
  const file = new Descriptor(fd);
  const of = identityOf(fstatSync(fd, { bigint: true }));
  let last: { size: number; modified?: bigint } = { size: of.size };
  return {
    byteLength: of.size,
    patience: Infinity,
    remote: false,
    readAt(offset, place, max) {
      const n = file.read(place, max, offset);
      if (n === 0 && max > 0 && offset < of.size) throw shortened(offset);
      return n;
    },
    part: (from, to) => ({ kind: "path", path, from, to, of }),
    now() {
      const named = statSync(path, { bigint: true, throwIfNoEntry: false });
      if (named !== undefined && !isSame(of, identityOf(named))) return { is: "replaced" };
      // A file that is being replaced may be missing for a moment, and parts are opened by name.
      if (named !== undefined) last = file.now();
      return { is: "there", ...last };
    },
    close: () => file.close(),
  };
}

function identityOf({ dev, ino, size }: BigIntStats): FileIdentity {
  return { device: dev, inode: ino, size: Number(size) };
}

function isSame(a: FileIdentity, b: FileIdentity): boolean {
  return a.device === b.device && a.inode === b.inode;
}

function shortened(at: number): TagviewError {
  const message = "the file became shorter while it was read";
  return new TagviewError("changed", message, "open it again", BigInt(at));
}

/** @throws TagviewError `changed` if the open file is another one than `of`, or has become shorter. */
function assertIs(of: FileIdentity, fd: number): void {
  const now = identityOf(fstatSync(fd, { bigint: true }));
  if (!isSame(of, now)) throw replaced();
  if (now.size < of.size) throw shortened(now.size);
}

function replaced(cause?: unknown): TagviewError {
  const message = "the file was replaced or removed while it was read";
  return new TagviewError("changed", message, "open it again", null, { cause });
}

/**
 * A file opened by its name is read from `from` up to `to`, independent of other readers. If it is shorter than when it
 * was opened, that is an error and not the end.
 */
function openPath({ path, from = 0, to = null, of }: SourceDescription & { kind: "path" }): Source {
  let fd: number;
  try {
    // Opening a pipe would block the thread until another program opened its other end.
    const isPipe = statSync(path).isFIFO();
    fd = openSync(path, isPipe ? constants.O_RDONLY | constants.O_NONBLOCK : "r");
  } catch (cause) {
    if (of !== undefined) throw replaced(cause);
    throw openFailed(cause);
  }
  const file = new Descriptor(fd);
  try {
    const stat = refuseFolder(fstatSync(fd));
    if (isEndless(stat, fd))
      throw new TagviewError("open-failed", "this is a device, which may never end", "name a file");
    if (of !== undefined) assertIs(of, fd);
    if (!stat.isFile()) return openDescriptor(fd, stat);
    const end = to ?? stat.size;
    let position = from;
    const source: Source = {
      byteLength: end - from,
      read(place, max) {
        const n = file.read(place, max, position);
        if (n === 0 && max > 0 && position < end) throw shortened(position);
        position += n;
        return n;
      },
      close: () => file.close(),
    };
    return from === 0 && to === null ? source : limited(source, end - from);
  } catch (thrown) {
    file.close();
    throw thrown;
  }
}

function refuseFolder(stat: Stats): Stats {
  if (!stat.isDirectory()) return stat;
  throw new TagviewError("open-failed", "this is a folder", "name a file in it");
}

/** Whether an open file is a device other than a terminal: reading `/dev/zero` never ends, not even by a signal. */
export function isEndless(stat: Stats, fd: number): boolean {
  const isNull = () => stat.rdev === statSync(devNull).rdev;
  return stat.isBlockDevice() || (stat.isCharacterDevice() && !isatty(fd) && !isNull());
}

function openDescriptor(fd: number, stat: Stats): Source {
  if (stat.isFIFO() || stat.isSocket()) return openPipe(fd);
  const file = new Descriptor(fd);
  return {
    // Devices have no size.
    byteLength: stat.isFile() ? stat.size : null,
    read: (place, max) => file.read(place, max, null),
    close: () => file.close(),
  };
}

/** Standard input, read by events: nothing could interrupt a blocking read, not even exit. */
function openStdin(): Source {
  const stat = fstatSync(0);
  if (stat.isDirectory()) throw new TagviewError("open-failed", "standard input is a folder", "name a file");
  // A file on standard input is read like any file, from its current position.
  if (stat.isFile()) return { ...openDescriptor(0, stat), close() {} };
  if (stat.isFIFO() || stat.isSocket()) return openPipe(0);
  const chunks = process.stdin[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return openChunks(chunks, null, () => void process.stdin.destroy());
}

/**
 * A pipe, read on demand into one buffer: a stream takes a new one for each 64 kB, and tens of megabytes of them would
 * accumulate before garbage collection.
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
    // Pauses until this chunk is taken.
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
      const chunk = rest.subarray(0, max);
      if (chunk.length > 0) place(chunk.length).set(chunk);
      rest = rest.subarray(chunk.length);
      return chunk.length;
    },
    close: () => void socket.destroy(),
  };
}

type Explanation = [message: string, remedy: string];

const EXPLANATIONS: Record<string, Explanation> = {
  ENOENT: ["there is no such file", "check the name"],
  EACCES: ["reading this file is not permitted", "check its permissions"],
  EPERM: ["reading this file is not permitted", "check its permissions"],
  ENOTDIR: ["a part of this path is a file, not a folder", "check the name"],
  ENAMETOOLONG: ["this name is too long", "check the name"],
  ELOOP: ["symbolic links form a loop", "check where they point"],
  EMFILE: ["too many files are open", "close some"],
};

/** The error about a file that the operating system did not open. */
export function openFailed(cause: unknown): TagviewError {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const other: Explanation = [`this file can't be opened (${code || String(cause)})`, "check the name"];
  return new TagviewError("open-failed", ...(EXPLANATIONS[code] ?? other), null, { cause });
}
