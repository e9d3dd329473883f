/**
 * What the charts of recordings draw. The shapes are those of the analyses' results (times in ticks, exact), so
 * that a snapshot can be handed over as it is; the charts know nothing else about the engine.
 */

import type { ChartOptions } from "../options";
import type { ColourName } from "../palette";

/** Counts in time bins: bin k covers `start + k*bin <= t < start + (k+1)*bin`. */
export interface RateData {
  bin: bigint;
  /** Null where there is no tag. */
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
  /** Normalised counts; not finite in bins that can't be normalised. */
  g2: Float64Array;
  /** Standard error of `g2`; not a number in bins of few pairs. */
  g2_error?: Float64Array;
  /** The ends of the interval of `g2`; computed from the counts where they are absent. */
  g2_low?: Float64Array;
  g2_high?: Float64Array;
  /** What errors are from; Poisson's counts where it is absent. */
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
  /** Deviance expected of a true model, and its standard deviation. */
  true_deviance: number;
  true_deviance_spread: number;
  /** g2 of the model in each bin; empty where it is not known. */
  g2: Float64Array;
}

/** A parameter of a fitted model. */
export interface FitParameterData {
  /** `centre`, `fwhm`, `tau` and `tau_bunching` are in ticks, the remaining ones in units of g2. */
  name: string;
  value: number;
  /** Standard error; null in fits that do not describe the counts. */
  error: number | null;
}

/** Pulsed light, times in ticks. */
export interface PulsedData {
  period: number;
  /** Delay of the peak nearest 0; null where it is not known. */
  phase: number | null;
  /** Pairs around that peak over those around the others. */
  g2: number | null;
  g2_error: number | null;
  g2_interval: Ends | null;
  /** Limit of 95 %. */
  g2_upper: number | null;
}

/** The peak of a correlation, times in ticks; where `delay` is null, none stands out. */
export interface PeakData {
  delay: bigint | null;
  centre: number | null;
  centre_error?: number | null;
  /** Full width, in ticks, at half of the excess over the background. */
  fwhm: number | null;
  peak_counts: number | null;
  /** In standard deviations. */
  significance: number | null;
  /** Ticks from one pulse of light to the next; null without a period. */
  period?: number | null;
  /** Ticks of which any number of times may be added to the delay: no pulse stands out of the others. */
  delay_modulo?: number | null;
  /** Where there are fewer pairs than beside it. */
  dips?: readonly DipData[];
  /** Why numbers are null, and what to know of the others. */
  remarks?: readonly { about: string; code: string }[];
}

/** A dip of a correlation, times in ticks. */
export interface DipData {
  delay: number;
  /** Width of the bins that lack pairs. */
  width: number;
  /** Share of the expected pairs that is missing; null where it is not known. */
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
  /** Standard error; null of few, which have an interval. */
  counts_error: number | null;
  counts_interval: Ends | null;
  /** Accidentals that follow from mean rates. */
  accidentals_rates: number | null;
  accidentals_rates_error: number | null;
  /** Mean of the coincidences in displaced windows. */
  accidentals_measured: number | null;
  accidentals_measured_error: number | null;
  accidentals_measured_interval: Ends | null;
  /** Ratio of coincidences to accidentals, less 1. */
  car: number | null;
  car_error: number | null;
  car_interval: Ends | null;
  /** Klyshko's, by channel; null for patterns of more than two. */
  efficiency?: Readonly<Record<string, number | null>> | null;
  efficiency_error?: Readonly<Record<string, number | null>> | null;
  efficiency_interval?: Readonly<Record<string, Ends | null>> | null;
}

/** A channel after a clock's pulses, folded by its period; ticks. */
export interface LifetimeData {
  channel: bigint;
  /** Null where it is not known. */
  period: number | null;
  bin: number | null;
  counts: Float64Array;
  /** Null where the fit does not describe the counts or is not determined by them, and where there is none. */
  lifetime: number | null;
  /** The fit; empty without one. */
  fits: readonly { components: readonly unknown[]; expected: Float64Array }[];
  /** Why a number is null. */
  remarks?: readonly { code: string }[];
}

/** How much counts of equal times differ, by these times in ticks. */
export interface StabilityData {
  times: BigInt64Array;
  channels: readonly StabilityChannelData[];
}

/** Allan deviations of one channel, not a number where there is none. */
export interface StabilityChannelData {
  channel: bigint;
  allan_deviation: Float64Array;
  allan_deviation_error: Float64Array;
  /** Those of Poisson's counts of the same rate. */
  poisson_deviation: Float64Array;
}
/** The two ends of an interval. */
export type Ends = readonly [number, number];

/** A second recording in the same chart; its channels have the same colours, dashed and lighter. */
export interface Overlay<Data> {
  data: Data;
  /** The recording's name in the chart's key. */
  name: string;
}

/** What the charts of time tags can be told. */
export interface TagChartOptions extends ChartOptions {
  /** Length of a tick in seconds; 156.25 ps unless said. */
  tick?: number;
  /** Whether axes of time are in seconds or in ticks; seconds unless said. */
  units?: "time" | "ticks";
  /** Channels in the order of their colours; those that are missing follow, ascending. */
  order?: readonly bigint[];
  /** Channels that are not drawn. */
  hidden?: ReadonlySet<bigint>;
  /** What people call channels, besides their numbers. */
  names?: ReadonlyMap<bigint, string> | undefined;
  /** Colours that were chosen for channels. */
  colours?: ReadonlyMap<bigint, ColourName> | undefined;
}

/** The tick of the UQDevices Logic16, in seconds. */
export const DEFAULT_TICK = 156.25e-12;
