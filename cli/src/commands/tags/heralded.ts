/** `tagview heralded`: the correlation of two channels at no delay, given a tag of a third. */

import { count } from "../../output/numbers";
import { printable } from "../../output/printable";
import { hintLines, remarkLines, unhinted } from "../../output/remarks";
import { integers, reals, type Table } from "../../output/tsv";
import { uncertain } from "../../output/uncertain";
import type { Heralded, Snapshot, Tick } from "../../runtime/engine";
import { withExamples } from "../../runtime/help";
import { withPlot } from "../../runtime/options";
import type { Register } from "../group";
import type { Label } from "./channel-file";
import type { HeraldedJson } from "./heralded.schema";
import { channelNumber } from "./options";
import { pairChannels } from "./pair";
import { scansTags } from "./scan";
import { withSum } from "./summed";
import { delaysJson, readWindow, type Window, type WindowOptions, windowText, withWindow } from "./window";

interface Channels {
  herald: bigint;
  a: bigint;
  b: bigint;
}

interface HeraldedOptions extends WindowOptions, Channels {}

export const heralded: Register = (program, done) => {
  const command = withWindow(
    withExamples(
      program.command("heralded"),
      "Correlate",
      [
        "heralded --herald 3 --a 15 --b 16 --window 2ns x.tags.zst",
        "g2(0) of channels 15 and 16, heralded by channel 3",
      ],
      [
        "heralded --herald 3 --a 15 --b 16 --window 2ns --delay 15=4ns x.tags.zst",
        "the same, where channel 15 is 4 ns late",
      ],
    ),
    "longest time from the herald to a tag of another channel, before or after it",
  )
    .description("heralded g2(0) of a photon source, from three channels")
    .requiredOption("--herald <channel>", "the heralding channel", channelNumber)
    .requiredOption("--a <channel>", "first detector of the heralded photon", channelNumber)
    .requiredOption("--b <channel>", "second detector of the heralded photon", channelNumber);
  withSum(withPlot(command));
  scansTags<HeraldedOptions>(command, done, (options, tick, { label }) => {
    const { herald, a, b } = options;
    const wanted = { herald, a, b, ...readWindow(options, tick) };
    return {
      analyses: [{ name: "heralded", ...wanted }],
      needed: [{ option: "--herald", channel: herald }, ...pairChannels(options)],
      channels: (snapshot) => resultOf(snapshot)?.channels,
      isEmpty: (snapshot) => {
        const result = resultOf(snapshot);
        return result !== undefined && result.herald_a === 0 && result.herald_b === 0;
      },
      json: (name, snapshot) => heraldedJson(name, snapshot, wanted, tick),
      tsv: (snapshot, name) => heraldedTsv(heraldedJson(name, snapshot, wanted, tick)),
      tsvTicks: ["window"],
      tsvNames: true,
      text: (name, snapshot) => heraldedText(name, snapshot, windowText(wanted, tick, label), tick, label),
      draw: (charts, document, snapshot, subject) => {
        const result = resultOf(snapshot);
        return result && charts.heraldedChart(document, result, { subject });
      },
    };
  });
};

function resultOf(snapshot: Snapshot): Heralded | undefined {
  return snapshot.analyses.heralded;
}

/** The object that `--json` prints. */
function heraldedJson(
  name: string,
  snapshot: Snapshot,
  { herald, a, b, window, delays }: Channels & Window,
  tick: Tick,
): HeraldedJson {
  const result = resultOf(snapshot);
  return {
    file: name,
    herald,
    a,
    b,
    window,
    delays: delaysJson(delays),
    span: result?.span ?? null,
    complete: snapshot.complete,
    tags_herald: result?.tags_herald ?? 0,
    tags_a: result?.tags_a ?? 0,
    tags_b: result?.tags_b ?? 0,
    herald_a: result?.herald_a ?? 0,
    herald_b: result?.herald_b ?? 0,
    herald_a_b: result?.herald_a_b ?? 0,
    g2: result?.g2 ?? null,
    g2_error: result?.g2_error ?? null,
    g2_interval: result?.g2_interval ?? null,
    g2_upper: result?.g2_upper ?? null,
    hints: result?.hints ?? [],
    remarks: result?.remarks ?? [],
    moved: result?.reordered ?? 0,
    tick_s: tick.seconds,
    error: snapshot.error,
  };
}

const COLUMNS = [
  ...integers("herald", "a", "b", "window", "tags_herald", "herald_a", "herald_b", "herald_a_b"),
  ...reals("g2", "g2_error", "g2_upper"),
];

function heraldedTsv(json: HeraldedJson): Table {
  const row = [...COLUMNS.map(({ name }) => json[name]), ...(json.g2_interval ?? [null, null])];
  return { columns: [...COLUMNS, ...reals("g2_from", "g2_to")], rows: [row] };
}

function heraldedText(name: string, snapshot: Snapshot, within: string, tick: Tick, label: Label): string {
  const result = resultOf(snapshot);
  if (result === undefined) return "";
  const [herald, a, b] = [result.herald, result.a, result.b].map(label);
  const { tags_herald, herald_a, herald_b, herald_a_b, g2, g2_error } = result;
  const value = g2 === null ? "not known" : uncertain(g2, g2_error, result.g2_interval, result.g2_upper);
  return (
    `${printable(name)}   heralded g2(0) of ${a} and ${b} given ${herald}: ${value}\n` +
    `${within}: ${count(tags_herald)} heralds, ${count(herald_a)} with ${a}, ` +
    `${count(herald_b)} with ${b}, ${count(herald_a_b)} with both\n${remarkLines(unhinted(result.remarks, result.hints), tick)}${hintLines(result.hints, tick)}`
  );
}
