/**
 * Input of the charts of recordings. The types are those of the analyses' results (times in exact ticks), so that a
 * snapshot can be passed unchanged. The charts depend on nothing else of the engine.
 */

import type { ChartOptions } from "../options";
import type { ColourName } from "../palette";

/** Counts in time bins: bin k covers `start + k*bin <= t < start + (k+1)*bin`. */
export interface RateData {
  bin: bigint;
  /** Null without tags. */
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
  /** Normalised counts; not finite in bins that cannot be normalised. */
  g2: Float64Array;
  /** Standard error of `g2`; not a number in bins with few pairs. */
  g2_error?: Float64Array;
  /** Interval of `g2`; computed from the counts if absent. */
  g2_low?: Float64Array;
  g2_high?: Float64Array;
  /** Source of the errors; Poisson counts if absent. */
  errors_from?: "poisson" | "blocks";
  /** Pulsed light; null or absent without a period. */
  pulsed?: PulsedData | null;
  /** The fit of a model; null or absent without one. */
  fit?: FitData | null;
}

/** The fit of a model to g2. */
export interface FitData {
  model: string;
  parameters: readonly FitParameterData[];
  deviance: number;
  /** Expected deviance of a true model, and its standard deviation; null in logarithmic bins. */
  true_deviance: number | null;
  true_deviance_spread: number | null;
  /** g2 of the model in each bin; empty if not known. */
  g2: Float64Array;
}

/** A parameter of a fitted model. */
export interface FitParameterData {
  /** `centre`, `fwhm` and `tau...` are in ticks; other parameters are numbers. */
  name: string;
  value: number;
  /** Standard error; null for fits that do not describe the counts. */
  error: number | null;
  /** Upper limit (95 %) of g2 at the centre; null for other parameters, and without an error. */
  upper?: number | null;
}

/** Pulsed light, times in ticks. */
export interface PulsedData {
  period: number;
  /** Delay of the peak nearest 0; null if unknown. */
  phase: number | null;
  /** Pairs around that peak, divided by those around the others. */
  g2: number | null;
  g2_error: number | null;
  g2_interval: Ends | null;
  /** Limit of 95 %. */
  g2_upper: number | null;
}

/** The peak of a correlation, times in ticks; `delay` is null if none is significant. */
export interface PeakData {
  delay: bigint | null;
  centre: number | null;
  centre_error?: number | null;
  /** Full width, in ticks, at half of the excess over the background. */
  fwhm: number | null;
  peak_counts: number | null;
  /** Significance in standard deviations. */
  significance: number | null;
  /** Ticks between pulses of light; null without a period. */
  period?: number | null;
  /** Period in ticks; any multiple may be added to the delay, because no pulse stands out. */
  delay_modulo?: number | null;
  /** A dip: fewer pairs than beside it. */
  dips?: readonly DipData[];
  /** Reasons for nulls, and cautions. */
  remarks?: readonly { about: string; code: string }[];
}

/** A dip of a correlation, times in ticks. */
export interface DipData {
  delay: number;
  /** Width of the bins with missing pairs. */
  width: number;
  /** Missing share of the expected pairs; null if unknown. */
  depth: number | null;
  /** Standard error. */
  depth_error?: number | null;
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
  /** Standard error; null for small counts, which have an interval. */
  counts_error: number | null;
  counts_interval: Ends | null;
  /** Accidentals computed from mean rates. */
  accidentals_rates: number | null;
  accidentals_rates_error: number | null;
  /** Mean number of coincidences in displaced windows. */
  accidentals_measured: number | null;
  accidentals_measured_error: number | null;
  accidentals_measured_interval: Ends | null;
  /** Ratio of coincidences to accidentals, minus 1. */
  car: number | null;
  car_error: number | null;
  car_interval: Ends | null;
  /** Klyshko efficiency, by channel; null for patterns of more than two. */
  efficiency?: Readonly<Record<string, number | null>> | null;
  efficiency_error?: Readonly<Record<string, number | null>> | null;
  efficiency_interval?: Readonly<Record<string, Ends | null>> | null;
}

/** A fitted decay, in ticks, and its share of the counts. */
export interface LifetimeComponentData {
  lifetime: number;
  lifetime_error: number | null;
  share: number;
}

/** A fit of one or two decays. */
export interface DecayFitData extends Pick<FitData, "deviance" | "true_deviance" | "true_deviance_spread"> {
  components: readonly LifetimeComponentData[];
  /** The expected counts of each bin. */
  expected: Float64Array;
}

/** A channel after the pulses of a clock, folded by its period; in ticks. */
export interface LifetimeData {
  channel: bigint;
  /** Null if unknown. */
  period: number | null;
  bin: number | null;
  /** Delay of the first bin; 0 by default. */
  start?: number;
  counts: Float64Array;
  /** Of these, the first after each pulse. */
  first?: Float64Array;
  /** Whether the fit is corrected for pile-up; it then describes `first`. */
  pile_up_corrected?: boolean;
  /** Null without a fit, for a fit that does not describe the counts, or if they do not determine it. */
  lifetime: number | null;
  /** The fit; empty without one. */
  fits: readonly DecayFitData[];
  /** Reasons for nulls. */
  remarks?: readonly { code: string }[];
}

/** Scatter of counts over equal times, by these times in ticks. */
export interface StabilityData {
  times: BigInt64Array;
  channels: readonly StabilityChannelData[];
}

/** Allan deviations of one channel; not a number if missing. */
export interface StabilityChannelData {
  channel: bigint;
  allan_deviation: Float64Array;
  allan_deviation_error: Float64Array;
  /** Deviations of Poisson counts of the same rate. */
  poisson_deviation: Float64Array;
}
/** The two ends of an interval. */
export type Ends = readonly [number, number];

/** A second recording in the same chart; its channels have the same colours, dashed and lighter. */
export interface Overlay<Data> {
  data: Data;
  /** Name of the recording in the legend. */
  name: string;
}

/** Options of the charts of time tags. */
export interface TagChartOptions extends ChartOptions {
  /** Length of a tick in seconds; 156.25 ps by default. */
  tick?: number;
  /** Whether axes of time are in seconds or in ticks; seconds by default. */
  units?: "time" | "ticks";
  /** Channels in the order of their colours; missing ones follow, ascending. */
  order?: readonly bigint[];
  /** Hidden channels. */
  hidden?: ReadonlySet<bigint>;
  /** Names of channels, besides their numbers. */
  names?: ReadonlyMap<bigint, string> | undefined;
  /** Chosen colours of channels. */
  colours?: ReadonlyMap<bigint, ColourName> | undefined;
}

/** The tick of the UQDevices Logic16, in seconds. */
export const DEFAULT_TICK = 156.25e-12;

/** A named number of a result, with its error and its unit. */
export interface KeyFigure {
  name: string;
  value: string;
  /** Key of the remarks on it in the result. */
  about?: string;
  remarks?: readonly string[];
}
