/** JSON with exact integers of any size. */

/**
 * `value` on one line: bigints exact, typed arrays and sets as arrays, maps as objects, infinite numbers and NaN as
 * `null`.
 */
export function toJson(value: object): string {
  return escaped(textOf(value));
}

// They can only occur in texts: JSON itself escapes the other control characters.
const ACTS = /[\u007f-\u009f\u2028\u2029\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** The same JSON without characters that a terminal interprets. */
export function escaped(json: string): string {
  return json.replace(ACTS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function textOf(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null) ?? "null";
  if (value instanceof Map) return objectText(value);
  if (Array.isArray(value) || value instanceof Set) return listText(value);
  if (ArrayBuffer.isView(value)) return listText(value as unknown as Iterable<number | bigint>);
  return objectText(Object.entries(value));
}

function listText(items: Iterable<unknown>): string {
  return `[${Array.from(items, textOf).join(",")}]`;
}

/** Writes entries in their order; an object would put names that are whole numbers, such as channels, first. */
function objectText(entries: Iterable<[string | bigint, unknown]>): string {
  const texts = Array.from(entries, ([name, entry]) => `${JSON.stringify(String(name))}:${textOf(entry)}`);
  return `{${texts.join(",")}}`;
}
