import { renderLoop, type Screen } from "./render-loop";

/** A part of the store: the shell's, or a viewer's. */
export interface Part<T> {
  get(): T;
  /** Changes some of it, and has everything drawn that shows it. */
  set(change: Partial<T>): void;
}

/** The page's state, in parts that know nothing of each other, and those who listen to its changes. */
export interface Store {
  part<T extends object>(initial: T): Part<T>;
  /** Asks for a drawing without a change of the state itself, as when an item has been read further. */
  refresh(): void;
  /** Draws, and settles once everything on the page shows the present state. */
  drawn(): Promise<void>;
  /** `listener` is called once per frame at most, after a change or a refresh. */
  onDraw(listener: () => void): void;
  /**
   * `listener` is called before each drawing and also, once for all changes of a task, right after it: for what
   * asks workers, whose answers take their time.
   */
  onChange(listener: () => void): void;
}

export function createStore(screen?: Screen): Store {
  const drawListeners: (() => void)[] = [];
  const changeListeners: (() => void)[] = [];
  let scheduled = false;
  const { refresh, drawn } = renderLoop(() => {
    callAll(changeListeners);
    callAll(drawListeners);
  }, screen);

  function changed(): void {
    refresh();
    if (scheduled) return;
    scheduled = true;
    queueMicrotask(() => {
      scheduled = false;
      callAll(changeListeners);
    });
  }

  return {
    part(initial) {
      let value = initial;
      return {
        get: () => value,
        set: (change) => {
          value = { ...value, ...change };
          changed();
        },
      };
    },
    refresh,
    drawn,
    onDraw: (listener) => void drawListeners.push(listener),
    onChange: (listener) => void changeListeners.push(listener),
  };
}

/** Calls every listener; what one of them throws goes to the console and stops none of the others. */
function callAll(listeners: readonly (() => void)[]): void {
  for (const listener of listeners) {
    try {
      listener();
    } catch (thrown) {
      reportError(thrown);
    }
  }
}

/** The one store of the page. */
export const store = createStore();
