import type { BareDelays } from "@tagview/charts";
import type { HistogramCurve, HistogramFile, Lifetime, SourceDescription } from "@tagview/engine";
import { lastOf } from "../../app/items";
import type { Reading } from "../../app/reading";
import type { Item } from "../../app/viewer";
import type { HistogramView } from "./codecs";

/**
 * The decays fitted to the displayed curve. While others are computed, the last ones stay on the page.
 *
 *     none        for the reason in `why`: the counts alone are shown
 *     pending --> done
 *        |
 *        +------> failed
 */
export type Fit =
  | { is: "none"; why: string }
  | { is: "pending"; last: Lifetime | null; stop: AbortController }
  | { is: "done"; result: Lifetime }
  | { is: "failed"; error: string };

/** An open file of histograms. */
export interface HistogramItem extends Item {
  source: SourceDescription;
  reading: Reading<HistogramFile>;
  fit: Fit;
  view: HistogramView;
  /** Changes the view, and repeats the reading or the fit if it depends on the change. */
  change(part: Partial<HistogramView>): void;
}

export const FORMAT = "histogram";

export const get = (): { current: HistogramItem | null } => ({ current: lastOf(FORMAT) });

/** The displayed curve; null before the file is read, and of a file without curves. */
export function curveOf({ reading, view }: HistogramItem): HistogramCurve | null {
  if (reading.is !== "read") return null;
  const { curves } = reading.what;
  return curves[view.curve] ?? curves[0] ?? null;
}

/** The delays of the displayed curve in the file's numbers, if it states no unit. */
export function bareDelaysOf({ reading }: HistogramItem): BareDelays | null {
  return reading.is === "read" ? reading.what.bare_delays : null;
}

/** The fit on the page; null without one. */
export function fitted({ fit }: HistogramItem): Lifetime | null {
  if (fit.is === "done") return fit.result;
  return fit.is === "pending" ? fit.last : null;
}
