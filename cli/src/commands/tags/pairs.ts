/** `tagview pairs`: the best peak of every pair of channels, in one pass. */

import type { Colours } from "../../output/colour";
import { count, seconds } from "../../output/numbers";
import { printable } from "../../output/printable";
import { hintLines } from "../../output/remarks";
import { table } from "../../output/table";
import { type Cell, integers, reals, type Table } from "../../output/tsv";
import { secondsToError } from "../../output/uncertain";
import {
  delaysIn,
  type Pairs,
  type PairsEntry,
  SEARCHED,
  type Snapshot,
  type Tick,
  toSeconds,
} from "../../runtime/engine";
import { withExamples } from "../../runtime/help";
import { withPlot } from "../../runtime/options";
import type { Register } from "../group";
import { type BinOptions, readBins } from "./bins";
import type { Label } from "./channel-file";
import type { PairJson, PairsJson } from "./pairs.schema";
import { centreJson, detailsJson, peakJson } from "./peak";
import { headerPeriodLine, type PeriodOptions, readPeriod, withPeriod } from "./period";
import { scansTags } from "./scan";
import { withSum } from "./summed";

export const pairs: Register = (program, done) => {
  const command = withPlot(
    withPeriod(
      withExamples(
        program.command("pairs"),
        "Correlate",
        ["pairs x.tags.zst", "find the channels that are correlated"],
        ["pairs --plot pairs.svg x.tags.zst", "draw the matrix of channels"],
      ),
    ),
  )
    .description("correlation peaks of all pairs of channels")
    .option("--range <from..to>", "delays to search, both ends included (default: -1us..1us)")
    .option("--bin <time>", "width of a bin (default: 1 tick, wider for many channels)");
  withSum(command);
  scansTags<BinOptions & PeriodOptions>(command, done, (options, tick, { label, inCharts }, kinds) => ({
    analyses: [
      {
        name: "pairs",
        ...delaysIn(tick, SEARCHED),
        ...readBins(options, tick),
        ...readPeriod(options, tick),
      },
    ],
    channels: (snapshot) => resultOf(snapshot)?.channels,
    isEmpty: (snapshot) => resultOf(snapshot)?.pairs.every(({ counts }) => counts === 0) ?? false,
    json: (name, snapshot) => pairsJson(name, snapshot, tick),
    tsv: (snapshot) => pairsTsv(snapshot, tick),
    tsvTicks: ["centre", "centre_error", "fwhm", "fwhm_error", "period"],
    tsvNames: true,
    text: (name, snapshot, colours) =>
      pairsText(name, snapshot, tick, {
        colours,
        label,
        period: headerPeriodLine(options, kinds.get(name), tick),
      }),
    draw: (charts, document, snapshot, subject) => {
      const result = resultOf(snapshot);
      if (result === undefined) return undefined;
      const size = sizeFor(result.channels.length);
      return charts.matrixChart(document, result, { tick: tick.seconds, subject, ...inCharts, ...size });
    },
  }));
};

/** Size of the chart in pixels: each cell has room for the number of its pair. */
function sizeFor(channels: number): { width: number; height: number } {
  return { width: Math.max(480, 100 + 40 * channels), height: Math.max(280, 80 + 24 * channels) };
}

function resultOf(snapshot: Snapshot): Pairs | undefined {
  return snapshot.analyses.pairs;
}

/** One pair, with the keys of `tagview delay`. */
function entryJson(entry: PairsEntry, tick: Tick): PairJson {
  const { a, b, tags_a, tags_b, counts } = entry;
  return {
    a,
    b,
    tags_a,
    tags_b,
    counts,
    ...peakJson(entry, tick),
    ...centreJson(entry),
    ...detailsJson(entry),
  };
}

/** The object that `--json` prints. */
function pairsJson(name: string, snapshot: Snapshot, tick: Tick): PairsJson {
  const result = resultOf(snapshot);
  return {
    file: name,
    bin: result?.bin ?? null,
    from: result?.from ?? null,
    span: result?.span ?? null,
    complete: snapshot.complete,
    pairs: result?.pairs.map((entry) => entryJson(entry, tick)) ?? [],
    hints: result?.hints ?? [],
    moved: result?.reordered ?? 0,
    tick_s: tick.seconds,
    error: snapshot.error,
  };
}

const COLUMNS = [
  ...[...integers("a", "b", "tags_a", "tags_b", "counts", "delay"), ...reals("delay_s")],
  ...[...integers("peak_counts"), ...reals("background", "significance", "fwhm")],
  ...reals("centre", "centre_error", "fwhm_error", "period"),
];

function pairsTsv(snapshot: Snapshot, tick: Tick): Table {
  const rows = (resultOf(snapshot)?.pairs ?? []).map((entry): Cell[] => {
    const json = entryJson(entry, tick);
    return COLUMNS.map(({ name }) => json[name]);
  });
  return { columns: COLUMNS, rows };
}

interface Wording {
  colours: Colours;
  label: Label;
  /** The line about the period of the file's header. */
  period: string;
}

function pairsText(
  name: string,
  snapshot: Snapshot,
  tick: Tick,
  { colours, label, period }: Wording,
): string {
  const result = resultOf(snapshot);
  if (result === undefined) return "";
  const time = (value: number | bigint | null) => (value === null ? "–" : seconds(toSeconds(value, tick), 4));
  const fitted = (value: number | null, error: number | null) =>
    secondsToError(
      value === null ? null : toSeconds(value, tick),
      error === null ? null : toSeconds(error, tick),
    );
  const rows = result.pairs.map((entry) => [
    label(entry.a),
    label(entry.b),
    count(entry.counts),
    fitted(entry.centre, entry.centre_error),
    entry.delay_modulo === null ? "" : time(entry.delay_modulo),
    fitted(entry.fwhm, entry.fwhm_error),
    entry.significance === null ? "–" : entry.significance.toFixed(1),
    entry.peak_counts === null ? "–" : count(entry.peak_counts),
    entry.background === null ? "–" : entry.background.toPrecision(3),
  ]);
  const titles = ["a", "b", "pairs", "delay", "modulo", "width", "sigma", "peak", "expected"];
  return `${colours.bold(printable(name))}   pairs of tags in bins of ${time(result.bin)}; – where there is no significant peak\n\n${table(
    titles.map((title) => ({ title, align: "right" as const })),
    rows,
  )}\n${period}${hintLines(result.hints, tick)}`;
}
