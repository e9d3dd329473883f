/** JSON for machines: one object a line. */

import { type Column, escaped, FetchedColumn, toJson } from "../runtime/engine";
import { withOptionNames } from "./errors";

/** Approximate number of characters of a piece. */
const PIECE = 1 << 16;
/** Number of numbers written at a time. */
const NUMBERS = 1 << 12;

/** A list whose items are made as they are written. */
export class LazyList<T extends object = object> {
  readonly items: Iterable<T>;
  constructor(items: Iterable<T>) {
    this.items = items;
  }
}

/** `value` as one line of JSON. Integers of any size keep all their digits. */
export function jsonLine(value: object): string {
  return [...jsonPieces(value)].join("");
}

/** The line of JSON in pieces, for lines of any length. */
export function* jsonPieces(value: object): Generator<string> {
  let piece = "";
  for (const part of partsOf(value)) {
    piece += part;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  yield `${piece}\n`;
}

function* partsOf(value: unknown): Generator<string> {
  if (ArrayBuffer.isView(value) || value instanceof FetchedColumn)
    yield* numbersOf(value as Column<number | bigint>);
  else if (value instanceof LazyList) yield* itemsOf(value);
  else if (Array.isArray(value)) yield* listed(unnamed(value));
  else if (isPlain(value)) {
    const entries = Object.entries(isAdvice(value) ? namingOptions(value) : value);
    const defined = entries.filter(([, entry]) => entry !== undefined);
    yield* listed(
      defined.map(([key, entry]) => [`${escaped(JSON.stringify(key))}:`, entry]),
      ["{", "}"],
    );
  } else yield scalar(value);
}

function* itemsOf({ items }: LazyList): Generator<string> {
  let separator = "[";
  for (const item of items) {
    yield `${separator}${toJson(item)}`;
    separator = ",";
  }
  yield separator === "[" ? "[]" : "]";
}

function* unnamed(items: readonly unknown[]): Generator<[key: string, entry: unknown]> {
  for (const item of items) yield ["", item];
}

function* listed(
  entries: Iterable<[key: string, entry: unknown]>,
  [open, close] = ["[", "]"],
): Generator<string> {
  yield open ?? "";
  let separator = "";
  for (const [key, entry] of entries) {
    yield separator + key;
    separator = ",";
    yield* partsOf(entry);
  }
  yield close ?? "";
}

function* numbersOf(numbers: Column<number | bigint>): Generator<string> {
  yield "[";
  for (let from = 0; from < numbers.length; from += NUMBERS) {
    const some = Array.from({ length: Math.min(NUMBERS, numbers.length - from) }, (_, k) =>
      numbers.at(from + k),
    );
    // JSON.stringify keeps no number's text, as `${number}` does in a cache that grows the heap.
    const text = typeof some[0] === "bigint" ? some.join(",") : JSON.stringify(some).slice(1, -1);
    yield (from === 0 ? "" : ",") + text;
  }
  yield "]";
}

/** An error or a finding, whose sentences name parameters of requests. */
interface Advice {
  message: string;
  remedy: string;
}

function isAdvice(value: object): value is Advice {
  return "remedy" in value && "message" in value && typeof value.remedy === "string";
}

function namingOptions(advice: Advice): Advice {
  const [message, remedy] = [advice.message, advice.remedy].map((sentence) => withOptionNames(sentence));
  return { ...advice, message: message ?? "", remedy: remedy ?? "" };
}

function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function scalar(value: unknown): string {
  if (typeof value === "bigint") return `${value}`;
  if (typeof value === "number") return Number.isFinite(value) ? JSON.stringify(value) : "null";
  if (typeof value === "object" && value !== null) return toJson(value);
  return escaped(JSON.stringify(value ?? null));
}
