/**
 * The view of a recording as keys of the address: `tick=156.25ps&range=0..99&off=3,16&rate=0.1..0.2&at=64&ratebin=64&ratelog=1&gaps=1e-8..1e-3`, and of its
 * pair `pair=3,15&g2=-64..64&bin=1&period=80&fit=two-level&norm=1&log=1&window=8&accidentals=rates&delays=15:26&patterns=3,15,16;3,16`, and its
 * virtual channels `define=100=3+15;101=3&15@2ns`; of a lifetime, `clocked=7,3,80.25,9999,2`: clock, channel,
 * period, range and two decays, or `auto`, and `decay=0..1e-8`. A period is `80`, or of a clock `ch7` or `ch7/8`. Ranges with names are
 * `ranges=0..99:dark;100..199:lamp%20on`; names, roles and colours of channels,
 * `names=3:pump:herald:green;15:idler%20left:`; and what was written about it all is `note`.
 */

import { COLOUR_NAMES } from "@tagview/charts";
import { FIT_MODELS } from "@tagview/engine";
import { readDefinitions } from "./definitions";
import { isTick } from "./settings";
import {
  type Clocked,
  clockText,
  LONGEST_CHANNEL_NAME,
  MOST_CHANNEL,
  MOST_CHANNELS,
  MOST_DEFINITION,
  MOST_DEFINITIONS,
  MOST_DIVIDER,
  MOST_LISTED,
  MOST_NAME,
  MOST_NOTE,
  MOST_PATTERNS,
  MOST_RANGES,
  MOST_TICKS,
  MOST_WINDOW,
  type NamedRange,
  type Period,
  type Range,
  ROLES,
  type View,
} from "./view";

/** Longest delay of a correlation in ticks. */
const MOST_DELAY = 2n ** 60n - 1n;
/** Longest time on an axis, and shortest span of one, in seconds. */
const MOST_SECONDS = 1e15;
const LEAST_SECONDS = 1e-18;

/** The keys of a view; what was not chosen is empty. */
export function writeView(view: View): [key: string, value: string][] {
  const { range, rate, at, rateBin, rateLog, gaps, pair, g2, bin, window } = view;
  return [
    ["tick", view.tick ?? ""],
    ["range", range ? ticks(range) : ""],
    ["off", [...view.hidden].join(",")],
    ["rate", rate ? seconds(rate) : ""],
    ["at", at === null ? "" : String(at)],
    ["ratebin", rateBin === null ? "" : String(rateBin)],
    ["ratelog", rateLog === null ? "" : String(Number(rateLog))],
    ["gaps", gaps ? seconds(gaps) : ""],
    ["pair", pair ? `${pair.a},${pair.b}` : ""],
    ["g2", g2 ? ticks(g2) : ""],
    ["bin", bin === null ? "" : String(bin)],
    ["period", periodText(view.period)],
    ["fit", view.fit ?? ""],
    ["norm", view.normalised ? "1" : ""],
    ["log", view.logarithmic ? "1" : ""],
    ["window", window === null ? "" : String(window)],
    ["accidentals", view.accidentals === "measured" ? "" : view.accidentals],
    ["delays", [...view.delays].map(([channel, delay]) => `${channel}:${delay}`).join(",")],
    ["define", view.define.join(";")],
    [
      "names",
      [...view.names]
        .map(([c, { name, role, colour }]) =>
          [c, encodeURIComponent(name), role ?? "", ...(colour ? [colour] : [])].join(":"),
        )
        .join(";"),
    ],
    ["clocked", clockedText(view.lifetime)],
    ["decay", view.decay ? seconds(view.decay) : ""],
    ["ranges", view.ranges.map((one) => `${ticks(one)}:${encodeURIComponent(one.name)}`).join(";")],
    ["note", view.note],
    ["patterns", view.patterns.map((pattern) => pattern.join(",")).join(";")],
  ];
}

/**
 * Reads the view from a link's keys; nonsense in a key leaves what it says to the recording. Every value is bounded here, as
 * what is typed is: a link comes from anywhere.
 */
export function readView(keys: URLSearchParams): View {
  const get = (key: string): string => keys.get(key) ?? "";
  const [a, b] = integers(get("pair"), ",").filter(isChannel);
  return {
    tick: isTick(get("tick")) ? get("tick") : null,
    hidden: new Set(integers(get("off"), ",").filter(isChannel).slice(0, MOST_LISTED)),
    range: rangeOf(get("range"), 0n),
    rate: secondsOf(get("rate")),
    at: ticksOf(get("at"), 0n, MOST_TICKS),
    rateBin: ticksOf(get("ratebin"), 1n, MOST_TICKS),
    rateLog: { "0": false, "1": true }[get("ratelog")] ?? null,
    gaps: positive(secondsOf(get("gaps"))),
    pair: a !== undefined && b !== undefined ? { a, b } : null,
    g2: rangeOf(get("g2"), -MOST_DELAY, MOST_DELAY),
    bin: ticksOf(get("bin"), 1n, MOST_TICKS),
    period: periodOf(get("period")),
    fit: FIT_MODELS.find((model) => model === get("fit")) ?? null,
    normalised: get("norm") === "1",
    logarithmic: get("log") === "1",
    window: ticksOf(get("window"), 0n, MOST_WINDOW),
    accidentals: get("accidentals") === "rates" ? "rates" : "measured",
    delays: delaysOf(get("delays")),
    define: readDefinitions(get("define"))
      .slice(0, MOST_DEFINITIONS)
      .filter(({ length }) => length <= MOST_DEFINITION),
    names: namesOf(get("names")),
    patterns: get("patterns")
      .split(";", MOST_PATTERNS)
      .map((pattern) => integers(pattern, ","))
      .filter(isPattern),
    lifetime: clockedOf(get("clocked")),
    decay: secondsOf(get("decay")),
    ranges: rangesOf(get("ranges")),
    note: get("note").slice(0, MOST_NOTE),
  };
}

/** Ranges with a name, each name once; what has none, or is none, is left out. */
function rangesOf(text: string): NamedRange[] {
  const named = new Map<string, NamedRange>();
  for (const part of text.split(";", MOST_RANGES)) {
    const [, ends = "", rest = ""] = /^([^:]*):(.*)$/u.exec(part) ?? [];
    const range = rangeOf(ends, 0n);
    const name = decoded(rest).slice(0, MOST_NAME);
    if (range && name !== "") named.set(name, { name, ...range });
  }
  return [...named.values()];
}

/** Names, roles and colours of channels; what is none is left out. */
function namesOf(text: string): View["names"] {
  const named = text.split(";", MOST_LISTED).flatMap((part) => {
    const [, channel, coded = "", word, last] = /^(\d{1,20}):([^:]*):(\w*)(?::(\w*))?$/u.exec(part) ?? [];
    const name = decoded(coded).slice(0, LONGEST_CHANNEL_NAME);
    const role = ROLES.find((one) => one === word) ?? null;
    const colour = COLOUR_NAMES.find((one) => one === last) ?? null;
    const number = ticksOf(channel ?? "", 0n, MOST_CHANNEL);
    return number === null ? [] : [[number, { name, role, colour }] as const];
  });
  return new Map(named);
}

/** A name as it was; empty where it was not encoded by this page. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

function periodText(period: Period | null): string {
  if (period === null) return "";
  return typeof period === "number" ? String(period) : clockText(period);
}

function periodOf(text: string): Period | null {
  const [, channel = "", pulses] = /^ch(\d{1,20})(?:\/(\d{1,9}))?$/u.exec(text) ?? [];
  const clock = ticksOf(channel, 0n, MOST_CHANNEL);
  const divider = pulses === undefined ? undefined : ticksOf(pulses, 1n, MOST_DIVIDER);
  if (clock !== null && divider !== null) return divider === undefined ? { clock } : { clock, divider };
  return text === "0" ? 0 : realTicksOf(text);
}

/** Ticks that need not be whole, from 1 on; null where the text is none. */
function realTicksOf(text: string): number | null {
  const ticks = Number(text);
  return ticks >= 1 && ticks <= Number(MOST_WINDOW) ? ticks : null;
}

const isChannel = (number: bigint): boolean => number >= 0n && number <= MOST_CHANNEL;

/** Whether these are at least two channels, and none of them twice. */
function isPattern(channels: readonly bigint[]): boolean {
  const isLong = channels.length >= 2 && channels.length <= MOST_CHANNELS;
  return isLong && channels.every(isChannel) && new Set(channels).size === channels.length;
}

function delaysOf(text: string): ReadonlyMap<bigint, bigint> {
  const entries = text.split(",", MOST_LISTED).map((entry) => integers(entry, ":"));
  return new Map(
    entries.flatMap(([channel, delay]) =>
      channel !== undefined && delay !== undefined && isChannel(channel) && isWithin(delay, MOST_WINDOW)
        ? [[channel, delay] as const]
        : [],
    ),
  );
}

const isWithin = (delay: bigint, most: bigint): boolean => delay >= -most && delay <= most;

function clockedText({ wanted, sync, channel, period, range, decays }: Clocked): string {
  const text = [sync, channel, period, range, decays === 1 ? null : decays]
    .map((part) => part ?? "")
    .join(",")
    .replace(/,+$/u, "");
  if (!wanted) return "";
  return text === "" ? "auto" : text;
}

function clockedOf(text: string): Clocked {
  const parts = text === "auto" ? [] : text.split(",");
  const [sync = "", channel = "", period = "", range = "", decays = ""] = parts;
  return {
    wanted: text !== "",
    sync: ticksOf(sync, 0n, MOST_CHANNEL),
    channel: ticksOf(channel, 0n, MOST_CHANNEL),
    period: realTicksOf(period),
    range: ticksOf(range, 1n, MOST_WINDOW),
    decays: decays === "2" ? 2 : 1,
  };
}

function ticks({ from, to }: Range): string {
  return `${from}..${to}`;
}

/** A range whose ends are `least` to `most`. */
function rangeOf(text: string, least: bigint, most: bigint = MOST_TICKS): Range | null {
  const [from, to] = integers(text, "..");
  if (from === undefined || to === undefined || from > to) return null;
  return from >= least && to <= most ? { from, to } : null;
}

/** An integer from `least` to `most`; null where the text is none. */
function ticksOf(text: string, least: bigint, most: bigint): bigint | null {
  const [number] = integers(text, ",");
  return number !== undefined && number >= least && number <= most ? number : null;
}

/** Nine digits of the span tell the pixels of any screen apart, and more than those of a double there are not. */
function seconds([low, high]: readonly [number, number]): string {
  const far = Math.log10(Math.max(Math.abs(low), Math.abs(high)) / (high - low));
  const digits = Math.min(17, 9 + Math.max(0, Math.ceil(far)));
  return `${Number(low.toPrecision(digits))}..${Number(high.toPrecision(digits))}`;
}

function secondsOf(text: string): [number, number] | null {
  const [low = Number.NaN, high = Number.NaN] = text.split("..").map(Number);
  const isBounded = Math.abs(low) <= MOST_SECONDS && Math.abs(high) <= MOST_SECONDS;
  return isBounded && high - low >= LEAST_SECONDS ? [low, high] : null;
}

/** Seconds of a logarithmic axis, which has no 0. */
function positive(seconds: [number, number] | null): [number, number] | null {
  return seconds && seconds[0] >= LEAST_SECONDS ? seconds : null;
}

/** Integers of at most 20 digits; none where one of them is anything else. */
function integers(text: string, separator: string): bigint[] {
  const parts = text.split(separator);
  return parts.every((part) => /^-?\d{1,20}$/u.test(part)) ? parts.map(BigInt) : [];
}
