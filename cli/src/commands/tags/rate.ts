/** `tagview rate`: counts per time bin. */

import { count, plural, seconds } from "../../output/numbers";
import { printable } from "../../output/printable";
import { table } from "../../output/table";
import { reals } from "../../output/tsv";
import {
  type Columnar,
  type Rate,
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
import { channelTable } from "./channel-table";
import type { RateJson } from "./rate.schema";
import { scansTags } from "./scan";
import { type SumOptions, withSum } from "./summed";
import { withSeconds } from "./with-tick";

type RateOptions = BinOptions & PlotOptions & SumOptions;

export const rate: Register = (program, done) => {
  const command = withPlot(
    withExamples(
      program.command("rate"),
      "Look",
      ["rate --bin 10ms --tsv x.tags.zst", "counts per 10 ms, as a table for programs"],
      ["rate --plot rate.svg x.tags.zst", "draw the count rates"],
    ),
  )
    .description("counts per time bin, by channel")
    .option("--bin <time>", "width of a bin; without it, at most 2048 bins over everything");
  withSum(command);
  scansTags<RateOptions>(command, done, (options, tick, { label, inCharts }) => ({
    analyses: [
      { name: "rate", ...readBins(options, tick) },
      // The chart ends with the recording. A sum of runs has no common end.
      ...(options.plot === undefined || options.sum ? [] : [{ name: "summary" as const }]),
    ],
    channels: (snapshot) => resultOf(snapshot).channels.map(({ channel }) => channel),
    isEmpty: (snapshot) => isEmpty(resultOf(snapshot)),
    json: (name, snapshot) => rateJson(name, snapshot, tick),
    tsv: (snapshot, _, areSeveral) => {
      const { bin, channels } = resultOf(snapshot);
      const table = {
        edge: reals("time_s"),
        edges: binsOf(snapshot),
        edgeOf: (k: number) => toSeconds(BigInt(k) * bin, tick),
      };
      const counted = channelTable(table, channels, areSeveral);
      // For one file, every column after the first is a channel; scripts rely on this.
      return areSeveral ? withSeconds(counted, tick) : counted;
    },
    aside: beforeFirst,
    text: (name, snapshot) => rateText(name, snapshot, tick, label),
    draw: (charts, document, snapshot, subject) =>
      charts.rateChart(document, wholeColumns<Rate>(resultOf(snapshot)), {
        tick: tick.seconds,
        subject,
        last: snapshot.analyses.summary?.last ?? null,
        ...inCharts,
      }),
  }));
};

function resultOf(snapshot: Snapshot): Columnar<Rate> {
  return snapshot.analyses.rate ?? { bin: 0n, start: null, before: 0, channels: [] };
}

/** Whether at most the first tag was counted, which every `--to` selects. */
function isEmpty({ channels }: Columnar<Rate>): boolean {
  let sum = 0;
  for (const { counts } of channels)
    for (let k = 0; k < counts.length && sum <= 1; k += 1) sum += counts.at(k) ?? 0;
  return sum <= 1;
}

/** The object that `--json` prints. */
function rateJson(name: string, snapshot: Snapshot, tick: Tick): RateJson {
  const { bin, start, before, channels } = resultOf(snapshot);
  return {
    file: name,
    bin: bin === 0n ? null : bin,
    start,
    complete: snapshot.complete,
    channels: channels.map(({ channel, counts }) => ({ channel, counts })),
    before,
    tick_s: tick.seconds,
    error: snapshot.error,
  };
}

/** Maximum number of rows in text output. */
const SHOWN = 1000;

function binsOf(snapshot: Snapshot): number {
  return resultOf(snapshot).channels.reduce((most, { counts }) => Math.max(most, counts.length), 0);
}

function rateText(name: string, snapshot: Snapshot, tick: Tick, label: Label): string {
  const { bin, channels } = resultOf(snapshot);
  const time = (ticks: bigint) => seconds(toSeconds(ticks, tick), 5);
  const heading = `${printable(name)}   counts per ${time(bin)}, by channel\n`;
  const titles = ["time", ...channels.map(({ channel }) => label(channel))];
  const columns = titles.map((title) => ({ title, align: "right" as const }));
  const body = Array.from({ length: Math.min(SHOWN, binsOf(snapshot)) }, (_, k) => [
    time(BigInt(k) * bin),
    ...channels.map(({ counts }) => count(counts.at(k) ?? 0)),
  ]);
  const aside = beforeFirst(snapshot);
  const left = binsOf(snapshot) - SHOWN;
  const rest =
    left > 0 ? `... and ${plural(left, "more bin")}: --tsv or --json prints all, --plot draws them\n` : "";
  return `${heading}\n${table(columns, body)}${rest}\n${aside === null ? "" : `\n${aside}\n`}`;
}

/** A note on the tags of a recording out of order that precede the first row. */
function beforeFirst(snapshot: Snapshot): string | null {
  const { before } = resultOf(snapshot);
  if (before === 0) return null;
  return `${count(before)} ${before === 1 ? "tag is" : "tags are"} earlier than the first and in no bin`;
}
