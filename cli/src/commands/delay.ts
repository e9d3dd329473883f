/** `tagview delay`: where the correlation of two channels has its peak. */

import {
  type AnalysisRequest,
  type Correlation,
  type Delay,
  type ErrorObject,
  type Snapshot,
  type Tick,
  toSeconds,
} from "@tagview/engine";
import { type BinOptions, readBins } from "../bins";
import { type PlotOptions, withPlot } from "../options";
import { clean } from "../output/clean";
import { count, seconds } from "../output/format";
import { tsvHeader, tsvRows } from "../output/tsv";
import { type PairOptions, pairNeeds, withPair } from "../pair";
import { scansTags } from "../scan";
import type { Register } from ".";

/** Searched unless said. */
const RANGE = { from: -6400n, to: 6400n };
/** Most bins that a range is cut into unless their width is said. */
const FINE_BINS = 2n ** 20n;

interface DelayOptions extends PairOptions, BinOptions, PlotOptions {}

export const delay: Register = (program, done) => {
  const command = withPlot(withPair(program.command("delay")))
    .description("the delay between two channels: the peak of their correlation")
    .option("--range <from..to>", "delays to search, both ends included (default: -6400..6400)")
    .option("--bin <time>", "width of a bin (default: 1 tick)");
  scansTags<DelayOptions>(command, done, (options, tick) => {
    return {
      analyses: requests(options, tick),
      needs: pairNeeds(options),
      found: (snapshot) => resultOf(snapshot)?.channels,
      lacks: (snapshot) => lacksPeak(resultOf(snapshot)),
      json: (name, snapshot) => delayJson(name, snapshot, options, tick),
      tsv: (name, snapshot, first) => delayTsv(name, snapshot, options, tick, first),
      text: (name, snapshot) => delayText(name, snapshot, tick),
      draw: (charts, document, snapshot, subject) => {
        const peak = resultOf(snapshot);
        const correlation = snapshot.analyses.correlation as Correlation | undefined;
        if (peak === undefined || correlation === undefined) return undefined;
        const view = aroundPeak(peak, correlation, tick);
        return charts.g2Chart(document, correlation, { tick: tick.seconds, subject, peak, view });
      },
    };
  });
};

/** The delay, and for a chart the correlation that it is the peak of. */
function requests(options: DelayOptions, tick: Tick): AnalysisRequest[] {
  const { a, b, plot } = options;
  const { from = RANGE.from, to = RANGE.to, bin = (to - from) / FINE_BINS + 1n } = readBins(options, tick);
  const search = { a, b, from, to, bin };
  const correlation: AnalysisRequest[] = plot === undefined ? [] : [{ name: "correlation", ...search }];
  return [{ name: "delay", ...search }, ...correlation];
}

/** How much of the range the chart shows: so many widths of the peak, or bins, to either side. */
const WIDTHS = 12;
const BINS = 64;

/** The delays about the peak in seconds, as far as they were counted; null for all of them. */
function aroundPeak(
  { centre, fwhm, bin }: Delay,
  { from, counts }: Correlation,
  tick: Tick,
): readonly [number, number] | null {
  if (centre === null || from === null) return null;
  const reach = Math.max(WIDTHS * (fwhm ?? 0), BINS * Number(bin));
  const first = Number(from);
  const last = first + counts.length * Number(bin);
  return [toSeconds(Math.max(first, centre - reach), tick), toSeconds(Math.min(last, centre + reach), tick)];
}

function resultOf(snapshot: Snapshot): Delay | undefined {
  return snapshot.analyses.delay as Delay | undefined;
}

function lacksPeak(result: Delay | undefined): ErrorObject | null {
  if (result === undefined || result.delay !== null) return null;
  const message = "no delay stands out from the background";
  return { code: "no-peak", message, offset: null, remedy: "try another --range, or a wider --bin" };
}

/** The object that `--json` prints. */
export function delayJson(name: string, snapshot: Snapshot, { a, b }: PairOptions, tick: Tick): object {
  const result = resultOf(snapshot);
  return {
    file: name,
    a,
    b,
    delay: result?.delay ?? null,
    delay_s: result === undefined || result.delay === null ? null : toSeconds(result.delay, tick),
    peak_counts: result?.peak_counts ?? null,
    background: result?.background ?? null,
    significance: result?.significance ?? null,
    fwhm: result?.fwhm ?? null,
    complete: snapshot.complete,
    centre: result?.centre ?? null,
    centre_error: result?.centre_error ?? null,
    bin: result?.bin ?? null,
    moved: result?.moved ?? 0,
    error: snapshot.error,
  };
}

const COLUMNS = ["a", "b", "delay", "delay_s", "peak_counts", "background", "significance", "fwhm"];

function delayTsv(name: string, snapshot: Snapshot, pair: PairOptions, tick: Tick, first: boolean): string {
  const json = delayJson(name, snapshot, pair, tick) as Record<string, number | bigint | null>;
  const row = [name, ...COLUMNS.map((column) => json[column] ?? null)];
  return (first ? tsvHeader(["file", ...COLUMNS]) : "") + tsvRows([row]);
}

function delayText(name: string, snapshot: Snapshot, tick: Tick): string {
  const result = resultOf(snapshot);
  if (result === undefined || result.delay === null) return "";
  const { a, b, delay: ticks, fwhm, peak_counts, background, significance, centre, centre_error } = result;
  const time = (value: number | bigint | null) => (value === null ? "–" : seconds(toSeconds(value, tick), 5));
  return (
    `${clean(name)}   channel ${b} comes ${time(ticks)} (${count(ticks)} ticks) after ${a}\n` +
    `centre ${time(centre)} ± ${time(centre_error)}, width ${time(fwhm)}; ${count(peak_counts ?? 0)} pairs over ` +
    `${(background ?? 0).toPrecision(3)} expected, ${(significance ?? 0).toFixed(1)} sigma\n`
  );
}
