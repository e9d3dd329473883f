/** The command that prints the numbers of a panel. */

import { DEFAULT_TICK } from "@tagview/engine";
import { soundPart } from "../damage";
import { LOG_BINS } from "../parameters";
import { rateOf } from "../rate-bins";
import { summaryOf } from "../reading";
import type { Recording } from "../recording";
import { parametersNow } from "../results";
import type { State } from "../state";
import type { Period, Range } from "../view";
import type { PanelId } from "./panel-id";

type Now = NonNullable<ReturnType<typeof parametersNow>>;

/**
 * The command as a list of words; null where nothing is on show. Times are ticks, and so exact. Channels that are switched
 * off are counted too, because the span of time and the bins of rates would be others without them.
 */
export function commandOf(panel: PanelId, state: State): string[] | null {
  const { current, compared } = state;
  const now = parametersNow(state);
  const question = current && now && questionOf(panel, now, state);
  if (!question) return null;
  const names = [current, compared].flatMap((recording) => (recording ? [recording.name] : []));
  const options = [...question, ...columns(current), ...selection(panel, state), "--json"];
  return ["npx", "tagview", ...options, ...names.map(path)];
}

/** The command that exports what is chosen, of these channels or of all where none is named, as `file`. */
export function exportCommand(state: State, channels: readonly bigint[], file: string): string[] {
  const { current, view, tickText } = state;
  return [
    ...["npx", "tagview", "export"],
    ...channels.flatMap((channel) => option("channel", channel)),
    ...option("from", view.range?.from ?? null),
    ...option("to", view.range?.to ?? null),
    ...view.define.flatMap((rule) => option("define", rule)),
    ...option("tick", tickText === DEFAULT_TICK ? null : tickText),
    ...columns(current),
    ...["-o", path(file), path(current?.name ?? "")],
  ];
}

/** The command as it is typed into a shell. */
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

/** What a person said of the columns of a text. */
function columns(recording: Recording | null): string[] {
  const { columns: order, unit } = recording?.source.readAs ?? {};
  // A column that is none of the two is a dash, with which no word of its own may begin.
  return [...(order === undefined ? [] : [`--columns=${order}`]), ...option("unit", unit ?? null)];
}

function questionOf(panel: PanelId, now: Now, state: State): string[] | null {
  switch (panel) {
    case "rate":
      return rateQuestion(state);
    case "gaps":
      return ["gaps", "--log", "20"];
    case "matrix":
      return ["pairs"];
    case "stability":
      return ["stability"];
    case "g2":
      return g2Question(now);
    case "coincidences":
      return coincidencesQuestion(now);
    case "lifetime":
      return lifetimeQuestion(now);
  }
}

/** Without a width, bins are those that are counted while a recording is read. */
function rateQuestion(state: State): string[] {
  const known = rateOf(state.current, state);
  return ["rate", ...option("bin", known?.range ? known.rate.bin : null)];
}

function g2Question({ pair, g2, bin, period }: Now): string[] | null {
  if (!pair) return null;
  const bins = bin === null ? option("log", LOG_BINS) : option("bin", bin);
  const ends = [...option("a", pair.a), ...option("b", pair.b)];
  // An option's value that begins with a minus sign has to be joined to it.
  return ["g2", ...ends, ...bins, `--range=${span(g2)}`, ...option("period", periodText(period))];
}

function coincidencesQuestion({ patterns, window, delays, period }: Now): string[] | null {
  if (patterns.length === 0) return null;
  const shifts = [...delays].filter(([, delay]) => delay !== 0n);
  return [
    "coincidences",
    ...option("window", window),
    ...patterns.flatMap((pattern) => option("pattern", pattern.join(","))),
    ...shifts.flatMap(([channel, delay]) => option("delay", `${channel}=${delay}`)),
    ...option("period", periodText(period)),
  ];
}

function lifetimeQuestion({ lifetime: { channel, sync, period, range } }: Now): string[] | null {
  if (channel === null) return null;
  const clock = [...option("sync", sync), ...option("period", period), ...option("range", range)];
  return ["lifetime", ...option("channel", channel), ...clock];
}

function periodText(period: Period | null): string | null {
  if (period === null) return null;
  if (typeof period !== "number") return `ch${period.clock}`;
  return period === 0 ? "none" : String(period);
}

/** Where order breaks and no range is chosen: what the panel's answer is of; null for all. */
function soundRange(panel: PanelId, { current }: State): Range | null {
  const isRelated = panel === "g2" || panel === "matrix" || panel === "coincidences" || panel === "lifetime";
  return isRelated ? (soundPart(summaryOf(current?.reading))?.range ?? null) : null;
}

/**
 * The range of time, the virtual channels and the tick. Rates are counted from the first tag on, so that bins lie where
 * they do on the chart, which shows the later ones of them.
 */
function selection(panel: PanelId, state: State): string[] {
  const { current, view, tickText } = state;
  const range =
    panel === "rate" ? (rateOf(current, state)?.range ?? null) : (view.range ?? soundRange(panel, state));
  return [
    ...option("from", panel === "rate" ? null : (range?.from ?? null)),
    ...option("to", range?.to ?? null),
    ...view.define.flatMap((rule) => option("define", rule)),
    ...option("tick", tickText === DEFAULT_TICK ? null : tickText),
  ];
}
