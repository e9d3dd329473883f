/** `tagview delay`: the position of the correlation peak of two channels. */

import { plural, seconds } from "../../output/numbers";
import { printable } from "../../output/printable";
import { hintLines, optionText, remarkLines, unhinted } from "../../output/remarks";
import { integers, reals, type Table } from "../../output/tsv";
import { uncertainNumber, uncertainSeconds } from "../../output/uncertain";
import {
  type AnalysisRequest,
  type Correlation,
  type CorrelationPeak,
  type Delay,
  delaysIn,
  type ErrorObject,
  SEARCHED,
  type Snapshot,
  type Tick,
  toSeconds,
  wholeColumns,
} from "../../runtime/engine";
import { withExamples } from "../../runtime/help";
import { type PlotOptions, withPlot } from "../../runtime/options";
import type { Register } from "../group";
import { type BinOptions, readBins } from "./bins";
import type { Label } from "./channel-file";
import type { DelayJson } from "./delay.schema";
import { delayBySlices } from "./delay-by";
import { type PairOptions, pairChannels, withPair } from "./pair";
import { centreJson, detailsJson, dipText, peakJson, sameChannel } from "./peak";
import {
  areasText,
  messages,
  type PeriodOptions,
  type PeriodSource,
  periodSource,
  pulsedText,
  readPeriod,
  withPeriod,
} from "./period";
import type { Question } from "./scan";
import { scansSlices } from "./scan-slices";
import { withSum } from "./summed";

/** Maximum number of bins without --bin: with more, some pulses of light may hide others. */
const MOST_BINS = 2n ** 18n;

interface DelayOptions extends PairOptions, BinOptions, PeriodOptions, PlotOptions {}

export const delay: Register = (program, done) => {
  const command = withPlot(
    withPeriod(
      withPair(
        withExamples(
          program.command("delay"),
          "Correlate",
          ["delay --a 3 --b 15 x.tags.zst", "find how much later channel 15 sees a pair than channel 3"],
          ["delay --a 3 --b 15 --by 10s x.tags.zst", "follow the delay of two taggers that drift apart"],
        ),
      ),
    ),
  )
    .description("the delay between two channels: the peak of their correlation")
    .option("--range <from..to>", "delays to search, both ends included (default: -1us..1us)")
    .option("--bin <time>", "width of a bin (default: 1 tick, wider for long ranges)");
  withSum(command);
  scansSlices(command, done, question, delayBySlices);
};

const question: Question<DelayOptions> = (options, tick, { label }, kinds) => {
  return {
    analyses: requests(options, tick),
    needed: pairChannels(options),
    channels: (snapshot) => resultOf(snapshot)?.channels,
    missing: (snapshot) => missingPeak(resultOf(snapshot), tick),
    json: (name, snapshot) => delayJson(name, snapshot, options, tick),
    tsv: (snapshot, name) => delayTsv(delayJson(name, snapshot, options, tick)),
    tsvTicks: ["centre", "centre_error", "fwhm", "fwhm_error", "period"],
    tsvNames: true,
    text: (name, snapshot) =>
      delayText(name, snapshot, tick, { label, source: periodSource(options, kinds.get(name)) }),
    draw: (charts, document, snapshot, subject) => {
      const peak = resultOf(snapshot);
      const found = snapshot.analyses.correlation;
      if (peak === undefined || found === undefined) return undefined;
      const correlation = wholeColumns<Correlation>(found);
      const view = aroundPeak(peak, correlation, tick);
      return charts.g2Chart(document, correlation, { tick: tick.seconds, subject, peak, view });
    },
  };
};

/** The analysis `delay`, and for the chart the correlation whose peak it is. */
function requests(options: DelayOptions, tick: Tick): AnalysisRequest[] {
  const { a, b, plot } = options;
  const bins = { ...delaysIn(tick, SEARCHED), ...readBins(options, tick) };
  const { from, to, bin = (to - from) / MOST_BINS + 1n } = bins;
  const search = { a, b, from, to, bin, ...readPeriod(options, tick) };
  const correlation: AnalysisRequest[] = plot === undefined ? [] : [{ name: "correlation", ...search }];
  return [{ name: "delay", ...search }, ...correlation];
}

/** Widths of the peak that the chart shows on either side of it, at least. */
const WIDTHS = 12;
/** Bins that the chart shows on either side of the peak, at least. */
const BINS = 64;

/** The delays in seconds that the chart shows: the counted ones around the peak. Null stands for all. */
function aroundPeak(
  { centre, fwhm, bin }: Delay,
  { from, counts }: Correlation,
  tick: Tick,
): readonly [number, number] | null {
  if (centre === null || from === null) return null;
  const halfWidth = Math.max(WIDTHS * (fwhm ?? 0), BINS * Number(bin));
  const first = Number(from);
  const last = first + counts.length * Number(bin);
  return [
    toSeconds(Math.max(first, centre - halfWidth), tick),
    toSeconds(Math.min(last, centre + halfWidth), tick),
  ];
}

function resultOf(snapshot: Snapshot): Delay | undefined {
  return snapshot.analyses.delay;
}

/** The error about a peak that does not stand out. */
function missingPeak(result: Delay | undefined, tick: Tick): ErrorObject | null {
  if (result === undefined || result.delay !== null) return null;
  const { a, b, remarks } = result;
  if (a === b) return sameChannel(a);
  const isPulsed = remarks.some(({ about, code }) => about === "delay" && code === "pulsed");
  const message = `no significant correlation peak (${messages(remarks, "delay", tick)})`;
  if (isPulsed) return { code: "no-peak", message, offset: null, remedy: pulsedRemedy(result, tick) };
  return { code: "no-peak", message, offset: null, remedy: "try another --range, or a wider --bin" };
}

/** The option that gives the delay of pulsed light. */
function pulsedRemedy({ hints }: Delay, tick: Tick): string {
  const option = hints.find(({ code }) => code === "pulsed")?.option;
  return option ? `add ${optionText(option, tick)}` : "give the period with --period";
}

/** The object that `--json` prints. */
function delayJson(name: string, snapshot: Snapshot, { a, b }: PairOptions, tick: Tick): DelayJson {
  const { complete, error } = snapshot;
  const result = resultOf(snapshot) ?? UNREAD;
  return {
    file: name,
    a,
    b,
    ...peakJson(result, tick),
    complete,
    ...centreJson(result),
    bin: result.bin,
    ...detailsJson(result),
    peaks: result.peaks.map((peak) => ({ ...peak, delay_s: toSeconds(peak.delay, tick) })),
    pulsed: result.pulsed,
    hints: result.hints,
    moved: result.reordered,
    tick_s: tick.seconds,
    error,
  };
}

/** Result for an input that could not be read. */
const UNREAD = {
  ...{ delay: null, highest: null, centre: null, centre_error: null, fwhm: null, fwhm_error: null },
  ...{ half_width: null, half_width_error: null },
  ...{ peak_counts: null, background: null, significance: null, dips: [], period: null, delay_modulo: null },
  ...{ peaks: [], hints: [], remarks: [], bin: null, pulsed: null, reordered: 0 },
};

const COLUMNS = [
  ...[...integers("a", "b", "delay"), ...reals("delay_s"), ...integers("peak_counts")],
  ...reals("background", "significance", "fwhm", "centre", "centre_error", "fwhm_error", "period"),
];

function delayTsv(json: DelayJson): Table {
  return { columns: COLUMNS, rows: [COLUMNS.map(({ name }) => json[name])] };
}

interface Wording {
  label: Label;
  source: PeriodSource;
}

function delayText(name: string, snapshot: Snapshot, tick: Tick, { label, source }: Wording): string {
  const result = resultOf(snapshot);
  if (result === undefined) return "";
  const { dips, pulsed } = result;
  const lines = [
    ...(result.delay === null ? [] : peakLines(name, result, tick, label)),
    ...result.peaks.slice(1).map((peak) => otherPeak(peak, tick)),
    ...dips.map((dip) => dipText(dip, tick)),
    ...(pulsed === null
      ? []
      : [
          pulsedText(pulsed, tick, source),
          ...areasText(pulsed, result.hints, tick).split("\n").filter(Boolean),
        ]),
  ];
  const heading = result.delay === null && lines.length > 0 ? `${printable(name)}\n` : "";
  return (
    heading + lines.map((line) => `${line}\n`).join("") + notes(result, tick) + hintLines(result.hints, tick)
  );
}

/** Notes on the printed numbers that their own lines do not include. */
function notes({ delay, remarks, hints, pulsed }: Delay, tick: Tick): string {
  const shown = unhinted(remarks, hints).filter(
    ({ about, code }) => about !== "delay" || (delay !== null && code !== "pulsed"),
  );
  return remarkLines([...shown, ...(pulsed?.g2 == null ? [] : pulsed.remarks)], tick);
}

/** "another peak at 12.0 ns ± 0.1 ns: 1,500 ± 39 pairs, 120.3 sigma". */
function otherPeak(
  { delay, delay_error, pairs, pairs_error, significance }: CorrelationPeak,
  tick: Tick,
): string {
  const place = uncertainSeconds(toSeconds(delay, tick), toSeconds(delay_error, tick));
  return `another peak at ${place}: ${uncertainNumber(pairs, pairs_error)} pairs, ${significance.toFixed(1)} sigma`;
}

function peakLines(name: string, result: Delay, tick: Tick, label: Label): string[] {
  const { a, b, centre, centre_error, fwhm, fwhm_error, highest, delay_modulo } = result;
  const { peak_counts, background, significance } = result;
  const time = (value: number | bigint | null, digits = 5) =>
    value === null ? "–" : seconds(toSeconds(value, tick), digits);
  const exact = (value: number | null, error: number | null) =>
    value === null
      ? "–"
      : uncertainSeconds(toSeconds(value, tick), error === null ? null : toSeconds(error, tick));
  const modulo = delay_modulo === null ? "" : `, plus any multiple of ${time(delay_modulo)}`;
  // Between pulses, hardly any pairs are expected, and no pulse stands out.
  const over = delay_modulo === null ? ` over ${(background ?? 0).toPrecision(3)} expected` : "";
  const { half_width, half_width_error, remarks } = result;
  const isGaussian = !remarks.some(({ code }) => code === "peak-not-gaussian");
  const half =
    isGaussian || half_width === null ? "" : `width at half height ${exact(half_width, half_width_error)}; `;
  const gaussian = `${isGaussian ? "" : "Gaussian "}width ${exact(fwhm, fwhm_error)}; `;
  const width = `${half}${fwhm === null ? "" : gaussian}`;
  return [
    `${printable(name)}   channel ${label(b)} comes ${exact(centre, centre_error)} after ${label(a)}${modulo}`,
    `${width}highest bin ${time(highest)} (${plural(highest ?? 0n, "tick")}) with ` +
      `${plural(peak_counts ?? 0, "pair")}${over}, ${(significance ?? 0).toFixed(1)} sigma`,
  ];
}
