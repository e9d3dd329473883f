/** Numbers with what is known of their errors, and remarks on them, for people. */

import type { Remark } from "../runtime/engine";

/** The two ends of an interval. */
type Ends = readonly [number, number];

/**
 * `12.30 ± 0.41`; of few counts `0.75 (0.17 to 2.1)`, and where nothing was counted `below 0.32 (95 %)`; a dash where
 * there is no value.
 */
export function uncertain(
  value: number | null,
  error: number | null,
  interval: Ends | null = null,
  upper: number | null = null,
): string {
  if (value === null) return "–";
  if (error !== null) return `${value.toPrecision(4)} ± ${short(error)}`;
  if (interval === null) return value.toPrecision(4);
  const [from, to] = interval;
  if (upper !== null && value <= from) return `below ${short(upper)} (95 %)`;
  return `${value.toPrecision(4)} (${short(from)} to ${short(to)})`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(2)));
}

/** A line for each remark but those on errors that an interval stands for. */
export function remarkLines(remarks: readonly Remark[], about = ""): string {
  const shown = remarks.filter(({ code }) => code !== "too-few-counts");
  return [...new Set(shown.map(({ message }) => `note: ${about}${message}\n`))].join("");
}
