/** `tagview stability`: the fluctuation of counts in equal times, as a function of their length. */

import { count, plural, seconds } from "../../output/numbers";
import { printable } from "../../output/printable";
import { hintLines, noteLines } from "../../output/remarks";
import { table } from "../../output/table";
import { type Cell, integers, reals, type Table } from "../../output/tsv";
import { type Snapshot, type Stability, type Tick, toSeconds } from "../../runtime/engine";
import { withExamples } from "../../runtime/help";
import { withPlot } from "../../runtime/options";
import type { Register } from "../group";
import { readBins } from "./bins";
import type { Label } from "./channel-file";
import { scansTags } from "./scan";
import type { StabilityJson } from "./stability.schema";

export const stability: Register = (program, done) => {
  const command = withPlot(
    withExamples(
      program.command("stability"),
      "Look",
      ["stability x.tags.zst", "Allan deviation and Fano factor of each channel"],
      ["stability --bin 10ms --plot stability.svg x.tags.zst", "draw them from 10 ms on"],
    ),
  )
    .description("steadiness of the rates: Allan deviation, Fano factor, Mandel Q")
    .option("--bin <time>", "shortest averaging time (default: at most 65536 of them in the recording)");
  scansTags<{ bin?: string }>(command, done, (options, tick, { label, inCharts }) => ({
    analyses: [{ name: "stability", ...readBins(options, tick) }],
    channels: (snapshot) => resultOf(snapshot)?.channels.map(({ channel }) => channel),
    isEmpty: (snapshot) => (resultOf(snapshot)?.channels ?? []).every(({ tags }) => tags <= 1),
    json: (name, snapshot) => stabilityJson(name, snapshot, tick),
    tsv: (snapshot) => stabilityTsv(snapshot, tick),
    tsvTicks: [],
    text: (name, snapshot) => stabilityText(name, snapshot, tick, label),
    draw: (charts, document, snapshot, subject) => {
      const result = resultOf(snapshot);
      return result && charts.stabilityChart(document, result, { tick: tick.seconds, subject, ...inCharts });
    },
  }));
};

function resultOf(snapshot: Snapshot): Stability | undefined {
  return snapshot.analyses.stability;
}

/** The object that `--json` prints. */
function stabilityJson(name: string, snapshot: Snapshot, tick: Tick): StabilityJson {
  const result = resultOf(snapshot);
  return {
    file: name,
    span: result?.span ?? null,
    complete: snapshot.complete,
    times: result?.times ?? new BigInt64Array(),
    slices: result?.slices ?? new Float64Array(),
    channels: result?.channels ?? [],
    remarks: result?.remarks ?? [],
    hints: result?.hints ?? [],
    tick_s: tick.seconds,
    error: snapshot.error,
  };
}

const FOUND = reals(
  ...([
    "allan_deviation",
    "allan_deviation_error",
    "poisson_deviation",
    "fano",
    "fano_error",
    "mandel_q",
  ] as const),
);
const COLUMNS = [
  ...[...integers("channel"), ...reals("time_s"), ...integers("slices"), ...FOUND],
  // Mandel's Q is the Fano factor less 1.
  ...reals("mandel_q_error"),
];

function stabilityTsv(snapshot: Snapshot, tick: Tick): Table {
  const { channels = [], times = new BigInt64Array(), slices } = resultOf(snapshot) ?? {};
  const rows = channels.flatMap((row) =>
    Array.from(times, (time, k): Cell[] => [
      row.channel,
      toSeconds(time, tick),
      slices?.[k] ?? 0,
      ...FOUND.map(({ name }) => finite(row[name][k])),
      finite(row.fano_error[k]),
    ]),
  );
  return { columns: COLUMNS, rows };
}

function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}

function stabilityText(name: string, snapshot: Snapshot, tick: Tick, label: Label): string {
  const result = resultOf(snapshot);
  if (result === undefined) return "";
  const { channels, times, slices, remarks, hints } = result;
  const number = (value: number | undefined, error?: number) => {
    if (finite(value) === null) return "–";
    return `${value?.toPrecision(4)}${error === undefined ? "" : ` ± ${error.toPrecision(2)}`}`;
  };
  const tables = channels.map((row) => {
    const lines = Array.from(times, (time, k) => [
      seconds(toSeconds(time, tick)),
      count(slices[k] ?? 0),
      number(row.allan_deviation[k], row.allan_deviation_error[k]),
      number(row.poisson_deviation[k]),
      number(row.fano[k], row.fano_error[k]),
    ]);
    const titles = ["averaged over", "times", "Allan deviation", "of Poisson", "Fano factor (Q + 1)"];
    const columns = titles.map((title) => ({ title, align: "right" as const }));
    return `channel ${label(row.channel)}, ${plural(row.tags, "tag")}\n${table(columns, lines)}\n`;
  });
  return `${printable(name)}   stability of each channel's rate\n\n${tables.join("\n")}${noteLines(remarks, tick)}${hintLines(hints, tick)}`;
}
