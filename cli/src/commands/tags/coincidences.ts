/** `tagview coincidences`: tags of several channels within a window of time. */

import { count, seconds } from "../../output/numbers";
import { printable } from "../../output/printable";
import { hintLines, remarkLines, unhinted } from "../../output/remarks";
import { table } from "../../output/table";
import { type Cell, integers, reals, type Table, texts } from "../../output/tsv";
import { uncertain } from "../../output/uncertain";
import {
  type AnalysisRequest,
  type Coincidence,
  type CoincidencePattern,
  type Hint,
  type Snapshot,
  type Tick,
  toSeconds,
} from "../../runtime/engine";
import { withExamples } from "../../runtime/help";
import { withPlot } from "../../runtime/options";
import type { Register } from "../group";
import { type AccidentalsOptions, readAccidentals, withAccidentals } from "./accidentals";
import type { Label } from "./channel-file";
import type { CoincidencesJson } from "./coincidences.schema";
import { coincidencesBySlices } from "./coincidences-by";
import { channelNumbers } from "./options";
import { patternsJson } from "./patterns-json";
import {
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
import { delaysJson, readWindow, type Window, type WindowOptions, windowText, withWindow } from "./window";

interface CoincidencesOptions extends WindowOptions, PeriodOptions, AccidentalsOptions {
  pattern?: bigint[][];
}

export const coincidences: Register = (program, done) => {
  const command = withPlot(
    withPeriod(
      withWindow(
        withExamples(
          program.command("coincidences"),
          "Correlate",
          [
            "coincidences --pattern 3,15 --window 2ns --delay 15=4ns x.tags.zst",
            "count pairs within 2 ns, with accidentals and CAR",
          ],
          [
            "coincidences --window 2ns --by 100ms --tsv x.tags.zst",
            "count every pair of channels per 100 ms",
          ],
        ),
      ),
    ),
  )
    .description("coincidences of several channels, with accidentals, CAR and efficiencies")
    .option(
      "--pattern <channels>",
      "channels of a coincidence, such as 3,15 (repeatable; default: every pair)",
      collectPattern,
    );
  withAccidentals(command, "in CAR and efficiencies");
  withSum(command);
  scansSlices(command, done, question, coincidencesBySlices);
};

const question: Question<CoincidencesOptions> = (options, tick, { label, inCharts }, kinds) => {
  const { pattern: patterns } = options;
  const { window, delays } = readWindow(options, tick);
  const request: AnalysisRequest = {
    name: "coincidence",
    window,
    delays,
    ...readAccidentals(options, tick),
    ...(patterns === undefined ? {} : { patterns }),
    ...readPeriod(options, tick),
  };
  return {
    analyses: [request],
    needed: (patterns ?? []).flat().map((channel) => ({ option: "--pattern", channel })),
    channels: (snapshot) => resultOf(snapshot)?.channels,
    isEmpty: (snapshot) => resultOf(snapshot)?.patterns.every(({ counts }) => counts === 0) ?? false,
    json: (name, snapshot) => coincidencesJson(name, snapshot, { window, delays, tick }),
    tsv: coincidencesTsv,
    tsvTicks: ["period"],
    text: (name, snapshot) =>
      coincidencesText(name, snapshot, {
        within: windowText({ window, delays }, tick, label),
        ...{ tick, label, source: periodSource(options, kinds.get(name)) },
      }),
    draw: (charts, document, snapshot, subject) => {
      const result = resultOf(snapshot);
      return (
        result && charts.coincidenceChart(document, result, { tick: tick.seconds, subject, ...inCharts })
      );
    },
  };
};

function collectPattern(text: string, before: bigint[][] | undefined): bigint[][] {
  return [...(before ?? []), channelNumbers(text)];
}

function resultOf(snapshot: Snapshot): Coincidence | undefined {
  return snapshot.analyses.coincidence;
}

/** The object that `--json` prints. */
function coincidencesJson(
  name: string,
  snapshot: Snapshot,
  { window, delays, tick }: Window & { tick: Tick },
): CoincidencesJson {
  const result = resultOf(snapshot);
  return {
    file: name,
    window,
    delays: delaysJson(delays),
    period: result?.period ?? null,
    displaced_from: result?.displaced_from ?? null,
    displaced_to: result?.displaced_to ?? null,
    span: result?.span ?? null,
    complete: snapshot.complete,
    patterns: patternsJson(result),
    hints: result?.hints ?? [],
    moved: result?.reordered ?? 0,
    tick_s: tick.seconds,
    error: snapshot.error,
  };
}

/** A number for each of a pair's channels. */
function each<T>(channels: bigint[], of: Record<string, T | null> | null): (T | null)[] {
  return channels.map((channel) => of?.[String(channel)] ?? null);
}

const COLUMNS = [
  ...[...texts("channels"), ...integers("counts"), ...reals("accidentals", "accidentals_measured", "car")],
  ...[...texts("efficiency"), ...reals("counts_error", "accidentals_error", "accidentals_measured_error")],
  ...[...reals("car_error"), ...texts("efficiency_error", "accidentals_from"), ...reals("period")],
  ...reals("accidentals_rates", "accidentals_rates_error", "car_from", "car_to", "car_upper"),
];

function coincidencesTsv(snapshot: Snapshot): Table {
  const result = resultOf(snapshot);
  const rows = (result?.patterns ?? []).map((pattern): Cell[] => [
    pattern.channels.join(","),
    pattern.counts,
    pattern.accidentals,
    pattern.accidentals_measured,
    pattern.car,
    joined(pattern.channels, pattern.efficiency),
    pattern.counts_error,
    pattern.accidentals_error,
    pattern.accidentals_measured_error,
    pattern.car_error,
    joined(pattern.channels, pattern.efficiency_error),
    result?.accidentals_from ?? null,
    result?.period ?? null,
    pattern.accidentals_rates,
    pattern.accidentals_rates_error,
    ...(pattern.car_interval ?? [null, null]),
    pattern.car_upper,
  ]);
  return { columns: COLUMNS, rows };
}

/** A number for each of a pair's channels, with commas between them. */
function joined(channels: bigint[], of: Record<string, number | null> | null): string | null {
  if (of === null) return null;
  return each(channels, of)
    .map((x) => x ?? "")
    .join(",");
}

interface Wording {
  within: string;
  tick: Tick;
  label: Label;
  source: PeriodSource;
}

function coincidencesText(
  name: string,
  snapshot: Snapshot,
  { within, tick, label, source }: Wording,
): string {
  const result = resultOf(snapshot);
  if (result === undefined) return "";
  const { patterns } = result;
  const rows = patterns.map((pattern) => [
    pattern.channels.map(label).join(" + "),
    count(pattern.counts),
    uncertain(
      pattern.accidentals_measured,
      pattern.accidentals_measured_error,
      pattern.accidentals_measured_interval,
    ),
    uncertain(pattern.accidentals_rates, pattern.accidentals_rates_error),
    uncertain(pattern.car, pattern.car_error, pattern.car_interval, pattern.car_upper),
    pattern.efficiency === null ? "–" : efficiencies(pattern).join(", "),
  ]);
  const titles = [
    ...["channels", "counts", "accidentals (measured)", "accidentals (rates)", "CAR", "efficiency"],
  ];
  return `${printable(name)}   coincidences ${within}\n\n${table(
    titles.map((title) => ({ title, align: "right" as const })),
    rows,
  )}\n${pulsedNotes(result, tick, source)}${patterns.map((pattern) => notes(pattern, tick, label, result.hints)).join("")}${hintLines(result.hints, tick)}`;
}

/** A note on the period and the position of the displaced windows; empty without a period. */
function pulsedNotes(
  { period, displaced_from, displaced_to }: Coincidence,
  tick: Tick,
  source: PeriodSource,
): string {
  if (period === null || period === 0) return "";
  const [from, to] = [displaced_from, displaced_to].map((ticks) => seconds(toSeconds(ticks, tick), 4));
  return `${pulsedText({ period }, tick, source)}: measured accidentals are the mean of windows whole periods later, ${from} to ${to}\n`;
}

/** `24.1 ± 0.8 %` of each of a pair's channels. */
function efficiencies(pattern: CoincidencePattern): string[] {
  const { channels, efficiency, efficiency_error, efficiency_interval } = pattern;
  const errors = each(channels, efficiency_error);
  const intervals = each(channels, efficiency_interval);
  const percent = (x: number | null | undefined): number | null => (x == null ? null : 100 * x);
  return each(channels, efficiency).map((value, k) => {
    const [from, to] = intervals[k] ?? [];
    const interval = from === undefined || to === undefined ? null : ([100 * from, 100 * to] as const);
    return value === null ? "–" : `${uncertain(percent(value), percent(errors[k]), interval)} %`;
  });
}

/** Notes on the source of the accidentals of several channels, and remarks. */
function notes(pattern: CoincidencePattern, tick: Tick, label: Label, hints: readonly Hint[]): string {
  const name = `${pattern.channels.map(label).join(" + ")}: `;
  const parts = (pattern.accidentals_by ?? []).map(({ groups, counts }) => {
    const text = groups.map((group) => group.map(label).join("+")).join(" with ");
    return `  ${text}   ${counts.toPrecision(4)}\n`;
  });
  const by =
    parts.length === 0
      ? ""
      : `\n${name}measured accidentals by what comes together by chance\n${parts.join("")}`;
  return by + remarkLines(unhinted(pattern.remarks, hints), tick, name);
}
