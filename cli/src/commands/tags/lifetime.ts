/** `tagview lifetime`: delays of a channel's tags after a clock's pulses, and the fit of one or two decays. */

import type { Command } from "commander";
import { withFileName } from "../../output/errors";
import { plural, seconds, shortSeconds } from "../../output/numbers";
import { printable } from "../../output/printable";
import { inSeconds, noteLines } from "../../output/remarks";
import { type Cell, integers, reals, type Table } from "../../output/tsv";
import {
  engine,
  headerPeriod,
  type Lifetime,
  type LifetimeFit,
  type LifetimeRequest,
  parseRange,
  parseRealTime,
  parseTime,
  rangeAfterPulse,
  type Snapshot,
  TagviewError,
  type Tick,
  toSeconds,
} from "../../runtime/engine";
import type { Status } from "../../runtime/exit-status";
import { withExamples } from "../../runtime/help";
import { inputOf, inputsOf } from "../../runtime/inputs";
import { recordOldName } from "../../runtime/old-names";
import {
  naming,
  type OutputOptions,
  type PlotOptions,
  ReadOption,
  wholeNumber,
  withOutput,
  withPlot,
} from "../../runtime/options";
import type { Register } from "../group";
import type { Label } from "./channel-file";
import { type KnownInput, knownInputs } from "./kinds";
import type { LifetimeJson } from "./lifetime.schema";
import { missingLifetime, reasonsOf } from "./missing-lifetime";
import type { NeededChannel } from "./needed-channels";
import { channelNumber, readTags, type TagOptions, withClock, withTags } from "./options";
import { clockOf, PERIOD_DIGITS } from "./period";
import { type Answerer, answererOf, answerQuestion, type Question } from "./scan";
import { withSum } from "./summed";

interface LifetimeOptions extends TagOptions, OutputOptions, PlotOptions {
  sync?: bigint;
  period?: string;
  bin?: string;
  range?: string;
  fwhm?: string;
  response?: string;
  decays?: number;
  pileUp?: boolean;
}

export const lifetime: Register = (program, done) => {
  const command = withPlot(
    withExamples(
      program.command("lifetime"),
      "Correlate",
      ["lifetime --sync 7 --channel 3 x.tags.zst", "fit one decay after the pulses on channel 7"],
      [
        "lifetime --sync 7 --channel 3 --decays 2 --plot lifetime.svg x.tags.zst",
        "fit two decays and draw them",
      ],
    ),
  )
    .description("decay after a clock's pulses, with the fit of one or two exponentials")
    .option(
      "--sync <ch>",
      "the clock's channel (without it, times are folded by --period, or by the sync period of a T3 header)",
      channelNumber,
    )
    .option(
      "--period <time>",
      "the clock's period; chN: as --sync N (default: that of a T3 header, or the mean gap of --sync)",
    )
    .option("--bin <time>", "width of a bin (default: 1 tick, more where there would be over 2048)")
    .option("--range <0..to>", "times after a tag of --sync (default: 0..20us, at least 1048575 ticks)")
    .option("--fwhm <time>", "width of a Gaussian instrument response (default: it is fitted)")
    .addOption(
      new ReadOption("--response <file>", "a recording of the instrument's response, with the same channels"),
    )
    .option("--decays <1|2>", "number of decays to fit: 1 or 2 (default: 1)", wholeNumber(1, 2))
    .option("--pile-up", "correct the fit for pile-up, by the first tag after each pulse (Coates 1968)");
  withOneChannel(withClock(withTags(withOutput(withSum(command)))))
    .argument("[file...]", "recordings; - is standard input")
    .action(async (files: string[], options: LifetimeOptions) => {
      done(await answer(files, options, answererOf(command)));
    });
};

/** Describes `--channel`, here the one channel whose tags are counted. */
function withOneChannel(command: Command): Command {
  const option = command.options.find(({ long }) => long === "--channel");
  if (option) option.helpGroup("Options:").description = "the channel whose tags are counted";
  return command;
}

async function answer(
  files: string[],
  options: LifetimeOptions,
  answerer: Answerer | undefined,
): Promise<Status> {
  const { channel: channels = [], ...typed } = options;
  const [channel, ...more] = channels;
  if (channel === undefined || more.length > 0) {
    const message =
      channel === undefined ? "--channel is missing" : `--channel names ${channels.length} channels`;
    throw new TagviewError("usage", message, "name the one channel whose tags are counted");
  }
  const given = withSync(typed);
  const isPartial = answerer !== undefined && !answerer.reads;
  if (isPartial && given.sync === undefined && given.period === undefined) {
    const message = "a partial result of lifetime has no clock: combine does not read the recording's header";
    throw new TagviewError("usage", message, "give --period, or the channel of the clock with --sync");
  }
  readTags(given);
  const known = isPartial ? null : await knownInputs(files, given);
  const others = known === null ? given : { ...given, tick: known.tick };
  const { tick } = readTags(others);
  const wanted = { ...request(channel, given, tick), ...headerPeriodOf(known?.inputs ?? [], given) };
  const response = await responseOf(options.response, wanted, others);
  const needed: NeededChannel[] = [{ option: "--channel", channel }];
  if (given.sync !== undefined) needed.push({ option: "--sync", channel: given.sync });
  const question: Question<object> = (_, __, { label }) => ({
    analyses: [response === undefined ? wanted : { ...wanted, response }],
    needed,
    channels: (snapshot) => resultOf(snapshot)?.channels,
    isEmpty: (snapshot) => resultOf(snapshot)?.counts.every((n) => n === 0) ?? false,
    missing: (snapshot) =>
      missingLifetime(resultOf(snapshot), (message) => inSeconds(message, tick), {
        decays: given.decays ?? 1,
        lacksResponse: given.response === undefined,
      }),
    json: (name, snapshot) => lifetimeJson(name, snapshot, wanted, tick),
    tsv: (snapshot) => lifetimeTsv(snapshot, tick),
    tsvTicks: [],
    text: (name, snapshot) => lifetimeText(name, snapshot, tick, label),
    draw: (charts, document, snapshot, subject) => {
      const result = resultOf(snapshot);
      return result && charts.lifetimeChart(document, result, { tick: tick.seconds, subject });
    },
  });
  return answerQuestion(known?.inputs ?? inputsOf(files), others, question, answerer);
}

/**
 * The options with the channel of `--period chN` as that of `--sync`, which is the clock here.
 * @throws TagviewError `usage` for a period that no lifetime has.
 */
function withSync(options: Omit<LifetimeOptions, "channel">): Omit<LifetimeOptions, "channel"> {
  const { period, sync, ...others } = options;
  if (period === "none")
    throw new TagviewError("usage", "--period none: a lifetime needs a clock", "give --period or --sync");
  const clock = period === undefined ? null : clockOf(period);
  if (clock === null) return options;
  if (clock.divider !== undefined || (sync !== undefined && sync !== clock.clock)) {
    const message = `--period ${period} can't be the clock of lifetime`;
    throw new TagviewError(
      "usage",
      message,
      "name the clock's channel with --sync, and its period as a time",
    );
  }
  return { ...others, sync: clock.clock };
}

/**
 * The end of the range in ticks.
 * @throws TagviewError `usage` for a range that does not begin at 0.
 */
function endOfRange(text: string, tick: Tick): bigint {
  if (!text.includes("..")) {
    recordOldName(`--range ${text}`, `--range 0..${text}`);
    return parseTime(text, tick);
  }
  const { from, to } = parseRange(text, tick);
  if (from === 0n) return to;
  throw new TagviewError(
    "usage",
    `the range "${text}" does not begin at 0`,
    "write 0..TO: times count from a pulse",
  );
}

function request(channel: bigint, options: Omit<LifetimeOptions, "channel">, tick: Tick): LifetimeRequest {
  const { sync, bin, range, fwhm, decays, pileUp } = options;
  const ticks = (option: string, text: string): bigint => naming(option, () => parseTime(text, tick));
  const real = (option: string, text: string): number => naming(option, () => parseRealTime(text, tick));
  return {
    name: "lifetime",
    channel,
    ...(sync === undefined ? {} : { sync }),
    ...periodOf(options, tick),
    ...(bin === undefined ? {} : { bin: ticks("--bin", bin) }),
    ...(range === undefined
      ? sync === undefined
        ? {}
        : { range: rangeAfterPulse(tick) }
      : { range: naming("--range", () => endOfRange(range, tick)) }),
    ...(fwhm === undefined ? {} : { fwhm: real("--fwhm", fwhm) }),
    ...(decays === undefined ? {} : { decays: BigInt(decays) }),
    ...(pileUp === true ? { pile_up: true } : {}),
  };
}

/**
 * The period of the pulses; none if no option gives it.
 * @throws TagviewError `usage` for a divider of a clock whose period is not given.
 */
function periodOf(
  { period, clockPeriod, divider }: Pick<LifetimeOptions, "period" | "clockPeriod" | "divider">,
  tick: Tick,
): Pick<LifetimeRequest, "period"> {
  if (period !== undefined) return { period: naming("--period", () => parseRealTime(period, tick)) };
  if (divider === undefined) return {};
  if (clockPeriod !== undefined)
    return { period: naming("--clock-period", () => parseRealTime(clockPeriod, tick)) / divider };
  const message = "--divider: lifetime does not measure the period of the pulses";
  throw new TagviewError("usage", message, "give it with --period, or that of the clock with --clock-period");
}

/** The sync period in the headers of all inputs, if no option gives the clock; each input uses its own. */
function headerPeriodOf(
  inputs: readonly KnownInput[],
  { sync, period, divider }: Pick<LifetimeOptions, "sync" | "period" | "divider">,
): Pick<LifetimeRequest, "header_period"> {
  if (period !== undefined || sync !== undefined || divider !== undefined) return {};
  const [first = null, ...others] = inputs.map(({ kind }) => headerPeriod(kind));
  return first === null || others.includes(null) ? {} : { header_period: first };
}

/** The instrument's response: the histogram of a recording of it. */
async function responseOf(
  path: string | undefined,
  wanted: LifetimeRequest,
  options: TagOptions,
): Promise<bigint[] | undefined> {
  if (path === undefined) return undefined;
  const { selection, definitions } = readTags(options);
  const { source } = inputOf(path);
  const request = { analyses: [wanted], selection, ...definitions };
  const { analyses, error } = await engine.tags.scan(source, request).catch((thrown) => {
    throw withFileName(thrown, `--response ${path}`);
  });
  if (error !== null) {
    throw new TagviewError(error.code, `--response: ${error.message}`, error.remedy);
  }
  const { counts } = analyses.lifetime as Lifetime;
  return Array.from(counts, BigInt);
}

function resultOf(snapshot: Snapshot): Lifetime | undefined {
  return snapshot.analyses.lifetime;
}

/** The object that `--json` prints. */
function lifetimeJson(
  name: string,
  snapshot: Snapshot,
  { channel, sync }: LifetimeRequest,
  tick: Tick,
): LifetimeJson {
  const result = resultOf(snapshot);
  const inSeconds = (ticks: number | null | undefined) =>
    ticks === null || ticks === undefined ? null : toSeconds(ticks, tick);
  return {
    file: name,
    sync: result ? result.sync : (sync ?? null),
    channel,
    span: result?.span ?? null,
    complete: snapshot.complete,
    tags_sync: result?.tags_sync ?? 0,
    tags: result?.tags ?? 0,
    without_sync: result?.without_sync ?? 0,
    period: result?.period ?? null,
    period_s: inSeconds(result?.period),
    divider: result?.divider ?? null,
    bin: result?.bin ?? null,
    counts: result?.counts ?? new Float64Array(),
    first: result?.first ?? new Float64Array(),
    lifetime: result?.lifetime ?? null,
    lifetime_error: result?.lifetime_error ?? null,
    lifetime_s: inSeconds(result?.lifetime),
    decays: result?.decays ?? null,
    pile_up_corrected: result?.pile_up_corrected ?? false,
    fits: result?.fits ?? [],
    moved: result?.reordered ?? 0,
    remarks: result?.remarks ?? [],
    tick_s: tick.seconds,
    error: snapshot.error,
  };
}

const COLUMNS = [...reals("time_s"), ...integers("counts", "first"), ...reals("expected")];

function lifetimeTsv(snapshot: Snapshot, tick: Tick): Table {
  const result = resultOf(snapshot);
  const bin = result?.bin ?? 0;
  const expected = result?.fits[0]?.expected;
  const rows = Array.from(result?.counts ?? [], (n, k): Cell[] => [
    toSeconds(k * bin, tick),
    n,
    result?.first[k] ?? 0,
    expected?.[k] ?? null,
  ]);
  return { columns: COLUMNS, rows };
}

function lifetimeText(name: string, snapshot: Snapshot, tick: Tick, label: Label): string {
  const result = resultOf(snapshot);
  if (result === undefined) return "";
  const { channel, sync, period, bin, lifetime, lifetime_error, counts, fits, remarks, pile_up_corrected } =
    result;
  // The error states these.
  const reasons = reasonsOf(result);
  const time = (ticks: number | null) => seconds(ticks === null ? null : toSeconds(ticks, tick), 4);
  const isHeader = remarks.some(({ about, code }) => about === "period" && code === "header");
  const clock = isHeader ? "the sync" : "a clock without a channel";
  const after = sync === null ? clock : `channel ${label(sync)}`;
  const head =
    lifetime === null
      ? `lifetime of channel ${label(channel)} after ${after}: no acceptable fit`
      : `lifetime of channel ${label(channel)} after ${after}: ${time(lifetime)} ± ${time(lifetime_error)}`;
  const total = counts.reduce((sum, n) => sum + n, 0);
  return (
    `${printable(name)}   ${head}\n` +
    `${plural(total, "tag")}, period ${shortSeconds(period === null ? null : toSeconds(period, tick), PERIOD_DIGITS)}, bins of ${time(bin)}\n` +
    fitText(
      fits[0],
      remarks.some(({ code }) => code === "narrower-than-a-bin"),
      time,
    ) +
    (pile_up_corrected && fits.length > 0
      ? "corrected for pile-up: the fit describes the first tag after each pulse\n"
      : "") +
    noteLines(
      remarks.filter((remark) => !reasons.includes(remark)),
      tick,
    )
  );
}

function fitText(
  fit: LifetimeFit | undefined,
  isNarrow: boolean,
  time: (ticks: number | null) => string,
): string {
  if (fit === undefined) return "";
  const { components, background, response_fwhm, deviance, true_deviance, true_deviance_spread } = fit;
  const shares = components.map(({ lifetime, lifetime_error, share }) => {
    const error = lifetime_error === null ? "" : ` ± ${time(lifetime_error)}`;
    return `${(100 * share).toFixed(1)} % ${time(lifetime)}${error}`;
  });
  // A fit without errors does not describe the counts.
  const nearest = components.some(({ lifetime_error }) => lifetime_error === null) ? "nearest: " : "";
  const unmeasured = isNarrow ? "response narrower than a bin" : "measured response";
  const response = response_fwhm === null ? unmeasured : `response ${time(response_fwhm)} wide`;
  return (
    `${nearest}${shares.join(", ")}; ${response}, background ${background.toPrecision(3)} a bin, ` +
    `deviance ${deviance.toFixed(0)} (expected ${true_deviance.toFixed(0)} ± ${true_deviance_spread.toFixed(0)})\n`
  );
}
