/** Times as text with enough digits to distinguish adjacent ticks. */

import { parseTick } from "@tagview/engine";
import { get } from "./state";

/** Decimals of a second. */
const DECIMALS = 12;

/** A time after the first tag to the picosecond, "0.523 417 123 438 s", or in ticks, as selected in the settings. */
export function exactTime(ticks: bigint): string {
  const { units, tickText } = get();
  if (units === "ticks") return `${ticks.toLocaleString("en-US")} ticks`;
  const { numerator, denominator } = parseTick(tickText);
  const size = (ticks < 0n ? -ticks : ticks) * numerator * 10n ** BigInt(DECIMALS);
  const digits = ((size + denominator / 2n) / denominator).toString().padStart(DECIMALS + 1, "0");
  const whole = BigInt(digits.slice(0, -DECIMALS)).toLocaleString("en-US");
  const fraction = digits.slice(-DECIMALS).match(/.{3}/gu)?.join("\u2009") ?? "";
  return `${ticks < 0n ? "−" : ""}${whole}.${fraction}\u00a0s`;
}
