/** `tagview image`: the photons of a scanned sample by pixel, with their mean arrival times and decay. */

import type { Command } from "commander";
import { count, plural, seconds } from "../../output/numbers";
import { printable } from "../../output/printable";
import { noteLines } from "../../output/remarks";
import { tiff } from "../../output/tiff";
import { type Cell, integers, reals, type Table } from "../../output/tsv";
import { checkNew, writeWhole } from "../../output/whole-file";
import {
  engine,
  type Image,
  type ImageRequest,
  type Selection,
  type Snapshot,
  TagviewError,
  type Tick,
  toSeconds,
} from "../../runtime/engine";
import type { Status } from "../../runtime/exit-status";
import { withExamples } from "../../runtime/help";
import { inputOf, inputsOf } from "../../runtime/inputs";
import {
  type OutputOptions,
  type PlotOptions,
  wholeNumber,
  withOutput,
  withPlot,
  writtenFile,
} from "../../runtime/options";
import type { Register } from "../group";
import type { ImageJson } from "./image.schema";
import { imageRequest, SCAN_OPTIONS, type ScanOptions } from "./image-request";
import { type KnownInput, oneTickOf } from "./kinds";
import { readTags, type TagOptions, withMicrotime, withSelection, withText, withTick } from "./options";
import { answerQuestion, type Question } from "./scan";
import { checkOutput } from "./writing";

interface ImageOptions extends TagOptions, OutputOptions, PlotOptions, ScanOptions {
  output?: string;
  frame?: number;
  rows: "pixels" | "decay";
}

/** The request of an image, and the tick of its recording. */
interface AnswerContext {
  wanted: ImageRequest;
  tick: Tick;
}

export const image: Register = (program, done) => {
  const command = withPlot(
    withExamples(
      program.command("image"),
      "Correlate",
      ["image x.ptu -o x.tiff", "write the intensity, mean arrival time and phasor of each pixel"],
      ["image --region 10..20,5..9 --json x.ptu", "print the decay of a region"],
    ),
  )
    .description("image of a scanned sample (FLIM): intensity, mean arrival times, phasors, decay")
    .addOption(
      writtenFile(
        "-o, --output <file>",
        "write a TIFF: counts as 32-bit integers, then mean arrival time in seconds, g and s as 32-bit floats",
      ),
    );
  for (const option of SCAN_OPTIONS) command.addOption(option);
  command
    .option("--frame <n>", "only this frame, from 1 on (default: all, summed)", wholeNumber(1, 2 ** 31))
    .option(
      "--min-counts <n>",
      "minimum photons of a pixel with a mean (default: 1)",
      wholeNumber(1, 2 ** 31),
    )
    .addOption(rowsOption(command));
  withChannels(withMicrotime(withText(withTick(withSelection(withOutput(command))))))
    .argument("[file]", "recording; - is standard input")
    .action(async (file: string | undefined, options: ImageOptions) => {
      done(await answer(file, options));
    });
};

function rowsOption(command: Command) {
  return command
    .createOption("--rows <pixels|decay>", "rows of --tsv and --table")
    .choices(["pixels", "decay"])
    .default("pixels");
}

/** Describes `--channel`, here the channels whose photons are counted. */
function withChannels(command: Command): Command {
  const option = command.options.find(({ long }) => long === "--channel");
  if (option) option.description = "photons of this channel, or of these, as in 1,2 (default: all inputs)";
  return command;
}

async function answer(file: string | undefined, options: ImageOptions): Promise<Status> {
  const { channel: channels, output, frame, ...others } = options;
  if (output === "-" && (others.json || others.tsv)) {
    const message = "the results and the image both go to standard output";
    throw new TagviewError("usage", message, "give -o a file");
  }
  if (output !== undefined) checkNew(output, options);
  readTags(options);
  const given = file === undefined ? (inputsOf([])[0] ?? inputOf("-")) : inputOf(file);
  const { inputs, tick: length } = await oneTickOf([given], options);
  const input = inputs[0] as KnownInput;
  if (output !== undefined) checkOutput(output, [input]);
  const { tick } = readTags({ ...options, tick: length });
  const wanted = await imageRequest(input, options, channels, tick);
  const selected = frame === undefined ? {} : await framesOf(input, frame, wanted, options);
  const context = { wanted, tick };
  const question: Question<object> = () => ({
    analyses: [wanted],
    tsvTicks: [],
    isEmpty: (snapshot) => resultOf(snapshot)?.counts === 0,
    json: (name, snapshot) => imageJson(name, snapshot, context),
    tsv: (snapshot) => (options.rows === "decay" ? decayTsv : pixelsTsv)(resultOf(snapshot), tick),
    text: (name, snapshot) => (output === "-" ? "" : imageText(name, snapshot, context)),
    secondReading: async (_, snapshot) => {
      const result = resultOf(snapshot);
      if (output === undefined || result === undefined) return;
      const bytes = tiff(result.width, result.height, pagesOf(result, tick));
      await writeWhole(output, options, (append) => append(bytes));
    },
    draw: (charts, document, snapshot, subject) => {
      const result = resultOf(snapshot);
      return result && charts.imageChart(document, result, { subject });
    },
  });
  return answerQuestion([input], { ...others, ...selected, tick: length }, question);
}

/** The times of one frame, as options. */
async function framesOf(
  { source, size, name }: KnownInput,
  frame: number,
  wanted: ImageRequest,
  { from, to }: Selection | ImageOptions,
): Promise<Pick<TagOptions, "from" | "to">> {
  const usage = (message: string, remedy: string) => new TagviewError("usage", message, remedy);
  if (from !== undefined || to !== undefined)
    throw usage("--frame and --from or --to exclude each other", "give one of them");
  if (size === null && source.kind !== "url")
    throw usage(
      "--frame reads the recording twice, but a pipe can be read only once",
      "write it into a file first",
    );
  const { analyses } = await engine.tags.scan(source, { analyses: [wanted, { name: "summary" }] });
  const starts = analyses.image?.frame_starts ?? [];
  const begin = starts[frame - 1];
  if (begin === undefined || analyses.summary?.first == null)
    throw usage(
      `${printable(name)} has ${plural(starts.length, "frame")} between markers, so there is no frame ${frame}`,
      "leave --frame out",
    );
  const first = analyses.summary.first;
  const end = starts[frame];
  if (wanted.line_stop === undefined && end !== undefined)
    throw usage(
      "--frame needs a marker that ends a line: the frame's last line would be lost",
      "leave --frame out",
    );
  return { from: String(begin - first), ...(end !== undefined && { to: String(end - first - 1n) }) };
}

function resultOf(snapshot: Snapshot): Image | undefined {
  return snapshot.analyses.image;
}

function pagesOf({ intensity, mean, g, s }: Image, tick: Tick) {
  const float = (values: Float64Array, factor = 1) => Float32Array.from(values, (value) => value * factor);
  return [
    { description: "intensity (counts)", values: Uint32Array.from(intensity) },
    ...(mean.length === 0
      ? []
      : [
          { description: "mean arrival time (s)", values: float(mean, tick.seconds) },
          { description: "phasor g", values: float(g) },
          { description: "phasor s", values: float(s) },
        ]),
  ];
}

function largest(values: ArrayLike<number> = []): number {
  return Array.from(values).reduce((most, value) => Math.max(most, value), 0);
}

/** The object that `--json` prints. */
function imageJson(name: string, snapshot: Snapshot, { wanted, tick }: AnswerContext): ImageJson {
  const result = resultOf(snapshot);
  const { width, height, channels = null } = wanted;
  const all = { x_from: 0n, x_to: width - 1n, y_from: 0n, y_to: height - 1n };
  const { x_from, x_to, y_from, y_to } = wanted.region ?? all;
  const delay = result?.mean_delay ?? null;
  const empty = new Float64Array();
  return {
    file: name,
    ...{ width: Number(width), height: Number(height), complete: snapshot.complete },
    sin_correction: result?.sin_correction ?? null,
    channels: channels === null ? null : [...channels],
    frames: result?.frames ?? 0,
    frame_starts: result?.frame_starts ?? new BigInt64Array(),
    frame_lines: result?.frame_lines ?? empty,
    lines: result?.lines ?? 0,
    lines_without_stop: result?.lines_without_stop ?? 0,
    stops_without_start: result?.stops_without_start ?? 0,
    tags: result?.tags ?? 0,
    counts: result?.counts ?? 0,
    outside: result?.outside ?? 0,
    unfinished: result?.unfinished ?? 0,
    beyond: result?.beyond ?? 0,
    without_delay: result?.without_delay ?? 0,
    max: largest(result?.intensity),
    region: { x_from: Number(x_from), x_to: Number(x_to), y_from: Number(y_from), y_to: Number(y_to) },
    decay: result?.decay ?? empty,
    mean_delay: delay,
    mean_delay_s: delay === null ? null : toSeconds(delay, tick),
    period: result?.period ?? null,
    remarks: result?.remarks ?? [],
    tick_s: tick.seconds,
    error: snapshot.error,
  };
}

const PIXELS = [...integers("x", "y", "counts"), ...reals("mean_s", "g", "s")];
const DECAY = [...reals("time_s"), ...integers("counts")];

function pixelsTsv(result: Image | undefined, tick: Tick): Table {
  const finite = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value);
  const rows = Array.from(result?.intensity ?? [], (n, k): Cell[] => {
    const mean = finite(result?.mean[k]);
    const [x, y] = [k % (result?.width ?? 1), Math.floor(k / (result?.width ?? 1))];
    return [
      x,
      y,
      n,
      mean === null ? null : toSeconds(mean, tick),
      finite(result?.g[k]),
      finite(result?.s[k]),
    ];
  });
  return { columns: PIXELS, rows };
}

function decayTsv(result: Image | undefined, tick: Tick): Table {
  const rows = Array.from(result?.decay ?? [], (n, k): Cell[] => [toSeconds(k, tick), n]);
  return { columns: DECAY, rows };
}

function imageText(name: string, snapshot: Snapshot, { wanted, tick }: AnswerContext): string {
  const result = resultOf(snapshot);
  if (result === undefined) return "";
  const { width, height, frames, lines, counts, tags, outside, intensity, mean_delay, sin_correction } =
    result;
  const { region } = wanted;
  const arrival =
    mean_delay === null
      ? ""
      : `mean arrival time ${seconds(toSeconds(mean_delay, tick), 4)} after the sync${region ? ", in the region" : ""}\n`;
  const sine =
    sin_correction === null
      ? ""
      : `sinusoidal mirror, of which a line covers ${sin_correction} % of the amplitude: columns have equal widths\n`;
  return (
    `${printable(name)}   ${width} × ${height} pixels · ${plural(frames, "frame")} · ${plural(lines, "line")}\n` +
    `${count(counts)} of ${plural(tags, "photon")} in pixels, at most ${count(largest(intensity))} in one; ${count(outside)} outside lines\n` +
    arrival +
    sine +
    noteLines(result.remarks, tick)
  );
}
