/** Values kept between visits; viewers define their own settings. */

import { reactive } from "../ui/signals";

const KEY = "tagview";
/** Counts changes, so that readers of a setting are drawn again. */
const changes = reactive({ count: 0 });

/** One remembered value. */
export interface Setting<T> {
  load(): T;
  /** Stores a value, if the browser permits it. */
  remember(value: T): void;
}

/**
 * A named setting. `check` converts the stored value. It returns the default if nothing valid is stored, or if the
 * browser forbids storage.
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
