import { DEFAULT_TICK, parseTick, TagviewError } from "@tagview/engine";
import { setting } from "../../../app/settings";

/** How times are written: with an SI unit of seconds, or as ticks. */
export type Units = "time" | "ticks";

/** A tick's length with its unit, "156.25ps". */
export const tickSetting = setting("tick", (stored) => (isTick(stored) ? stored : DEFAULT_TICK));

export const unitsSetting = setting<Units>("units", (stored) => (stored === "ticks" ? "ticks" : "time"));

/** Megabytes; a worker's memory ends at 4 GiB, and decoding needs some of it. */
const MOST_BUDGET = 3000;
/** Budget in megabytes if the browser does not report the computer's memory, and the minimum otherwise. */
const UNKNOWN_MEMORY_BUDGET = 256;
const LEAST_BUDGET = 128;
/** Default share of the machine's memory for decoded tags. */
const SHARE_OF_MEMORY = 0.25;

/**
 * Default budget in megabytes for decoded tags, from the computer's memory in gigabytes. Browsers report the memory
 * roughly, some only up to 8, others not at all.
 */
export function budgetFor(memory: number | undefined): number {
  if (memory === undefined || !(memory > 0)) return UNKNOWN_MEMORY_BUDGET;
  return Math.round(Math.min(MOST_BUDGET, Math.max(LEAST_BUDGET, 1000 * SHARE_OF_MEMORY * memory)));
}

export const DEFAULT_BUDGET = budgetFor((globalThis.navigator as { deviceMemory?: number })?.deviceMemory);

/** Memory for the decoded tags of all open recordings, in megabytes. */
export const budgetSetting = setting("budget", (stored) => (isBudget(stored) ? stored : DEFAULT_BUDGET));

/**
 * A typed budget in megabytes.
 * @throws TagviewError if it is not a valid number.
 */
export function readBudget(text: string): number {
  const budget = /^\d{1,5}$/u.test(text) ? Number(text) : Number.NaN;
  if (isBudget(budget)) return budget;
  throw new TagviewError(
    "usage",
    `"${text}" is not a possible budget`,
    `write megabytes from 0 to ${MOST_BUDGET}`,
  );
}

/** With a budget of 0 nothing is held, and every query decodes again. */
function isBudget(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MOST_BUDGET;
}

/** Longest and shortest tick accepted from a link, in seconds. */
const LONGEST_TICK = 1000;
const SHORTEST_TICK = 1e-18;
/** Maximum number of characters of a tick's length. */
const MOST_TICK_TEXT = 40;

/** Whether a string is the length of a tick with its unit, "156.25ps". */
export function isTick(text: unknown): text is string {
  if (typeof text !== "string" || text.length > MOST_TICK_TEXT) return false;
  try {
    const { seconds } = parseTick(text);
    return seconds >= SHORTEST_TICK && seconds <= LONGEST_TICK;
  } catch {
    return false;
  }
}
