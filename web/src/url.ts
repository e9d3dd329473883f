import type { Range, State, View } from "./state";

/** Version of the hash. Raise it when a key changes its meaning, and add a step to `UPGRADES`. */
const VERSION = 1;

/** `UPGRADES[n]` turns a hash of version n into one of version n + 1. */
const UPGRADES: Record<number, (hash: URLSearchParams) => URLSearchParams> = {};

/** What a link says. */
export interface Link {
  view: View;
  page: State["page"];
  /** The file to open again: "sample", or the name of a served file. */
  open: string | null;
  /** The file the view is of, where the page can't open it by itself. */
  file: { name: string; size: number | null } | null;
}

/**
 * The hash for a state, parts that are not chosen left out:
 * `#v=1&open=sample&range=0..99&off=3,16&rate=0.1..0.2&gaps=1e-8..1e-3`, and of a pair
 * `&pair=3,15&g2=-64..64&bin=1&norm=1&log=1&window=8&delays=15:26&patterns=3,15,16;3,16`.
 * A file the page can't open again is named: `&file=a.tags.zst&size=1787753`.
 */
export function toHash({ view, page, current }: Pick<State, "view" | "page" | "current">): string {
  const hash = new URLSearchParams({ v: String(VERSION) });
  const put = (key: string, value: string | null | undefined): void => {
    if (value) hash.set(key, value);
  };
  put("page", page === "header" ? "header" : null);
  put("open", current?.address);
  if (current?.address === null) {
    put("file", current.name);
    put("size", current.size?.toString());
  }
  put("range", view.range && ticks(view.range));
  put("off", [...view.hidden].join(","));
  put("rate", view.rate && span(view.rate));
  put("gaps", view.gaps && span(view.gaps));
  put("pair", view.pair && `${view.pair.a},${view.pair.b}`);
  put("g2", view.g2 && ticks(view.g2));
  put("bin", view.bin?.toString());
  put("norm", view.normalised ? "1" : null);
  put("log", view.logarithmic ? "1" : null);
  put("window", view.window?.toString());
  put("delays", [...view.delays].map(([channel, delay]) => `${channel}:${delay}`).join(","));
  put("patterns", view.patterns.map((pattern) => pattern.join(",")).join(";"));
  return `#${hash.toString().replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%3B", ";")}`;
}

/** Reads a hash; null where it is empty, of a later version, or not ours. Parts that are nonsense are left out. */
export function fromHash(text: string): Link | null {
  let hash = new URLSearchParams(text.replace(/^#/u, ""));
  let version = Number(hash.get("v"));
  if (!Number.isInteger(version) || version < 1 || version > VERSION) return null;
  for (; version < VERSION; version += 1) hash = UPGRADES[version]?.(hash) ?? hash;
  const [a, b] = integers(hash.get("pair"), ",");
  const range = between(hash.get("range"));
  const [bin] = integers(hash.get("bin"), ",");
  const [window] = integers(hash.get("window"), ",");
  const name = hash.get("file");
  const [size] = integers(hash.get("size"), ",");
  return {
    open: hash.get("open"),
    page: hash.get("page") === "header" ? "header" : "tags",
    file: name ? { name, size: size === undefined ? null : Number(size) } : null,
    view: {
      hidden: new Set(integers(hash.get("off"), ",")),
      range: range && range.from >= 0n ? range : null,
      rate: numbers(hash.get("rate")),
      gaps: numbers(hash.get("gaps")),
      pair: a !== undefined && b !== undefined && a >= 0n && b >= 0n ? { a, b } : null,
      g2: between(hash.get("g2")),
      bin: bin !== undefined && bin > 0n ? bin : null,
      normalised: hash.get("norm") === "1",
      logarithmic: hash.get("log") === "1",
      window: window !== undefined && window >= 0n ? window : null,
      delays: delaysOf(hash.get("delays")),
      patterns: (hash.get("patterns")?.split(";") ?? [])
        .map((pattern) => integers(pattern, ","))
        .filter(isPattern),
    },
  };
}

/** At least two channels, none of them twice. */
export function isPattern(channels: readonly bigint[]): boolean {
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

function ticks({ from, to }: Range): string {
  return `${from}..${to}`;
}

function between(text: string | null): Range | null {
  const [from, to] = integers(text, "..");
  return from !== undefined && to !== undefined && from <= to ? { from, to } : null;
}

function span([low, high]: readonly [number, number]): string {
  return `${Number(low.toPrecision(9))}..${Number(high.toPrecision(9))}`;
}

function integers(text: string | null, separator: string): bigint[] {
  const parts = text?.split(separator) ?? [];
  return parts.every((part) => /^-?\d{1,20}$/u.test(part)) ? parts.map(BigInt) : [];
}

function numbers(text: string | null): [number, number] | null {
  const parts = text?.split("..").map(Number) ?? [];
  const [low, high] = parts;
  return low !== undefined &&
    high !== undefined &&
    Number.isFinite(low) &&
    Number.isFinite(high) &&
    low < high
    ? [low, high]
    : null;
}
