/**
 * What the charts draw. The shapes are those of the analyses' results (times in ticks, exact), so
 * a snapshot can be handed over as it is; the charts know nothing else about the engine.
 */

/** Counts in time bins: bin k covers `start + k*bin <= t < start + (k+1)*bin`. */
export interface RateData {
  bin: bigint;
  /** Null as long as there is no tag. */
  start: bigint | null;
  channels: { channel: bigint; counts: Float64Array }[];
}

/** Times between successive tags of a channel, in linear (`bin`, `from`) or given (`edges`) bins. */
export interface GapsData {
  bin: bigint | null;
  from: bigint | null;
  /** `counts.length + 1` edges; bin k covers `edges[k] <= gap < edges[k+1]`. */
  edges: BigInt64Array | null;
  channels: { channel: bigint; counts: Float64Array }[];
}

/** Pairs of tags by delay, in linear (`bin`, `from`) or given (`edges`) bins. */
export interface CorrelationData {
  a: bigint;
  b: bigint;
  bin: bigint | null;
  from: bigint | null;
  /** `counts.length + 1` edges; bin k covers `edges[k] <= d < edges[k+1]`. */
  edges: BigInt64Array | null;
  counts: Float64Array;
  /** Normalised; not finite where that can't be. */
  g2: Float64Array;
  /** Standard error of `g2`; taken from the counts unless said. */
  g2_error?: Float64Array;
}

/** The peak of a correlation, times in ticks. Without `delay` none stands out. */
export interface PeakData {
  delay: bigint | null;
  centre: number | null;
  /** Full width at half of the excess over the background. */
  fwhm: number | null;
  peak_counts: number | null;
  /** In standard deviations. */
  significance: number | null;
}

/** The best peak of each pair of channels, `a <= b`. */
export interface PairsData {
  channels: readonly bigint[];
  pairs: readonly (PeakData & { a: bigint; b: bigint; counts: number })[];
}

/** Tags of several channels within a window, by pattern of channels. */
export interface CoincidenceData {
  window: bigint;
  patterns: readonly CoincidencePatternData[];
}

export interface CoincidencePatternData {
  channels: readonly bigint[];
  counts: number;
  counts_error: number;
  /** What independent Poisson channels would give. */
  accidentals: number | null;
  /** The mean of displaced windows. */
  accidentals_measured: number;
  accidentals_measured_error: number;
  /** Coincidences over accidentals. */
  car: number | null;
  car_error: number | null;
}

/** A second recording in the same chart: the same channel colours, dashed and lighter. */
export interface Overlay<Data> {
  data: Data;
  /** Stands in the chart's key, for instance the file's name. */
  name: string;
}

/** Offsets by partition, ascending, a column each; an offset of -1 is an empty partition. */
export interface OffsetsData {
  partition: BigInt64Array;
  offset: BigInt64Array;
}

/** How many offsets each partition has to catch up, ascending by partition; below 0 it is ahead. */
export interface LagData {
  partition: BigInt64Array;
  lag: BigInt64Array;
}

/** What every chart can be told. */
export interface ChartOptions {
  /** Size in CSS pixels; 900 x 320 unless said. */
  width?: number;
  height?: number;
  /** Named in the accessible title, for instance the file's name. */
  subject?: string;
  /** The part of the horizontal axis to show, in the axis' unit (s, or partitions); all unless said. */
  view?: readonly [number, number] | null;
}

/** What the charts of time tags can be told. */
export interface TagChartOptions extends ChartOptions {
  /** Length of a tick in seconds; 156.25 ps unless said. */
  tick?: number;
  /** Whether axes of time say seconds or ticks. */
  units?: "time" | "ticks";
  /** All channels of the file: a channel's rank among them gives its colour. */
  order?: readonly bigint[];
  /** Channels not to draw. */
  hidden?: ReadonlySet<bigint>;
}

/** The tick of the UQDevices Logic16, in seconds. */
export const DEFAULT_TICK = 156.25e-12;
