/**
 * A source that only one thread can open, read by a worker: that thread sends the requested bytes, and stays free for
 * signals.
 *
 *     owner                              reader
 *       | <-- buffer ----------------------|   to be filled
 *       | -- buffer, n | error ----------->|   n is 0 at the end
 *       | <-- "close" ---------------------|
 */

import { asReadError, asTagviewError, cancelled, type ErrorObject, TagviewError } from "../errors.ts";
import { nameOf, type SourceDescription } from "./description.ts";
import type { Source } from "./stream.ts";

/** Capacity of a pipe. */
const CHUNK = 64 << 10;

type FromReader = Uint8Array<ArrayBuffer> | "close";
type FromOwner = { buffer: Uint8Array<ArrayBuffer>; n: number } | { error: ErrorObject };

/** The description that a worker opens, once, for the source of another thread. */
export type PortDescription = Extract<SourceDescription, { kind: "port" }>;

/** A source of this thread that is lent to a worker. */
export interface PortSource {
  description: PortDescription;
  /** Closes the source, even if no worker did. */
  close(): void;
}

/** Serves the bytes of `source`, which has this description, to the worker that opens the returned one. */
export function behindPort(source: Source, described: SourceDescription): PortSource {
  const { port1: port, port2 } = new MessageChannel();
  const close = (): void => {
    port.close();
    source.close();
  };
  const fill = async (buffer: Uint8Array<ArrayBuffer>): Promise<void> => {
    let answer: FromOwner;
    try {
      answer = { buffer, n: await source.read((n) => buffer.subarray(0, n), buffer.length) };
    } catch (thrown) {
      answer = { error: asReadError(thrown).toObject() };
    }
    port.postMessage(answer, [buffer.buffer]);
  };
  port.onmessage = ({ data }: MessageEvent<FromReader>) => (data === "close" ? close() : void fill(data));
  port.onmessageerror = () => port.postMessage({ error: unreadable().toObject() } satisfies FromOwner);
  const [name, { byteLength }, { readAs }] = [nameOf(described), source, described];
  return { description: { kind: "port", port: port2, byteLength, name, readAs }, close };
}

function unreadable(): TagviewError {
  return new TagviewError("read-failed", "a message between threads could not be read", "try again");
}

/** Opens the source of another thread. */
export function openPort({ port, byteLength }: PortDescription): Source {
  let buffer = new Uint8Array(CHUNK);
  let rest = buffer.subarray(0, 0);
  let stop = (_: unknown): void => {};
  let closed = false;

  /** Requests more bytes; the buffer returns with them. */
  const more = (): Promise<Uint8Array<ArrayBuffer>> =>
    new Promise((resolve, reject) => {
      if (closed) throw cancelled();
      stop = reject;
      port.onmessage = ({ data }: MessageEvent<FromOwner>) => {
        if ("error" in data) return reject(asTagviewError(data.error));
        buffer = data.buffer;
        resolve(buffer.subarray(0, data.n));
      };
      port.onmessageerror = () => reject(unreadable());
      port.postMessage(buffer, [buffer.buffer]);
    });

  return {
    byteLength,
    async read(place, max) {
      if (rest.length === 0) rest = await more();
      const chunk = rest.subarray(0, max);
      if (chunk.length > 0) place(chunk.length).set(chunk);
      rest = rest.subarray(chunk.length);
      return chunk.length;
    },
    close() {
      closed = true;
      port.postMessage("close");
      port.close();
      stop(cancelled());
    },
  };
}
