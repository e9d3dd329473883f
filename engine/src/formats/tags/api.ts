/** Recordings of time tags: what the engine does with them. */

import type { Resources } from "../../resources.ts";
import type { SourceInput } from "../../source/description.ts";
import type { CallOptions } from "../../until.ts";
import { refuseClocks, withoutClocks } from "./clock-period.ts";
import { type Combined, combine } from "./combine.ts";
import type { StreamOptions } from "./convert/control.ts";
import type { ExportControl } from "./convert/export.ts";
import type { Exported, ExportOptions, ParquetTable } from "./convert/export-options.ts";
import type { Merged, MergeOptions } from "./convert/merge.ts";
import type { Contents, PackOptions } from "./convert/options.ts";
import type { Repaired, RepairOptions } from "./convert/repair.ts";
import type { SimulateOptions } from "./convert/simulate.ts";
import type { Sliced } from "./convert/slice.ts";
import type { InterferenceScan } from "./interference.ts";
import type { KindOptions, RecordingKind } from "./kind.ts";
import { contentsOf, framesOf, openAtOnce, readKind, scan, scanColumns } from "./read.ts";
import type { Definitions, Exact, ScanRequest, Selection } from "./request.ts";
import type { Interference } from "./results.generated.ts";
import type { ScannedColumns } from "./session/fetched-columns.ts";
import type { ScanOptions } from "./session/open-session.ts";
import type { Session, SessionOptions } from "./session/session.ts";
import type { ResultsOf, Snapshot } from "./snapshot.ts";
import type { FrameIndex } from "./split/frame-index.ts";
import { type TagBlock, type TagOptions, tagBlocks } from "./tag-blocks.ts";
import { writing } from "./write.ts";

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
   * An analysis that names a clock has its gaps counted in a pass of its own before.
   * @throws TagviewError `open-failed`, `usage`, `cancelled` or `internal`; `no-channel` and `no-clock` for a clock without
   * tags and for a channel that is none.
   */
  scan<const R extends ScanRequest>(
    input: SourceInput,
    request: Exact<R>,
    options?: ScanOptions<ResultsOf<NoInfer<R>>>,
  ): Promise<Snapshot<ResultsOf<R>>>;
  /**
   * Yields the tags themselves, in blocks of typed arrays, as they are taken.
   * @throws TagviewError `open-failed`, `usage`, `cancelled`; what is wrong with the recording, once all that can be read is
   * yielded.
   */
  blocks(input: SourceInput, options?: TagOptions): AsyncGenerator<TagBlock, void>;
  /** Reads a source as `scan` does, and keeps it open for further queries. */
  open<const R extends ScanRequest>(
    input: SourceInput,
    request: Exact<R>,
    options?: SessionOptions<ResultsOf<NoInfer<R>>>,
  ): Session<ResultsOf<R>>;
  /**
   * Scans as `scan` does; but of results whose columns have more than a million numbers, these are fetched, a stretch
   * at a time, as they are looked at: all of their numbers need not be in memory beside those that were counted. They can be looked at until `close`.
   */
  scanColumns(input: SourceInput, request: ScanRequest, options?: ScanOptions): Promise<ScannedColumns>;
  /**
   * Scans as `scan` does, and answers with the bytes too that `combine` joins.
   * @throws TagviewError as `scan`, and `usage` where an analysis names a clock.
   */
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
  index(input: SourceInput, options?: CallOptions): Promise<Contents | null>;
  /**
   * Where a recording's frames are by its index, and what is in each; null where it has none that describes the file.
   * @throws TagviewError `open-failed`.
   */
  frames(input: SourceInput, options?: CallOptions): Promise<FrameIndex | null>;
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
  simulate(source: SimulateOptions, options: Omit<StreamOptions, "onBytes">): Promise<void>;
}

export function createTags(resources: Resources): Tags {
  const { instances, keepingThread } = resources;
  const tags = {
    ...writing(resources),
    blocks: (input: SourceInput, options?: TagOptions) => tagBlocks(resources, input, options),
    kind: (input: SourceInput, options?: KindOptions) => readKind(resources, input, options),
    open: (input: SourceInput, request: ScanRequest, options?: SessionOptions) =>
      openAtOnce(resources, input, request, options),
    scan: async (input: SourceInput, request: ScanRequest, options?: ScanOptions) =>
      (await scan(resources, input, request, options, () => null)).snapshot,
    scanColumns: (input: SourceInput, request: ScanRequest, options?: ScanOptions) =>
      scanColumns(resources, input, request, options),
    partial: async (input: SourceInput, request: ScanRequest, options?: ScanOptions) => {
      refuseClocks(request);
      // `combine` has no recording, and its request no period of a header.
      const asRequested = { ...options, asRequested: true };
      const { snapshot, saved } = await scan(resources, input, request, asRequested, (opened) =>
        opened.save(),
      );
      return { snapshot, partial: saved };
    },
    combine: async (request: ScanRequest, partials: Iterable<Uint8Array>) => {
      refuseClocks(request);
      return instances.main.use((instance) => keepingThread(() => combine(instance, request, partials)));
    },
    index: (input: SourceInput, options?: CallOptions) => contentsOf(resources, input, options),
    frames: (input: SourceInput, options?: CallOptions) => framesOf(resources, input, options),
    check: async (request: ScanRequest) => {
      const checked = withoutClocks(request);
      return instances.main.use((instance) =>
        instance.make(({ PartJoiner }) => new PartJoiner(checked)).free(),
      );
    },
    interference: (scan: InterferenceScan) =>
      instances.more.use(async (instance) =>
        instance.call(({ fitInterference }) => fitInterference(scan) as Interference),
      ),
  };
  // Results are typed by what is asked, which only the caller's side of the types can tell.
  return tags as Tags;
}
