/**
 * What the analyses answer, as the wasm module hands it over. Times are ticks and exact
 * (`bigint`); counts are numbers, because nobody counts to 2^53 one by one. Names are those of
 * the command line's `--json`.
 */

/** One kind of failure, with its place in the file. `code` is stable for scripts. */
export interface Finding {
  code: string;
  /** What is wrong: begins with a small letter (but for names), and has no full stop. */
  message: string;
  /** Byte offset in the file as it lies on disk. */
  offset: bigint | null;
  /** What to do about it, in the same form. */
  remedy: string;
}

export interface SummaryChannel {
  channel: bigint;
  tags: number;
  first: bigint;
  last: bigint;
  /** Shortest time between successive tags; null under two tags. */
  min_gap: bigint | null;
}

/** `summary`: the selected tags, counted. */
export interface Summary {
  tags: number;
  first: bigint | null;
  last: bigint | null;
  /** Tags earlier than the tag before them. */
  out_of_order: number;
  /** Ordinal (from 0) of the first such tag; also null where an index does not say. */
  first_disorder: number | null;
  channels: SummaryChannel[];
}

/** `rate`: bin k covers `start + k*bin <= t < start + (k+1)*bin`. */
export interface Rate {
  bin: bigint;
  start: bigint | null;
  /** Tags earlier than `start` (only in disordered files), in no bin. */
  before: number;
  channels: { channel: bigint; counts: Float64Array }[];
}

/** `gaps`: times between successive tags of one channel. */
export interface Gaps {
  /** Linear bins: width and lower edge of the first; null with log bins. */
  bin: bigint | null;
  from: bigint | null;
  /** Log bins: `counts.length + 1` edges; bin k covers `edges[k] <= gap < edges[k+1]`. */
  edges: BigInt64Array | null;
  channels: {
    channel: bigint;
    counts: Float64Array;
    below: number;
    above: number;
    mean: number | null;
    min: bigint | null;
    max: bigint | null;
    /** The detector's dead time as far as steady light shows it: not longer than this; null under two tags. */
    dead_time: bigint | null;
    /** Gaps beyond what steady light leaves soon after the dead time, per tag; null where it can't be told. */
    afterpulsing: number | null;
    afterpulsing_error: number | null;
  }[];
}

/** What every analysis of two channels says. */
export interface PairOfChannels {
  a: bigint;
  b: bigint;
  /** From the first to the last tag of any channel; null without tags. */
  span: bigint | null;
  tags_a: number;
  tags_b: number;
  /** Tags out of order that were put in order. */
  reordered: number;
  /** All channels seen. */
  channels: bigint[];
}

/** `correlation`: pairs of tags by their delay `t_b - t_a`. Not a number: can't be normalised. */
export interface Correlation extends PairOfChannels {
  /** Linear bins: width and lower edge of the first; null with log bins. */
  bin: bigint | null;
  from: bigint | null;
  /** Log bins: `counts.length + 1` edges; bin k covers `edges[k] <= d < edges[k+1]`. */
  edges: BigInt64Array | null;
  counts: Float64Array;
  g2: Float64Array;
  /** Standard error of `g2`, Poisson's. */
  g2_error: Float64Array;
}

export interface CoincidencePattern {
  channels: bigint[];
  /** Tags of each channel. */
  tags: Float64Array;
  counts: number;
  counts_error: number;
  /** What independent Poisson channels would give. */
  accidentals: number | null;
  /** The mean of four windows beside. */
  accidentals_measured: number;
  accidentals_measured_error: number;
  car: number | null;
  car_error: number | null;
  /** By channel, for pairs. */
  efficiency: Record<string, number | null> | null;
  efficiency_error: Record<string, number | null> | null;
}

/** `coincidence`: tags of several channels within a window. */
export interface Coincidence {
  window: bigint;
  delays: { channel: bigint; delay: bigint }[];
  span: bigint | null;
  reordered: number;
  channels: bigint[];
  patterns: CoincidencePattern[];
}

/** `delay`: the peak of a correlation; times in ticks, null where none stands out. */
export interface Delay extends PairOfChannels {
  bin: bigint;
  delay: bigint | null;
  centre: number | null;
  centre_error: number | null;
  fwhm: number | null;
  peak_counts: number | null;
  /** Expected counts in a bin. */
  background: number | null;
  /** In standard deviations. */
  significance: number | null;
}

/** The best peak of one pair's correlation, `d = t_b - t_a`; as in `Delay`. `a <= b`. */
export interface PairsEntry {
  a: bigint;
  b: bigint;
  tags_a: number;
  tags_b: number;
  /** Pairs of tags in the range. */
  counts: number;
  delay: bigint | null;
  centre: number | null;
  centre_error: number | null;
  fwhm: number | null;
  peak_counts: number | null;
  background: number | null;
  significance: number | null;
}

/** `pairs`: every pair of channels, `a` ascending, then `b`. */
export interface Pairs {
  bin: bigint;
  from: bigint;
  span: bigint | null;
  reordered: number;
  channels: bigint[];
  pairs: PairsEntry[];
}

/** `heralded`: `g2 = N_hab N_h / (N_ha N_hb)` with coincidences within the window. */
export interface Heralded {
  herald: bigint;
  a: bigint;
  b: bigint;
  window: bigint;
  delays: { channel: bigint; delay: bigint }[];
  span: bigint | null;
  reordered: number;
  channels: bigint[];
  tags_herald: number;
  tags_a: number;
  tags_b: number;
  herald_a: number;
  herald_b: number;
  herald_a_b: number;
  g2: number | null;
  g2_error: number | null;
}
