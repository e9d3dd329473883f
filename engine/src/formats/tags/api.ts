/** Recordings of time tags: the functions of the engine. */

import { checked, checkedAsync } from "../../arguments.ts";
import type { Resources } from "../../resources.ts";
import type { SourceInput } from "../../source/description.ts";
import type { CallOptions } from "../../until.ts";
import { refuseClocks, withoutClocks } from "./clock-period.ts";
import { type Combined, type CombineOptions, combine } from "./combine.ts";
import type { StreamOptions } from "./convert/control.ts";
import type { ExportControl } from "./convert/export.ts";
import type { Exported, ExportOptions, ParquetTable } from "./convert/export-options.ts";
import type { Merged, MergeOptions } from "./convert/merge.ts";
import type { Contents, PackOptions } from "./convert/options.ts";
import type { Repaired, RepairOptions } from "./convert/repair.ts";
import type { SimulateOptions } from "./convert/simulate.ts";
import type { Sliced } from "./convert/slice.ts";
import type { HistogramFit, HistogramOptions } from "./histograms.ts";
import type { InterferenceScan, SettingOutcomes } from "./interference.ts";
import type { KindOptions, RecordingKind } from "./kind.ts";
import { AT_ONCE, PROMISED } from "./parameters.ts";
import { contentsOf, framesOf, openAtOnce, readKind, scan, scanColumns } from "./read.ts";
import type { Definitions, Exact, ScanRequest, Selection } from "./request.ts";
import type {
  HistogramCurve,
  HistogramFile,
  Interference,
  Lifetime,
  SettingCorrelations,
} from "./results.generated.ts";
import type { ScannedColumns } from "./session/fetched-columns.ts";
import type { ScanOptions } from "./session/open-session.ts";
import type { Session, SessionOptions } from "./session/session.ts";
import type { ResultsOf, Snapshot } from "./snapshot.ts";
import type { FrameIndex } from "./split/frame-index.ts";
import { type TagBlock, type TagOptions, tagBlocks } from "./tag-blocks.ts";
import type { writing } from "./write.ts";

export interface Tags {
  /**
   * Recognises a recording by its first bytes. For a source that can be read only once, the description states the
   * format; `head` are its first bytes, if already read.
   * @throws TagviewError `open-failed`, `read-failed`, and `usage` for a wrong option.
   */
  kind(input: SourceInput, options?: KindOptions): Promise<RecordingKind>;
  /**
   * Reads a file of histograms, which has no tags. Damage is among its findings.
   * @throws TagviewError `unknown-format` for another file, `open-failed`, `read-failed`, `usage`, `cancelled`.
   */
  histograms(input: SourceInput, options?: HistogramOptions): Promise<HistogramFile>;
  /**
   * Fits decays to a curve of such a file. Times of the result are in bins.
   * @throws TagviewError `usage` without a period or a resolution, `load-failed`, `cancelled`.
   */
  histogramLifetime(curve: HistogramCurve, fit?: HistogramFit): Promise<Lifetime>;
  /**
   * Runs analyses over a source in one pass. Damage does not reject: the snapshot contains it, with everything that
   * could be read.
   * If an analysis names a clock, a separate pass first counts the gaps of the clock.
   * @throws TagviewError `open-failed`, `usage`, `cancelled` or `internal`; `no-channel` for a clock without tags and
   * `no-clock` for a channel that is not a clock.
   */
  scan<const R extends ScanRequest>(
    input: SourceInput,
    request: Exact<R>,
    options?: ScanOptions<ResultsOf<NoInfer<R>>>,
  ): Promise<Snapshot<ResultsOf<R>>>;
  /**
   * Yields the tags in blocks of typed arrays, on demand. The `signal` may be in either argument.
   * @throws TagviewError `open-failed`, `usage`, `cancelled`; errors of the recording, after everything readable was
   * yielded.
   */
  blocks(input: SourceInput, options?: TagOptions, control?: CallOptions): AsyncGenerator<TagBlock, void>;
  /** Reads a source like `scan`, and keeps it open for further queries. */
  open<const R extends ScanRequest>(
    input: SourceInput,
    request: Exact<R>,
    options?: SessionOptions<ResultsOf<NoInfer<R>>>,
  ): Session<ResultsOf<R>>;
  /**
   * Scans like `scan`. If the columns of a result have more than a million numbers, they are fetched a slice at a time
   * on demand, until `close`, so that not all of them are in memory beside the counts.
   */
  scanColumns(input: SourceInput, request: ScanRequest, options?: ScanOptions): Promise<ScannedColumns>;
  /**
   * Scans like `scan`, and also returns the bytes for `combine`.
   * @throws TagviewError like `scan`, and `usage` if an analysis names a clock.
   */
  partial(input: SourceInput, request: ScanRequest, options?: ScanOptions): Promise<Combined>;
  /**
   * Merges the results of `partial` of several recordings, in their order. The result equals one scan of all recordings
   * one after the other, and does not depend on the grouping. With `sum`, the results of independent runs are added.
   * @throws TagviewError `mismatch`, `usage`.
   */
  combine(request: ScanRequest, partials: Iterable<Uint8Array>, options?: CombineOptions): Promise<Combined>;
  /**
   * Writes the tags as `channel<TAB>time` lines. If the file has an index, a range of time reads only the frames that
   * can hold such tags.
   * @throws TagviewError `bad-index` if the index does not describe the file.
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
   * Writes a recording of the selected tags. If the file has an index, it reads only the frames that can hold such
   * tags.
   * @throws TagviewError `bad-index` if the index does not describe the file.
   */
  slice(input: SourceInput, packing: PackOptions, options: StreamOptions): Promise<Sliced>;
  /**
   * Writes the tags of several recordings in order of time; `packing.selection` counts from the first tag of each.
   * @throws TagviewError `open-failed`, `order` or `usage`, whose message begins with the input's name.
   */
  merge(inputs: readonly SourceInput[], packing: MergeOptions, options: StreamOptions): Promise<Merged>;
  /**
   * Writes the sound part of a damaged recording, and returns a report on the lost parts. The source is read twice.
   * @throws TagviewError `usage` if it cannot be read twice, and its error if nothing of it is sound.
   */
  repair(input: SourceInput, packing: RepairOptions, options: StreamOptions): Promise<Repaired>;
  /**
   * Writes a recording unchanged, followed by an index.
   * @throws TagviewError `usage` if it has an index or cannot have one, and the error of a damaged recording.
   */
  addIndex(input: SourceInput, options: StreamOptions): Promise<Contents>;
  /**
   * Writes the selected tags in a format of other tools. One recording is exported at a time. Damage does not reject:
   * the result contains it, and describes the output. For formats with `replacesItsBeginning`, the result has the first
   * bytes of the file, which are known only at the end.
   * @throws TagviewError `open-failed`, `usage`, `too-large`, `cancelled` or `internal`.
   */
  export(input: SourceInput, options: ExportOptions, control: ExportControl): Promise<Exported>;
  /**
   * Writes a table of results as a Parquet file.
   * @throws TagviewError `usage`.
   */
  parquet(table: ParquetTable): Promise<Uint8Array>;
  /**
   * Returns the contents of a recording according to its index, without reading the rest; null without an index.
   * @throws TagviewError `bad-index`, `open-failed`.
   */
  index(input: SourceInput, options?: CallOptions): Promise<Contents | null>;
  /**
   * Returns the position and content of each frame according to the index; null without a valid index.
   * @throws TagviewError `open-failed`.
   */
  frames(input: SourceInput, options?: CallOptions): Promise<FrameIndex | null>;
  /**
   * Checks a request without a source.
   * @throws TagviewError `usage`.
   */
  check(request: ScanRequest): Promise<void>;
  /**
   * Fits a dip or a fringe to coincidences counted at several positions.
   * @throws TagviewError `usage`.
   */
  interference(scan: InterferenceScan): Promise<Interference>;
  /**
   * Returns the correlations of two analysers at several settings, and CHSH's S of four of them; setting `minus` (1 to 4)
   * has the minus sign.
   * @throws TagviewError `usage`.
   */
  settings(settings: readonly SettingOutcomes[], minus: number): Promise<SettingCorrelations>;
  /** Writes a simulated recording. */
  simulate(source: SimulateOptions, options: Omit<StreamOptions, "onBytes">): Promise<void>;
}

/** Functions that write. Their code is loaded on first use, as is that of histograms: the page rarely needs it. */
const WRITERS = [
  ...["cat", "pack", "slice", "repair", "merge", "addIndex", "export", "parquet", "simulate"],
] as (keyof ReturnType<typeof writing>)[];

export function createTags(resources: Resources): Tags {
  const { instances, keepingThread } = resources;
  const atOnce = {
    blocks: (input: SourceInput, options?: TagOptions, control?: CallOptions) =>
      tagBlocks(resources, input, options, control),
    open: (input: SourceInput, request: ScanRequest, options?: SessionOptions) =>
      openAtOnce(resources, input, request, options),
  };
  const writer =
    (name: (typeof WRITERS)[number]) =>
    async (...given: never[]): Promise<unknown> => {
      const functions = (await import("./write.ts")).writing(resources);
      return (functions[name] as (...given: never[]) => unknown)(...given);
    };
  const promised = {
    ...Object.fromEntries(WRITERS.map((name) => [name, writer(name)])),
    kind: (input: SourceInput, options?: KindOptions) => readKind(resources, input, options),
    histograms: async (input: SourceInput, options?: HistogramOptions) =>
      (await import("./histograms.ts")).readHistograms(resources, input, options),
    histogramLifetime: async (curve: HistogramCurve, fit?: HistogramFit) =>
      (await import("./histograms.ts")).fitHistogram(resources, curve, fit),
    scan: async (input: SourceInput, request: ScanRequest, options?: ScanOptions) =>
      (await scan(resources, input, request, options, () => null)).snapshot,
    scanColumns: (input: SourceInput, request: ScanRequest, options?: ScanOptions) =>
      scanColumns(resources, input, request, options),
    partial: async (input: SourceInput, request: ScanRequest, options?: ScanOptions) => {
      refuseClocks(request);
      // `combine` has no recording, so its request has no period of a header.
      const asRequested = { ...options, asRequested: true };
      const { snapshot, saved } = await scan(resources, input, request, asRequested, (opened) =>
        opened.save(),
      );
      return { snapshot, partial: saved };
    },
    combine: async (request: ScanRequest, partials: Iterable<Uint8Array>, options?: CombineOptions) => {
      refuseClocks(request);
      return instances.main.use((instance) =>
        keepingThread(() => combine(instance, request, partials, options)),
      );
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
    settings: (settings: readonly SettingOutcomes[], minus: number) =>
      instances.more.use(async (instance) =>
        instance.call((wasm) => wasm.settingCorrelations({ settings, minus }) as SettingCorrelations),
      ),
  };
  // Results are typed by the request, which only the types of the caller's side express.
  return { ...checked(atOnce, AT_ONCE), ...checkedAsync(promised, PROMISED) } as Tags;
}
