/** Times in minutes and hours, as on a clock, instead of seconds with an SI prefix. */

import { linearTicks, type Ticks } from "./axis";
import type { Scale } from "./frame";

/** Shortest time that is written in minutes and hours, in seconds. */
const LONG = 120;
/** Steps between ticks from a second to a day, in seconds. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400];
/** Maximum width of a letter in pixels, and the space between labels. */
const LETTER = 6.4;
const APART = 22;

/** A time in minutes and hours, "2 min 5 s", "4 h 0 min"; null below two minutes. */
export function clockText(seconds: number): string | null {
  if (!(Math.abs(seconds) >= LONG) || !Number.isFinite(seconds)) return null;
  const sign = seconds < 0 ? "−" : "";
  const whole = Math.round(Math.abs(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const [large, small] = hours > 0 ? [`${hours} h`, `${minutes} min`] : [`${minutes} min`, `${whole % 60} s`];
  return `${sign}${large} ${small}`.replaceAll(" ", "\u00a0");
}

/** A time on a clock, "1:05:00" or "5:00.25", with `decimals`; without seconds if the step is in minutes. */
function clockTime(seconds: number, step: number, hours: boolean): string {
  const decimals = Math.max(0, Math.min(9, Math.ceil(-Math.log10(step) - 1e-9)));
  const unit = 10 ** decimals;
  const all = Math.round(Math.abs(seconds) * unit);
  const whole = Math.floor(all / unit);
  const fraction = decimals > 0 ? `.${String(all % unit).padStart(decimals, "0")}` : "";
  const two = (number: number): string => String(number).padStart(2, "0");
  const minutes = Math.floor(whole / 60);
  const sign = seconds < 0 && all > 0 ? "−" : "";
  if (!hours) return `${sign}${minutes}:${two(whole % 60)}${fraction}`;
  const ofHour = `${sign}${Math.floor(minutes / 60)}:${two(minutes % 60)}`;
  return step >= 60 ? ofHour : `${ofHour}:${two(whole % 60)}${fraction}`;
}

/**
 * Ticks of a linear axis of seconds, `width` pixels wide. Labels are in minutes and hours if the axis reaches `LONG`.
 */
export function timeTicks(scale: Scale, width: number): Ticks {
  const [low = 0, high = 1] = scale.domain();
  const longest = Math.max(Math.abs(low), Math.abs(high));
  if (longest < LONG) return linearTicks(scale, width / 110, "s");
  const hours = longest >= 3600;
  const labelsOf = (step: number): string[] => valuesOf(step).map((value) => clockTime(value, step, hours));
  const valuesOf = (step: number): number[] => {
    const first = Math.ceil(low / step - 1e-9);
    const last = Math.floor(high / step + 1e-9);
    return Array.from(
      { length: Math.max(0, Math.min(1000, last - first + 1)) },
      (_, k) => (first + k) * step,
    );
  };
  const fits = (step: number): boolean => {
    const letters = clockTime(longest, step, hours).length;
    return (high - low) / step <= width / (letters * LETTER + APART);
  };
  const step = stepsFrom((high - low) / width).find(fits) ?? high - low;
  const unit = !hours ? "min:s" : step >= 60 ? "h:min" : "h:min:s";
  return { values: valuesOf(step), labels: labelsOf(step), minor: [], unit };
}

/** Ascending tick steps in seconds from a minimum: 1, 2, 5 below a second, whole days beyond a day. */
export function stepsFrom(least: number): number[] {
  const below: number[] = [];
  for (let power = Math.max(-9, Math.floor(Math.log10(least))); power < 0; power += 1)
    for (const factor of [1, 2, 5]) below.push(Number(`${factor}e${power}`));
  const days = Array.from({ length: 40 }, (_, k) => 86_400 * 2 ** k);
  return [...below, ...STEPS, ...days].filter((step) => step >= least);
}
