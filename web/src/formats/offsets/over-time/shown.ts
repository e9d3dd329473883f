import type { SeriesRead } from "./reading";

/** The user's choices for several headers. */
export interface SeriesView {
  /** Row of the selected partition; null for none. */
  chosen: number | null;
  /** Filter text for the names of partitions. */
  filter: string;
  /** The quantity on the map; null for lag if it is known. */
  kind: "movement" | "lag" | null;
  /** The visible range of the map's axis; null for all. */
  span: readonly [number, number] | null;
  /** Interval of headers without times in nanoseconds, as typed and as parsed; null if unknown. */
  every: bigint | null;
}

/** The input of the panels for several headers. */
export interface SeriesShown {
  read: SeriesRead;
  view: SeriesView;
  isPending(): boolean;
  change(change: Partial<SeriesView>): void;
}
