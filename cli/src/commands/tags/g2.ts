/** `tagview g2`: the second-order correlation of two channels. */

import type { Colours } from "../../output/colour";
import { plural, seconds } from "../../output/numbers";
import { printable } from "../../output/printable";
import { hintLines, remarkLines, unhinted } from "../../output/remarks";
import { resample, spark } from "../../output/sparkline";
import { type Cell, integers, reals, type Table } from "../../output/tsv";
import { uncertain } from "../../output/uncertain";
import {
  type Column,
  type Columnar,
  type Correlation,
  delayIn,
  delaysNear,
  FetchedColumn,
  LONG,
  type RecordingKind,
  type Snapshot,
  type Tick,
  toSeconds,
  wholeColumns,
} from "../../runtime/engine";
import { withExamples } from "../../runtime/help";
import { wholeNumber, withPlot } from "../../runtime/options";
import type { Register } from "../group";
import { type BinOptions, readBins } from "./bins";
import { addBlockErrors, type BlockOptions, blocksOption, blocksText } from "./blocks";
import type { Label } from "./channel-file";
import { type FitOptions, fitJson, fitOption, fitRequest, fitText, structureOption } from "./fit";
import type { G2Json } from "./g2.schema";
import { type PairOptions, pairChannels, withPair } from "./pair";
import {
  areasText,
  type PeriodOptions,
  type PeriodSource,
  periodSource,
  pulsedText,
  readPeriod,
  statedPeriod,
  withPeriod,
} from "./period";
import { scansTags } from "./scan";
import { withSum } from "./summed";

export const g2: Register = (program, done) => {
  const command = withPlot(
    withPeriod(
      withPair(
        withExamples(
          program.command("g2"),
          "Correlate",
          ["g2 --a 3 --b 15 --range -10ns..10ns --plot g2.svg x.tags.zst", "draw g2 of channels 3 and 15"],
          [
            "g2 --a 3 --b 15 --log 10 --blocks 20 --table g2.csv x.tags.zst",
            "write g2 with 10 bins per decade as CSV, with errors from 20 blocks of the recording",
          ],
        ),
      ),
    ),
  )
    .description("correlation of two channels: pairs by delay, and g2")
    .option("--bin <time>", "width of a bin (default: a hundredth of the range)")
    .option(
      "--range <from..to>",
      "delays to count, both ends included (default: -10ns..10ns; with a period at least five of them, up to 10us)",
    )
    .option("--log <n>", "n bins per decade of positive delay (default: up to 1ms)", wholeNumber(1, 100))
    .addOption(fitOption())
    .addOption(structureOption())
    .addOption(blocksOption());
  withSum(command);
  scansTags<PairOptions & BinOptions & PeriodOptions & FitOptions & BlockOptions>(
    command,
    done,
    (options, tick, { label }, kinds) => {
      const { a, b, fit, blocks } = options;
      return {
        analyses: [
          {
            ...{ name: "correlation", a, b },
            ...defaults(options, tick, kinds),
            ...readBins(options, tick),
            ...readPeriod(options, tick),
            ...fitRequest(options),
          },
        ],
        needed: pairChannels(options),
        ...(blocks !== undefined && {
          secondReading: (input, snapshot, request) => addBlockErrors(input, snapshot, request, blocks),
        }),
        channels: (snapshot) => resultOf(snapshot)?.channels,
        isEmpty: (snapshot) => isEmpty(resultOf(snapshot)),
        hasText: (snapshot) => hasBoth(resultOf(snapshot)),
        json: (name, snapshot) => g2Json(name, snapshot, options, tick),
        tsv: (snapshot) => g2Tsv(snapshot, fit !== undefined),
        tsvTicks: ["delay"],
        text: (name, snapshot, colours) =>
          g2Text(name, snapshot, tick, {
            colours,
            label,
            blocks,
            source: periodSource(options, kinds.get(name)),
          }),
        draw: (charts, document, snapshot, subject) => {
          const result = resultOf(snapshot);
          if (result === undefined) return undefined;
          const whole = wholeColumns<Correlation>(result);
          const data = { ...whole, errors_from: errorsFrom(options) };
          return charts.g2Chart(document, data, { tick: tick.seconds, subject });
        },
      };
    },
  );
};

function defaults(
  options: BinOptions & PeriodOptions,
  tick: Tick,
  kinds: ReadonlyMap<string, RecordingKind>,
): { from?: bigint; to: bigint } {
  if (options.log !== undefined) return { to: delayIn(tick, LONG) };
  return delaysNear(tick, statedPeriod(options, kinds, tick));
}

function resultOf(snapshot: Snapshot): Columnar<Correlation> | undefined {
  return snapshot.analyses.correlation;
}

/** Whether the recording has both channels; a missing one is an error. */
function hasBoth(result: Columnar<Correlation> | undefined): boolean {
  return result !== undefined && [result.a, result.b].every((channel) => result.channels.includes(channel));
}

function isEmpty(result: Columnar<Correlation> | undefined): boolean {
  const counts = result?.counts;
  if (counts === undefined) return false;
  for (let k = 0; k < counts.length; k += 1) if (counts.at(k) !== 0) return false;
  return true;
}

/** The lower edge of bin `k` in ticks. */
function delayOf({ edges, from, bin }: Columnar<Correlation>, k: number): bigint {
  return edges?.[k] ?? (from ?? 0n) + BigInt(k) * (bin ?? 1n);
}

/** The lower edge of each bin in ticks. */
function delaysOf(result: Columnar<Correlation>): Column<bigint> {
  const { counts, edges } = result;
  if (edges !== null) return edges.subarray(0, counts.length);
  return new FetchedColumn(counts.length, (from, to) =>
    BigInt64Array.from({ length: to - from }, (_, k) => delayOf(result, from + k)),
  );
}

function errorsFrom({ blocks }: BlockOptions): "poisson" | "blocks" {
  return blocks === undefined ? "poisson" : "blocks";
}

/** The object that `--json` prints. */
function g2Json(name: string, snapshot: Snapshot, options: PairOptions & BlockOptions, tick: Tick): G2Json {
  const { a, b, blocks = null } = options;
  const { complete, error } = snapshot;
  const result = resultOf(snapshot);
  if (result === undefined) {
    const nothing = { bin: null, from: null, span: null, tags_a: null, tags_b: null };
    const empty = { delay: [], counts: [], g2: [] };
    return { file: name, a, b, ...nothing, complete, ...empty, tick_s: tick.seconds, error };
  }
  const { bin, from, edges, span, tags_a, tags_b, counts, reordered } = result;
  return {
    file: name,
    a,
    b,
    // Without edges there are a width and a start.
    ...(edges === null
      ? { bin: bin ?? 1n, from: from ?? 0n, pulsed: result.pulsed }
      : { edges, pulsed: null }),
    span,
    tags_a,
    tags_b,
    complete,
    delay: delaysOf(result),
    counts,
    g2: result.g2,
    g2_error: result.g2_error,
    g2_low: result.g2_low,
    g2_high: result.g2_high,
    errors_from: errorsFrom(options),
    blocks,
    fit: fitJson(result.fit, tick),
    hints: result.hints,
    remarks: result.remarks,
    moved: reordered,
    tick_s: tick.seconds,
    error,
  };
}

const COLUMNS = [...integers("delay", "counts"), ...reals("g2", "g2_error", "g2_low", "g2_high")];

function g2Tsv(snapshot: Snapshot, isFitted: boolean): Table {
  const columns = isFitted ? [...COLUMNS, ...reals("fit")] : COLUMNS;
  return { columns, rows: rowsOf(resultOf(snapshot), isFitted) };
}

function* rowsOf(result: Columnar<Correlation> | undefined, isFitted: boolean): Generator<Cell[]> {
  if (result === undefined) return;
  const { counts, g2, g2_error, g2_low, g2_high, fit } = result;
  for (let k = 0; k < counts.length; k += 1) {
    const derived = [g2, g2_error, g2_low, g2_high].map((column) => finite(column.at(k)));
    const row = [delayOf(result, k), counts.at(k) ?? 0, ...derived];
    yield isFitted ? [...row, fit?.g2[k] ?? null] : row;
  }
}

function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}

interface Wording {
  colours: Colours;
  label: Label;
  blocks: number | undefined;
  source: PeriodSource;
}

function g2Text(name: string, snapshot: Snapshot, tick: Tick, wording: Wording): string {
  const { colours, label, blocks, source } = wording;
  const result = resultOf(snapshot);
  if (result === undefined) return "";
  const { a, b, counts, g2: normalised, pulsed, reordered } = result;
  const time = (ticks: bigint | undefined) =>
    ticks === undefined ? "–" : seconds(toSeconds(ticks, tick), 5);
  const ticks = (n: bigint | undefined) => (n === undefined ? "– ticks" : `${n} tick${n === 1n ? "" : "s"}`);
  const edge = (k: number) => (counts.length > 0 ? delayOf(result, k) : undefined);
  let best = 0;
  let pairs = 0;
  let most = 0;
  for (let k = 0; k < counts.length; k += 1) {
    const n = counts.at(k) ?? 0;
    pairs += n;
    if (n <= most) continue;
    most = n;
    best = k;
  }
  const columns = resample(counts, counts.length, 60);
  const level = finite(normalised.at(best));
  const error = blocks === undefined ? null : finite(result.g2_error.at(best));
  const disorder = reordered === 0 ? "" : ` · ${plural(reordered, "tag")} put in order`;
  return (
    `${colours.bold(printable(name))}   channel ${label(a)} to ${label(b)}: ${plural(pairs, "pair")} in ${plural(counts.length, "bin")}${disorder}\n\n` +
    `${colours.cyan(spark(columns, Math.max(...columns)))}\n${time(edge(0))} to ${time(edge(counts.length))}\n\n` +
    `highest bin   ${plural(most, "pair")} at ${time(edge(best))} (${ticks(edge(best))}), g2 ${uncertain(level, error)}\n` +
    blocksText(result, blocks, tick) +
    (pulsed === null ? "" : `${pulsedText(pulsed, tick, source)}\n${areasText(pulsed, result.hints, tick)}`) +
    fitText(result.fit, result.remarks, tick) +
    remarkLines(
      [...unhinted(result.remarks, result.hints), ...(pulsed?.g2 == null ? [] : pulsed.remarks)],
      tick,
    ) +
    hintLines(result.hints, tick)
  );
}
