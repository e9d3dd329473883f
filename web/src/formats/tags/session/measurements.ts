/** Named measurements, kept between visits: a pair, its delays, bins, period and window. */

import { parseTick } from "@tagview/engine";
import { setting } from "../../../app/settings";
import type { View } from "../model/view";
import { withMeasurement, writeMeasurement } from "./codecs";
import { isTick } from "./settings";
import { get, setView } from "./state";

/** One of them. Its times are ticks of the length `tick`. */
export interface Measurement {
  name: string;
  /** The measurement as keys of an address. */
  keys: string;
  tick: string;
  /** Whether recordings that are opened are measured so. */
  isDefault: boolean;
}

export const MOST_MEASUREMENTS = 50;
/** Characters of a name, and of keys. */
export const LONGEST_NAME = 60;
const LONGEST_KEYS = 4000;

const measurements = setting<readonly Measurement[]>("measurements", (stored) =>
  Array.isArray(stored) ? stored.filter(isMeasurement).slice(0, MOST_MEASUREMENTS) : [],
);

function isMeasurement(stored: unknown): stored is Measurement {
  const { name, keys, tick, isDefault } = (stored ?? {}) as Partial<Measurement>;
  return (
    typeof name === "string" &&
    name.length <= LONGEST_NAME &&
    typeof keys === "string" &&
    keys.length <= LONGEST_KEYS &&
    isTick(tick) &&
    typeof isDefault === "boolean"
  );
}

export const savedMeasurements = (): readonly Measurement[] => measurements.load();

/** Saves the current measurement; replaces one with the same name. */
export function saveMeasurement(name: string): void {
  const { view, tickText } = get();
  const isDefault = savedMeasurements().some((one) => one.name === name && one.isDefault);
  const saved = { name, keys: writeMeasurement(view), tick: tickText, isDefault };
  measurements.remember([...others(name), saved].slice(-MOST_MEASUREMENTS));
}

export const forgetMeasurement = (name: string): void => measurements.remember(others(name));

/** Makes a measurement the default for recordings opened later, or removes the default. */
export function toggleDefault(name: string): void {
  const toggled = (one: Measurement): Measurement => ({
    ...one,
    isDefault: one.name === name && !one.isDefault,
  });
  measurements.remember(savedMeasurements().map(toggled));
}

/** Measures so in the recording on the page. */
export function applyMeasurement(measurement: Measurement): void {
  setView(measured(get().view, measurement, get().tickText));
}

/** A view of a recording that is opened, whose ticks have the length `tick`. */
export function measuredByDefault(view: View, tick: string): View {
  const chosen = savedMeasurements().find(({ isDefault }) => isDefault);
  return chosen ? measured(view, chosen, tick) : view;
}

function measured(view: View, { keys, tick: saved }: Measurement, tick: string): View {
  return withMeasurement(view, keys, parseTick(saved).seconds / parseTick(tick).seconds);
}

const others = (name: string): Measurement[] => savedMeasurements().filter((one) => one.name !== name);
