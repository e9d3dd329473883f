/**
 * The view of a recording as keys of the address: `tick=156.25ps&range=0..99&off=3,16&rate=0.1..0.2&at=64&ratebin=64&ratelog=1&apart=1&gaps=1e-8..1e-3`, and of its
 * pair `pair=3,15&g2=-64..64&bin=1&period=80&fit=two-level&norm=1&log=1&window=8&accidentals=rates&displaced=640000&delays=15:26&patterns=3,15,16;3,16`, and its
 * virtual channels `define=100=3+15;101=3&15@2ns`; of a lifetime, `clocked=7,3,80.25,9999,2`: clock, channel,
 * period, range and two decays, or `auto`, and `decay=0..1e-8`; of an image, `pixels=mean&region=10..20,5..9&regiondecay=0..1e-8`. A period is `80`, or of a clock `ch7` or `ch7/8`. Ranges with names are
 * `ranges=0..99:dark;100..199:lamp%20on`; names, roles and colours of channels,
 * `names=3:pump:herald:green;15:idler%20left:`; and the user's note on the recording is `note`.
 */

import { COLOUR_NAMES, shorten } from "@tagview/charts";
import { FIT_MODELS } from "@tagview/engine";
import {
  type Codec,
  type Codecs,
  changedKeys,
  flag,
  ignoredKeys,
  initialView,
  listed,
  oneOf,
  optional,
  readKeys,
  textOf,
  writeKeys,
} from "../../../app/codec";
import { readDefinitions } from "../model/definitions";
import { regionOf, regionText } from "../model/region";
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
  PIXELS,
  type Range,
  ROLES,
  type View,
} from "../model/view";
import { isTick } from "./settings";

/** Longest delay of a correlation in ticks. */
const MOST_DELAY = 2n ** 60n - 1n;
/** Longest time on an axis, and shortest span of one, in seconds. */
const MOST_SECONDS = 1e15;
const LEAST_SECONDS = 1e-18;

const NO_LIFETIME: Clocked = {
  wanted: null,
  sync: null,
  channel: null,
  period: null,
  range: null,
  decays: 1,
};

/** Every value of a view: its key, its initial value, and its text. */
const CODECS: Codecs<View> = {
  tick: optional("tick", String, (text) => (isTick(text) ? text : null)),
  range: optional("range", ticks, (text) => rangeOf(text, 0n)),
  hidden: listed<View["hidden"]>(
    "off",
    new Set(),
    (hidden) => [...hidden].join(","),
    (text) => new Set(integers(text, ",").filter(isChannel).slice(0, MOST_LISTED)),
  ),
  rate: optional("rate", seconds, secondsOf),
  at: optional("at", String, (text) => ticksOf(text, 0n, MOST_TICKS)),
  rateBin: optional("ratebin", String, (text) => ticksOf(text, 1n, MOST_TICKS)),
  rateLog: optional(
    "ratelog",
    (isLog) => String(Number(isLog)),
    (text) => ({ "0": false, "1": true })[text] ?? null,
  ),
  apart: flag("apart"),
  gaps: optional("gaps", seconds, (text) => positive(secondsOf(text))),
  pair: optional("pair", ({ a, b }) => `${a},${b}`, pairOf),
  g2: optional("g2", ticks, (text) => rangeOf(text, -MOST_DELAY, MOST_DELAY)),
  bin: optional("bin", String, (text) => ticksOf(text, 1n, MOST_TICKS)),
  period: optional("period", periodText, periodOf),
  fit: optional("fit", String, (text) => FIT_MODELS.find((model) => model === text) ?? null),
  normalised: flag("norm"),
  logarithmic: flag("log"),
  window: optional("window", String, (text) => ticksOf(text, 0n, MOST_WINDOW)),
  accidentals: oneOf("accidentals", ["measured", "rates"]),
  displaced: optional("displaced", String, (text) => ticksOf(text, 0n, MOST_WINDOW)),
  delays: listed<View["delays"]>(
    "delays",
    new Map(),
    (delays) => [...delays].map(([channel, delay]) => `${channel}:${delay}`).join(","),
    delaysOf,
  ),
  define: listed<View["define"]>("define", [], (define) => define.join(";"), defineOf),
  names: listed<View["names"]>("names", new Map(), namesText, namesOf),
  lifetime: listed("clocked", NO_LIFETIME, clockedText, clockedOf),
  decay: optional("decay", seconds, secondsOf),
  pixels: oneOf("pixels", PIXELS),
  region: optional("region", regionText, regionOf),
  regionDecay: optional("regiondecay", seconds, secondsOf),
  ranges: listed<View["ranges"]>(
    "ranges",
    [],
    (ranges) => ranges.map((one) => `${ticks(one)}:${encoded(one.name)}`).join(";"),
    rangesOf,
  ),
  note: textOf("note", MOST_NOTE),
  patterns: listed<View["patterns"]>(
    "patterns",
    [],
    (patterns) => patterns.map((pattern) => pattern.join(",")).join(";"),
    patternsOf,
  ),
};

export const WHOLE: View = initialView(CODECS);

/** The keys of a view; empty for initial values. */
export const writeView = (view: View): [key: string, text: string][] => writeKeys(CODECS, view);

/** Reads the view from a link's keys; for an invalid value, the recording determines the default. */
export const readView = (keys: URLSearchParams): View => readKeys(CODECS, keys);

/** Maximum number of letters of a link's ignored part in a sentence. */
const MOST_QUOTED = 40;

/** A sentence on the keys of a link whose values are invalid; null for none. */
export function ignoredIn(keys: URLSearchParams): string | null {
  const ignored = ignoredKeys(CODECS, keys).map((one) => shorten(one, MOST_QUOTED));
  return ignored.length === 0 ? null : `Ignored in the link, because it is not valid: ${ignored.join(", ")}.`;
}

/** The parts of a view that define a measurement of any recording: without time ranges, zooms and notes. */
const MEASURED: readonly (keyof View)[] = [
  ...(["pair", "g2", "bin", "period", "fit", "normalised", "logarithmic", "window", "accidentals"] as const),
  ...(["displaced", "delays", "names", "lifetime", "patterns"] as const),
];

/** The measurement of a view, as keys of an address. */
export function writeMeasurement(view: View): string {
  const keys = MEASURED.map((name) => {
    const codec = CODECS[name] as Codec<View[typeof name]>;
    return [codec.key, codec.encode(view[name])];
  });
  return new URLSearchParams(keys.filter(([, text]) => text !== "")).toString();
}

/** A view with this measurement. Ticks in these keys become `factor` ticks of the view's recording, rounded. */
export function withMeasurement(view: View, keys: string, factor: number): View {
  const read = readView(new URLSearchParams(keys));
  const measured = Object.fromEntries(MEASURED.map((name) => [name, read[name]])) as Partial<View>;
  return { ...view, ...measured, ...(factor === 1 ? {} : inTicks(read, factor)) };
}

/** The times of a view in ticks of another length. */
function inTicks({ g2, bin, period, window, delays, lifetime }: View, factor: number): Partial<View> {
  const whole = (ticks: bigint): bigint => BigInt(Math.round(Number(ticks) * factor));
  const atLeastOne = (ticks: bigint): bigint => (whole(ticks) > 1n ? whole(ticks) : 1n);
  const real = <T>(ticks: number | T): number | T => (typeof ticks === "number" ? ticks * factor : ticks);
  return {
    g2: g2 && { from: whole(g2.from), to: whole(g2.to) },
    bin: bin && atLeastOne(bin),
    period: real(period),
    window: window && whole(window),
    delays: new Map([...delays].map(([channel, delay]) => [channel, whole(delay)])),
    lifetime: {
      ...lifetime,
      period: real(lifetime.period),
      range: lifetime.range && atLeastOne(lifetime.range),
    },
  };
}

/** The keys of the address that differ; empty for equal views. */
export const changedInView = (view: View, next: View): string => changedKeys(CODECS, view, next);

function pairOf(text: string): View["pair"] {
  const [a, b] = integers(text, ",").filter(isChannel);
  return a !== undefined && b !== undefined ? { a, b } : null;
}

function defineOf(text: string): View["define"] {
  return readDefinitions(text)
    .slice(0, MOST_DEFINITIONS)
    .filter(({ length }) => length <= MOST_DEFINITION);
}

function patternsOf(text: string): View["patterns"] {
  return text
    .split(";", MOST_PATTERNS)
    .map((pattern) => integers(pattern, ","))
    .filter(isPattern);
}

function namesText(names: View["names"]): string {
  return [...names]
    .map(([channel, { name, role, colour }]) =>
      [channel, encoded(name), role ?? "", ...(colour ? [colour] : [])].join(":"),
    )
    .join(";");
}

/** Ranges with unique names; unnamed and invalid ones are omitted. */
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

/** Names, roles and colours of channels; invalid parts are omitted. */
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

/** A name without the separators of a list. The address encodes it once more. */
const encoded = (name: string): string => name.replace(/[%:;]/gu, encodeURIComponent);

/** A decoded name; empty if this page did not encode it. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

function periodText(period: Period): string {
  return typeof period === "number" ? String(period) : clockText(period);
}

function periodOf(text: string): Period | null {
  const [, channel = "", pulses] = /^ch(\d{1,20})(?:\/(\d{1,9}))?$/u.exec(text) ?? [];
  const clock = ticksOf(channel, 0n, MOST_CHANNEL);
  const divider = pulses === undefined ? undefined : ticksOf(pulses, 1n, MOST_DIVIDER);
  if (clock !== null && divider !== null) return divider === undefined ? { clock } : { clock, divider };
  return text === "0" ? 0 : realTicksOf(text);
}

/** Ticks of at least 1, which may be fractional; null for invalid text. */
function realTicksOf(text: string): number | null {
  const ticks = Number(text);
  return ticks >= 1 && ticks <= Number(MOST_WINDOW) ? ticks : null;
}

function isChannel(number: bigint): boolean {
  return number >= 0n && number <= MOST_CHANNEL;
}

/** Whether these are at least two channels, without duplicates. */
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
  if (wanted === null) return "";
  if (!wanted) return "off";
  return text === "" ? "auto" : text;
}

function clockedOf(text: string): Clocked {
  const parts = text === "auto" || text === "off" ? [] : text.split(",");
  const [sync = "", channel = "", period = "", range = "", decays = ""] = parts;
  return {
    wanted: text !== "off",
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

/** A range with both ends between `least` and `most`. */
function rangeOf(text: string, least: bigint, most: bigint = MOST_TICKS): Range | null {
  const [from, to] = integers(text, "..");
  if (from === undefined || to === undefined || from > to) return null;
  return from >= least && to <= most ? { from, to } : null;
}

/** An integer between `least` and `most`; null for invalid text. */
function ticksOf(text: string, least: bigint, most: bigint): bigint | null {
  const [number] = integers(text, ",");
  return number !== undefined && number >= least && number <= most ? number : null;
}

/** Nine digits of the span distinguish the pixels of any screen; a double has at most 17 digits. */
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

/** Integers of at most 20 digits; empty if any part is invalid. */
function integers(text: string, separator: string): bigint[] {
  const parts = text.split(separator);
  return parts.every((part) => /^-?\d{1,20}$/u.test(part)) ? parts.map(BigInt) : [];
}
