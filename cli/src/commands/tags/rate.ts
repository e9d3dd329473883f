/** `tagview rate`: counts per time bin. */

import { count, seconds } from "../../output/numbers";
import { printable } from "../../output/printable";
import { table } from "../../output/table";
import { type Cell, tsv } from "../../output/tsv";
import { type Rate, type Snapshot, type Tick, toSeconds } from "../../runtime/engine";
import { withPlot } from "../../runtime/options";
import type { Register } from "../group";
import { type BinOptions, readBins } from "./bins";
import type { Label } from "./channel-file";
import type { RateJson } from "./rate.schema";
import { scansTags } from "./scan";

export const rate: Register = (program, done) => {
  const command = withPlot(program.command("rate"))
    .description("counts per time bin, by channel")
    .option("--bin <time>", "width of a bin; without it, at most 2048 bins over everything");
  scansTags<BinOptions>(command, done, (options, tick, { label, names }) => ({
    analyses: [{ name: "rate", ...readBins(options, tick) }],
    json: rateJson,
    tsv: (_, snapshot) => {
      const time = (ticks: bigint) => toSeconds(ticks, tick);
      return tsv(...rows(snapshot, time, (n) => n, "time_s", String));
    },
    aside: beforeFirst,
    text: (name, snapshot) => rateText(name, snapshot, tick, label),
    draw: (charts, document, snapshot, subject) =>
      charts.rateChart(document, resultOf(snapshot), { tick: tick.seconds, subject, names }),
  }));
};

function resultOf(snapshot: Snapshot): Rate {
  return snapshot.analyses.rate ?? { bin: 0n, start: null, before: 0, channels: [] };
}

/** The object that `--json` prints. */
export function rateJson(name: string, snapshot: Snapshot): RateJson {
  const { bin, start, before, channels } = resultOf(snapshot);
  return {
    file: name,
    bin: bin === 0n ? null : bin,
    start,
    complete: snapshot.complete,
    channels: channels.map(({ channel, counts }) => ({ channel, counts })),
    before,
    error: snapshot.error,
  };
}

/** The header, and one row per bin: its time counted from the first tag, then the counts of each channel. */
function rows<T extends Cell>(
  snapshot: Snapshot,
  time: (ticks: bigint) => T,
  number: (n: number) => T | number,
  title: string,
  label: Label,
): [string[], Cell[][]] {
  const { bin, channels } = resultOf(snapshot);
  const bins = channels.reduce((most, { counts }) => Math.max(most, counts.length), 0);
  const body = Array.from({ length: bins }, (_, k): Cell[] => [
    time(BigInt(k) * bin),
    ...channels.map(({ counts }) => number(counts[k] ?? 0)),
  ]);
  return [[title, ...channels.map(({ channel }) => label(channel))], body];
}

function rateText(name: string, snapshot: Snapshot, tick: Tick, label: Label): string {
  const time = (ticks: bigint) => seconds(toSeconds(ticks, tick), 5);
  const [header, body] = rows<string>(snapshot, time, count, "time", label);
  const heading = `${printable(name)}   counts per ${seconds(toSeconds(resultOf(snapshot).bin, tick), 5)}, by channel\n`;
  const columns = header.map((title) => ({ title, align: "right" as const }));
  const aside = beforeFirst(snapshot);
  return `${heading}\n${table(columns, body as string[][])}\n${aside === null ? "" : `\n${aside}\n`}`;
}

/** Of a disordered recording, the tags that no row has. */
function beforeFirst(snapshot: Snapshot): string | null {
  const { before } = resultOf(snapshot);
  if (before === 0) return null;
  return `${count(before)} ${before === 1 ? "tag is" : "tags are"} earlier than the first and in no bin`;
}
