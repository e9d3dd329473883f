import { si } from "@tagview/charts";
import { parseTick, type Tick } from "@tagview/engine";
import { get } from "./state";

/** A time in ticks as the person chose to read times: with an SI unit, or in ticks. */
export function time(ticks: bigint | null, digits = 3): string {
  if (ticks === null) return "–";
  const { tick, units } = get();
  return units === "ticks" ? ticks.toLocaleString("en-US") : si(Number(ticks) * tick, "s", digits);
}

/** A time that may lie between ticks, such as a peak's centre, as the person chose to read times. */
export function fineTime(ticks: number | null, digits = 4): string {
  if (ticks === null || !Number.isFinite(ticks)) return "–";
  const { tick, units } = get();
  return units === "ticks" ? Number(ticks.toPrecision(digits)).toString() : si(ticks * tick, "s", digits);
}

/** A time as it stands in a box: with its unit, and without zeros at its end. */
export function boxed(ticks: bigint): string {
  const { tick, units } = get();
  if (units === "ticks") return String(ticks);
  const [, number = "", unit = ""] = /^(.*?)(\u00a0.*)?$/u.exec(si(Number(ticks) * tick, "s", 6)) ?? [];
  return `${number.includes(".") ? number.replace(/\.?0+$/u, "") : number}${unit}`;
}

/** The length of a tick, exact, as it was written. */
export function tickNow(): Tick {
  return parseTick(get().tickText);
}

/** A time in ticks to the last digit, for titles. */
export function exact(ticks: bigint | null): string {
  return ticks === null ? "" : `${ticks.toLocaleString("en-US")} ticks`;
}
