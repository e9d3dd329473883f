/** Everything the engine does, over a platform. */

import {
  offsets,
  offsetsDiff,
  offsetsEncode,
  offsetsLookup,
  offsetsSizes,
  version,
  zstd,
} from "@tagview/wasm";
import { cancelled } from "./errors";
import { call, instantiate } from "./instance";
import type {
  OffsetEncoding,
  OffsetsAnswer,
  OffsetsDiff,
  OffsetsHeader,
  OffsetsOptions,
  OffsetsReading,
  OffsetsSize,
  OffsetsTimes,
} from "./offsets";
import type { Platform } from "./platform";
import { createPool } from "./pool";
import type { ScanRequest, Selection } from "./request";
import type { Snapshot } from "./results";
import { runScan } from "./run";
import type { Session, SessionOptions } from "./session";
import { describe, type SourceInput } from "./source";
import { type PackOptions, runCat, runPack, runSimulate, type StreamControl } from "./streams";
import { measureOffsets } from "./timing";

export interface ScanOptions {
  /** Ends the scan at once; the promise is rejected with code `cancelled`. */
  signal?: AbortSignal | undefined;
  /** What is known so far, about every `interval` ms; the first one comes early. */
  onSnapshot?: ((snapshot: Snapshot) => void) | undefined;
  interval?: number | undefined;
  /**
   * `here` runs on the calling thread: no worker to start, which is worth it for small files.
   * The default is a worker; sources a worker can't open (standard input) run here anyway.
   */
  where?: "worker" | "here" | undefined;
}

export type StreamOptions = Omit<StreamControl, "pause">;

export interface Engine {
  /**
   * Runs analyses over a source in one pass. Damage does not reject: it is in the snapshot, with
   * everything that could be read.
   * @throws TagviewError `open-failed`, `usage`, `cancelled` or `internal`.
   */
  scan(input: SourceInput, request: ScanRequest, options?: ScanOptions): Promise<Snapshot>;
  /** Reads a source as `scan` does, and keeps it open for further questions. */
  open(input: SourceInput, request: ScanRequest, options?: SessionOptions): Session;
  /** Writes the tags as `channel<TAB>time` lines. */
  cat(input: SourceInput, selection: Selection | undefined, options: StreamOptions): Promise<Snapshot>;
  /**
   * Writes a recording from `channel<TAB>time` lines.
   * @throws TagviewError `bad-line` with the line's number.
   */
  pack(input: SourceInput, packing: PackOptions, options: StreamOptions): Promise<void>;
  /** Writes a simulated recording. */
  simulate(source: object, options: Omit<StreamOptions, "onBytes">): Promise<void>;
  /**
   * Decodes an offsets header. Damage is in the result's `error`.
   * @throws TagviewError `usage` for an encoding there is not, here and below.
   */
  offsets(header: string, options?: OffsetsOptions): Promise<OffsetsHeader>;
  /** What a consumer would find for a partition (in a `v2` header of a compartment, 0 unless said). */
  offsetsLookup(
    header: string,
    partition: number,
    options?: OffsetsReading & { compartment?: bigint | undefined },
  ): Promise<OffsetsAnswer>;
  /**
   * The same offsets in another encoding, partitions ascending.
   * @throws TagviewError `mismatch` where it can't hold them.
   */
  offsetsEncode(header: string, format: OffsetEncoding, options?: OffsetsReading): Promise<string>;
  /** The length of each of the seven encodings. */
  offsetsSizes(header: string, options?: OffsetsReading): Promise<OffsetsSize[]>;
  /** How far `left` is behind `right`; `encoding` is the left one's. */
  offsetsDiff(left: string, right: string, options?: OffsetsOptions): Promise<OffsetsDiff>;
  /** How long this header's offsets take in one encoding, here and now. */
  offsetsTimes(header: string, format: OffsetEncoding, options?: OffsetsReading): Promise<OffsetsTimes>;
  /** The version, and which zstd is inside. */
  version(): Promise<{ version: string; zstd: string }>;
  /** Loads the wasm module and starts a worker before either is needed. */
  warm(): Promise<void>;
}

export function createEngine(platform: Platform): Engine {
  const pool = createPool(platform);
  const pause = () => platform.pause();
  const ready = async () => instantiate(await platform.load());

  const engine: Engine = {
    open(input, request, options = {}) {
      const closed = new AbortController();
      const until = (signal: AbortSignal | undefined) =>
        signal === undefined ? closed.signal : AbortSignal.any([signal, closed.signal]);
      return {
        read: engine.scan(input, request, { ...options, signal: until(options.signal) }),
        ask: (question, { signal } = {}) => engine.scan(input, question, { signal: until(signal) }),
        close: () => closed.abort(),
      };
    },
    async scan(input, request, options = {}) {
      const { signal, onSnapshot, interval, where } = options;
      const source = describe(input);
      if (signal?.aborted) throw cancelled();
      if (where !== "here" && platform.postable(source)) {
        const snapshots = onSnapshot !== undefined;
        return pool.run({ type: "scan", source, request, interval, snapshots }, { signal, onSnapshot });
      }
      await ready();
      const opened = await platform.open(source);
      const run = runScan(opened, request, {
        pause,
        onSnapshot,
        interval,
        stopped: () => signal?.aborted ?? false,
      });
      return signal === undefined ? run : Promise.race([run, aborted(signal)]);
    },
    async cat(input, selection, options) {
      await ready();
      return runCat(await platform.open(describe(input)), selection, { ...options, pause });
    },
    async pack(input, packing, options) {
      await ready();
      return runPack(await platform.open(describe(input)), packing, { ...options, pause });
    },
    async simulate(source, options) {
      await ready();
      return runSimulate(source, { ...options, pause });
    },
    async offsets(header, { encoding, rows = true } = {}) {
      await ready();
      return call(() => offsets(header, encoding, rows)) as OffsetsHeader;
    },
    async offsetsLookup(header, partition, { encoding, compartment = 0n } = {}) {
      await ready();
      return call(() => offsetsLookup(header, encoding, compartment, partition)) as OffsetsAnswer;
    },
    async offsetsEncode(header, format, { encoding } = {}) {
      await ready();
      return call(() => offsetsEncode(header, encoding, format));
    },
    async offsetsSizes(header, { encoding } = {}) {
      await ready();
      return call(() => offsetsSizes(header, encoding)) as OffsetsSize[];
    },
    async offsetsDiff(left, right, { encoding, rows = true } = {}) {
      await ready();
      return call(() => offsetsDiff(left, right, encoding, rows)) as OffsetsDiff;
    },
    async offsetsTimes(header, format, options = {}) {
      await ready();
      return measureOffsets(header, format, options, pause);
    },
    async version() {
      await ready();
      return { version: version(), zstd: zstd() };
    },
    warm: () => pool.warm(),
  };
  return engine;
}

/** Rejects when `signal` fires, so that a run that waits for its source need not be waited for. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(cancelled()), { once: true });
  });
}
