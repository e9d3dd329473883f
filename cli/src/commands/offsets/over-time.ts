/** `tagview offsets --over-time`: the progress of partitions from header to header. */

import { colours } from "../../output/colour";
import { withOptionNames } from "../../output/errors";
import { jsonLine } from "../../output/json";
import { chartFile } from "../../output/plot-files";
import { printable } from "../../output/printable";
import { write, writeError } from "../../output/write";
import {
  engine,
  lagBehind,
  movements,
  type OffsetsSeries,
  parseDuration,
  partitionMapData,
  readSeries,
  TagviewError,
  worstFirst,
} from "../../runtime/engine";
import { Status } from "../../runtime/exit-status";
import { naming, type OutputOptions, type PlotOptions } from "../../runtime/options";
import { overTimeJson } from "./over-time-json";
import { OPTIONS, type OverTime, overTimeText, overTimeTsv, WORDING } from "./over-time-text";

interface OverTimeOptions extends OutputOptions, PlotOptions {
  every?: string;
}

/**
 * Prints the progress of partitions between the headers of a text, and their lag behind those in `against`; `name`
 * names the chart.
 */
export async function overTime(
  text: string,
  against: string | null,
  name: string,
  options: OverTimeOptions,
): Promise<Status> {
  const spacing = options.every;
  const every = spacing === undefined ? null : naming("--every", () => parseDuration(spacing));
  const series = await read(text, every, "this text");
  const other = against === null ? null : await read(against, every, "the other text");
  const lag = other && lagBehind(series, other);
  const found: OverTime = { series, other, lag, partitions: worstFirst(movements(series, lag)) };
  if (options.json) await write(jsonLine(overTimeJson(found)));
  else await write(options.tsv ? overTimeTsv(found) : overTimeText(found, colours(options.color)));
  if (!options.json && !options.quiet) {
    for (const remark of remarksOf(series, other)) writeError(`tagview: ${remark}\n`);
  }
  if (options.plot !== undefined) {
    const { drawInto } = await import("../../output/plot");
    const data = partitionMapData(series, found.partitions, WORDING, lag);
    const height = Math.min(1200, Math.max(240, 60 + 16 * data.rows.length));
    await drawInto(chartFile(options.plot, name), options, (charts, document) =>
      charts.partitionMap(document, data, { height }),
    );
  }
  const isWhole = [series, other].every((one) => one === null || isSound(one));
  const fellBack = found.partitions.some(({ fell_back }) => fell_back !== null);
  return isWhole && !fellBack ? Status.Good : Status.Damaged;
}

/** The remarks about both texts; one about only one of them names its side, as `--diff` does. */
function remarksOf(series: OffsetsSeries, other: OffsetsSeries | null): string[] {
  const of = ({ remarks }: OffsetsSeries) =>
    remarks.map(({ message }) => withOptionNames(printable(message), OPTIONS).replace(/\.$/u, ""));
  const left = of(series);
  if (other === null) return left;
  const right = of(other);
  return [
    ...left.map((remark) => (right.includes(remark) ? remark : `left: ${remark}`)),
    ...right.filter((remark) => !left.includes(remark)).map((remark) => `right: ${remark}`),
  ];
}

/** Whether every header could be read as a whole. */
function isSound({ headers }: OffsetsSeries): boolean {
  return headers.every(({ complete, error }) => complete && error === null);
}

async function read(text: string, every: bigint | null, what: string): Promise<OffsetsSeries> {
  const series = await readSeries(engine.offsets.read, text, { every });
  if (series.headers.length > 0) return series;
  throw new TagviewError(
    "bad-header",
    `there is no offset header in ${what}`,
    "give one header per line, v1=PARTITION:OFFSET,..., or a HAR file",
  );
}
