/** What the page remembers between visits; viewers name settings of their own. */

import { reactive } from "./signals";

const KEY = "tagview";
/** Counts what was remembered, so that what shows a setting is drawn again. */
const changes = reactive({ count: 0 });

/** One remembered value. */
export interface Setting<T> {
  load(): T;
  /** Remembers a value, where the browser lets the page. */
  remember(value: T): void;
}

/**
 * A setting by its name. `check` turns what is stored into a value: the default where nothing is stored, or
 * nonsense, or where the browser forbids storage.
 */
export function setting<T>(name: string, check: (stored: unknown) => T): Setting<T> {
  return {
    load: () => {
      void changes.count;
      return check(stored()[name]);
    },
    remember: (value) => {
      try {
        localStorage.setItem(KEY, JSON.stringify({ ...stored(), [name]: value }));
      } catch {
        // Storage is forbidden or full: the setting holds for this visit.
      }
      changes.count += 1;
    },
  };
}

function stored(): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
