/**
 * The view of a recording as keys of the address: `range=0..99&off=3,16&rate=0.1..0.2&gaps=1e-8..1e-3`, and of its
 * pair `pair=3,15&g2=-64..64&bin=1&period=80&norm=1&log=1&window=8&delays=15:26&patterns=3,15,16;3,16`, and its
 * virtual channels `define=100=3+15;101=3&15@2ns`; of a lifetime, `clocked=7,3,80.25`: clock, channel and period.
 */

import { readDefinitions } from "./definitions";
import type { Clocked, Range, View } from "./view";

/** The keys of a view; what was not chosen is empty. */
export function writeView(view: View): [key: string, value: string][] {
  const { range, rate, gaps, pair, g2, bin, window } = view;
  return [
    ["range", range ? ticks(range) : ""],
    ["off", [...view.hidden].join(",")],
    ["rate", rate ? seconds(rate) : ""],
    ["gaps", gaps ? seconds(gaps) : ""],
    ["pair", pair ? `${pair.a},${pair.b}` : ""],
    ["g2", g2 ? ticks(g2) : ""],
    ["bin", bin === null ? "" : String(bin)],
    ["period", view.period === null ? "" : String(view.period)],
    ["norm", view.normalised ? "1" : ""],
    ["log", view.logarithmic ? "1" : ""],
    ["window", window === null ? "" : String(window)],
    ["delays", [...view.delays].map(([channel, delay]) => `${channel}:${delay}`).join(",")],
    ["define", view.define.join(";")],
    ["clocked", clockedText(view.lifetime)],
    ["patterns", view.patterns.map((pattern) => pattern.join(",")).join(";")],
  ];
}

/** Reads the view from a link's keys; nonsense in a key leaves what it says to the recording. */
export function readView(keys: URLSearchParams): View {
  const [a, b] = integers(keys.get("pair"), ",");
  const range = rangeOf(keys.get("range"));
  const [bin] = integers(keys.get("bin"), ",");
  const [window] = integers(keys.get("window"), ",");
  return {
    hidden: new Set(integers(keys.get("off"), ",")),
    range: range && range.from >= 0n ? range : null,
    rate: secondsOf(keys.get("rate")),
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
    patterns: (keys.get("patterns")?.split(";") ?? [])
      .map((pattern) => integers(pattern, ","))
      .filter(isPattern),
    lifetime: clockedOf(keys.get("clocked") ?? ""),
  };
}

function periodOf(text: string | null): number | null {
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

function clockedText({ sync, channel, period }: Clocked): string {
  return [sync, channel, period]
    .map((part) => part ?? "")
    .join(",")
    .replace(/,+$/u, "");
}

function clockedOf(text: string): Clocked {
  const [sync = "", channel = "", period = ""] = text.split(",");
  const number = (part: string) => (/^\d{1,20}$/u.test(part) ? BigInt(part) : null);
  const ticks = Number(period);
  return {
    sync: number(sync),
    channel: number(channel),
    period: Number.isFinite(ticks) && ticks >= 1 ? ticks : null,
  };
}

function ticks({ from, to }: Range): string {
  return `${from}..${to}`;
}

function rangeOf(text: string | null): Range | null {
  const [from, to] = integers(text, "..");
  return from !== undefined && to !== undefined && from <= to ? { from, to } : null;
}

/** Nine digits tell the pixels of any screen apart. */
function seconds([low, high]: readonly [number, number]): string {
  return `${Number(low.toPrecision(9))}..${Number(high.toPrecision(9))}`;
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
