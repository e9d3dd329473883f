/** `tagview stats`: what is in a recording. */

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
  DEFAULT_TICK,
  type Follow,
  headerPeriod,
  parseTick,
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
import { delayText, type ListedChannels } from "./channel-file";
import { type TagOptions, withTags } from "./options";
import { kindRemarks, type Remark } from "./remarks";
import { answererOf, answerQuestion, type ChannelTexts, type Kinds, type Question } from "./scan";
import type { Listed, StatsJson } from "./stats.schema";

interface StatsOptions extends OutputOptions, PlotOptions, TagOptions {
  follow?: boolean;
}

export const stats: Register = (program, done) => {
  const command = withPlot(
    withExamples(
      program.command("stats"),
      "Look",
      ["stats x.tags.zst", "channels, rates and least gaps"],
      ["stats --follow x.tags.zst", "print the numbers again while the recording grows"],
    ),
  ).description("tags, rates and least gaps, in all and by channel");
  withTags(withOutput(command))
    .argument("[file...]", "recordings; - is standard input")
    .addOption(
      new Option(
        "--follow",
        "go on as the recording grows, and print what changed, until it is finished",
      ).conflicts(["plot", "table"]),
    )
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

/** What `tagview FILE` prints of a recording. */
export const overview: Overview = {
  command: "stats",
  withOptions: withTags,
  print: (inputs, options: OutputOptions & PlotOptions & TagOptions, tables) =>
    answerQuestion(inputs, options, questionFor(options), undefined, tables),
};

/** The question without what is drawn alone, the counts over time, where nothing is drawn. */
function questionFor({ json, tsv, plot }: OutputOptions & PlotOptions): Question<TagOptions & OutputOptions> {
  if (plot !== undefined || !(json || tsv)) return question;
  return (...from) => ({ ...question(...from), analyses: [{ name: "summary" }] });
}

const question: Question<TagOptions & OutputOptions> = (
  { define, tick: given, tsv },
  tick,
  channels,
  kinds,
) => ({
  // Texts and objects have them as remarks.
  ...(!tsv && { notes: () => [] }),
  analyses: [{ name: "summary" }, { name: "rate" }],
  isEmpty: (snapshot) => (summaryOf(snapshot)?.channels ?? []).reduce((sum, { tags }) => sum + tags, 0) <= 1,
  json: (name, snapshot) =>
    statsJson(name, snapshot, tick, channels.listed, fileOf(name, snapshot, kinds, given)),
  tsv: (snapshot, name) => statsTsv(snapshot, tick, channels.listed, fileOf(name, snapshot, kinds, given)),
  tsvTicks: ["first", "last", "min_gap", "delay"],
  tsvNames: true,
  text: (name, snapshot, colours) =>
    statsText(name, snapshot, tick, {
      colours,
      ...channels,
      file: fileOf(name, snapshot, kinds, given),
    }) + definitionsText(define),
  draw: (charts, document, snapshot, subject) => {
    const { rate } = snapshot.analyses;
    if (rate === undefined) return undefined;
    return charts.rateChart(document, wholeColumns<Rate>(rate), {
      tick: tick.seconds,
      subject,
      ...channels.inCharts,
    });
  },
});

/** Columns of the line of bars that shows a channel's rate over time. */
const OVER_TIME = 12;
/** Channels that people are shown. */
const SHOWN = 1000;

function summaryOf(snapshot: Snapshot): Summary | undefined {
  return snapshot.analyses.summary;
}

/** From the first to the last tag, in seconds; null without tags. */
function spanOf(summary: Summary | undefined, tick: Tick): { s: number } | null {
  if (summary === undefined || summary.first === null || summary.last === null) return null;
  return { s: toSeconds(summary.last - summary.first, tick) };
}

/** Tags per second; null where the order of time breaks, because the last tag in the file need not be the latest. */
function rateOf(tags: number, span: { s: number } | null, summary: Summary | undefined): number | null {
  if (span === null || !(span.s > 0) || (summary && summary.sound_until !== null)) return null;
  return tags / span.s;
}

/** The object that `--json` prints. */
function statsJson(
  name: string,
  snapshot: Snapshot,
  tick: Tick,
  listed: ListedChannels | undefined,
  file: FileFacts,
): StatsJson {
  const summary = summaryOf(snapshot);
  const span = spanOf(summary, tick);
  return {
    file: name,
    bytes: snapshot.total ?? snapshot.bytes,
    frames: snapshot.frames,
    messages: snapshot.messages,
    tags: summary?.tags ?? 0,
    format: file.format,
    device: file.device,
    tick_s: tick.seconds,
    first: summary?.first ?? null,
    last: summary?.last ?? null,
    span_s: span?.s ?? null,
    out_of_order: summary?.out_of_order ?? 0,
    sound_tags: summary?.sound_tags ?? null,
    sound_until: summary?.sound_until ?? null,
    doubtful_tags: snapshot.doubtful_tags,
    passed_over: snapshot.passed_over,
    complete: snapshot.complete,
    error: snapshot.error,
    ...(snapshot.follow && { follow: snapshot.follow }),
    channels: (summary?.channels ?? []).map(({ channel, tags, first, last, min_gap }) => ({
      channel,
      tags,
      rate_hz: (channel === SYNC_CHANNEL ? file.sync_hz : null) ?? rateOf(tags, span, summary),
      first,
      last,
      min_gap,
      ...(listed && listedJson(listed, channel)),
    })),
    remarks: [...file.remarks, ...orderRemark(summary, tick), ...joinedRemark(snapshot)],
  };
}

/** Why there are no rates where the order of time breaks. */
function orderRemark(summary: Summary | undefined, tick: Tick): Remark[] {
  const message = summary ? brokenOrder(summary, tick) : "";
  return message === "" ? [] : [{ about: "rate_hz", code: "order", message }];
}

/** That the index says nothing of the recordings before the last one. */
function joinedRemark({ joined }: Snapshot): Remark[] {
  return joined === null ? [] : [{ about: "complete", code: joined.code, message: describeError(joined) }];
}

/** What is known of a file besides its tags. */
interface FileFacts {
  /** The rate of syncs that the header of a recording in T3 mode states: of these, few have a tag. */
  sync_hz: number | null;
  /** The format's id; null for tagview's own. */
  format: string | null;
  /** What people call it. */
  kind: string | null;
  device: string | null;
  /** Of a text: what its times are in, and what a tick is. */
  times: string | null;
  remarks: Remark[];
}

/** What the numbers of a text were taken as; a tick of the default length is a remark of its own. */
function timesText(unit: string, own: string | null, taken: string | undefined, isGiven: boolean): string {
  const tick = own ?? (isGiven ? taken : undefined);
  const length = tick === undefined ? "" : shortSeconds(parseTick(tick).seconds, 7);
  return `times in ${/^\d/.test(unit) ? "units of " : ""}${unit}${length && `, tick ${length}`}`;
}

function fileOf(name: string, snapshot: Snapshot, kinds: Kinds, tick: string | undefined): FileFacts {
  const kind = kinds.get(name);
  if (kind === undefined)
    return { sync_hz: null, format: null, kind: null, device: null, times: null, remarks: [] };
  const period = headerPeriod(kind);
  const sync_hz =
    period === null ? null : 1 / toSeconds(period, parseTick(tick ?? kind.tick ?? DEFAULT_TICK));
  const { device, format, unit } = { ...kind.facts, ...snapshot.about?.facts } as Record<string, unknown>;
  return {
    sync_hz,
    format: kind.readAs?.import ?? (typeof format === "string" ? format : null),
    kind: kind.readAs === null ? null : kind.name,
    device: typeof device === "string" ? device : null,
    times: typeof unit === "string" ? timesText(unit, kind.tick, tick, kind.isTickGiven) : null,
    remarks: [...kindRemarks(kind, snapshot, tick), ...(sync_hz === null ? [] : [SYNC_RATE])],
  };
}

const SYNC_RATE: Remark = {
  about: "rate_hz",
  code: "sync-rate",
  message: `the rate of channel ${SYNC_CHANNEL}, the sync, is the header's: only syncs before a photon are recorded`,
};

/** What a file of channels says of one; null for what it does not say. */
function listedJson(listed: ListedChannels, channel: bigint): Required<Listed> {
  const found = listed.of(channel);
  return { name: found?.name || null, role: found?.role ?? null, delay: found?.delay ?? 0n };
}

const COLUMNS = [
  ...[...integers("channel", "tags"), ...reals("rate_hz"), ...integers("first", "last", "min_gap")],
];
/** What a file of channels says of one. */
const LISTED = [...texts("name", "role"), ...integers("delay")];

function statsTsv(
  snapshot: Snapshot,
  tick: Tick,
  listed: ListedChannels | undefined,
  { sync_hz }: FileFacts,
): Table {
  const summary = summaryOf(snapshot);
  const span = spanOf(summary, tick);
  const rows = (summary?.channels ?? []).map((channel): Cell[] => [
    channel.channel,
    channel.tags,
    (channel.channel === SYNC_CHANNEL ? sync_hz : null) ?? rateOf(channel.tags, span, summary),
    channel.first,
    channel.last,
    channel.min_gap,
    ...(listed ? Object.values(listedJson(listed, channel.channel)) : []),
  ]);
  return { columns: listed ? [...COLUMNS, ...LISTED] : COLUMNS, rows };
}

interface Wording extends ChannelTexts {
  colours: Colours;
  file: FileFacts;
}

/** The table for people. */
function statsText(
  name: string,
  snapshot: Snapshot,
  tick: Tick,
  { colours, label, listed, file }: Wording,
): string {
  const summary = summaryOf(snapshot);
  if (summary === undefined) return "";
  const span = spanOf(summary, tick);
  const order =
    summary.out_of_order === 0 ? "in order" : colours.yellow(`${count(summary.out_of_order)} out of order`);
  const facts = [
    size(snapshot.total ?? snapshot.bytes),
    ...(file.kind === null ? [plural(snapshot.frames, "frame")] : [file.kind]),
    ...(file.device === null ? [] : [printable(file.device)]),
    ...(file.times === null ? [] : [file.times]),
    plural(summary.tags, "tag"),
    ...(span === null ? [] : [seconds(span.s, 5)]),
    order,
    ...(snapshot.doubtful_tags === 0
      ? []
      : [colours.yellow(`${plural(snapshot.doubtful_tags, "tag")} of frames with a wrong checksum`)]),
    ...(snapshot.passed_over === 0
      ? []
      : [colours.yellow(`${size(snapshot.passed_over)} of other programs passed over`)]),
    ...(snapshot.follow ? [followText(snapshot.follow)] : []),
    ...(snapshot.complete || isGrowing(snapshot) ? [] : [colours.red("incomplete")]),
  ];
  const heading = `${colours.bold(printable(name))}   ${facts.join(" · ")}\n`;
  const remarks = noteLines(file.remarks);
  if (summary.channels.length === 0) return `${heading}${remarks}\n`;
  const broken = brokenOrder(summary, tick);

  const shown = summary.channels.slice(0, SHOWN);
  const lines = overTime(snapshot.analyses.rate, summary.last, new Set(shown.map(({ channel }) => channel)));
  const rows = shown.map(({ channel, tags, min_gap }) => [
    label(channel),
    ...(listed ? [listed.of(channel)?.role ?? "", delayText(listed.of(channel), tick)] : []),
    count(tags),
    withUnit((channel === SYNC_CHANNEL ? file.sync_hz : null) ?? rateOf(tags, span, summary), "Hz"),
    percent(tags, summary.tags),
    withUnit(min_gap === null ? null : toSeconds(min_gap, tick), "s"),
    colours.cyan(lines.get(channel) ?? ""),
  ]);
  const said = listed ? ["role", "delay"] : [];
  const left = summary.channels.length - SHOWN;
  const rest = left > 0 ? `... and ${plural(left, "more channel")}: --tsv or --json prints all\n` : "";
  const columns = ["channel", ...said, "tags", "rate", "share", "least gap"].map((title) => ({
    title,
    align: "right" as const,
  }));
  return `${heading}${remarks}${broken && `${colours.yellow(broken)}\n`}\n${table([...columns, { title: "over time", align: "left" }], rows)}${rest}\n`;
}

/** Whether it is followed and sound so far, so that more may come. */
function isGrowing({ follow, error }: Snapshot): boolean {
  return follow?.state === "following" && error === null;
}

function followText({ state, pending }: Follow): string {
  return pending === 0 ? state : `${state}, ${size(pending)} of an unfinished frame`;
}

/** From when on the order of time is broken, and how to leave that out; empty where it is not. */
function brokenOrder({ first, sound_tags, sound_until, tags }: Summary, tick: Tick): string {
  if (first === null || sound_tags === null || sound_until === null) return "";
  const until = sound_until - first;
  const share = Math.floor((100 * sound_tags) / tags);
  return `probably damaged from ${seconds(toSeconds(until, tick), 5)} on: the first ${share} % of the tags are in order, and --to ${until} leaves the rest out`;
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
