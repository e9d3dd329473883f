/** `tagview hom`: coincidences over a scanned setting, and the dip or fringe that fits. */

import { InvalidArgumentError, Option } from "commander";
import { errorLine } from "../../output/errors";
import { jsonLine } from "../../output/json";
import { count, plural } from "../../output/numbers";
import { chartFile, checkChartFiles } from "../../output/plot-files";
import { printable } from "../../output/printable";
import { noteLines } from "../../output/remarks";
import { table } from "../../output/table";
import { integers, reals, type TableRows, texts } from "../../output/tsv";
import { uncertainNumber } from "../../output/uncertain";
import { write, writeError } from "../../output/write";
import { type ErrorObject, engine, TagviewError, type Tick, toSeconds } from "../../runtime/engine";
import { Status, statusOf } from "../../runtime/exit-status";
import { withExamples } from "../../runtime/help";
import { RenamedOption } from "../../runtime/old-names";
import { type OutputOptions, type PlotOptions, withOutput, withPlot } from "../../runtime/options";
import { eachInput } from "../each-input";
import type { Register } from "../group";
import { type Label, numbersOnly } from "./channel-file";
import { bareSlices, countedSlices } from "./coincidence-slices";
import type { HomJson } from "./hom.schema";
import { kindsOf, knownInputs, sortingOf } from "./kinds";
import { meantChannels } from "./needed-channels";
import { readTags, type TagOptions, withTags } from "./options";
import { sortable } from "./order-break";
import { type PairOptions, pairChannels, withPair } from "./pair";
import { printNotes } from "./remarks";
import { sliceNotes } from "./slice-notes";
import { askSlices, BY, readBy, SLICES_OF_A_TIME, withoutMarkers } from "./slices";
import { nameOfSum } from "./summed";
import { delaysJson, readWindow, type WindowOptions, withWindow } from "./window";
import { withSeconds } from "./with-tick";

/** The exposure, to which coincidences without interference are proportional, from a slice's tags and its length. */
const EXPOSURES = {
  singles: (a: number, b: number) => Math.sqrt(a * b),
  product: (a: number, b: number, time: number) => (a * b) / time,
  time: (_a: number, _b: number, time: number) => time,
};

/** A list, or the positions of the first and the last row. */
type Positions = { list: number[] } | { from: number; to: number };

/** Maximum number of positions of a scan. */
const MAX_POSITIONS = 65_536;
/** Maximum distance of `TO` from a whole number of steps, in steps: rounding of decimal fractions. */
const STEP_ROUNDING = 1e-6;

interface HomOptions extends PairOptions, WindowOptions, TagOptions, OutputOptions, PlotOptions {
  by: string;
  positions?: Positions;
  shape: "dip" | "fringe";
  exposure: keyof typeof EXPOSURES;
}

export const hom: Register = (program, done) => {
  const positions = new Option(
    "--positions <list>",
    "positions of the setting: 0,0.5,1; FROM..TO, at equal distances from the first row to the last; FROM..TO/STEP, with one position for each row (default: 0, 1, 2...)",
  ).argParser(readPositions);
  const command = withWindow(
    withPair(
      withExamples(
        program.command("hom"),
        "Correlate",
        [
          "hom --a 3 --b 15 --window 2ns --positions -10..10 scan-*.tags.zst",
          "fit a dip over the files of a scan",
        ],
        [
          "hom --a 3 --b 15 --window 2ns --by 1s --positions 0..20/0.5 x.tags.zst",
          "fit a scan of 41 positions of 1 s each",
        ],
      ),
    ),
  )
    .description("coincidences over a scanned setting, with the visibility of a fitted dip or fringe")
    .option("--by <slice>", `kind of row: ${BY}; ${SLICES_OF_A_TIME}`, "file")
    .addOption(positions)
    .addOption(new RenamedOption("--at <positions>", positions))
    .addOption(new Option("--shape <shape>", "what is fitted").choices(["dip", "fringe"]).default("dip"))
    .addOption(
      new Option(
        "--exposure <kind>",
        "expected dependence of coincidences without interference: root of the product of singles, product over time, or time",
      )
        .choices(Object.keys(EXPOSURES))
        .default("singles"),
    );
  withPlot(withTags(withOutput(command)))
    .argument("[file...]", "recordings, in the order of their positions; - is standard input")
    .action(async (files: string[], options: HomOptions) => {
      done(await answer(files, options));
    });
};

function readPositions(text: string): Positions {
  const numbers = (parts: string[]) => {
    const values = parts.map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
    if (values.some((value) => !Number.isFinite(value))) {
      throw new InvalidArgumentError("Write numbers, as in 0,0.5,1 or -10..10 or 0..20/0.5.");
    }
    return values;
  };
  const ends = text.split("..");
  if (ends.length === 2) {
    const [last = "", ...steps] = (ends[1] ?? "").split("/");
    const [from = 0, to = 0, step] = numbers([ends[0] ?? "", last, ...steps.slice(0, 1)]);
    if (steps.length > 1) throw new InvalidArgumentError("Write one step, as in 0..20/0.5.");
    return step === undefined ? { from, to } : { list: stepped(from, to, step) };
  }
  return { list: numbers(text.split(",")) };
}

/** Returns the positions from `from` to `to`, `step` apart. */
function stepped(from: number, to: number, step: number): number[] {
  const steps = Math.abs(to - from) / step;
  const n = Math.round(steps);
  if (!(step > 0) || n + 1 > MAX_POSITIONS || Math.abs(steps - n) > STEP_ROUNDING)
    throw new InvalidArgumentError(
      "Write a step above 0 that leads from the first position to the last one.",
    );
  return Array.from({ length: n + 1 }, (_, k) => from + ((to - from) * k) / Math.max(1, n));
}

/** A position for each of `n` rows. */
function positionsOf(at: Positions | undefined, n: number): number[] {
  if (at === undefined) return Array.from({ length: n }, (_, k) => k);
  if ("from" in at) {
    return Array.from({ length: n }, (_, k) => at.from + ((at.to - at.from) * k) / Math.max(1, n - 1));
  }
  if (at.list.length === n) return at.list;
  throw new TagviewError(
    "usage",
    `--positions has ${plural(at.list.length, "position")} for ${plural(n, "row")}`,
    "give one for each row, or choose the rows with --from and --to",
  );
}

type Row = Omit<HomJson["rows"][number], "position" | "expected" | "from_s" | "to_s">;

/** The row of a file without selected tags, with its position. */
function dark(file: string): Row {
  return { file, from: 0n, to: 0n, counts: 0, tags_a: 0, tags_b: 0, exposure: 0 };
}

async function answer(files: string[], options: HomOptions): Promise<Status> {
  checkChartFiles(options, files.slice(0, 1));
  readTags(options);
  const { inputs, tick: length } = await knownInputs(files, options);
  const kinds = kindsOf(inputs, options);
  const sorting = sortingOf(options, length, kinds);
  const { tick, selection, listed, definitions } = readTags({ ...options, tick: length });
  const { a, b, shape, exposure } = options;
  const { window, delays } = readWindow(options, tick);
  const by = readBy(options.by, tick);
  const counted = countedSlices([{ name: "coincidence", window, delays, patterns: [[a, b]] }], true);
  // A file is a position of the scan, at which an arm may be dark.
  const needed = "file" in by ? [] : [...pairChannels(options), ...meantChannels(options)];
  const rows: Row[] = [];
  let complete = true;
  let wrong: ErrorObject | null = null;
  const status = await eachInput(inputs, async (input) => {
    const { analyses, kept } = counted;
    const request = { analyses, ...(selection && { selection }), ...definitions };
    const sliced = await askSlices(input, by, { request, kept, needed });
    sliced.error = sortable(sliced.error, sorting);
    if (!options.quiet) {
      writeError(withoutMarkers(sliced, by));
      printNotes(input.name, [
        ...sliceNotes(sliced, kinds.get(input.name), length, analyses, tick),
        ...bareSlices(options, tick, sliced),
      ]);
    }
    const slices = sliced.slices.filter(({ from, to }) => from <= to);
    if ("file" in by && slices.length === 0) rows.push(dark(input.name));
    for (const { from, to, result } of slices) {
      const [pattern] = result.patterns;
      const [tags_a = 0, tags_b = 0] = pattern?.tags ?? [];
      const time = Number(to - from + 1n);
      const counts = pattern?.counts ?? 0;
      rows.push({
        file: input.name,
        from,
        to,
        counts,
        tags_a,
        tags_b,
        exposure: EXPOSURES[exposure](tags_a, tags_b, time),
      });
    }
    complete &&= sliced.complete;
    if (sliced.error) {
      wrong ??= sliced.error;
      writeError(errorLine(sliced.error, input.name));
      return statusOf(sliced.error);
    }
    return sliced.complete ? Status.Good : Status.Damaged;
  });
  const positions = positionsOf(options.positions, rows.length);
  const fit = await engine.tags.interference({
    shape,
    positions,
    counts: rows.map(({ counts }) => BigInt(counts)),
    exposure: rows.map(({ exposure }) => exposure),
  });
  const { expected, shape: _, ...found } = fit;
  const names = inputs.map(({ name }) => name);
  const json: HomJson = {
    file: nameOfSum(names),
    files: names,
    a,
    b,
    by: options.by,
    window,
    delays: delaysJson(delays),
    complete: complete && status === Status.Good,
    rows: rows.map((row, k) => ({
      ...row,
      from_s: toSeconds(row.from, tick),
      to_s: toSeconds(row.to, tick),
      position: positions[k] ?? k,
      expected: expected[k] ?? null,
    })),
    shape,
    ...found,
    tick_s: tick.seconds,
    error: wrong,
  };
  if (options.json) await write(jsonLine(json));
  else if (options.tsv) await write(homTsv(json, tick));
  else if (status !== Status.Usage) await write(homText(json, listed?.label ?? numbersOnly));
  if (status !== Status.Usage) await drawScan(json, options);
  return status;
}

async function drawScan(json: HomJson, { plot, force }: HomOptions): Promise<void> {
  if (plot === undefined) return;
  const { drawInto } = await import("../../output/plot");
  const name = json.files[0] ?? "-";
  await drawInto(chartFile(plot, name), { force }, (charts, document) =>
    charts.interferenceChart(document, json, { subject: printable(name) }),
  );
}

const COLUMNS = [
  ...[...texts("file"), ...integers("from", "to"), ...reals("position")],
  ...[...integers("counts", "tags_a", "tags_b"), ...reals("exposure", "expected")],
];

function homTsv({ rows: all }: HomJson, tick: Tick): TableRows {
  const rows = all.map((row) => COLUMNS.map(({ name }) => row[name]));
  const table = withSeconds({ columns: COLUMNS, rows }, tick, ["from", "to"]);
  return { begins: table.columns, rows: [...table.rows] };
}

function homText(json: HomJson, label: Label): string {
  const measured = (value: number | null, error: number | null) =>
    value === null ? "not known" : uncertainNumber(value, error);
  const { shape, visibility, visibility_error } = json;
  const [a, b] = [json.a, json.b].map(label);
  const where =
    shape === "dip"
      ? `centre ${measured(json.centre, json.centre_error)}, width ${measured(json.fwhm, json.fwhm_error)}`
      : `period ${measured(json.period, json.period_error)}, phase ${measured(json.phase, json.phase_error)}`;
  const rows = json.rows.map((row) => [
    String(Number(row.position.toPrecision(6))),
    count(row.counts),
    row.expected === null ? "–" : row.expected.toPrecision(4),
    count(row.tags_a),
    count(row.tags_b),
  ]);
  const titles = ["position", "coincidences", "expected", `tags of ${a}`, `tags of ${b}`];
  const columns = titles.map((title) => ({ title, align: "right" as const }));
  return (
    `visibility of the ${shape} of ${a} and ${b}: ${measured(visibility, visibility_error)}\n` +
    `${visibility === null ? "" : `${where}\n`}${noteLines(json.remarks, null)}\n${table(columns, rows)}\n`
  );
}
