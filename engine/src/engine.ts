/** Everything the engine does, over a platform. */

import {
  offsets,
  offsetsDiff,
  offsetsEncode,
  offsetsLookup,
  offsetsSizes,
  Scan,
  version,
  zstd,
} from "@tagview/wasm";
import { runCat } from "./cat";
import { cancelled } from "./errors";
import { call, free, instantiate } from "./instance";
import { local } from "./local";
import { type Merged, type MergeInput, type MergeOptions, naming, runMerge } from "./merge";
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
import { runPack } from "./pack";
import type { Platform } from "./platform";
import { createPool } from "./pool";
import { worthCutting } from "./reader";
import type { ScanRequest, Selection } from "./request";
import type { Snapshot } from "./results";
import { createSession, type Session, type SessionOptions } from "./session";
import { type Contents, readIndex, runSlice, type Sliced } from "./slice";
import { describe, nameOf, type SourceInput } from "./source";
import { runSimulate, type StreamControl } from "./streams";
import type { PackOptions } from "./text";
import { measureOffsets } from "./timing";

export interface ScanOptions extends Omit<SessionOptions, "budget" | "standing"> {
  /**
   * `here` runs on the calling thread: no worker to start, which is worth it for small files.
   * The default is workers; sources a worker can't open (standard input) run here anyway.
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
  /**
   * Writes the tags as `channel<TAB>time` lines; of a range of time, where a file has an index, by
   * reading only what can hold such tags.
   * @throws TagviewError `bad-index` where the index does not describe the file.
   */
  cat(input: SourceInput, selection: Selection | undefined, options: StreamOptions): Promise<Snapshot>;
  /**
   * Writes a recording from `channel<TAB>time` lines.
   * @throws TagviewError `bad-line` with the line's number.
   */
  pack(input: SourceInput, packing: PackOptions, options: StreamOptions): Promise<void>;
  /**
   * Writes a recording of the selected tags; where a file has an index, by reading only what can
   * hold such tags.
   * @throws TagviewError `bad-index` where the index does not describe the file.
   */
  slice(input: SourceInput, packing: PackOptions, options: StreamOptions): Promise<Sliced>;
  /**
   * Writes the tags of several recordings in order of time; `packing.selection` counts from the first
   * tag of each.
   * @throws TagviewError `open-failed`, `order` or `usage`, its message with the input's name in front.
   */
  merge(inputs: SourceInput[], packing: MergeOptions, options: StreamOptions): Promise<Merged>;
  /**
   * What a recording's index says is in it, without reading the rest; null where it has none.
   * @throws TagviewError `bad-index`, `open-failed`.
   */
  index(input: SourceInput): Promise<Contents | null>;
  /**
   * Checks a request without a source.
   * @throws TagviewError `usage`.
   */
  check(request: ScanRequest): Promise<void>;
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
  /** Loads the wasm module and starts the workers before either is needed. */
  warm(): Promise<void>;
}

export function createEngine(platform: Platform): Engine {
  const { load, spawn, workers: size } = platform;
  const own = () => local(platform);
  const readers = createPool({ size, spawn, load, own: platform.spare ? own : undefined });
  // Whoever puts text in order should not be kept waiting by its own work.
  const writers = createPool({ size, spawn, load });
  const here = createPool({ size: 1, spawn: own, load });
  const pause = () => platform.pause();
  const ready = async () => instantiate(await platform.load());

  const session = async (
    input: SourceInput,
    request: ScanRequest,
    options: SessionOptions,
    where?: ScanOptions["where"],
  ): Promise<Session> => {
    const source = describe(input);
    const remote = where !== "here" && platform.postable(source);
    const file = platform.seek(source);
    // Workers start while the module is compiled here.
    if (remote) readers.warm(worthCutting(file) ? readers.size : 1).catch(() => {});
    await ready();
    return createSession({ pool: remote ? readers : here, source, file, pause }, request, options);
  };

  return {
    open(input, request, options = {}) {
      const opened = session(input, request, options);
      return {
        read: opened.then(({ read }) => read),
        ask: async (question, control) => (await opened).ask(question, control),
        close: () =>
          void opened.then(
            ({ close }) => close(),
            () => {},
          ),
      };
    },
    async scan(input, request, { where, ...options } = {}) {
      if (options.signal?.aborted) throw cancelled();
      const opened = await session(input, request, { ...options, budget: 0 }, where);
      try {
        const { kept: _, ...snapshot } = await opened.read;
        return snapshot;
      } finally {
        opened.close();
      }
    },
    async cat(input, selection, options) {
      await ready();
      const source = describe(input);
      const file = platform.seek(source);
      const pool = platform.postable(source) ? writers : null;
      return runCat({ pool, source, file, open: platform.open }, selection, { ...options, pause });
    },
    async pack(input, packing, options) {
      await ready();
      return runPack(writers, await platform.open(describe(input)), packing, { ...options, pause });
    },
    async slice(input, packing, options) {
      await ready();
      return runSlice(await platform.open(describe(input)), packing, { ...options, pause });
    },
    async merge(inputs, packing, options) {
      await ready();
      const opened: MergeInput[] = [];
      try {
        for (const input of inputs) {
          const source = describe(input);
          const name = nameOf(source);
          opened.push({ name, source: await naming(name, () => platform.open(source)) });
        }
      } catch (thrown) {
        for (const { source } of opened) source.close();
        throw thrown;
      }
      return runMerge(opened, packing, { ...options, pause });
    },
    async index(input) {
      await ready();
      return readIndex(await platform.open(describe(input)));
    },
    async check(request) {
      await ready();
      free(call(() => new Scan(request)));
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
    warm: () => readers.warm(readers.size),
  };
}
