/** Recordings whose times go back, as when files are joined or a device restarts. */

import { count, seconds } from "../../output/numbers";
import { shellLine } from "../../output/shell";
import {
  type AnalysisRequest,
  type ErrorObject,
  type Snapshot,
  type Tick,
  toSeconds,
} from "../../runtime/engine";
import type { ReadingOptions } from "./reading";

/** How the numbers of an analysis that continues after the break are to be read. */
const COUNTED: Partial<Record<AnalysisRequest["name"], string>> = {
  rate: "the numbers are sums over all tags with the same times",
  stability: "joined runs have no stability, because their counts are no series",
  gaps: "the gaps of all parts are counted, and the gap between two parts is negative",
  image: "the lines of all parts are summed",
  lifetime: "the photons of all parts are counted",
};

/** The time from which tags are out of order, and the remedy; null if all are in order. */
export function brokenOrder({ order_break }: Pick<Snapshot, "order_break">, tick: Tick): string | null {
  if (order_break == null) return null;
  const { tags, until, to, next } = order_break;
  const place = `times go back after ${seconds(toSeconds(to, tick), 5)}`;
  // A range of time selects both parts of a recording that starts again.
  return next > until
    ? `${place}: the recording is damaged there; the first ${count(tags)} tags are in order, --to ${to} selects only them, and tagview verify prints how to sort all`
    : `${place}: the recording starts again there, as files joined by cat do, or is damaged; the first ${count(tags)} tags are in order; analyse joined files one by one, or add them with --sum`;
}

/** How the tags of a recording are read and written by the commands that sort them. */
export interface Sorting {
  /** The options of the command that failed. */
  reading: ReadingOptions;
  /** The tick that the recording or `--tick` states. */
  tick: string | null | undefined;
}

/**
 * Returns an error about times that go back with the commands that sort the tags and keep their tick, after `advice` (by
 * default, its remedy); any other error unchanged.
 */
export function sortable<E extends ErrorObject | null>(
  error: E,
  { reading, tick }: Sorting = { reading: {}, tick: undefined },
  advice = error?.remedy,
): E {
  if (error?.code !== "order") return error;
  const options = Object.entries({
    "--columns": reading.columns,
    "--unit": reading.unit,
    "--tick": reading.tick,
    "--microtime": reading.microtime,
    "--delay-unit": reading.delayUnit,
    "--read-as": reading.readAs,
  });
  const read = options.map(([option, value]) =>
    value === undefined ? "" : ` ${shellLine([option, value])}`,
  );
  const stated = tick == null ? "" : `${shellLine(["--tick", tick])} `;
  const lines = `tagview cat${read.join("")} FILE | sort -s -n -k2,2 | tagview pack - ${stated}-o NEW`;
  return { ...error, remedy: `${advice}: ${lines}` };
}

/** The note on a recording whose times go back, and on how to read the numbers of these analyses. */
export function orderNotes(
  snapshot: Pick<Snapshot, "order_break"> & { findings: readonly { code: string }[] },
  analyses: readonly Pick<AnalysisRequest, "name">[],
  tick: Tick,
): string[] {
  const broken = brokenOrder(snapshot, tick);
  if (broken === null) return [];
  const isEnded = snapshot.findings.some(({ code }) => code === "order");
  const counted = isEnded
    ? ["the numbers are those of the tags before"]
    : analyses.flatMap(({ name }) => COUNTED[name] ?? []);
  return [[broken, ...new Set(counted)].join("; ")];
}
