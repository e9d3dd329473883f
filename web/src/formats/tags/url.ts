/**
 * The view of a recording as keys of the address: `range=0..99&off=3,16&rate=0.1..0.2&at=64&ratebin=64&ratelog=1&gaps=1e-8..1e-3`, and of its
 * pair `pair=3,15&g2=-64..64&bin=1&period=80&norm=1&log=1&window=8&delays=15:26&patterns=3,15,16;3,16`, and its
 * virtual channels `define=100=3+15;101=3&15@2ns`; of a lifetime, `clocked=7,3,80.25,9999`: clock, channel,
 * period and range, or `auto`, and `decay=0..1e-8`. A period is `80`, or as of a clock `ch7`. Ranges with names are
 * `ranges=0..99:dark;100..199:lamp%20on`; names, roles and colours of channels,
 * `names=3:pump:herald:green;15:idler%20left:`; and what was written about it all is `note`.
 */

import { COLOUR_NAMES } from "@tagview/charts";
import { readDefinitions } from "./definitions";
import {
  type Clocked,
  LONGEST_CHANNEL_NAME,
  MOST_NAME,
  MOST_NOTE,
  MOST_RANGES,
  type NamedRange,
  type Period,
  type Range,
  ROLES,
  type View,
} from "./view";

/** The keys of a view; what was not chosen is empty. */
export function writeView(view: View): [key: string, value: string][] {
  const { range, rate, at, rateBin, rateLog, gaps, pair, g2, bin, window } = view;
  return [
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
    ["norm", view.normalised ? "1" : ""],
    ["log", view.logarithmic ? "1" : ""],
    ["window", window === null ? "" : String(window)],
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

/** Reads the view from a link's keys; nonsense in a key leaves what it says to the recording. */
export function readView(keys: URLSearchParams): View {
  const [a, b] = integers(keys.get("pair"), ",");
  const range = rangeOf(keys.get("range"));
  const [bin] = integers(keys.get("bin"), ",");
  const [rateBin] = integers(keys.get("ratebin"), ",");
  const [at] = integers(keys.get("at"), ",");
  const [window] = integers(keys.get("window"), ",");
  return {
    hidden: new Set(integers(keys.get("off"), ",")),
    range: range && range.from >= 0n ? range : null,
    rate: secondsOf(keys.get("rate")),
    at: at !== undefined && at >= 0n ? at : null,
    rateBin: rateBin !== undefined && rateBin > 0n ? rateBin : null,
    rateLog: { "0": false, "1": true }[keys.get("ratelog") ?? ""] ?? null,
    gaps: secondsOf(keys.get("gaps")),
    pair: a !== undefined && b !== undefined && a >= 0n && b >= 0n ? { a, b } : null,
    g2: rangeOf(keys.get("g2")),
    bin: bin !== undefined && bin > 0n ? bin : null,
    period: periodOf(keys.get("period")),
    normalised: keys.get("norm") === "1",
    logarithmic: keys.get("log") === "1",
    window: window !== undefined && window >= 0n ? window : null,
    delays: delaysOf(keys.get("delays")),
    define: readDefinitions(keys.get("define") ?? ""),
    names: namesOf(keys.get("names") ?? ""),
    patterns: (keys.get("patterns")?.split(";") ?? [])
      .map((pattern) => integers(pattern, ","))
      .filter(isPattern),
    lifetime: clockedOf(keys.get("clocked") ?? ""),
    decay: secondsOf(keys.get("decay")),
    ranges: rangesOf(keys.get("ranges") ?? ""),
    note: (keys.get("note") ?? "").slice(0, MOST_NOTE),
  };
}

/** Ranges with a name, each name once; what has none, or is none, is left out. */
function rangesOf(text: string): NamedRange[] {
  const named = new Map<string, NamedRange>();
  for (const part of text.split(";").slice(0, MOST_RANGES)) {
    const [, ends = "", rest = ""] = /^([^:]*):(.*)$/u.exec(part) ?? [];
    const range = rangeOf(ends);
    const name = decoded(rest).slice(0, MOST_NAME);
    if (range && range.from >= 0n && name !== "") named.set(name, { name, ...range });
  }
  return [...named.values()];
}

/** Names, roles and colours of channels; what is none is left out. */
function namesOf(text: string): View["names"] {
  const named = text.split(";").flatMap((part) => {
    const [, channel, coded = "", word, last] = /^(\d{1,20}):([^:]*):(\w*)(?::(\w*))?$/u.exec(part) ?? [];
    const name = decoded(coded).slice(0, LONGEST_CHANNEL_NAME);
    const role = ROLES.find((one) => one === word) ?? null;
    const colour = COLOUR_NAMES.find((one) => one === last) ?? null;
    return channel ? [[BigInt(channel), { name, role, colour }] as const] : [];
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
  return typeof period === "number" ? String(period) : `ch${period.clock}`;
}

function periodOf(text: string | null): Period | null {
  const [, clock] = /^ch(\d{1,20})$/u.exec(text ?? "") ?? [];
  if (clock !== undefined) return { clock: BigInt(clock) };
  const period = text === null || text === "" ? Number.NaN : Number(text);
  return Number.isFinite(period) && period >= 0 ? period : null;
}

/** Whether these are at least two channels, and none of them twice. */
function isPattern(channels: readonly bigint[]): boolean {
  return channels.length >= 2 && channels.every((c) => c >= 0n) && new Set(channels).size === channels.length;
}

function delaysOf(text: string | null): ReadonlyMap<bigint, bigint> {
  const entries = (text?.split(",") ?? []).map((entry) => integers(entry, ":"));
  return new Map(
    entries.flatMap(([channel, delay]) =>
      channel !== undefined && delay !== undefined && channel >= 0n ? [[channel, delay] as const] : [],
    ),
  );
}

function clockedText({ wanted, sync, channel, period, range }: Clocked): string {
  const text = [sync, channel, period, range]
    .map((part) => part ?? "")
    .join(",")
    .replace(/,+$/u, "");
  if (!wanted) return "";
  return text === "" ? "auto" : text;
}

function clockedOf(text: string): Clocked {
  const [sync = "", channel = "", period = "", range = ""] = text === "auto" ? [] : text.split(",");
  const number = (part: string) => (/^\d{1,20}$/u.test(part) ? BigInt(part) : null);
  const ticks = Number(period);
  return {
    wanted: text !== "",
    sync: number(sync),
    channel: number(channel),
    period: Number.isFinite(ticks) && ticks >= 1 ? ticks : null,
    range: number(range),
  };
}

function ticks({ from, to }: Range): string {
  return `${from}..${to}`;
}

function rangeOf(text: string | null): Range | null {
  const [from, to] = integers(text, "..");
  return from !== undefined && to !== undefined && from <= to ? { from, to } : null;
}

/** Nine digits of the span tell the pixels of any screen apart, and more than those of a double there are not. */
function seconds([low, high]: readonly [number, number]): string {
  const far = Math.log10(Math.max(Math.abs(low), Math.abs(high)) / (high - low));
  const digits = Math.min(17, 9 + Math.max(0, Math.ceil(far)));
  return `${Number(low.toPrecision(digits))}..${Number(high.toPrecision(digits))}`;
}

function secondsOf(text: string | null): [number, number] | null {
  const [low = Number.NaN, high = Number.NaN] = text?.split("..").map(Number) ?? [];
  return Number.isFinite(low) && Number.isFinite(high) && low < high ? [low, high] : null;
}

/** Integers of at most 20 digits; none where one of them is anything else. */
function integers(text: string | null, separator: string): bigint[] {
  const parts = text?.split(separator) ?? [];
  return parts.every((part) => /^-?\d{1,20}$/u.test(part)) ? parts.map(BigInt) : [];
}
