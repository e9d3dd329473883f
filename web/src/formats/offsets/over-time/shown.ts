import type { SeriesRead } from "./reading";

/** What the person chose to see of many headers. */
export interface SeriesView {
  /** Row of the partition that is pointed out; null for none. */
  chosen: number | null;
  /** Part of the names of the partitions that are shown. */
  filter: string;
  /** What the map draws; null for lag where it is known. */
  kind: "movement" | "lag" | null;
  /** The stretch of the map's axis that is shown; null for all. */
  span: readonly [number, number] | null;
  /** Nanoseconds from header to header where they have no times, as it was typed and read; null for not known. */
  every: bigint | null;
}

/** What the panels of many headers draw. */
export interface SeriesShown {
  read: SeriesRead;
  view: SeriesView;
  isPending(): boolean;
  change(change: Partial<SeriesView>): void;
}
