/** The commands that print the numbers of a panel. */

import { DEFAULT_TICK } from "@tagview/engine";
import { LOG_BINS } from "../model/parameters";
import { regionText } from "../model/region";
import { clockText, type Period, type Range } from "../model/view";
import { soundPart } from "../session/damage";
import { rateOf } from "../session/rate-bins";
import { summaryOf } from "../session/reading";
import type { Recording } from "../session/recording";
import { parametersNow } from "../session/results";
import type { State } from "../session/state";
import type { PanelId } from "./panel-id";

type Now = NonNullable<ReturnType<typeof parametersNow>>;

/**
 * The commands as lists of words; empty if no result is displayed. One command for the displayed and the compared
 * recording, or one for each if their requests differ. Times are ticks and therefore exact. Hidden channels are counted
 * too, because they determine the time span and the bins of rates.
 */
export function commandsOf(panel: PanelId, state: State): string[][] {
  const now = parametersNow(state);
  if (!now) return [];
  const options = (recording: Recording): string[] | null => {
    const question = questionOf(panel, now, state, recording);
    return question && [...question, ...columns(recording), ...selection(panel, state, recording), "--json"];
  };
  const counted = [state.current, state.compared].flatMap((recording) => {
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
    ...tickOption(tickText, current),
    ...columns(current),
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

const span = ({ from, to }: Range): string => `${from}..${to}`;
const option = (name: string, value: unknown): string[] =>
  value === null ? [] : [`--${name}`, String(value)];

/** The columns of a text file as named by the user. */
function columns(recording: Recording | null): string[] {
  const { columns: order, unit } = recording?.source.readAs ?? {};
  // A dash stands for a column that is neither channel nor time; no separate word may begin with it.
  return [...(order === undefined ? [] : [`--columns=${order}`]), ...option("unit", unit ?? null)];
}

function questionOf(panel: PanelId, now: Now, state: State, recording: Recording): string[] | null {
  switch (panel) {
    case "rate":
      return rateQuestion(state, recording);
    case "gaps":
      return ["gaps", "--log", "20"];
    case "matrix":
      // The matrix has a period only if it is known as a time.
      return ["pairs", ...option("period", typeof now.period === "number" ? periodText(now.period) : null)];
    case "stability":
      return ["stability"];
    case "g2":
      return g2Question(now);
    case "coincidences":
      return coincidencesQuestion(now);
    case "lifetime":
      return lifetimeQuestion(now);
    case "image":
    case "phasor":
    case "region-decay": {
      const { region } = state.view;
      return ["image", ...option("region", region && regionText(region))];
    }
  }
}

/** Without a width, bins are those that are counted while a recording is read. */
function rateQuestion(state: State, recording: Recording): string[] {
  const known = rateOf(recording, state);
  return ["rate", ...option("bin", known?.range ? known.rate.bin : null)];
}

function g2Question({ pair, g2, bin, period, fit }: Now): string[] | null {
  if (!pair) return null;
  const bins = bin === null ? option("log", LOG_BINS) : option("bin", bin);
  const ends = [...option("a", pair.a), ...option("b", pair.b)];
  // An option's value that begins with a minus sign has to be joined to it.
  const model = option("fit", fit);
  return ["g2", ...ends, ...bins, `--range=${span(g2)}`, ...option("period", periodText(period)), ...model];
}

function coincidencesQuestion(now: Now): string[] | null {
  const { patterns, window, accidentals, displaced, delays, period } = now;
  if (patterns.length === 0) return null;
  const shifts = [...delays].filter(([, delay]) => delay !== 0n);
  return [
    "coincidences",
    ...option("window", window),
    ...option("accidentals", accidentals === "measured" ? null : accidentals),
    ...option("displaced", displaced),
    ...patterns.flatMap((pattern) => option("pattern", pattern.join(","))),
    ...shifts.flatMap(([channel, delay]) => option("delay", `${channel}=${delay}`)),
    ...option("period", periodText(period)),
  ];
}

function lifetimeQuestion({ lifetime: { channel, sync, period, range, decays } }: Now): string[] | null {
  if (channel === null) return null;
  const clock = [
    ...option("sync", sync),
    ...option("period", period),
    ...option("range", range === null ? null : `0..${range}`),
  ];
  return [
    "lifetime",
    ...option("channel", channel),
    ...clock,
    ...option("decays", decays === 1 ? null : decays),
  ];
}

function periodText(period: Period | null): string | null {
  if (period === null) return null;
  if (typeof period !== "number") return clockText(period);
  return period === 0 ? "none" : String(period);
}

/** If tags are out of order and no range is chosen, the part of a recording that the result covers; null for all. */
function soundRange(panel: PanelId, { reading }: Recording): Range | null {
  const isRelated = panel === "g2" || panel === "matrix" || panel === "coincidences" || panel === "lifetime";
  return isRelated ? (soundPart(summaryOf(reading))?.range ?? null) : null;
}

/**
 * The time range, the virtual channels and the tick. Rates are counted from the first tag on, so that bins are aligned
 * with those of the chart, which may begin later.
 */
function selection(panel: PanelId, state: State, recording: Recording): string[] {
  const { view, tickText } = state;
  const range =
    panel === "rate"
      ? (rateOf(recording, state)?.range ?? null)
      : (view.range ?? soundRange(panel, recording));
  return [
    ...option("from", panel === "rate" ? null : (range?.from ?? null)),
    ...option("to", range?.to ?? null),
    ...view.define.flatMap((rule) => option("define", rule)),
    ...tickOption(tickText, recording),
  ];
}

/** The tick in use, unless it is the default for the recording. */
function tickOption(tick: string, recording: Recording | null): string[] {
  const isUsual = tick === DEFAULT_TICK && (recording?.kind?.tick ?? null) === null;
  return option("tick", isUsual ? null : tick);
}
