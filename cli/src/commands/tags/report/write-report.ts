/** Runs the commands of a report one after another, and writes their results to a page. */

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { pipeline } from "node:stream/promises";
import { type ReportSection, reportPage } from "@tagview/charts/report";
import type { Command } from "commander";
import { colours } from "../../../output/colour";
import { describeError } from "../../../output/errors";
import { count, seconds, size } from "../../../output/numbers";
import { svgOf } from "../../../output/plot";
import { printable } from "../../../output/printable";
import { shellLine } from "../../../output/shell";
import { checkNew, writeWhole } from "../../../output/whole-file";
import {
  DEFAULT_TICK,
  engine,
  headerPeriod,
  markerName,
  parseTick,
  type Rate,
  recordingVerdict,
  type Snapshot,
  SYNC_CHANNEL,
  TagviewError,
  type Tick,
  type Verdict,
  wholeColumns,
} from "../../../runtime/engine";
import type { Status } from "../../../runtime/exit-status";
import { type Input, inputOf } from "../../../runtime/inputs";
import { type Progress, startProgress } from "../../../runtime/progress";
import { statusOfSnapshot } from "../answer";
import { identify } from "../kinds";
import type { Answerer } from "../scan";
import { scanInOrder } from "../scan-inputs";
import { runSubcommand } from "../subcommand";
import { checkOutput } from "../writing";
import type { ReportOptions } from "./options";
import {
  ANSWERING,
  type Given,
  lifetimeSection,
  pairSections,
  pairsSection,
  type Section,
  SINGLES,
} from "./sections";

/** The answer of a section's command, and the counts behind it. */
interface Answer {
  answered: ReportSection;
  snapshot: Snapshot;
}

/**
 * Writes the report on `file`. `tags` are the options about tags as typed.
 * @throws TagviewError `usage`, `open-failed`.
 */
export async function writeReport(
  program: Command,
  file: string,
  options: ReportOptions,
  tags: string[],
): Promise<Status> {
  const { output, force, a, b, window, period } = options;
  if ((a === undefined) !== (b === undefined))
    throw new TagviewError("usage", "a pair is two channels", "give --a and --b, or neither");
  const input = inputOf(file);
  if (input.source.kind === "fd")
    throw new TagviewError("usage", "a report reads its recording several times", "name a file");
  checkOutput(output, [input]);
  checkNew(output, { force });
  const given: Given = { tags, period: period === undefined ? [] : ["--period", period], window };
  const progress = await startProgress(!options.quiet);
  try {
    const answer = (section: Section) => answerTo(section, { program, file, given, progress });
    const singles: Answer[] = [];
    for (const section of SINGLES) singles.push(await answer(section));
    const pairs = await answer(pairsSection(given));
    const answers = [...singles, pairs];
    const [{ snapshot }] = singles as [Answer];
    const { kind } = await identify(input, options);
    const tick = parseTick(options.tick ?? kind.tick ?? DEFAULT_TICK);
    const sync = headerPeriod(kind) === null ? null : SYNC_CHANNEL;
    const isPhoton = (channel: bigint): boolean => channel !== sync && markerName(kind, channel) === null;
    const pair = a === undefined || b === undefined ? mostSignificant(pairs.snapshot, isPhoton) : { a, b };
    if (pair !== null)
      for (const section of pairSections(pair.a, pair.b, given)) answers.push(await answer(section));
    for (const channel of sync === null ? [] : channelsOf(snapshot).filter(isPhoton))
      answers.push(await answer(lifetimeSection(channel)));
    const page = reportPage({
      title: `Report on ${printable(basename(input.name))}`,
      verdict: verdictOf(snapshot, tick, kind.meta?.image != null),
      provenance: await provenance(input, snapshot),
      sections: answers.map(({ answered }) => answered),
    });
    await writeWhole(output, { force }, (append) => append(new TextEncoder().encode(page)));
    // A pair without a peak is a valid result.
    return statusOfSnapshot(snapshot);
  } finally {
    progress.stop();
  }
}

interface Asking {
  program: Command;
  file: string;
  given: Given;
  progress: Progress;
}

/** Asks the command of a section. */
async function answerTo(
  { title, see, command: [name = "", ...own] }: Section,
  { program, file, given, progress }: Asking,
): Promise<Answer> {
  const line = `tagview ${shellLine([name, ...own, ...given.tags, file])}`;
  let answer: Answer | undefined;
  // Some commands count the chart's data only with `--plot`. The chart's file is not written, so the name does not
  // matter.
  const args = [name, "--quiet", "--plot", "chart.svg", "--force", ...own, ...given.tags, "--", file];
  const collect: Answerer = async (inputs, _, command) => {
    const { snapshot, close } = await scanInOrder(inputs, command, progress)();
    try {
      const { error, tags } = snapshot;
      const subject = printable(file);
      if (error !== null && tags === 0) {
        const { code, message, remedy, offset } = error;
        throw new TagviewError(code, message, remedy, offset);
      }
      const answered: ReportSection = {
        ...{ title, see, line },
        text: command.text(file, snapshot, colours(false)),
        notes: [
          ...(error === null ? [] : [describeError(error)]),
          ...(command.notes?.(file, snapshot) ?? []),
        ],
        chart: svgOf((charts, document) => command.draw?.(charts, document, snapshot, subject)),
      };
      answer = { answered, snapshot };
      return statusOfSnapshot(snapshot);
    } finally {
      close();
    }
  };
  await runSubcommand(program, ANSWERING, args, Object.assign(collect, { reads: true as const }));
  if (answer === undefined) throw new TagviewError("internal", `${name} gave no answer`, "please report it");
  return answer;
}

/** The pair of different channels of photons with the most significant peak; null if no pair has a peak. */
function mostSignificant(
  { analyses }: Snapshot,
  isPhoton: (channel: bigint) => boolean,
): { a: bigint; b: bigint } | null {
  const [best] = (analyses.pairs?.pairs ?? [])
    .filter(({ a, b, delay }) => a !== b && isPhoton(a) && isPhoton(b) && delay !== null)
    .sort((one, other) => (other.significance ?? 0) - (one.significance ?? 0));
  return best ?? null;
}

function channelsOf({ analyses }: Snapshot): bigint[] {
  return (analyses.summary?.channels ?? []).map(({ channel }) => channel);
}

/** The engine's verdict on the recording, from its results. */
function verdictOf(
  { complete, error, findings, analyses: { summary, rate } }: Snapshot,
  tick: Tick,
  isScan: boolean,
): Verdict {
  const isWhole = complete && error === null;
  const whole = rate && wholeColumns<Rate>(rate);
  return recordingVerdict(
    { isWhole, findings, summary, rate: whole, tick: tick.seconds, isScan },
    { count, time: seconds },
  );
}

/** The input of the report, and the program that wrote it. */
async function provenance({ name, source }: Input, { bytes }: Snapshot): Promise<[string, string][]> {
  const { version, zstd } = await engine.version();
  const hash: [string, string][] = source.kind === "path" ? [["SHA-256", await sha256(source.path)]] : [];
  const time = new Date().toISOString().slice(0, 16).replace("T", " ");
  return [
    ["file", printable(source.kind === "path" ? source.path : name)],
    ["size", `${size(bytes)} (${count(bytes)} bytes)`],
    ...hash,
    ["made by", `tagview ${version} (${zstd}) on ${time} UTC`],
    ["command", `tagview ${printable(shellLine(process.argv.slice(2)))}`],
  ];
}

async function sha256(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
