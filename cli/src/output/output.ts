/**
 * A file that takes bytes in their order, without keeping the thread while its reader takes none: an interruption is
 * heard, whatever a full pipe waits for.
 *
 *     direct -- its reader takes no more --> waiting -- all taken --> direct
 */

import { closeSync, constants, fstatSync, openSync, writeSync } from "node:fs";
import { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds until a terminal, or a pipe without a reader, is tried again. */
const AGAIN_MS = 5;
const WITHOUT_WAITING = constants.O_WRONLY | constants.O_NONBLOCK;

type Opened =
  | { kind: "pipe"; fd: number; socket: Socket | null }
  /** When the output can be written again is only a guess: it is tried repeatedly. */
  | { kind: "terminal"; fd: number }
  /** It takes everything at once, and was opened by the caller of the program. */
  | { kind: "file"; fd: number };

/** Made by the functions below only: a bundle may export a class before it is there, but no function. */
class Output {
  private opened: Opened | null = null;
  private waiting: Promise<void> | null = null;
  private failure: { thrown: unknown } | null = null;
  private readonly open: () => Opened;

  constructor(open: () => Opened) {
    this.open = open;
  }

  /**
   * Writes all of `bytes`. The caller may change them once the call has returned, before the promise is settled.
   * @throws the system's error, also that of earlier bytes that had to wait.
   */
  async write(bytes: Uint8Array): Promise<void> {
    if (this.failure !== null) throw this.failure.thrown;
    if (this.waiting !== null) return this.later(bytes);
    this.opened ??= this.open();
    const rest = writeNow(this.opened.fd, bytes);
    if (rest.length > 0) await this.later(rest);
  }

  /**
   * Settles when all is written.
   * @throws as `write`.
   */
  async flushed(): Promise<void> {
    while (this.waiting !== null) await this.waiting;
    const { failure } = this;
    // It is reported once.
    this.failure = null;
    if (failure !== null) throw failure.thrown;
  }

  /** Closes a file that was opened here; bytes that wait are lost. */
  close(): void {
    const { opened } = this;
    if (opened === null) return;
    this.opened = null;
    if (opened.kind === "pipe" && opened.socket !== null) opened.socket.destroy();
    else if (opened.kind !== "file") closeSync(opened.fd);
  }

  private later(bytes: Uint8Array): Promise<void> {
    // The bytes may lie in wasm memory that grows, or in a buffer that is moved to a worker. `slice` of a Buffer is a view.
    const copy = new Uint8Array(bytes);
    const before = this.waiting;
    const written = (async () => {
      await before;
      if (this.opened !== null) await writeWaiting(this.opened, copy);
    })();
    const settled = written
      .catch((thrown) => {
        this.failure ??= { thrown };
      })
      .finally(() => {
        if (this.waiting === settled) this.waiting = null;
      });
    this.waiting = settled;
    return written;
  }
}

/**
 * A pipe or terminal is opened again, because making it non-blocking would affect other programs that share it. If it
 * cannot be opened again, they are affected.
 */
function inherited(fd: number): Opened {
  const stat = fstatSync(fd);
  const isPipe = stat.isFIFO() || stat.isSocket();
  if (!isPipe && !stat.isCharacterDevice()) return { kind: "file", fd };
  try {
    const own = openSync(`/proc/self/fd/${fd}`, WITHOUT_WAITING);
    return isPipe ? { kind: "pipe", fd: own, socket: null } : { kind: "terminal", fd: own };
  } catch {
    return isPipe ? { kind: "pipe", fd, socket: socketOf(fd) } : { kind: "file", fd };
  }
}

/** Writes as many bytes as the reader accepts without waiting; returns the remaining bytes. */
function writeNow(fd: number, bytes: Uint8Array): Uint8Array {
  let rest = bytes;
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
  } catch (thrown) {
    if (codeOf(thrown) !== "EAGAIN") throw thrown;
  }
  return rest;
}

async function writeWaiting(opened: Opened, bytes: Uint8Array): Promise<void> {
  if (opened.kind !== "pipe") {
    for (let rest = bytes; ; ) {
      rest = writeNow(opened.fd, rest);
      if (rest.length === 0) return;
      await pause(AGAIN_MS);
    }
  }
  opened.socket ??= socketOf(opened.fd);
  const { socket } = opened;
  await new Promise<void>((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

function socketOf(fd: number): Socket {
  const socket = new Socket({ fd, readable: false, writable: true });
  // The writer gets the error.
  socket.on("error", () => {});
  return socket;
}

/** The system's code of an error. */
export function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && "code" in thrown ? String(thrown.code) : undefined;
}

/** A descriptor that the program was started with, such as standard output or error. */
export function inheritedOutput(fd: number): Output {
  return new Output(() => inherited(fd));
}

/**
 * A device or a named pipe, once it has a reader.
 * @throws the system's error.
 */
export async function deviceOutput(path: string, isPipe: boolean): Promise<Output> {
  for (;;) {
    try {
      const fd = openSync(path, WITHOUT_WAITING);
      return new Output(() => (isPipe ? { kind: "pipe", fd, socket: null } : { kind: "terminal", fd }));
    } catch (thrown) {
      if (!(isPipe && codeOf(thrown) === "ENXIO")) throw thrown;
    }
    await pause(4 * AGAIN_MS);
  }
}
