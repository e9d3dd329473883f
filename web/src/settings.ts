import { DEFAULT_TICK, parseTick, TagviewError } from "@tagview/engine";

/** What the page remembers between visits. */
export interface Settings {
  /** A tick's length with its unit, "156.25ps". */
  tick: string;
  units: "time" | "ticks";
  theme: "light" | "dark" | null;
  /** Memory for a file's decoded tags, in MB. */
  budget: number;
}

const KEY = "tagview";
export const DEFAULT_BUDGET = 256;
/** A worker's memory ends at 4 GiB, and decoding needs some of it. */
const MOST_BUDGET = 3000;

/** The remembered settings; a browser that forbids storage, or nonsense in it, gives the defaults. */
export function load(): Settings {
  let stored: Partial<Record<keyof Settings, unknown>> = {};
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (typeof parsed === "object" && parsed !== null) stored = parsed;
  } catch {
    // Nothing remembered: the defaults below.
  }
  const { tick, units, theme, budget } = stored;
  return {
    tick: isTick(tick) ? tick : DEFAULT_TICK,
    units: units === "ticks" ? "ticks" : "time",
    theme: theme === "light" || theme === "dark" ? theme : null,
    budget: isBudget(budget) ? budget : DEFAULT_BUDGET,
  };
}

/** Remembers a change, where the browser lets it. */
export function remember(change: Partial<Settings>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...load(), ...change }));
  } catch {
    // Storage is forbidden or full: the setting holds for this visit.
  }
}

/**
 * A budget as it was typed.
 * @throws TagviewError where it is no such number.
 */
export function readBudget(text: string): number {
  const budget = /^\d{1,5}$/u.test(text) ? Number(text) : Number.NaN;
  if (isBudget(budget)) return budget;
  throw new TagviewError(
    "usage",
    `"${text}" is no possible budget`,
    `write megabytes from 0 to ${MOST_BUDGET}`,
  );
}

/** Whole megabytes from 0 (keep nothing, decode again) to what a worker can hold. */
function isBudget(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MOST_BUDGET;
}

function isTick(text: unknown): text is string {
  try {
    return typeof text === "string" && parseTick(text).seconds > 0;
  } catch {
    return false;
  }
}
