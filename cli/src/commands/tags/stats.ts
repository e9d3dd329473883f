/** `tagview stats`: the contents of a recording. */

import { Option } from "commander";
import type { Colours } from "../../output/colour";
import { describeError } from "../../output/errors";
import { count, percent, plural, seconds, shortSeconds, size, withUnit } from "../../output/numbers";
import { printable } from "../../output/printable";
import { noteLines } from "../../output/remarks";
import { resample, spark } from "../../output/sparkline";
import { table } from "../../output/table";
import { type Cell, integers, reals, type Table, texts } from "../../output/tsv";
import {
  type Columnar,
  DAMAGED_RATES,
  type Follow,
  isDamaged,
  type Rate,
  type Snapshot,
  type Summary,
  SYNC_CHANNEL,
  type Tick,
  toSeconds,
  wholeColumns,
} from "../../runtime/engine";
import { withExamples } from "../../runtime/help";
import { inputsOf } from "../../runtime/inputs";
import { type OutputOptions, type PlotOptions, withOutput, withPlot } from "../../runtime/options";
import type { Overview, Register } from "../group";
import { delayText, type Label, type ListedChannels } from "./channel-file";
import {
  correctedRate,
  type DeadTimeOptions,
  type DeadTimes,
  deadTimeOption,
  readDeadTimes,
} from "./dead-time";
import { metaText } from "./meta-text";
import { type TagOptions, withClock, withTags } from "./options";
import { brokenOrder } from "./order-break";
import { isNamed } from "./reading";
import { type FileFacts, fileOf, withMissing } from "./recording-facts";
import type { Remark } from "./remarks";
import { answererOf, answerQuestion, type Question } from "./scan";
import type { Listed, StatsJson } from "./stats.schema";

interface StatsOptions extends OutputOptions, PlotOptions, TagOptions, DeadTimeOptions {
  follow?: boolean;
}

export const stats: Register = (program, done) => {
  const command = withPlot(
    withExamples(
      program.command("stats"),
      "Look",
      ["stats x.tags.zst", "channels, rates and least gaps"],
      ["stats --dead-time 50ns x.tags.zst", "rates corrected for the dead time of the detectors, too"],
    ),
  ).description("tags, rates and shortest gaps by channel");
  withClock(withTags(withOutput(command)))
    .argument("[file...]", "recordings; - is standard input")
    .addOption(
      new Option(
        "--follow",
        "follow a growing recording until it is finished, and print each change",
      ).conflicts(["plot", "table"]),
    )
    .addOption(deadTimeOption())
    .action(async (files: string[], options: StatsOptions) => {
      if (!options.follow) {
        const answerer = answererOf(command);
        // Partial results are joined to be printed in any form.
        const needed = answerer === undefined ? questionFor(options) : question;
        return done(await answerQuestion(inputsOf(files), options, needed, answerer));
      }
      const { follow } = await import("./follow");
      done(await follow(files, options, question, answererOf(command)));
    });
};

/** The output of `tagview FILE` for a recording. */
export const overview: Overview = {
  withOptions: withTags,
  isNamed,
  print: (inputs, options: OutputOptions & PlotOptions & TagOptions, tables) =>
    answerQuestion(inputs, options, questionFor(options), undefined, tables),
};

/** The request; without `--plot`, it omits the counts over time, which are only drawn. */
function questionFor({ json, tsv, plot }: OutputOptions & PlotOptions): StatsQuestion {
  if (plot !== undefined || !(json || tsv)) return question;
  return (...from) => ({ ...question(...from), analyses: [{ name: "summary" }] });
}

type StatsQuestion = Question<TagOptions & OutputOptions & DeadTimeOptions>;

const question: StatsQuestion = (options, tick, { listed, label, inCharts }, kinds) => {
  const deadTimes = readDeadTimes(options, tick);
  const contextOf = (name: string, snapshot: Snapshot): Context => {
    const file = withMissing(fileOf(name, snapshot, kinds, options.tick), snapshot, options, deadTimes);
    const context = { listed, deadTimes, file };
    const remarks = [
      ...file.remarks,
      ...damageRemark(snapshot),
      ...deadRemarks(summaryOf(snapshot), tick, context),
    ];
    return { ...context, file: { ...file, remarks } };
  };
  return {
    // Texts and objects have them as remarks.
    ...(!options.tsv && { notes: () => [], statesOrder: true }),
    analyses: [{ name: "summary" }, { name: "rate" }],
    isEmpty: (snapshot) =>
      (summaryOf(snapshot)?.channels ?? []).reduce((sum, { tags }) => sum + tags, 0) <= 1,
    json: (name, snapshot) => statsJson(name, snapshot, tick, contextOf(name, snapshot)),
    tsv: (snapshot, name) => statsTsv(snapshot, tick, contextOf(name, snapshot)),
    tsvTicks: ["first", "last", "min_gap", "delay"],
    tsvNames: true,
    hasText: ({ error, tags }) => error === null || tags > 0,
    text: (name, snapshot, colours) =>
      statsText(name, snapshot, tick, { colours, label, ...contextOf(name, snapshot) }) +
      definitionsText(options.define),
    draw: (charts, document, snapshot, subject) => {
      const { rate, summary } = snapshot.analyses;
      if (rate === undefined) return undefined;
      return charts.rateChart(document, wholeColumns<Rate>(rate), {
        tick: tick.seconds,
        subject,
        last: summary?.last ?? null,
        ...inCharts,
      });
    },
  };
};

/** The settings for printing the numbers of a recording. */
interface Context {
  listed: ListedChannels | undefined;
  deadTimes: DeadTimes | undefined;
  file: FileFacts;
}

/** Columns of the line of bars that shows a channel's rate over time. */
const OVER_TIME = 12;
/** Maximum number of channels in text output. */
const SHOWN = 1000;

function summaryOf(snapshot: Snapshot): Summary | undefined {
  return snapshot.analyses.summary;
}

/** The span in seconds. */
function secondsOf(summary: Summary | undefined, tick: Tick): number | null {
  return summary === undefined || summary.span === null ? null : toSeconds(summary.span, tick);
}

/** Tags per second. */
function rateOf(tags: number, span_s: number | null): number | null {
  return span_s !== null && span_s > 0 ? tags / span_s : null;
}

/** The rate of a channel that is printed: of the sync, the header's. */
function printedRate(
  { channel, tags }: Summary["channels"][number],
  summary: Summary | undefined,
  tick: Tick,
  file: FileFacts,
) {
  return (channel === SYNC_CHANNEL ? file.sync_hz : null) ?? rateOf(tags, secondsOf(summary, tick));
}

/** The rate corrected for the dead time; null for a sync whose rate comes from the header. */
function printedCorrection(
  rate: number | null,
  channel: bigint,
  { deadTimes, file }: Context,
): number | null {
  if (channel === SYNC_CHANNEL && file.sync_hz !== null) return null;
  return correctedRate(rate, deadTimes?.of(channel) ?? null);
}

/** Why channels have no corrected rate, or one that is too high. */
function deadRemarks(summary: Summary | undefined, tick: Tick, context: Context): Remark[] {
  const remark = (code: string, message: string): Remark => ({ about: "rate_corrected_hz", code, message });
  return (summary?.channels ?? []).flatMap((one): Remark[] => {
    const { channel, min_gap } = one;
    const rate = printedRate(one, summary, tick, context.file);
    const deadTime = context.deadTimes?.of(channel) ?? null;
    if (rate === null || deadTime === null) return [];
    const ofDeadTime = `a dead time of ${shortSeconds(deadTime, 4)}`;
    if (rate * deadTime >= 1)
      return [
        remark("saturated", `channel ${channel} can't count ${withUnit(rate, "Hz")} with ${ofDeadTime}`),
      ];
    const gap = min_gap === null ? Number.POSITIVE_INFINITY : toSeconds(min_gap, tick);
    if (gap >= deadTime) return [];
    const message = `channel ${channel} has a gap of ${shortSeconds(gap, 4)}, too short for ${ofDeadTime}: it is less, or tags are double triggers`;
    return [remark("gap-within-dead-time", message)];
  });
}

/** The object that `--json` prints. */
function statsJson(name: string, snapshot: Snapshot, tick: Tick, context: Context): StatsJson {
  const { listed, deadTimes, file } = context;
  const summary = summaryOf(snapshot);
  return {
    file: name,
    bytes: snapshot.total ?? snapshot.bytes,
    frames: snapshot.frames,
    messages: snapshot.messages,
    tags: summary?.tags ?? 0,
    format: file.format,
    device: file.device,
    meta: file.meta,
    tick_s: tick.seconds,
    first: summary?.first ?? null,
    last: summary?.last ?? null,
    span: summary?.span ?? null,
    span_s: secondsOf(summary, tick),
    out_of_order: summary?.out_of_order ?? 0,
    sound_tags: summary?.sound_tags ?? null,
    sound_until: summary?.sound_until ?? null,
    doubtful_tags: snapshot.doubtful_tags,
    passed_over: snapshot.passed_over,
    complete: snapshot.complete,
    error: snapshot.error,
    ...(snapshot.follow && { follow: snapshot.follow }),
    channels: (summary?.channels ?? []).map((one) => {
      const { channel, tags, first, last, min_gap } = one;
      const rate_hz = printedRate(one, summary, tick, file);
      const rate_corrected_hz = printedCorrection(rate_hz, channel, context);
      return {
        ...{ channel, tags, rate_hz, first, last, min_gap },
        ...(deadTimes && { rate_corrected_hz }),
        ...(listed && listedJson(listed, channel)),
      };
    }),
    remarks: [...file.remarks, ...orderRemarks(snapshot, tick), ...joinedRemark(snapshot)],
  };
}

/** The remarks on the missing span and rates of a recording out of order. */
function orderRemarks(snapshot: Snapshot, tick: Tick): Remark[] {
  const message = brokenOrder(snapshot, tick);
  return message === null ? [] : ["span_s", "rate_hz"].map((about) => ({ about, code: "order", message }));
}

/** The remark that the index covers only the last of several joined recordings. */
function joinedRemark({ joined }: Snapshot): Remark[] {
  return joined === null ? [] : [{ about: "complete", code: joined.code, message: describeError(joined) }];
}

/** The remark that damage makes rates too low. */
function damageRemark(snapshot: Snapshot): Remark[] {
  return (summaryOf(snapshot)?.tags ?? 0) > 0 && isDamaged(snapshot.findings)
    ? [{ about: "rate_hz", code: "damaged", message: DAMAGED_RATES }]
    : [];
}

/** A channel's settings in the channel list; null for missing ones. */
function listedJson(listed: ListedChannels, channel: bigint): Required<Listed> {
  const found = listed.of(channel);
  return { name: found?.name || null, role: found?.role ?? null, delay: found?.delay ?? 0n };
}

const COLUMNS = [
  ...[...integers("channel", "tags"), ...reals("rate_hz"), ...integers("first", "last", "min_gap")],
];
/** With `--dead-time`. */
const CORRECTED = reals("rate_corrected_hz");
/** Columns of the settings in a file of channels. */
const LISTED = [...texts("name", "role"), ...integers("delay")];

function statsTsv(snapshot: Snapshot, tick: Tick, context: Context): Table {
  const { listed, deadTimes, file } = context;
  const summary = summaryOf(snapshot);
  const rows = (summary?.channels ?? []).map((one): Cell[] => {
    const rate = printedRate(one, summary, tick, file);
    return [
      ...[one.channel, one.tags, rate, one.first, one.last, one.min_gap],
      ...(listed ? Object.values(listedJson(listed, one.channel)) : []),
      ...(deadTimes ? [printedCorrection(rate, one.channel, context)] : []),
    ];
  });
  return { columns: [...COLUMNS, ...(listed ? LISTED : []), ...(deadTimes ? CORRECTED : [])], rows };
}

interface Wording extends Context {
  colours: Colours;
  label: Label;
}

/** The text output. */
function statsText(name: string, snapshot: Snapshot, tick: Tick, wording: Wording): string {
  const { colours, label, listed, deadTimes, file } = wording;
  const summary = summaryOf(snapshot);
  if (summary === undefined) return "";
  const span_s = secondsOf(summary, tick);
  const order =
    summary.out_of_order === 0 ? "in order" : colours.yellow(`${count(summary.out_of_order)} out of order`);
  const facts = [
    size(snapshot.total ?? snapshot.bytes),
    ...(file.kind === null ? [plural(snapshot.frames, "frame")] : [file.kind]),
    ...(file.device === null ? [] : [printable(file.device)]),
    ...(file.times === null ? [] : [file.times]),
    plural(summary.tags, "tag"),
    ...(span_s === null ? [] : [seconds(span_s, 5)]),
    order,
    ...(snapshot.doubtful_tags === 0
      ? []
      : [colours.yellow(`${plural(snapshot.doubtful_tags, "tag")} of frames with a wrong checksum`)]),
    ...(snapshot.passed_over === 0
      ? []
      : [colours.yellow(`${size(snapshot.passed_over)} of other programs skipped`)]),
    ...(snapshot.follow ? [followText(snapshot.follow)] : []),
    ...(snapshot.complete || isGrowing(snapshot) ? [] : [colours.red("incomplete")]),
  ];
  const heading = `${colours.bold(printable(name))}   ${facts.join(" · ")}\n${metaText(file.meta)}`;
  const remarks = noteLines(file.remarks, null);
  if (summary.channels.length === 0) return `${heading}${remarks}\n`;
  const broken = brokenOrder(snapshot, tick);

  const shown = summary.channels.slice(0, SHOWN);
  const lines = overTime(snapshot.analyses.rate, summary.last, new Set(shown.map(({ channel }) => channel)));
  const rows = shown.map((one) => {
    const { channel, tags, min_gap } = one;
    const rate = printedRate(one, summary, tick, file);
    return [
      [label(channel), file.markerOf(channel)].filter((part) => part !== null).join(" "),
      ...(listed ? [listed.of(channel)?.role ?? "", delayText(listed.of(channel), tick)] : []),
      count(tags),
      withUnit(rate, "Hz"),
      ...(deadTimes ? [withUnit(printedCorrection(rate, channel, wording), "Hz")] : []),
      percent(tags, summary.tags),
      withUnit(min_gap === null ? null : toSeconds(min_gap, tick), "s"),
      colours.cyan(lines.get(channel) ?? ""),
    ];
  });
  const settings = listed ? ["role", "delay"] : [];
  const corrected = deadTimes ? ["corrected"] : [];
  const left = summary.channels.length - SHOWN;
  const rest = left > 0 ? `... and ${plural(left, "more channel")}: --tsv or --json prints all\n` : "";
  const columns = ["channel", ...settings, "tags", "rate", ...corrected, "share", "least gap"].map(
    (title) => ({
      title,
      align: "right" as const,
    }),
  );
  return `${heading}${remarks}${broken === null ? "" : `${colours.yellow(broken)}\n`}\n${table([...columns, { title: "over time", align: "left" }], rows)}${rest}\n`;
}

/** Whether the file is followed and sound up to now, so that more tags may come. */
function isGrowing({ follow, error }: Snapshot): boolean {
  return follow?.state === "following" && error === null;
}

function followText({ state, pending }: Follow): string {
  return pending === 0 ? state : `${state}, ${size(pending)} of an unfinished frame`;
}

/** Which of the channels are virtual. */
function definitionsText(define: readonly string[] = []): string {
  return (
    define.map((definition) => `virtual ${printable(definition)}\n`).join("") +
    (define.length > 0 ? "\n" : "")
  );
}

/** A line of bars for each of some channels; all lines have the same scale. */
function overTime(
  rate: Columnar<Rate> | undefined,
  last: bigint | null,
  shown: ReadonlySet<bigint>,
): Map<bigint, string> {
  if (rate === undefined || rate.start === null || last === null || rate.bin <= 0n) return new Map();
  // The tick of the last tag belongs to the recording.
  const bins = Number(last + 1n - rate.start) / Number(rate.bin);
  const columns = rate.channels
    .filter(({ channel }) => shown.has(channel))
    .map(({ channel, counts }) => [channel, resample(counts, bins, OVER_TIME)] as const);
  const max = columns.reduce((most, [, values]) => Math.max(most, ...values), 0);
  return new Map(columns.map(([channel, values]) => [channel, spark(values, max)]));
}
