/** `tagview coincidences`: tags of several channels within a window of time. */

import { count, seconds } from "../../output/numbers";
import { printable } from "../../output/printable";
import { hintLines, unhinted } from "../../output/remarks";
import { table } from "../../output/table";
import { type Cell, integers, reals, type Table, texts } from "../../output/tsv";
import { remarkLines, uncertain } from "../../output/uncertain";
import {
  type AnalysisRequest,
  type Coincidence,
  type CoincidencePattern,
  type Hint,
  parseTime,
  queryAgain,
  type Snapshot,
  type Tick,
  toSeconds,
} from "../../runtime/engine";
import { withPlot } from "../../runtime/options";
import type { Register } from "../group";
import type { Label } from "./channel-file";
import type { CoincidencesJson } from "./coincidences.schema";
import { scansSlices } from "./coincidences-by";
import { channelNumber } from "./options";
import { type PeriodOptions, patternsOf, pulsedText, readPeriod, withPeriod } from "./period";
import { delaysJson, readWindow, type Window, type WindowOptions, withWindow } from "./window";

/** How far windows that measure accidentals are displaced at least: afterpulses of detectors are over by then. */
const DISPLACED = "20us";

interface CoincidencesOptions extends WindowOptions, PeriodOptions {
  pattern?: bigint[][];
}

export const coincidences: Register = (program, done) => {
  const command = withPlot(withPeriod(withWindow(program.command("coincidences"))))
    .description("tags of several channels within a window, with accidentals, CAR and efficiencies")
    .option(
      "--pattern <channels>",
      "channels that come together, such as 3,15 (repeatable; default: every pair)",
      collectPattern,
    );
  scansSlices<CoincidencesOptions>(command, done, (options, tick, { label, inCharts }) => {
    const { pattern: patterns } = options;
    const { window, delays } = readWindow(options, tick);
    const displaced = parseTime(DISPLACED, tick);
    const request: AnalysisRequest = {
      name: "coincidence",
      window,
      delays,
      displaced,
      ...(patterns === undefined ? {} : { patterns }),
      ...readPeriod(options, tick),
    };
    return {
      analyses: [request],
      again: ({ analyses }) => queryAgain({ analyses: [request] }, analyses)?.analyses ?? null,
      needed: (patterns ?? []).flat().map((channel) => ({ option: "--pattern", channel })),
      channels: (snapshot) => resultOf(snapshot)?.channels,
      json: (name, snapshot) => coincidencesJson(name, snapshot, options, { window, delays, tick }),
      tsv: coincidencesTsv,
      tsvInTicks: true,
      text: (name, snapshot) =>
        coincidencesText(name, snapshot, patternsOf(resultOf(snapshot), options), {
          tick,
          label,
        }),
      draw: (charts, document, snapshot, subject) => {
        const result = resultOf(snapshot);
        return (
          result && charts.coincidenceChart(document, result, { tick: tick.seconds, subject, ...inCharts })
        );
      },
    };
  });
};

function collectPattern(text: string, before: bigint[][] | undefined): bigint[][] {
  return [...(before ?? []), text.split(",").map((channel) => channelNumber(channel.trim()))];
}

function resultOf(snapshot: Snapshot): Coincidence | undefined {
  return snapshot.analyses.coincidence;
}

/** The object that `--json` prints. */
function coincidencesJson(
  name: string,
  snapshot: Snapshot,
  options: PeriodOptions,
  { window, delays, tick }: Window & { tick: Tick },
): CoincidencesJson {
  const result = resultOf(snapshot);
  return {
    file: name,
    window,
    delays: delaysJson(delays),
    displaced_from: result?.displaced_from ?? null,
    displaced_to: result?.displaced_to ?? null,
    span: result?.span ?? null,
    complete: snapshot.complete,
    patterns: patternsOf(result, options),
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
];

function coincidencesTsv(snapshot: Snapshot): Table {
  const rows = (resultOf(snapshot)?.patterns ?? []).map((pattern): Cell[] => [
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
    pattern.accidentals_from,
    pattern.period,
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
  tick: Tick;
  label: Label;
}

function coincidencesText(
  name: string,
  snapshot: Snapshot,
  patterns: CoincidencePattern[],
  { tick, label }: Wording,
): string {
  const result = resultOf(snapshot);
  if (result === undefined) return "";
  const number = (value: number | null) => (value === null ? "–" : value.toPrecision(4));
  const rows = patterns.map((pattern) => [
    pattern.channels.map(label).join(" + "),
    count(pattern.counts),
    number(pattern.accidentals),
    uncertain(
      pattern.accidentals_measured,
      pattern.accidentals_measured_error,
      pattern.accidentals_measured_interval,
    ),
    uncertain(pattern.car, pattern.car_error, pattern.car_interval, pattern.car_upper),
    pattern.efficiency === null ? "–" : efficiencies(pattern).join(", "),
  ]);
  const titles = ["channels", "counts", "accidentals", "measured beside", "CAR", "efficiency"];
  const window = seconds(toSeconds(result.window, tick), 4);
  return `${printable(name)}   coincidences within ${window}\n\n${table(
    titles.map((title) => ({ title, align: "right" as const })),
    rows,
  )}\n${pulsedNotes(patterns, tick)}${patterns.map((pattern) => notes(pattern, label, result.hints)).join("")}${hintLines(result.hints, tick)}`;
}

/** What light is pulsed, with what period, and where its accidentals were measured; a line for all patterns alike. */
function pulsedNotes(patterns: CoincidencePattern[], tick: Tick): string {
  const lines = patterns.map((pattern) => {
    const { period, period_from, displaced_by } = pattern;
    if (period === null || period_from === null) return "";
    const [from, to] = (displaced_by ?? []).map((ticks) => seconds(toSeconds(ticks, tick), 4));
    const where =
      from === undefined
        ? ""
        : `: accidentals are the mean of the window displaced by whole periods, ${from} to ${to} to either side`;
    return `${pulsedText({ period, period_from }, tick)}${where}\n`;
  });
  return [...new Set(lines)].join("");
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

/** What makes the accidentals of several channels, and remarks. */
function notes(pattern: CoincidencePattern, label: Label, hints: readonly Hint[]): string {
  const name = `${pattern.channels.map(label).join(" + ")}: `;
  const parts = (pattern.accidentals_by ?? []).map(({ groups, counts }) => {
    const text = groups.map((group) => group.map(label).join("+")).join(" with ");
    return `  ${text}   ${counts.toPrecision(4)}\n`;
  });
  const by =
    parts.length === 0 ? "" : `\n${name}accidentals by what comes together by chance\n${parts.join("")}`;
  return by + remarkLines(unhinted(pattern.remarks, hints), name);
}
