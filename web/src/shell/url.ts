/**
 * The hash of the page's address, common to all viewers: `#v=1&open=ADDRESS&...` for a file next to the page,
 * `#v=1&file=NAME&size=BYTES&...` for a file that the user has to drop, then the viewer's own keys.
 */

import type { Item, UrlState } from "../app/viewer";

/** Increased when a key changes its meaning; `UPGRADES` then gets a new step. */
const VERSION = 1;

/** `UPGRADES[n]` converts a hash of version n to version n + 1. */
const UPGRADES: Record<number, (hash: URLSearchParams) => URLSearchParams> = {};

/** The target of a link. */
export type Target =
  /** The page itself. */
  { of: "page" } | { of: "address"; address: string } | { of: "file"; name: string; size: number | null };

export interface Link {
  target: Target;
  /** All keys; each viewer reads its own. */
  keys: URLSearchParams;
}

/** The hash for the displayed view of an item. */
export function toHash(
  { origin, name, size }: Pick<Item, "origin" | "name" | "size">,
  own: UrlState,
): string {
  const hash = new URLSearchParams({ v: String(VERSION) });
  if (origin.from === "address") hash.set("open", origin.address);
  if (origin.from === "person") {
    hash.set("file", name);
    if (size !== null) hash.set("size", String(size));
  }
  for (const [key, value] of own.write()) if (value !== "") hash.set(key, value);
  return `#${hash.toString().replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%3B", ";")}`;
}

/** Reads a hash; undefined if it is empty, of an unknown version, or no link of this page. */
export function fromHash(text: string): Link | undefined {
  let keys = new URLSearchParams(text.replace(/^#/u, ""));
  let version = Number(keys.get("v"));
  if (!Number.isInteger(version) || version < 1 || version > VERSION) return undefined;
  for (; version < VERSION; version += 1) keys = UPGRADES[version]?.(keys) ?? keys;
  return { target: targetOf(keys), keys };
}

/** A sentence on a hash that is no link of this version of the page; null for a link, and for no hash. */
export function refusalOf(text: string): string | null {
  const version = new URLSearchParams(text.replace(/^#/u, "")).get("v");
  // `#main` is a place on the page.
  if (!text.includes("=") || fromHash(text)) return null;
  return Number(version) > VERSION
    ? "This link is of a later version of tagview. It is ignored."
    : "The address has no link of tagview after its #. It is ignored.";
}

function targetOf(keys: URLSearchParams): Target {
  const [name, address, size] = [keys.get("file"), keys.get("open"), keys.get("size") ?? ""];
  if (address) return { of: "address", address };
  if (name) return { of: "file", name, size: /^-?\d{1,20}$/u.test(size) ? Number(size) : null };
  return { of: "page" };
}
