/** The open sources of a job or an engine. All are closed when it ends. */

import { unlessAborted } from "../abort.ts";
import { cancelled } from "../errors.ts";
import type { RandomAccess } from "./random-access.ts";
import type { Place, Source } from "./stream.ts";

interface Closable {
  /** `reason` is that of the signal that ended the reading. */
  close(reason?: unknown): void;
}

/** Opens something; `signal` ends a wait for it. */
type Opening<T> = (signal: AbortSignal) => T | Promise<T>;

export class OpenSources {
  private readonly sources = new Set<Closable>();
  private readonly signal: AbortSignal;

  /** Closes all sources when `signal` fires. */
  constructor(signal: AbortSignal) {
    this.signal = signal;
    signal.addEventListener("abort", () => {
      for (const source of [...this.sources]) source.close(signal.reason);
    });
  }

  /**
   * Opens a source that is read in order. After it is closed, a waiting read rejects with `cancelled`, even if the
   * source never responds.
   * @throws TagviewError `cancelled` if `signal` or that of all sources fires first.
   */
  async open(opening: Opening<Source>, signal?: AbortSignal): Promise<Source> {
    const source = await this.opened(opening, signal);
    const { close, reading } = this.add(source);
    return {
      byteLength: source.byteLength,
      read: (place, max) => reading(place, (place) => source.read(place, max)),
      close,
    };
  }

  /** Opens a source with random access, like `open`; null if impossible. */
  async openAnywhere(
    opening: Opening<RandomAccess | null>,
    signal?: AbortSignal,
  ): Promise<RandomAccess | null> {
    const file = await this.opened(opening, signal);
    if (file === null) return null;
    const { close, reading } = this.add(file);
    const { byteLength, patience, remote, now } = file;
    return {
      byteLength,
      patience,
      remote,
      readAt: (offset, place, max, signal) =>
        reading(place, (place) => file.readAt(offset, place, max, signal), signal),
      part: (from, to) => file.part(from, to),
      ...(now !== undefined && { now: () => now.call(file) }),
      close,
    };
  }

  private async opened<T extends Closable | null>(opening: Opening<T>, signal?: AbortSignal): Promise<T> {
    // A signal of its own for each: many sources may be opened at once, and Node warns of many listeners of one signal.
    const until = AbortSignal.any(signal === undefined ? [this.signal] : [this.signal, signal]);
    if (until.aborted) throw cancelled(until);
    const opened = Promise.resolve().then(() => opening(until));
    try {
      return await unlessAborted(opened, until);
    } catch (thrown) {
      if (until.aborted)
        opened.then(
          (late) => late?.close(),
          () => {},
        );
      throw thrown;
    }
  }

  private add(source: Closable) {
    const closing = new AbortController();
    const { signal: closed } = closing;
    const close = (reason?: unknown): void => {
      if (closed.aborted) return;
      this.sources.delete(added);
      closing.abort(reason);
      source.close(reason);
    };
    const reading = <T>(
      place: Place,
      read: (place: Place) => T | Promise<T>,
      signal?: AbortSignal,
    ): T | Promise<T> => {
      const ended = signal === undefined ? closed : AbortSignal.any([closed, signal]);
      if (ended.aborted) throw cancelled(ended);
      // Bytes that arrive after the end are dropped.
      const bytes = read((n) => {
        if (ended.aborted) throw cancelled(ended);
        return place(n);
      });
      return bytes instanceof Promise ? unlessAborted(bytes, ended) : bytes;
    };
    const added = { close };
    this.sources.add(added);
    if (this.signal.aborted) close(this.signal.reason);
    return { close, reading };
  }
}
