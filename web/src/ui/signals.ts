/** State as signals: a reader of a signal is drawn again after it changes. Dependencies are tracked automatically. */

import { batch, computed, signal } from "@preact/signals-core";

/** Draws the page once for all changes since the last drawing. */
type Refresh = () => void;
let refresh: Refresh = () => {};

/** Sets the function called after each change. */
export function onSignal(listener: Refresh): void {
  refresh = listener;
}

/**
 * Makes an object whose properties are signals. Each assignment calls `changed`, which by default
 * draws the page.
 */
export function reactive<T extends object>(initial: T, changed: () => void = () => refresh()): T {
  const made = {} as T;
  for (const key of Object.keys(initial) as (keyof T)[]) {
    const kept = signal(initial[key]);
    Object.defineProperty(made, key, {
      enumerable: true,
      get: () => kept.value,
      set: (value: T[typeof key]) => {
        if (kept.peek() === value) return;
        kept.value = value;
        changed();
      },
    });
  }
  return made;
}

/** Assigns several properties of a reactive object as one change. */
export function change<T extends object>(state: T, values: Partial<T>): void {
  batch(() => Object.assign(state, values));
}

/**
 * Derives a value from signals, and again only after one of them changed. If the new value `isSame`, the old one is
 * kept.
 */
export function derived<T>(derive: () => T, isSame: (a: T, b: T) => boolean = Object.is): () => T {
  let last: { value: T } | null = null;
  const made = computed(() => {
    const next = derive();
    if (last === null || !isSame(last.value, next)) last = { value: next };
    return last.value;
  });
  return () => made.value;
}

/**
 * Returns a function that draws, and again only after a signal that `draw` read changed. It draws when it is called, not
 * when a signal changes as an effect does, so that the frame decides when a panel is drawn and slow panels wait for the
 * next one. `draw` must not change state that it or another drawing reads earlier in the frame.
 */
export function drawing(draw: () => void): () => void {
  return derived(draw);
}

/** Derives a value for each of many objects. */
export function derivedOf<K extends object, T>(
  derive: (of: K) => T,
  isSame?: (a: T, b: T) => boolean,
): (of: K) => T {
  const kept = new WeakMap<K, () => T>();
  return (of) => {
    const known = kept.get(of) ?? derived(() => derive(of), isSame);
    kept.set(of, known);
    return known();
  };
}

/** The object whose properties are those of the present value of `now`, each derived separately. */
export function properties<T extends object>(keys: T, now: () => T): T {
  const made = {} as T;
  for (const key of Object.keys(keys) as (keyof T)[]) {
    const value = derived(() => now()[key]);
    Object.defineProperty(made, key, { enumerable: true, get: value });
  }
  return made;
}
