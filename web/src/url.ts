import { type State, type View, WHOLE } from "./state";

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
}

/** The hash for a state: `#v=1&open=sample&range=0..99&off=3,16&rate=0.1..0.2&gaps=1e-8..1e-3`. */
export function toHash({ view, page, current }: Pick<State, "view" | "page" | "current">): string {
  const hash = new URLSearchParams({ v: String(VERSION) });
  if (page === "header") hash.set("page", "header");
  if (current?.address) hash.set("open", current.address);
  if (view.range) hash.set("range", `${view.range.from}..${view.range.to}`);
  if (view.hidden.size > 0) hash.set("off", [...view.hidden].join(","));
  if (view.rate) hash.set("rate", span(view.rate));
  if (view.gaps) hash.set("gaps", span(view.gaps));
  return `#${hash.toString().replaceAll("%2C", ",")}`;
}

/** Reads a hash; null where it is empty, of a later version, or not ours. Parts that are nonsense are left out. */
export function fromHash(text: string): Link | null {
  let hash = new URLSearchParams(text.replace(/^#/u, ""));
  let version = Number(hash.get("v"));
  if (!Number.isInteger(version) || version < 1 || version > VERSION) return null;
  for (; version < VERSION; version += 1) hash = UPGRADES[version]?.(hash) ?? hash;
  const [from, to] = integers(hash.get("range"), "..");
  return {
    open: hash.get("open"),
    page: hash.get("page") === "header" ? "header" : "tags",
    view: {
      ...WHOLE,
      hidden: new Set(integers(hash.get("off"), ",")),
      range: from !== undefined && to !== undefined && from >= 0n && from <= to ? { from, to } : null,
      rate: numbers(hash.get("rate")),
      gaps: numbers(hash.get("gaps")),
    },
  };
}

function span([low, high]: readonly [number, number]): string {
  return `${Number(low.toPrecision(9))}..${Number(high.toPrecision(9))}`;
}

function integers(text: string | null, separator: string): bigint[] {
  const parts = text?.split(separator) ?? [];
  return parts.every((part) => /^\d{1,20}$/u.test(part)) ? parts.map(BigInt) : [];
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
