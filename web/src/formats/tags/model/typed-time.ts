/** Parses typed times in the same way for all boxes. */

import { isWholeTicks, parseRealTime, parseTime, TagviewError, type Tick } from "@tagview/engine";
import { some } from "../../../ui/numbers";
import type { Range } from "./view";

/** A box that was typed into: a bare number is in the unit of the time that it showed. */
export interface Box {
  shown: string;
  tick: Tick;
}

/** The parsed value; `rounded` is the rounded time, null for whole ticks. */
export interface Typed<T> {
  value: T;
  rounded: string | null;
}

/** A number and its unit; the unit is empty if none was typed. */
interface Quantity {
  number: string;
  unit: string;
}

/** A unit that is not a fraction of a second. */
const TICKS = "ticks";
const QUANTITY = /^([+-]?)(\d+\.?\d*|\.\d+)(?:e([+-]?\d{1,2}))?([a-z]*)$/u;
/** A comma between three digits and three more; anywhere else it may as well be a decimal one. */
const THOUSANDS = /^[+-]?[1-9]\d{0,2}(,\d{3})+(?![\d,])/u;
/** With it as a tick, ticks are read as seconds are. */
const ONE: Tick = { seconds: 1, numerator: 1n, denominator: 1n };

function wrong(message: string, remedy: string): TagviewError {
  return new TagviewError("usage", message, remedy);
}

/** Without spaces, with an ASCII minus sign, and `u` for µ. */
function plain(text: string): string {
  return text.replaceAll(/\s/gu, "").replaceAll("−", "-").replaceAll(/[µμ]/gu, "u");
}

function quantityOf(text: string): Quantity {
  const word = plain(text);
  if (word.includes(",") && !THOUSANDS.test(word))
    throw wrong(`"${text}" has a comma that may stand for two things`, "write a point, as in 0.5 ns");
  const [, sign = "", number, exponent = "0", unit = ""] = QUANTITY.exec(word.replaceAll(",", "")) ?? [];
  if (number === undefined) throw wrong(`"${text}" is not a time`, "write a time such as 10 ns, or 64 ticks");
  return { number: `${sign}${shifted(number, Number(exponent))}`, unit };
}

/** A decimal number with its point moved by `places` to the right. */
function shifted(number: string, places: number): string {
  const [whole = "", part = ""] = number.split(".");
  const digits = "0".repeat(Math.max(0, -places)) + whole + part + "0".repeat(Math.max(0, places));
  const point = Math.max(0, -places) + whole.length + places;
  const [before, after] = [digits.slice(0, point), digits.slice(point)];
  return `${before.replace(/^0+(?=\d)/u, "") || "0"}${places > 0 ? trimmed(after) : after === "" ? "" : `.${after}`}`;
}

/** A fraction with its point, without zeros at its end. */
function trimmed(part: string): string {
  return part.replace(/0+$/u, "").replace(/^(?=.)/u, ".");
}

/** The unit of the last time in a string; null if there is none. */
function unitOf(shown: string): string | null {
  const [, unit = ""] = /\d([a-z]*)$/u.exec(plain(shown)) ?? [];
  if (unit !== "") return unit;
  return /\d$/u.test(shown) ? TICKS : null;
}

/** The quantity with its unit, or with the unit that the box shows. */
function united({ number, unit }: Quantity, { shown }: Box): Quantity {
  if (unit !== "") return { number, unit: unit === "tick" ? TICKS : unit };
  const ofBox = unitOf(shown);
  // 0 is the same in every unit.
  if (ofBox !== null || Number(number) === 0) return { number, unit: ofBox ?? TICKS };
  throw wrong(`"${number}" has no unit`, `add a unit, as in ${number} ns or ${number} ticks`);
}

function ticksOf(quantity: Quantity, box: Box): Typed<bigint> {
  const { number, unit } = united(quantity, box);
  const [text, tick] = unit === TICKS ? [`${number}s`, ONE] : [number + unit, box.tick];
  const value = parseTime(text, tick);
  const rounded = isWholeTicks(text, tick)
    ? null
    : `${number} ${unit} rounded to ${some(Number(value), "tick")}`;
  return { value, rounded };
}

/**
 * A time in whole ticks.
 * @throws TagviewError if it is not a time.
 */
export function readTime(text: string, box: Box): Typed<bigint> {
  return ticksOf(quantityOf(text), box);
}

/**
 * A time above 0 in ticks, which may be fractional.
 * @throws TagviewError if it is not a time, or not above 0.
 */
export function readRealTime(text: string, box: Box): number {
  const { number, unit } = united(quantityOf(text), box);
  return parseRealTime(unit === TICKS ? number : number + unit, box.tick);
}

/**
 * `FROM..TO` or `FROM to TO`. A unit at one end applies to both; a single time is the range to either side of 0.
 * @throws TagviewError if it is not a range, or if it is reversed.
 */
export function readTimeRange(text: string, box: Box): Typed<Range> {
  const ends = text.split(/\.{2,3}|…|\bto\b|(?<=[a-zµμ])to(?![a-z])/u);
  const [left = "", right] = ends;
  if (ends.length > 2 || left.trim() === "" || right?.trim() === "")
    throw wrong(`"${text}" is not a range`, "write FROM..TO, as in -50..50 ns, or one time for both sides");
  if (right === undefined) {
    const { value, rounded } = readTime(left.replace(/^\s*(?:\+\/?[-−]|±)/u, ""), box);
    const half = value < 0n ? -value : value;
    return { value: { from: -half, to: half }, rounded };
  }
  const [first, last] = [quantityOf(left), quantityOf(right)];
  const from = ticksOf({ ...first, unit: first.unit || last.unit }, box);
  const to = ticksOf({ ...last, unit: last.unit || first.unit }, box);
  if (from.value > to.value)
    throw wrong(`the range "${text}" ends before it begins`, "write the smaller time first");
  const rounded = [from.rounded, to.rounded].filter((part) => part !== null);
  return { value: { from: from.value, to: to.value }, rounded: rounded.join(", ") || null };
}
