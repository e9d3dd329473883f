/** Reading a file of histograms, and fitting decays to its curves; loaded with the first file. */

import {
  asTagviewError,
  type HistogramCurve,
  type HistogramFile,
  type SourceDescription,
} from "@tagview/engine";
import { engine } from "../../app/engine";
import { announce } from "../../ui/announce";
import { some } from "../../ui/numbers";
import { sentence } from "../../ui/sentence";
import { curveOf, fitted, type HistogramItem } from "./state";

/** Reads the file; an empty `unit` is that of the file. */
export async function readHistogram(
  source: SourceDescription,
  unit: string,
  signal: AbortSignal,
): Promise<HistogramFile> {
  const file = await engine.tags.histograms(source, { ...(unit !== "" && { unit }), signal });
  announce(`${some(file.curves.length, "curve")}.`);
  return file;
}

/** Fits decays to the displayed curve. A later call replaces one that is not finished. */
export async function fitCurve(item: HistogramItem): Promise<void> {
  const curve = curveOf(item);
  if (curve === null) return;
  if (item.fit.is === "pending") item.fit.stop.abort();
  const { decays, period } = item.view;
  const why = reasonAgainst(curve, period);
  if (why !== "") {
    item.fit = { is: "none", why };
    return;
  }
  const stop = new AbortController();
  item.fit = { is: "pending", last: fitted(item), stop };
  const options = {
    ...(period !== null && { period }),
    decays: decays === "2" ? (2 as const) : (1 as const),
    signal: stop.signal,
  };
  const isCurrent = (): boolean => item.fit.is === "pending" && item.fit.stop === stop;
  try {
    const result = await engine.tags.histogramLifetime(curve, options);
    if (isCurrent()) item.fit = { is: "done", result };
  } catch (reason) {
    if (!isCurrent()) return;
    const error = sentence(asTagviewError(reason));
    item.fit = { is: "failed", error };
    announce(error);
  }
}

/** Why no decay is fitted to the curve; empty if one is. */
function reasonAgainst({ resolution_s, sync_rate_hz, peak }: HistogramCurve, period: number | null): string {
  if (peak === null) return "The curve has no counts.";
  if (resolution_s === null)
    return "The file does not state the width of a bin: enter the unit of its delays.";
  if (period === null && (sync_rate_hz === null || sync_rate_hz <= 0))
    return "The file states no sync rate: enter the period of the light to fit a decay.";
  return "";
}
