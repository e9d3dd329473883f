/** JSON with integers as they are, however large. */

import { stringify } from "lossless-json";

/** `value` on one line: bigints exact, typed arrays and sets as arrays, maps as objects, what is not finite as `null`. */
export function toJson(value: object): string {
  return escaped(stringify(plain(value)) ?? "null");
}

// Only in texts can they stand: JSON itself escapes the other control characters.
const ACTS = /[\u007f-\u009f\u2028\u2029\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** The same JSON without characters that a terminal acts upon. */
export function escaped(json: string): string {
  return json.replace(ACTS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function plain(value: unknown): unknown {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "object" || value === null) return value ?? null;
  if (value instanceof Map) return plain(Object.fromEntries(value));
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Set) return [...value].map(plain);
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<number | bigint>, plain);
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, plain(entry)]));
}
