/** The displayed view of a recording. It is kept in the address, so that a link restores it. */

import type { ColourName } from "@tagview/charts";
import type { FitModel, ImageRegion } from "@tagview/engine";

/** From one time to another in ticks, both inclusive. */
export interface Range {
  from: bigint;
  to: bigint;
}

/** Two channels; their delay is `t_b - t_a`. */
export interface Pair {
  a: bigint;
  b: bigint;
}

/** A clock by its channel; `divider` is the number of pulses of light for each of its tags, 1 if absent. */
export interface Clock {
  readonly clock: bigint;
  readonly divider?: bigint;
}

/** Ticks from one pulse of light to the next, 0 for light that is not pulsed; or the clock whose period it is. */
export type Period = number | Clock;

/** Greatest number of pulses of light for each tag of a clock. */
export const MOST_DIVIDER = 999_999_999n;

/** `ch5`, `ch5/8`: a clock in links, boxes and on the command line. */
export function clockText({ clock, divider }: Clock): string {
  return `ch${clock}${divider === undefined ? "" : `/${divider}`}`;
}

/** What pixels of an image show: photons, or their mean arrival time. */
export const PIXELS = ["counts", "mean"] as const;

/** The accidentals that CAR and efficiencies use. */
export type AccidentalsFrom = "measured" | "rates";

/** A channel after a clock's pulses; if `sync` is null, times count from the pulses themselves. */
export interface Clocked {
  /** Whether lifetimes are requested, so that missing parameters follow from the recording; null if that decides. */
  wanted: boolean | null;
  sync: bigint | null;
  /** Null until chosen. */
  channel: bigint | null;
  /** Ticks, not always whole; null for the mean gap of `sync`. */
  period: number | null;
  /** Ticks after a tag of `sync` up to which tags are counted; null for 2^20 - 1. */
  range: bigint | null;
  /** Number of decays that are fitted. */
  decays: 1 | 2;
}

/** A range of time that was given a name, in ticks after the first tag. */
export interface NamedRange extends Range {
  name: string;
}

/** Roles of channels. */
export const ROLES = ["clock", "herald", "signal"] as const;

/** The user's name, role and colour of a channel. */
export interface ChannelName {
  /** May be empty. */
  name: string;
  role: (typeof ROLES)[number] | null;
  /** Null if the order of channels determines the colour. */
  colour: ColourName | null;
}

/** Maximum number of characters in a channel's name. */
export const LONGEST_CHANNEL_NAME = 40;

/** Largest channel number, and largest time in ticks. */
export const MOST_CHANNEL = 2n ** 64n - 1n;
export const MOST_TICKS = 2n ** 63n - 1n;
/** Longest window, longest delay of a channel, and longest time after a clock, in ticks. */
export const MOST_WINDOW = 2n ** 48n;
/** Maximum number of channels in a pattern. */
export const MOST_CHANNELS = 16;
/** Maximum number of bins in a chart: no screen shows more. */
export const MOST_BINS = 1_000_000n;
/** Maximum number of patterns, of virtual channels, and of characters in a definition. */
export const MOST_PATTERNS = 100;
export const MOST_DEFINITIONS = 1000;
export const MOST_DEFINITION = 200;
/** Maximum number of named, moved or hidden channels. */
export const MOST_LISTED = 10_000;

/** Maximum number of named ranges, and of characters in a name and in the note: the address contains all of them. */
export const MOST_RANGES = 50;
export const MOST_NAME = 60;
export const MOST_NOTE = 2000;

/** The displayed view; null values follow from the recording. */
export interface View {
  /** The length of a tick, "156.25ps", as it was typed or linked; null for that of the file or the remembered one. */
  tick: string | null;
  /** Channels that are switched off. */
  hidden: ReadonlySet<bigint>;
  /** Ticks after the recording's first tag to which all but the rate chart is narrowed; null for all. */
  range: Range | null;
  /** Visible range of the rate chart in seconds; null for all. */
  rate: readonly [number, number] | null;
  /** Ticks after the first tag that the list of single tags is around; null for its beginning. */
  at: bigint | null;
  /** Bin width of the rate chart in ticks; null to adapt it to the visible range. */
  rateBin: bigint | null;
  /** Whether the rate axis is logarithmic; null to choose by the rates. */
  rateLog: boolean | null;
  /** Whether a compared recording has a rate chart of its own, not lines in the same chart. */
  apart: boolean;
  /** Visible range of the gaps chart in seconds; null for all. */
  gaps: readonly [number, number] | null;
  /** The correlated pair; null for the most significant one. */
  pair: Pair | null;
  /** Delays that are correlated, in ticks; null for those around the pair's peak. */
  g2: Range | null;
  /** Width of the correlation's bins in ticks; null for one that suits the delays. */
  bin: bigint | null;
  /** The period of pulsed light; null for none. */
  period: Period | null;
  /** The model fitted to g2; null for none. */
  fit: FitModel | null;
  /** Whether the correlation is drawn as g2, not as counts. */
  normalised: boolean;
  /** Whether the correlation's bins are logarithmic; its delays are above 0 then. */
  logarithmic: boolean;
  /** Coincidence window in ticks; null for one that holds the peak. */
  window: bigint | null;
  /** The accidentals that CAR and efficiencies use. */
  accidentals: AccidentalsFrom;
  /** Minimum displacement in ticks of the windows that measure accidentals; null for the default. */
  displaced: bigint | null;
  /** Ticks subtracted from the times of channels before coincidences are counted; 0 for missing channels. */
  delays: ReadonlyMap<bigint, bigint>;
  /** Channels that are moved, as `15=15@-26`, and virtual ones, as `101=3&15@2ns`, each after those it builds on. */
  define: readonly string[];
  names: ReadonlyMap<bigint, ChannelName>;
  /** Sets of channels whose coincidences are counted besides those of the pair. */
  patterns: readonly (readonly bigint[])[];
  /** The channels and times of lifetimes. */
  lifetime: Clocked;
  /** Visible range of the lifetime chart in seconds; null for what it shows first. */
  decay: readonly [number, number] | null;
  /** The values of the pixels that are drawn. */
  pixels: (typeof PIXELS)[number];
  /** Pixels of the image whose decay is drawn; null for all. */
  region: ImageRegion | null;
  /** Visible range of the region's decay in seconds; null for what it shows first. */
  regionDecay: readonly [number, number] | null;
  /** Saved ranges with unique names. */
  ranges: readonly NamedRange[];
  /** The user's note. */
  note: string;
}
