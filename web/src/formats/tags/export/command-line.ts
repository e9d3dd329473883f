/** The commands that print the numbers of a panel. */

import { DEFAULT_TICK, DISPLACED, parseTick, parseTime, rangeAfterPulse } from "@tagview/engine";
import { LOG_BINS } from "../model/parameters";
import { regionText } from "../model/region";
import { analysisOf, type Shown, type ShownRecording } from "../session/shown";
import type { State } from "../session/state";
import { type Periodic, periodIn } from "./period";

/**
 * The commands as lists of words; empty without results. One command for the displayed and the compared recording, or
 * one for each if their requests differ. Times are ticks and therefore exact. Hidden channels are counted too, because
 * they determine the time span and the bins of rates.
 */
export function commandsOf(shown: Shown): string[][] {
  const options = (recording: ShownRecording): string[] | null => {
    const question = questionOf(shown, recording);
    return question && [...question, ...columns(recording), ...selection(shown, recording), "--json"];
  };
  const counted = [shown.current, shown.compared].flatMap((recording) => {
    const words = recording && options(recording);
    return words ? [{ words, name: path(recording.name) }] : [];
  });
  const [first, second] = counted;
  if (first === undefined) return [];
  const start = ["npx", "tagview"];
  const isSame = commandLine(first.words) === commandLine(second?.words ?? []);
  return isSame
    ? [[...start, ...first.words, ...counted.map(({ name }) => name)]]
    : counted.map(({ words, name }) => [...start, ...words, name]);
}

/** The command that exports the selection as `file`, with these channels or with all if none is given. */
export function exportCommand(state: State, channels: readonly bigint[], file: string): string[] {
  const { current, view, tickText } = state;
  return [
    ...["npx", "tagview", "export"],
    ...channels.flatMap((channel) => option("channel", channel)),
    ...option("from", view.range?.from ?? null),
    ...option("to", view.range?.to ?? null),
    ...view.define.flatMap((rule) => option("define", rule)),
    ...tickOption(tickText, current?.kind?.tick ?? null),
    ...columns({ readAs: current?.source.readAs }),
    ...["-o", path(file), path(current?.name ?? "")],
  ];
}

/** The command as typed into a shell. */
export function commandLine(command: readonly string[]): string {
  return command.map(quoted).join(" ");
}

/** A word as a POSIX shell takes it for that word. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A file of this folder; a name that begins with a dash would be an option. */
function path(name: string): string {
  return name.startsWith("-") ? `./${name}` : name;
}

const option = (name: string, value: unknown): string[] =>
  value === null || value === undefined ? [] : [`--${name}`, String(value)];

/** The columns of a text file as named by the user. */
function columns({ readAs }: Pick<ShownRecording, "readAs">): string[] {
  const { columns: order, unit } = readAs ?? {};
  // A dash stands for a column that is neither channel nor time; no separate word may begin with it.
  return [...(order === undefined ? [] : [`--columns=${order}`]), ...option("unit", unit)];
}

/** The subcommand and the options of the request that was answered. */
function questionOf({ panel, tickText }: Shown, { answer, response }: ShownRecording): string[] | null {
  if (answer === null) return null;
  switch (panel) {
    case "rate":
      // Without a width, bins are those that are counted while a recording is read.
      return ["rate", ...option("bin", analysisOf(answer, "rate")?.bin)];
    case "gaps":
      return ["gaps", "--log", "20"];
    case "matrix":
      return ["pairs", ...period(analysisOf(answer, "pairs"))];
    case "stability":
      return ["stability"];
    case "g2":
      return g2Question(analysisOf(answer, "correlation"));
    case "coincidences":
      return coincidencesQuestion(analysisOf(answer, "coincidence"), tickText);
    case "lifetime":
      return lifetimeQuestion(analysisOf(answer, "lifetime"), tickText, response);
    case "image":
    case "phasor":
    case "region-decay": {
      const { region } = analysisOf(answer, "image") ?? {};
      return ["image", ...option("region", region && regionText(region))];
    }
  }
}

type RequestOf<N extends Parameters<typeof analysisOf>[1]> = ReturnType<typeof analysisOf<N>>;

function g2Question(request: RequestOf<"correlation">): string[] | null {
  if (!request) return null;
  const { a, b, from, to, bin, fit } = request;
  const bins = bin === undefined ? option("log", LOG_BINS) : option("bin", bin);
  // An option's value that begins with a minus sign has to be joined to it.
  const delays = `--range=${from}..${to}`;
  return [
    ...["g2", ...option("a", a), ...option("b", b), ...bins, delays],
    ...[...period(request), ...option("fit", fit)],
  ];
}

function coincidencesQuestion(request: RequestOf<"coincidence">, tick: string): string[] | null {
  if (!request) return null;
  const { window, accidentals, displaced, patterns = [], delays = [] } = request;
  const isUsual = displaced === parseTime(DISPLACED, parseTick(tick));
  return [
    "coincidences",
    ...option("window", window),
    ...option("accidentals", accidentals),
    ...option("displaced", isUsual ? null : displaced),
    ...patterns.flatMap((pattern) => option("pattern", pattern.join(","))),
    ...delays.flatMap(([channel, delay]) => option("delay", `${channel}=${delay}`)),
    ...period(request),
  ];
}

function lifetimeQuestion(
  request: RequestOf<"lifetime">,
  tick: string,
  response: string | null,
): string[] | null {
  if (!request) return null;
  const { channel, sync, range, decays } = request;
  const isUsual = range === undefined || range === rangeAfterPulse(parseTick(tick));
  return [
    ...["lifetime", ...option("channel", channel), ...option("sync", sync)],
    ...option("period", request.period),
    ...option("range", isUsual ? null : `0..${range}`),
    ...option("decays", decays),
    ...option("response", response && path(response)),
  ];
}

function period(request: Periodic | undefined): string[] {
  const value = periodIn(request);
  return option("period", value === 0 ? "none" : value);
}

/**
 * The time range, the virtual channels and the tick. Rates are counted from the first tag on, so that bins are aligned
 * with those of the chart, which may begin later.
 */
function selection({ panel, tickText }: Shown, { answer, kind }: ShownRecording): string[] {
  const { selection: { from, to } = {}, define = [] } = answer?.request ?? {};
  return [
    ...option("from", panel === "rate" ? null : from),
    ...option("to", to),
    ...define.flatMap((rule) => option("define", rule)),
    ...tickOption(tickText, kind?.tick ?? null),
  ];
}

/** The tick in use, unless it is the default for the recording. */
function tickOption(tick: string, own: string | null): string[] {
  return option("tick", tick === DEFAULT_TICK && own === null ? null : tick);
}
