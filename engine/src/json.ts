/** JSON with integers as they are, however large. */

import { stringify } from "lossless-json";

/** `value` on one line: bigints exact, typed arrays and sets as arrays, maps as objects, what is not finite as `null`. */
export function toJson(value: object): string {
  return stringify(plain(value)) ?? "null";
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
