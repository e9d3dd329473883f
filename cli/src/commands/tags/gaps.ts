/** `tagview gaps`: times between successive tags of the same channel. */

import type { Colours } from "../../output/colour";
import { count, seconds, withUnit } from "../../output/numbers";
import { printable } from "../../output/printable";
import { hintLines, inSeconds } from "../../output/remarks";
import { resample, spark } from "../../output/sparkline";
import { table } from "../../output/table";
import { integers, type Table } from "../../output/tsv";
import { uncertainSeconds } from "../../output/uncertain";
import { delayIn, type Gaps, SEARCHED, type Snapshot, type Tick, toSeconds } from "../../runtime/engine";
import { withExamples } from "../../runtime/help";
import { wholeNumber, withPlot } from "../../runtime/options";
import type { Register } from "../group";
import { type BinOptions, readBins } from "./bins";
import type { Label } from "./channel-file";
import { channelTable } from "./channel-table";
import type { GapsJson } from "./gaps.schema";
import { scansTags } from "./scan";

export const gaps: Register = (program, done) => {
  const command = withPlot(
    withExamples(
      program.command("gaps"),
      "Look",
      ["gaps --range 0..200ns --channel 3 x.tags.zst", "look for the dead time of channel 3"],
      ["gaps --log 10 --plot gaps.svg x.tags.zst", "draw the gaps with 10 bins per decade"],
    ),
  )
    .description("times between successive tags of the same channel")
    .option("--bin <time>", "width of a bin (default: a hundredth of the range)")
    .option("--range <from..to>", "gaps to count, both ends included (default: 0..1us)")
    .option("--log <n>", "n bins per decade in place of bins of one width", wholeNumber(1, 1000));
  scansTags<BinOptions>(command, done, (options, tick, { label, inCharts }) => ({
    analyses: [{ name: "gaps", ...defaults(options, tick), ...readBins(options, tick) }],
    channels: (snapshot) => resultOf(snapshot).channels.map(({ channel }) => channel),
    isEmpty: (snapshot) => resultOf(snapshot).channels.every(({ counts }) => counts.every((n) => n === 0)),
    json: (name, snapshot) => gapsJson(name, snapshot, tick),
    tsv: (snapshot, _, areSeveral) => gapsTsv(resultOf(snapshot), areSeveral),
    tsvTicks: ["gap"],
    text: (name, snapshot, colours) => gapsText(name, snapshot, tick, { colours, label }),
    draw: (charts, document, snapshot, subject) =>
      charts.gapsChart(document, resultOf(snapshot), { tick: tick.seconds, subject, ...inCharts }),
  }));
};

/** Logarithmic bins end with the longest gap. */
function defaults({ log }: BinOptions, tick: Tick): { from?: bigint; to?: bigint } {
  return log === undefined ? { from: 0n, to: delayIn(tick, SEARCHED) } : {};
}

function resultOf(snapshot: Snapshot): Gaps {
  return snapshot.analyses.gaps ?? { bin: null, from: null, edges: null, channels: [], hints: [] };
}

/** The object that `--json` prints. */
function gapsJson(name: string, snapshot: Snapshot, tick: Tick): GapsJson {
  const { bin, from, edges, channels, hints } = resultOf(snapshot);
  const { complete, error } = snapshot;
  const bins = edges === null ? { bin, from } : { edges };
  return { file: name, ...bins, complete, channels, hints, tick_s: tick.seconds, error };
}

/** The lower edge of bin `k` in ticks. */
function edgeOf({ edges, from, bin }: Gaps, k: number): bigint {
  return edges?.[k] ?? (from ?? 0n) + BigInt(k) * (bin ?? 1n);
}

function gapsTsv(result: Gaps, areSeveral: boolean): Table {
  const { channels } = result;
  const table = {
    edge: integers("gap"),
    edges: channels.reduce((most, { counts }) => Math.max(most, counts.length), 0),
    edgeOf: (k: number) => edgeOf(result, k),
  };
  return channelTable(table, channels, areSeveral);
}

interface Wording {
  colours: Colours;
  label: Label;
}

function gapsText(name: string, snapshot: Snapshot, tick: Tick, { colours, label }: Wording): string {
  const result = resultOf(snapshot);
  const time = (ticks: bigint | number | null) =>
    withUnit(ticks === null ? null : toSeconds(ticks, tick), "s");
  const rows = result.channels.map(
    ({
      channel,
      counts,
      below,
      above,
      min,
      mean,
      max,
      dead_time,
      dead_time_error,
      afterpulsing,
      afterpulsing_error,
    }) => [
      label(channel),
      count(counts.reduce((sum, n) => sum + n, below + above)),
      time(min),
      time(mean),
      time(max),
      count(below),
      count(above),
      deadTime(dead_time, dead_time_error, tick),
      afterpulses(afterpulsing, afterpulsing_error),
      colours.cyan(histogram(counts)),
    ],
  );
  const titles = [
    ...["channel", "gaps", "least", "mean", "longest", "below", "above", "dead time", "afterpulsing"],
  ];
  const columns = titles.map((title) => ({ title, align: "right" as const }));
  const bins = result.channels[0]?.counts.length ?? 0;
  const range = bins > 0 ? `${time(edgeOf(result, 0))} to ${time(edgeOf(result, bins))}` : "histogram";
  return `${colours.bold(printable(name))}   gaps between tags of the same channel\n\n${table(
    [...columns, { title: range, align: "left" }],
    rows,
  )}\n${clockLines(result, tick, label)}${remarksText(result, tick, label)}${hintLines(result.hints, tick)}`;
}

/** A line for each channel that is a clock. */
function clockLines({ channels }: Gaps, tick: Tick, label: Label): string {
  const lines = channels.flatMap(({ channel, period }) =>
    period === null
      ? []
      : [`channel ${label(channel)} is a clock with a period of ${seconds(toSeconds(period, tick), 8)}\n`],
  );
  return lines.length === 0 ? "" : `\n${lines.join("")}`;
}

/** Why dead time or afterpulsing are missing: a line for each reason. */
function remarksText({ channels }: Gaps, tick: Tick, label: Label): string {
  const names: Record<string, string> = { dead_time: "dead time", afterpulsing: "afterpulsing" };
  const lines = channels.flatMap(({ channel, remarks }) =>
    remarks.map(
      ({ about, message }) =>
        `channel ${label(channel)}, ${names[about] ?? about}: ${inSeconds(message, tick)}\n`,
    ),
  );
  return lines.length === 0 ? "" : `\n${lines.join("")}`;
}

/** `50.00 ns ± 0.08 ns` */
function deadTime(ticks: bigint | null, error: number | null, tick: Tick): string {
  return ticks === null ? "–" : uncertainSeconds(toSeconds(ticks, tick), toSeconds(error ?? 0, tick));
}

/** `0.12 ± 0.03 %` */
function afterpulses(share: number | null, error: number | null): string {
  return share === null ? "–" : `${(100 * share).toFixed(2)} ± ${(100 * (error ?? 0)).toFixed(2)} %`;
}

function histogram(counts: Float64Array): string {
  const columns = resample(counts, counts.length, 24);
  return spark(columns, Math.max(...columns));
}
