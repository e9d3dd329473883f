import { si } from "@tagview/charts";
import { get } from "./state";

/** A time in ticks as the person wants to read it: with an SI unit, or in ticks. */
export function time(ticks: bigint | null): string {
  if (ticks === null) return "–";
  const { tick, units } = get();
  return units === "ticks" ? ticks.toLocaleString("en-US") : si(Number(ticks) * tick, "s");
}

/** A time in ticks, exact, for titles. */
export function exact(ticks: bigint | null): string {
  return ticks === null ? "" : `${ticks.toLocaleString("en-US")} ticks`;
}

/** A size in bytes, "1.79 MB". */
export function bytes(size: number | null): string {
  return size === null ? "–" : size < 1000 ? `${size} B` : si(size, "B");
}
