/** `tagview settings`: correlations of two analysers at several settings, with QBER and CHSH's S. */

import { InvalidArgumentError } from "commander";
import { errorLine } from "../../output/errors";
import { jsonLine } from "../../output/json";
import { plural } from "../../output/numbers";
import { write, writeError } from "../../output/write";
import {
  type Coincidence,
  type CoincidencePattern,
  type ErrorObject,
  engine,
  type SettingOutcomes,
  TagviewError,
  toSeconds,
} from "../../runtime/engine";
import { Status, statusOf } from "../../runtime/exit-status";
import { withExamples } from "../../runtime/help";
import { type OutputOptions, withOutput } from "../../runtime/options";
import { eachInput } from "../each-input";
import type { Register } from "../group";
import { type AccidentalsOptions, readAccidentals, withAccidentals } from "./accidentals";
import { numbersOnly } from "./channel-file";
import { bareSlices, countedSlices, missedPeaks } from "./coincidence-slices";
import { kindsOf, knownInputs, sortingOf } from "./kinds";
import { meantChannels } from "./needed-channels";
import { channelNumbers, readTags, type TagOptions, withTags } from "./options";
import { sortable } from "./order-break";
import { type PeriodOptions, readPeriod, withPeriod } from "./period";
import { printNotes } from "./remarks";
import type { SettingsJson } from "./settings.schema";
import { OUTCOMES, settingsText, settingsTsv } from "./settings-text";
import { sliceNotes } from "./slice-notes";
import { askSlices, BY, readBy, SLICES_OF_A_TIME, withoutMarkers } from "./slices";
import { nameOfSum } from "./summed";
import { delaysJson, readWindow, type WindowOptions, withWindow } from "./window";

type Outcome = SettingsJson["settings"][number]["outcomes"][number];

interface SettingsOptions
  extends WindowOptions,
    PeriodOptions,
    AccidentalsOptions,
    TagOptions,
    OutputOptions {
  a: bigint[];
  b: bigint[];
  by: string;
  names?: string[];
  minus: number;
}

export const settings: Register = (program, done) => {
  const command = withPeriod(
    withWindow(
      withExamples(
        program.command("settings"),
        "Correlate",
        [
          "settings --a 1,2 --b 3,4 --window 2ns 0-22.tags.zst 0-67.tags.zst 45-22.tags.zst 45-67.tags.zst",
          "compute CHSH's S of four settings, from detectors behind both outputs of each analyser",
        ],
        [
          "settings --a 1 --b 3 --window 2ns --by 10s x.tags.zst",
          "the same with one detector behind each analyser: four slices make a setting",
        ],
      ),
    ),
  )
    .description("correlations of two analysers by setting, with visibility, QBER and CHSH's S")
    .requiredOption("--a <channels>", "channels of the first analyser: + and -, or + alone", analyser)
    .requiredOption("--b <channels>", "channels of the second analyser: + and -, or + alone", analyser)
    .option("--by <slice>", `kind of row: ${BY}; ${SLICES_OF_A_TIME}`, "file")
    .option("--names <list>", "names of the settings, such as 0/22.5,0/67.5 (default: their files)", names)
    .option("--minus <number>", "the setting with a minus sign in S: 1 to 4", minus, 2);
  withAccidentals(command, "that are subtracted");
  withTags(withOutput(command))
    .argument("[file...]", "recordings in the order of their settings; - is standard input")
    .action(async (files: string[], options: SettingsOptions) => {
      done(await answer(files, options));
    });
};

function analyser(text: string): bigint[] {
  const channels = channelNumbers(text);
  if (channels.length > 2) throw new InvalidArgumentError("Write one channel or two, as in 1,2.");
  return channels;
}

const names = (text: string): string[] => text.split(",").map((name) => name.trim());

function minus(text: string): number {
  if (!/^[1-4]$/u.test(text)) throw new InvalidArgumentError("Write 1, 2, 3 or 4.");
  return Number(text);
}

async function answer(files: string[], options: SettingsOptions): Promise<Status> {
  readTags(options);
  const { inputs, tick: length } = await knownInputs(files, options);
  const kinds = kindsOf(inputs, options);
  const sorting = sortingOf(options, length, kinds);
  const { tick, selection, listed, definitions } = readTags({ ...options, tick: length });
  const { a, b } = options;
  if (a.length !== b.length)
    throw new TagviewError(
      "usage",
      "--a and --b have different numbers of channels",
      "give two for each, or one for each",
    );
  const { window, delays } = readWindow(options, tick);
  const by = readBy(options.by, tick);
  const patterns = a.flatMap((one) => b.map((other) => [one, other]));
  const analysis = {
    name: "coincidence",
    ...{ window, delays, patterns },
    ...readAccidentals(options, tick),
    ...readPeriod(options, tick),
  } as const;
  const counted = countedSlices([analysis], false);
  const given = [
    ...a.map((channel) => ({ option: "--a", channel })),
    ...b.map((channel) => ({ option: "--b", channel })),
    ...meantChannels(options),
  ];
  // A file is a setting, at which an output may be dark.
  const needed = "file" in by ? [] : given;
  const outcomes: Outcome[] = [];
  let complete = true;
  let wrong: ErrorObject | null = null;
  const status = await eachInput(inputs, async (input) => {
    const request = { analyses: counted.analyses, ...(selection && { selection }), ...definitions };
    const sliced = await askSlices(input, by, { request, kept: counted.kept, needed });
    sliced.error = sortable(sliced.error, sorting);
    if (!options.quiet) {
      writeError(withoutMarkers(sliced, by));
      printNotes(input.name, [
        ...sliceNotes(sliced, kinds.get(input.name), length, counted.analyses, tick),
        ...bareSlices(options, tick, sliced),
        ...missedPeaks(sliced, tick),
      ]);
    }
    const slices = sliced.slices.filter(({ from, to }) => from <= to);
    for (const { from, to, result } of slices) {
      const at = { file: input.name, from, to, from_s: toSeconds(from, tick), to_s: toSeconds(to, tick) };
      const { patterns: found } = result as Coincidence;
      for (const pattern of found) outcomes.push({ ...at, ...counts(pattern) });
    }
    if ("file" in by && slices.length === 0) for (const _ of patterns) outcomes.push(dark(input.name));
    complete &&= sliced.complete;
    if (sliced.error) {
      wrong ??= sliced.error;
      writeError(errorLine(sliced.error, input.name));
      return statusOf(sliced.error);
    }
    return sliced.complete ? Status.Good : Status.Damaged;
  });
  if (status === Status.Usage) return status;
  const each = bySetting(outcomes);
  const found = await engine.tags.settings(each.map(measured), options.minus);
  const named = namesOf(options.names, each);
  const files_ = inputs.map(({ name }) => name);
  const json: SettingsJson = {
    file: nameOfSum(files_),
    files: files_,
    ...{ a, b, by: options.by, window, delays: delaysJson(delays) },
    accidentals_from: options.accidentals,
    complete: complete && status === Status.Good,
    settings: each.map((outcomes, k) => ({
      name: named[k] ?? "",
      outcomes,
      ...(found.settings[k] as (typeof found.settings)[number]),
    })),
    s: found.s,
    s_error: found.s_error,
    s_corrected: found.s_corrected,
    s_corrected_error: found.s_corrected_error,
    remarks: found.remarks,
    tick_s: tick.seconds,
    error: wrong,
  };
  if (options.json) await write(jsonLine(json));
  else if (options.tsv) await write(settingsTsv(json, tick));
  else await write(settingsText(json, listed?.label ?? numbersOnly));
  return status;
}

/** The counts of an outcome, and its accidentals. */
function counts(pattern: Partial<CoincidencePattern> & Pick<CoincidencePattern, "counts">) {
  const { counts, accidentals = null, accidentals_error, accidentals_measured_interval } = pattern;
  const [low, high] = accidentals_measured_interval ?? [null, null];
  const half = low === null || high === null ? null : (high - low) / 2;
  return { counts, accidentals, accidentals_error: accidentals_error ?? half };
}

/** An outcome of a file without selected tags. */
function dark(file: string): Outcome {
  const nothing = { counts: 0, accidentals: null, accidentals_error: null };
  return { file, from: 0n, to: 0n, from_s: 0, to_s: 0, ...nothing };
}

/**
 * The outcomes of each setting.
 * @throws TagviewError `usage` if the last setting lacks some.
 */
function bySetting(outcomes: readonly Outcome[]): Outcome[][] {
  const settings = Math.ceil(outcomes.length / OUTCOMES.length);
  if (outcomes.length % OUTCOMES.length > 0)
    throw new TagviewError(
      "usage",
      `${plural(outcomes.length, "row")} of one channel each do not make settings of four`,
      "give the rows ++, +-, -+ and -- of each setting, or two channels in --a and --b",
    );
  return Array.from({ length: settings }, (_, k) =>
    outcomes.slice(k * OUTCOMES.length, (k + 1) * OUTCOMES.length),
  );
}

/** What was measured at a setting. */
function measured(outcomes: readonly Outcome[]): SettingOutcomes {
  return {
    counts: outcomes.map(({ counts }) => BigInt(counts)),
    time: outcomes.map(({ from, to }) => Number(to - from)),
    accidentals: outcomes.map(({ accidentals }) => accidentals),
    accidentals_error: outcomes.map(({ accidentals_error }) => accidentals_error),
  };
}

/**
 * The names of the settings.
 * @throws TagviewError `usage` for another number of names.
 */
function namesOf(given: string[] | undefined, settings: readonly Outcome[][]): string[] {
  if (given === undefined)
    return settings.map((outcomes, k) => {
      const files = [...new Set(outcomes.map(({ file }) => file))];
      const isAlone = settings.every((others, j) => j === k || others[0]?.file !== files[0]);
      return isAlone ? nameOfSum(files) : `${nameOfSum(files)} (${k + 1})`;
    });
  if (given.length === settings.length) return given;
  throw new TagviewError(
    "usage",
    `--names has ${plural(given.length, "name")} for ${plural(settings.length, "setting")}`,
    "give one for each",
  );
}
