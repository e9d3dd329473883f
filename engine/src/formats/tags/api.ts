/** Recordings of time tags: what the engine does with them. What writes is loaded when it is first asked for. */

import { cancelled } from "../../errors.ts";
import type { Resources } from "../../resources.ts";
import {
  describe,
  nameOf,
  type ReadAs,
  type SourceDescription,
  type SourceInput,
} from "../../source/description.ts";
import type { PortSource } from "../../source/port.ts";
import type { Instance } from "../../worker/instance.ts";
import { type Combined, combine } from "./combine.ts";
import type { Control } from "./convert/control.ts";
import type { ExportControl } from "./convert/export.ts";
import type { Exported, ExportOptions, ParquetTable } from "./convert/export-options.ts";
import type { Merged, MergeInput, MergeOptions } from "./convert/merge.ts";
import type { Contents, PackOptions } from "./convert/options.ts";
import type { Repaired, RepairOptions } from "./convert/repair.ts";
import type { SimulateOptions } from "./convert/simulate.ts";
import type { Sliced } from "./convert/slice.ts";
import type { InterferenceScan } from "./interference.ts";
import { kindOf, kindOfHead, type RecordingKind, type TextOptions } from "./kind.ts";
import { type Definitions, definitionsOf, type Exact, type ScanRequest, type Selection } from "./request.ts";
import type { Interference } from "./results.generated.ts";
import type { ScannedInRuns } from "./session/columns.ts";
import type { Importing } from "./session/part-report.ts";
import type { Purpose } from "./session/reading-options.ts";
import {
  createSession,
  forQueries,
  type SavingSession,
  type Session,
  type SessionOptions,
} from "./session/session.ts";
import type { AnyResults, ResultsOf, Snapshot } from "./snapshot.ts";
import { type FrameIndex, readFrameIndex } from "./split/frame-index.ts";
import { isWorthSplitting } from "./split/target-size.ts";

export interface ScanOptions<Results = AnyResults>
  extends Omit<SessionOptions<Results>, "budget" | "background"> {
  /**
   * `here` runs on the calling thread: no worker to start, which is worth it for small files.
   * The default is workers; sources a worker can't open (standard input) run here anyway.
   */
  where?: "worker" | "here" | undefined;
}

export type StreamOptions = Pick<Control, "write" | "onBytes">;

export interface KindOptions extends TextOptions {
  /** The first bytes of a source that can be read only once. */
  head?: Uint8Array | undefined;
  /** It will be written, so that the module that writes is loaded in any case, and the other one may not be. */
  writes?: boolean;
}

export interface Tags {
  /**
   * What kind of file a recording is, by its beginning. Of a source that can be read only once, that is what the
   * description says; `head` are its first bytes, where somebody has read them.
   * @throws TagviewError `open-failed`, `read-failed`, and `usage` where an option is wrong.
   */
  kind(input: SourceInput, options?: KindOptions): Promise<RecordingKind>;
  /**
   * Runs analyses over a source in one pass. Damage does not reject: it is in the snapshot, with
   * everything that could be read.
   * @throws TagviewError `open-failed`, `usage`, `cancelled` or `internal`.
   */
  scan<const R extends ScanRequest>(
    input: SourceInput,
    request: Exact<R>,
    options?: ScanOptions<ResultsOf<NoInfer<R>>>,
  ): Promise<Snapshot<ResultsOf<R>>>;
  /** Reads a source as `scan` does, and keeps it open for further queries. */
  open<const R extends ScanRequest>(
    input: SourceInput,
    request: Exact<R>,
    options?: SessionOptions<ResultsOf<NoInfer<R>>>,
  ): Session<ResultsOf<R>>;
  /**
   * Scans as `scan` does; but of results whose columns have more than a million numbers, these are in runs: all of
   * their numbers need not be in memory beside those that were counted. They can be looked at until `close`.
   */
  scanInRuns(input: SourceInput, request: ScanRequest, options?: ScanOptions): Promise<ScannedInRuns>;
  /** Scans as `scan` does, and answers with the bytes too that `combine` joins. */
  partial(input: SourceInput, request: ScanRequest, options?: ScanOptions): Promise<Combined>;
  /**
   * What one scan of all recordings, one after the other, would have found, from what `partial` found in each, in their
   * order. Joined once or in several steps, the result is the same.
   * @throws TagviewError `mismatch`, `usage`.
   */
  combine(request: ScanRequest, partials: Iterable<Uint8Array>): Promise<Combined>;
  /**
   * Writes the tags as `channel<TAB>time` lines; of a range of time, where a file has an index, by
   * reading only what can hold such tags.
   * @throws TagviewError `bad-index` where the index does not describe the file.
   */
  cat(
    input: SourceInput,
    selection: Selection | undefined,
    options: StreamOptions & Definitions,
  ): Promise<Snapshot>;
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
  merge(inputs: readonly SourceInput[], packing: MergeOptions, options: StreamOptions): Promise<Merged>;
  /**
   * Writes what is sound in a damaged recording, and answers what was lost. The source is read twice.
   * @throws TagviewError `usage` where it can't be, and what is wrong with it where nothing of it is sound.
   */
  repair(input: SourceInput, packing: RepairOptions, options: StreamOptions): Promise<Repaired>;
  /**
   * Writes a recording as it is, and an index behind it.
   * @throws TagviewError `usage` where it has one, or can have none, and what is wrong with a damaged one.
   */
  addIndex(input: SourceInput, options: StreamOptions): Promise<Contents>;
  /**
   * Writes the selected tags in a format that other tools read; one recording is exported at a time. Damage does not
   * reject: it is in the result, with what was written. Of formats that `replacesItsBeginning` names, the result has the
   * file's first bytes, which are known only then.
   * @throws TagviewError `open-failed`, `usage`, `too-large`, `cancelled` or `internal`.
   */
  export(input: SourceInput, options: ExportOptions, control: ExportControl): Promise<Exported>;
  /**
   * A table of results as a Parquet file.
   * @throws TagviewError `usage`.
   */
  parquet(table: ParquetTable): Promise<Uint8Array>;
  /**
   * What a recording's index says is in it, without reading the rest; null where it has none.
   * @throws TagviewError `bad-index`, `open-failed`.
   */
  index(input: SourceInput): Promise<Contents | null>;
  /**
   * Where a recording's frames are by its index, and what is in each; null where it has none that describes the file.
   * @throws TagviewError `open-failed`.
   */
  frames(input: SourceInput): Promise<FrameIndex | null>;
  /**
   * Checks a request without a source.
   * @throws TagviewError `usage`.
   */
  check(request: ScanRequest): Promise<void>;
  /**
   * Fits a dip or a fringe to coincidences that were counted at several positions.
   * @throws TagviewError `usage`.
   */
  interference(scan: InterferenceScan): Promise<Interference>;
  /** Writes a simulated recording. */
  simulate(source: SimulateOptions, options: Pick<StreamOptions, "write">): Promise<void>;
}

export function createTags(resources: Resources): Tags {
  const { instances, open, openAnywhere, isPostable, pause, keepingThread, closed } = resources;
  const { readers, writers, ownThread, ownThreadWorks } = resources;

  const importingOf = async ({ readAs }: RecordingKind): Promise<Importing | null> =>
    readAs === null ? null : { readAs, compiled: await resources.load("more") };
  /** The format of a source that is read in one go, and the source as it may be read at any place. */
  const readAsOf = async (
    instance: Instance<"main" | "more">,
    source: SourceDescription,
  ): Promise<ReadAs | null> => {
    if (source.readAs !== undefined) return source.readAs;
    const file = await openAnywhere(source);
    try {
      return (await kindOf(resources, instance, source, file)).readAs;
    } finally {
      file?.close();
    }
  };

  /** A source that only this thread can open, to be read by a worker, so that this thread hears of signals meanwhile. */
  const portOf = async (source: SourceDescription): Promise<PortSource> => {
    const [{ behindPort }, opened] = await Promise.all([import("../../source/port.ts"), open(source)]);
    const { description, close } = behindPort(opened, nameOf(source));
    return { description: { ...description, readAs: source.readAs }, close };
  };

  const session = async (
    input: SourceInput,
    request: ScanRequest,
    purpose: Purpose,
    { where, follow = false, ...options }: ScanOptions,
    onKind: (kind: RecordingKind) => void = () => {},
  ): Promise<SavingSession> => {
    const described = describe(input);
    const port = where === "here" || ownThreadWorks || isPostable(described) ? null : await portOf(described);
    const source = port?.description ?? described;
    const pool = where !== "here" && isPostable(source) ? readers : ownThread;
    const opened = openAnywhere(source);
    const file = opened instanceof Promise ? await opened : opened;
    // That it can't be opened at all is told as such.
    if (follow && file === null && port === null) (await open(source)).close();
    try {
      // Workers start while the module is compiled here.
      if (pool === readers) pool.warm(isWorthSplitting(file, request) ? pool.size : 1).catch(() => {});
      const instance = await instances.main.take();
      const kind = await kindOf(resources, instance, source, file);
      onKind(kind);
      const importing = await importingOf(kind);
      const used = { pool, source, file, importing, pause, keepingThread, instance };
      return createSession(used, request, { ...options, purpose, follow }, closed, () => {
        port?.close();
        instances.main.give(instance);
      });
    } catch (thrown) {
      file?.close();
      port?.close();
      throw thrown;
    }
  };
  /** Reads to the end; what `save` takes of the session goes with the snapshot. */
  const scanned = async <T>(
    input: SourceInput,
    request: ScanRequest,
    options: ScanOptions,
    save: (opened: SavingSession) => T,
  ): Promise<{ snapshot: Snapshot; saved: T }> => {
    if (options.signal?.aborted) throw cancelled();
    const opened = await session(input, request, { name: "results", columns: "whole" }, options);
    try {
      const { held: _, ...snapshot } = await opened.read;
      return { snapshot, saved: save(opened) };
    } finally {
      opened.close();
    }
  };
  const control = (options: StreamOptions): Control => ({ ...options, pause, signal: closed });

  const tags = {
    kind(input: SourceInput, { head, writes = false, ...options }: KindOptions = {}): Promise<RecordingKind> {
      const source = describe(input);
      const tell = async (instance: Instance<"main" | "more">): Promise<RecordingKind> => {
        if (head !== undefined) return kindOfHead(resources, instance, head, nameOf(source), options);
        const file = await openAnywhere(source);
        try {
          return await kindOf(resources, instance, source, file, options);
        } finally {
          file?.close();
        }
      };
      return writes ? instances.more.run(tell) : instances.main.run(tell);
    },
    open(input: SourceInput, request: ScanRequest, options: SessionOptions = {}): Session {
      let tellKind = (_: RecordingKind): void => {};
      const found = new Promise<RecordingKind>((resolve) => {
        tellKind = resolve;
      });
      const { budget, background, ...others } = options;
      const purpose = forQueries(request, { budget, background });
      const opened = session(input, request, purpose, others, (kind) => tellKind(kind));
      const kind = Promise.race([found, opened.then(() => found)]);
      // Whoever reads it is told of what goes wrong.
      kind.catch(() => {});
      return {
        kind,
        read: opened.then(({ read }) => read),
        ask: async (question, control) => (await opened).ask(question, control),
        close: () =>
          void opened.then(
            ({ close }) => close(),
            () => {},
          ),
      };
    },
    scan: async (input: SourceInput, request: ScanRequest, options: ScanOptions = {}) =>
      (await scanned(input, request, options, () => null)).snapshot,
    scanInRuns: async (input: SourceInput, request: ScanRequest, options: ScanOptions = {}) => {
      if (options.signal?.aborted) throw cancelled();
      const { scanned } = await import("./session/columns.ts");
      return scanned(await session(input, request, { name: "results", columns: "fetched" }, options));
    },
    partial: async (input: SourceInput, request: ScanRequest, options: ScanOptions = {}) => {
      const { snapshot, saved } = await scanned(input, request, options, (opened) => opened.save());
      return { snapshot, partial: saved };
    },
    combine: (request: ScanRequest, partials: Iterable<Uint8Array>) =>
      instances.main.run((instance) => keepingThread(() => combine(instance, request, partials))),
    cat: (input: SourceInput, selection: Selection | undefined, options: StreamOptions & Definitions) =>
      instances.more.run(async (instance) => {
        const source = describe(input);
        const file = await openAnywhere(source);
        const readAs = await readAsOf(instance, source);
        // Another maker's recording is read in one go.
        const pool = isPostable(source) && readAs === null ? writers : null;
        const { define, tick, ...stream } = options;
        const definitions = definitionsOf({ ...(define && { define }), ...(tick !== undefined && { tick }) });
        const { cat } = await import("./convert/cat.ts");
        return cat({ instance, pool, source, file, readAs, open }, selection, definitions, control(stream));
      }),
    pack: (input: SourceInput, packing: PackOptions, options: StreamOptions) =>
      instances.more.run(async (instance) => {
        const { pack } = await import("./convert/pack.ts");
        return pack(instance, writers, await open(describe(input)), packing, control(options));
      }),
    slice: (input: SourceInput, packing: PackOptions, options: StreamOptions) =>
      instances.more.run(async (instance) => {
        const { slice } = await import("./convert/slice.ts");
        const source = describe(input);
        return slice(
          resources,
          instance,
          source,
          await readAsOf(instance, source),
          packing,
          control(options),
        );
      }),
    repair: (input: SourceInput, packing: RepairOptions, options: StreamOptions) =>
      instances.more.run(async (instance) => {
        const { repair } = await import("./convert/repair.ts");
        return repair(resources, instance, describe(input), packing, control(options));
      }),
    merge: (inputs: readonly SourceInput[], packing: MergeOptions, options: StreamOptions) =>
      instances.more.run(async (instance) => {
        const { merge, naming } = await import("./convert/merge.ts");
        const opened: MergeInput[] = [];
        try {
          for (const input of inputs) {
            const source = describe(input);
            const name = nameOf(source);
            const readAs = await readAsOf(instance, source);
            opened.push({
              name,
              readAs,
              source: await naming(
                () => name,
                () => open(source),
              ),
            });
          }
        } catch (thrown) {
          for (const { source } of opened) source.close();
          throw thrown;
        }
        return merge(instance, writers, opened, packing, control(options));
      }),
    addIndex: (input: SourceInput, options: StreamOptions) =>
      instances.more.run(async (instance) => {
        const { addIndex } = await import("./convert/add-index.ts");
        return addIndex(instance, await open(describe(input)), control(options));
      }),
    export: async (input: SourceInput, options: ExportOptions, control: ExportControl) => {
      const { exportTags } = await import("./convert/export.ts");
      const source = describe(input);
      const readAs = await instances.main.run((instance) => readAsOf(instance, source));
      return exportTags(resources, source, { ...options, ...readAs }, control);
    },
    parquet: (table: ParquetTable) =>
      instances.compare.run(async (instance) => instance.call(({ parquetTable }) => parquetTable(table))),
    index: (input: SourceInput) =>
      instances.main.run(async (instance) => {
        const { readContents } = await import("./convert/slice.ts");
        return readContents(resources, instance, describe(input));
      }),
    frames: (input: SourceInput) =>
      instances.main.run(async (instance) => {
        const file = await openAnywhere(describe(input));
        try {
          return file && (await readFrameIndex(instance, file));
        } finally {
          file?.close();
        }
      }),
    check: (request: ScanRequest) =>
      instances.main.run((instance) => instance.make(({ PartJoiner }) => new PartJoiner(request)).free()),
    interference: (scan: InterferenceScan) =>
      instances.more.run(async (instance) =>
        instance.call(({ fitInterference }) => fitInterference(scan) as Interference),
      ),
    simulate: (source: SimulateOptions, { write }: Pick<StreamOptions, "write">) =>
      instances.more.run(async (instance) => {
        const { simulate } = await import("./convert/simulate.ts");
        return simulate(instance, source, control({ write }));
      }),
  };
  // Results are typed by what is asked, which only the caller's side of the types can tell.
  return tags as Tags;
}
