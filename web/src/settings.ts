import { DEFAULT_TICK, parseTick } from "@tagview/engine";

/** What the page remembers between visits. */
export interface Settings {
  /** A tick's length with its unit, "156.25ps". */
  tick: string;
  units: "time" | "ticks";
  theme: "light" | "dark" | null;
}

const KEY = "tagview";

/** The remembered settings; a browser that forbids storage, or nonsense in it, gives the defaults. */
export function load(): Settings {
  let stored: Partial<Record<keyof Settings, unknown>> = {};
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (typeof parsed === "object" && parsed !== null) stored = parsed;
  } catch {
    // Nothing remembered: the defaults below.
  }
  const { tick, units, theme } = stored;
  return {
    tick: isTick(tick) ? tick : DEFAULT_TICK,
    units: units === "ticks" ? "ticks" : "time",
    theme: theme === "light" || theme === "dark" ? theme : null,
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

function isTick(text: unknown): text is string {
  try {
    return typeof text === "string" && parseTick(text).seconds > 0;
  } catch {
    return false;
  }
}
