/** `tagview bursts`: bursts of photons of single molecules, with the proximity ratio of each. */

import { count, plural, seconds } from "../../output/numbers";
import { printable } from "../../output/printable";
import { table } from "../../output/table";
import { type Cell, integers, reals, type Table } from "../../output/tsv";
import {
  type AnalysisRequest,
  type Bursts,
  parseTime,
  type Snapshot,
  type Tick,
  toSeconds,
} from "../../runtime/engine";
import { withExamples } from "../../runtime/help";
import { naming, wholeNumber } from "../../runtime/options";
import type { Register } from "../group";
import type { BurstsJson } from "./bursts.schema";
import type { Label } from "./channel-file";
import { channelNumber } from "./options";
import { scansTags } from "./scan";
import { withSum } from "./summed";

interface BurstsOptions {
  donor: bigint;
  acceptor: bigint;
  photons?: number;
  within: string;
  least?: number;
}

/** Maximum number of bursts in the text; all are in the other formats. */
const PRINTED = 10;

export const bursts: Register = (program, done) => {
  const command = withExamples(
    program.command("bursts"),
    "Correlate",
    [
      "bursts --donor 1 --acceptor 2 --within 500us x.tags.zst",
      "find single molecules in the light of two detectors",
    ],
    [
      "bursts --donor 1 --acceptor 2 --photons 10 --within 500us --least 50 --tsv x.tags.zst",
      "print each burst of at least 50 photons",
    ],
  )
    .description("bursts of photons of single molecules, and their proximity ratios (smFRET)")
    .requiredOption("--donor <channel>", "the donor's channel", channelNumber)
    .requiredOption("--acceptor <channel>", "the acceptor's channel", channelNumber)
    .requiredOption("--within <time>", "maximum duration of a window")
    .option("--photons <n>", "photons of a window (default: 10)", wholeNumber(2, 65536))
    .option("--least <n>", "minimum photons of a burst (default: 30)", wholeNumber(1, 1e9));
  withSum(command);
  scansTags<BurstsOptions>(command, done, (options, tick, { label }) => {
    const { donor, acceptor } = options;
    return {
      analyses: [request(options, tick)],
      needed: [
        { option: "--donor", channel: donor },
        { option: "--acceptor", channel: acceptor },
      ],
      channels: (snapshot) => resultOf(snapshot)?.channels,
      isEmpty: (snapshot) => resultOf(snapshot)?.start.length === 0,
      json: (name, snapshot) => burstsJson(name, snapshot, options, tick),
      tsv: (snapshot) => burstsTsv(snapshot, tick),
      tsvTicks: [],
      text: (name, snapshot) => burstsText(name, snapshot, tick, label),
    };
  });
};

function request({ donor, acceptor, photons, within, least }: BurstsOptions, tick: Tick): AnalysisRequest {
  return {
    name: "bursts",
    ...{ donor, acceptor },
    within: naming("--within", () => parseTime(within, tick)),
    ...(photons === undefined ? {} : { photons: BigInt(photons) }),
    ...(least === undefined ? {} : { least: BigInt(least) }),
  };
}

function resultOf(snapshot: Snapshot): Bursts | undefined {
  return snapshot.analyses.bursts;
}

/** The object that `--json` prints. */
function burstsJson(
  name: string,
  snapshot: Snapshot,
  { donor, acceptor }: BurstsOptions,
  tick: Tick,
): BurstsJson {
  const result = resultOf(snapshot);
  return {
    file: name,
    donor,
    acceptor,
    span: result?.span ?? null,
    complete: snapshot.complete,
    tags_donor: result?.tags_donor ?? 0,
    tags_acceptor: result?.tags_acceptor ?? 0,
    photons: result?.photons ?? 0,
    within: result?.within ?? 0n,
    least: result?.least ?? 0,
    bursts: result?.bursts ?? 0,
    start: result?.start ?? new BigInt64Array(),
    duration: result?.duration ?? new BigInt64Array(),
    donor_counts: result?.donor_counts ?? new Float64Array(),
    acceptor_counts: result?.acceptor_counts ?? new Float64Array(),
    proximity_ratio: result?.proximity_ratio ?? new Float64Array(),
    moved: result?.reordered ?? 0,
    tick_s: tick.seconds,
    error: snapshot.error,
  };
}

const COLUMNS = [
  ...reals("start_s", "duration_s"),
  ...integers("donor_counts", "acceptor_counts"),
  ...reals("proximity_ratio"),
];

function burstsTsv(snapshot: Snapshot, tick: Tick): Table {
  const result = resultOf(snapshot);
  const rows = Array.from(result?.start ?? [], (start, k): Cell[] => [
    toSeconds(start, tick),
    toSeconds(result?.duration[k] ?? 0n, tick),
    result?.donor_counts[k] ?? 0,
    result?.acceptor_counts[k] ?? 0,
    result?.proximity_ratio[k] ?? null,
  ]);
  return { columns: COLUMNS, rows };
}

function burstsText(name: string, snapshot: Snapshot, tick: Tick, label: Label): string {
  const result = resultOf(snapshot);
  if (result === undefined) return "";
  const { start, duration, donor_counts, acceptor_counts, proximity_ratio, photons, within, least } = result;
  const printed = Math.min(start.length, PRINTED);
  const rows = Array.from({ length: printed }, (_, k) => [
    seconds(toSeconds(start[k] ?? 0n, tick), 6),
    seconds(toSeconds(duration[k] ?? 0n, tick), 4),
    count(donor_counts[k] ?? 0),
    count(acceptor_counts[k] ?? 0),
    (proximity_ratio[k] ?? 0).toFixed(3),
  ]);
  const titles = ["start", "duration", label(result.donor), label(result.acceptor), "proximity ratio"];
  const columns = titles.map((title) => ({ title, align: "right" as const }));
  const more = start.length - printed;
  return (
    `${printable(name)}   ${plural(start.length, "burst")} of at least ${least} photons, of ${count(result.bursts)}\n` +
    `windows of ${photons} photons within ${seconds(toSeconds(within, tick), 4)}\n` +
    (printed > 0 ? `\n${table(columns, rows)}\n` : "") +
    (more > 0 ? `and ${count(more)} more: --tsv prints all\n` : "")
  );
}
