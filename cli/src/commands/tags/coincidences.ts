/** `tagview coincidences`: tags of several channels within a window of time. */

import { count, seconds } from "../../output/numbers";
import { printable } from "../../output/printable";
import { table } from "../../output/table";
import { type Cell, tsv } from "../../output/tsv";
import {
  type Coincidence,
  type CoincidencePattern,
  type Snapshot,
  type Tick,
  toSeconds,
} from "../../runtime/engine";
import { withPlot } from "../../runtime/options";
import type { Register } from "../group";
import type { CoincidencesJson } from "./coincidences.schema";
import { scansSlices } from "./coincidences-by";
import { channelNumber } from "./options";
import { delaysJson, readWindow, type WindowOptions, withWindow } from "./window";

interface CoincidencesOptions extends WindowOptions {
  pattern?: bigint[][];
}

export const coincidences: Register = (program, done) => {
  const command = withPlot(withWindow(program.command("coincidences")))
    .description("tags of several channels within a window, with accidentals, CAR and efficiencies")
    .option(
      "--pattern <channels>",
      "channels that come together, such as 3,15 (repeatable; default: every pair)",
      collectPattern,
    );
  scansSlices<CoincidencesOptions>(command, done, (options, tick) => {
    const { pattern: patterns } = options;
    const { window, delays } = readWindow(options, tick);
    return {
      analyses: [{ name: "coincidence", window, delays, ...(patterns === undefined ? {} : { patterns }) }],
      needed: (patterns ?? []).flat().map((channel) => ({ option: "--pattern", channel })),
      channels: (snapshot) => resultOf(snapshot)?.channels,
      json: (name, snapshot) => coincidencesJson(name, snapshot, window, delays),
      tsv: (_, snapshot) => coincidencesTsv(snapshot),
      text: (name, snapshot) => coincidencesText(name, snapshot, tick),
      draw: (charts, document, snapshot, subject) => {
        const result = resultOf(snapshot);
        return result && charts.coincidenceChart(document, result, { tick: tick.seconds, subject });
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
export function coincidencesJson(
  name: string,
  snapshot: Snapshot,
  window: bigint,
  delays: [bigint, bigint][],
): CoincidencesJson {
  const result = resultOf(snapshot);
  return {
    file: name,
    window,
    delays: delaysJson(delays),
    span: result?.span ?? null,
    complete: snapshot.complete,
    patterns: result?.patterns ?? [],
    moved: result?.reordered ?? 0,
    error: snapshot.error,
  };
}

/** The efficiency of each of a pair's channels. */
function efficiencies({ channels, efficiency }: CoincidencePattern): (number | null)[] {
  return channels.map((channel) => efficiency?.[String(channel)] ?? null);
}

function coincidencesTsv(snapshot: Snapshot): string {
  const header = ["channels", "counts", "accidentals", "accidentals_measured", "car", "efficiency"];
  const rows = (resultOf(snapshot)?.patterns ?? []).map((pattern): Cell[] => [
    pattern.channels.join(","),
    pattern.counts,
    pattern.accidentals,
    pattern.accidentals_measured,
    pattern.car,
    pattern.efficiency === null
      ? null
      : efficiencies(pattern)
          .map((x) => x ?? "")
          .join(","),
  ]);
  return tsv(header, rows);
}

function coincidencesText(name: string, snapshot: Snapshot, tick: Tick): string {
  const result = resultOf(snapshot);
  if (result === undefined) return "";
  const number = (value: number | null) => (value === null ? "–" : value.toPrecision(4));
  const share = (value: number | null) => (value === null ? "–" : `${(100 * value).toFixed(2)} %`);
  const rows = result.patterns.map((pattern) => [
    pattern.channels.join(" + "),
    count(pattern.counts),
    number(pattern.accidentals),
    `${number(pattern.accidentals_measured)} ± ${pattern.accidentals_measured_error.toPrecision(2)}`,
    pattern.car === null ? "–" : `${number(pattern.car)} ± ${(pattern.car_error ?? 0).toPrecision(2)}`,
    pattern.efficiency === null ? "–" : efficiencies(pattern).map(share).join(", "),
  ]);
  const titles = ["channels", "counts", "accidentals", "measured beside", "CAR", "efficiency"];
  const window = seconds(toSeconds(result.window, tick), 4);
  return `${printable(name)}   coincidences within ${window}\n\n${table(
    titles.map((title) => ({ title, align: "right" as const })),
    rows,
  )}\n`;
}
