/** `tagview histogram`: the curves of a file of histograms, and the lifetimes fitted to them. */

import { errorLine } from "../../output/errors";
import { jsonPieces } from "../../output/json";
import { count, seconds, shortSeconds, withUnit } from "../../output/numbers";
import { chartFile, checkChartFiles } from "../../output/plot-files";
import { printable } from "../../output/printable";
import { table } from "../../output/table";
import { type Cell, integers, reals, type Tables, tablePieces, tablesOf } from "../../output/tsv";
import { uncertainNumber, uncertainSeconds } from "../../output/uncertain";
import { write, writeError, writePieces } from "../../output/write";
import {
  engine,
  type HistogramCurve,
  type HistogramFile,
  type Lifetime,
  parseRealTime,
  parseTick,
  TagviewError,
  timesInMessage,
} from "../../runtime/engine";
import { Status } from "../../runtime/exit-status";
import { withExamples } from "../../runtime/help";
import { type Input, inputsOf } from "../../runtime/inputs";
import {
  naming,
  type OutputOptions,
  type PlotOptions,
  wholeNumber,
  withOutput,
  withPlot,
} from "../../runtime/options";
import { unpackedFile } from "../../runtime/unpacked";
import { eachInput } from "../each-input";
import type { Overview, Register } from "../group";
import { missingLifetime } from "../tags/missing-lifetime";
import type { FitJson, HistogramJson } from "./histogram.schema";

interface HistogramOptions extends OutputOptions, PlotOptions {
  curve?: number;
  lifetime?: boolean;
  period?: string;
  decays?: number;
  unit?: string;
}

export const histogram: Register = (program, done) => {
  withPlot(
    withOutput(
      withExamples(
        program.command("histogram"),
        "Formats",
        ["histogram decay.phu", "list the curves of a file"],
        ["histogram --lifetime --curve 1 --plot decay.svg decay.phu", "fit a decay to the first one"],
      ),
    ),
  )
    .description("curves of a file of histograms: .phu, .phd, .hhd, .thd, or text with delays and counts")
    .option("--curve <n>", "number of the only curve to print, from 1 (default: all)", wholeNumber(1, 4096))
    .option("--lifetime", "fit exponential decays")
    .option("--period <time>", "with --lifetime: period of the light (default: that of the sync rate)")
    .option(
      "--decays <1|2>",
      "with --lifetime: number of decays to fit: 1 or 2 (default: 1)",
      wholeNumber(1, 2),
    )
    .option(
      "--unit <unit>",
      "unit of the delays in a text file: s, ms, us, ns, ps or fs, or a length such as 81ps",
    )
    .argument("[file...]", "files of histograms; - is standard input")
    .action(async (files: string[], options: HistogramOptions) => {
      const inputs = inputsOf(files);
      checkChartFiles(
        options,
        inputs.map(({ name }) => name),
      );
      const tables = tablesOf(inputs.length);
      done(await eachInput(inputs, (input) => printed(input, options, tables)));
    });
};

/** The output of `tagview FILE` for a file of histograms. */
export const overview: Overview = {
  withOptions: (command) => command,
  print: (inputs, options, tables) => eachInput(inputs, (input) => printed(input, options, tables)),
};

/** Prints a file; the JSON of one that can't be read has the error. */
async function printed(input: Input, options: HistogramOptions, tables: Tables): Promise<Status> {
  try {
    return await show(await unpackedFile(input), options, tables);
  } catch (thrown) {
    if (options.json && thrown instanceof TagviewError && thrown.code !== "cancelled") {
      const unread = { format: null, device: null, start: null, comment: null, curves: [], complete: false };
      const error = thrown.toObject();
      await writePieces(jsonPieces({ file: input.name, ...unread, error } satisfies HistogramJson));
    }
    throw thrown;
  }
}

/** A curve, its number in the file and its fit. */
interface Chosen {
  curve: HistogramCurve;
  place: number;
  fit: Lifetime | null;
}

async function show(
  { source, name }: Pick<Input, "source" | "name">,
  options: HistogramOptions,
  tables: Tables,
): Promise<Status> {
  const unit = options.unit === undefined ? {} : { unit: options.unit };
  const file = await engine.tags.histograms(source, unit);
  const chosen: Chosen[] = [];
  for (const [place, curve] of file.curves.entries()) {
    if (options.curve !== undefined && options.curve !== place + 1) continue;
    const fit = options.lifetime ? await engine.tags.histogramLifetime(curve, fitOf(options)) : null;
    chosen.push({ curve, place, fit });
  }
  if (options.curve !== undefined && chosen.length === 0)
    throw new TagviewError("usage", `the file has ${file.curves.length} curves`, "choose one of them");
  const [first] = file.findings;
  if (options.json) await writePieces(jsonPieces(jsonOf(name, file, chosen)));
  else if (options.tsv)
    await writePieces(tablePieces(tables, name, { columns: COLUMNS, rows: rowsOf(chosen) }));
  else await write(textOf(name, file, chosen));
  if (!options.json)
    for (const { message, remedy } of file.findings)
      writeError(`tagview: ${printable(name)}: ${printable(message)}: ${printable(remedy ?? "")}\n`);
  const missing = chosen.flatMap(({ curve, place, fit }) => {
    const wanted = { decays: options.decays ?? 1, lacksResponse: false };
    const error = missingLifetime(fit ?? undefined, (message) => inUnitOf(curve, message), wanted);
    return error === null ? [] : [{ ...error, message: `curve ${place + 1}: ${error.message}` }];
  });
  for (const error of missing) writeError(errorLine(error, name));
  if (options.plot !== undefined)
    await draw(chartFile(options.plot, name), name, file.bare_delays, chosen, options);
  return first === undefined && missing.length === 0 ? Status.Good : Status.Damaged;
}

function fitOf({ period, decays }: HistogramOptions) {
  return {
    ...(period !== undefined && { period: periodOf(period) }),
    decays: decays === 2 ? (2 as const) : (1 as const),
  };
}

/** Returns a period in seconds. A number without a unit is an error, because histograms have no ticks. */
function periodOf(text: string): number {
  if (!/[a-zµμ]\s*$/iu.test(text))
    throw new TagviewError("usage", `--period: "${text}" has no unit`, `add a unit, as in ${text.trim()}ns`);
  return naming("--period", () => parseRealTime(text, parseTick("1fs"))) / 1e15;
}

async function draw(
  path: string,
  name: string,
  delays: HistogramFile["bare_delays"],
  [chosen, another]: Chosen[],
  options: HistogramOptions,
): Promise<void> {
  if (chosen === undefined || another !== undefined)
    throw new TagviewError("usage", "a chart has one curve", "choose a curve with --curve");
  const { place, fit } = chosen;
  const curve = { ...chosen.curve, delays };
  const { drawInto } = await import("../../output/plot");
  await drawInto(path, options, (charts, document) => {
    const title = `Curve ${place + 1} of ${name}`;
    return charts.lifetimeChart(document, charts.curveData(curve, fit), {
      ...charts.curveUnits(curve),
      title,
    });
  });
}

function jsonOf(file: string, read: HistogramFile, chosen: Chosen[]): HistogramJson {
  const { format, device, start, comment, findings } = read;
  const [first] = findings;
  return {
    file,
    format: format as HistogramJson["format"],
    device,
    start,
    comment,
    curves: chosen.map(({ curve, fit }) => ({
      ...curve,
      fit: fit === null ? null : fitJson(fit, curve.resolution_s ?? 1),
    })),
    complete: first === undefined,
    error:
      first === undefined
        ? null
        : {
            code: first.code,
            message: first.message,
            offset: first.offset,
            remedy: first.remedy ?? "",
          },
  };
}

function fitJson({ lifetime, lifetime_error, fits, remarks }: Lifetime, bin: number): FitJson {
  const [fit] = fits;
  return {
    lifetime_s: lifetime === null ? null : lifetime * bin,
    lifetime_error_s: lifetime_error === null ? null : lifetime_error * bin,
    components: (fit?.components ?? []).map((one) => ({ lifetime_s: one.lifetime * bin, share: one.share })),
    remarks,
  };
}

const COLUMNS = [...integers("curve", "bin"), ...reals("delay_s"), ...integers("counts")];

function* rowsOf(chosen: Chosen[]): Generator<Cell[]> {
  for (const { curve, place } of chosen) {
    const { start_s, resolution_s } = curve;
    for (const [bin, counts] of curve.counts.entries()) {
      const delay = start_s === null || resolution_s === null ? null : start_s + bin * resolution_s;
      yield [place + 1, bin, delay, counts];
    }
  }
}

/** A text file that looks like a histogram may hold times and channels: the times of a clock are equally spaced too. */
const READ_AS =
  "note: read as delays and counts; for time tags, name the columns, as in tagview stats FILE --columns time,channel\n";

function textOf(
  name: string,
  { format, device, start, comment, curves }: HistogramFile,
  chosen: Chosen[],
): string {
  const facts = [
    device,
    `${count(curves.length)} ${curves.length === 1 ? "curve" : "curves"}`,
    start === null ? null : `recorded ${start}`,
    comment === null ? null : `comment: ${comment}`,
  ].filter((fact) => fact !== null);
  const isFitted = chosen.some(({ fit }) => fit !== null);
  const columns = [
    "curve",
    "input",
    "counts",
    "bins",
    "bin width",
    "peak at",
    "sync",
    ...(isFitted ? ["lifetime"] : []),
  ];
  const rows = chosen.map(({ curve, place, fit }) => [
    String(place + 1),
    curve.input === null ? "" : String(curve.input),
    count(curve.total),
    count(curve.counts.length),
    shortSeconds(curve.resolution_s, 6),
    peakText(curve),
    withUnit(curve.sync_rate_hz, "Hz"),
    ...(isFitted ? [lifetimeText(fit, curve)] : []),
  ]);
  const remarks = chosen.flatMap(({ curve, fit, place }) =>
    (fit?.remarks ?? []).map(({ message }) => `note: curve ${place + 1}: ${inUnitOf(curve, message)}\n`),
  );
  const aligned = columns.map((title) => ({ title, align: "right" as const }));
  return `${printable(name)}   ${facts.map(printable).join(" · ")}\n${table(aligned, rows)}${format === "text" ? READ_AS : ""}${remarks.join("")}\n`;
}

/** A message with its times, which are in bins, in seconds if the width of a bin is known. */
function inUnitOf({ resolution_s }: HistogramCurve, message: string): string {
  return timesInMessage(message, (bins, error) =>
    resolution_s === null
      ? `${uncertainNumber(bins, error)} bins`
      : uncertainSeconds(bins * resolution_s, error === null ? null : error * resolution_s),
  );
}

function peakText({ peak, start_s, resolution_s }: HistogramCurve): string {
  if (peak === null) return "";
  if (start_s === null || resolution_s === null) return `bin ${peak}`;
  return seconds(start_s + peak * resolution_s, 5);
}

function lifetimeText(fit: Lifetime | null, { resolution_s }: HistogramCurve): string {
  if (fit === null || fit.lifetime === null || resolution_s === null) return "";
  const error = fit.lifetime_error === null ? "" : ` ± ${seconds(fit.lifetime_error * resolution_s, 2)}`;
  return `${seconds(fit.lifetime * resolution_s, 4)}${error}`;
}
