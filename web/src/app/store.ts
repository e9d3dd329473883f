import { change, onSignal, reactive } from "../ui/signals";
import { renderLoop, type Screen } from "./render-loop";

/** A part of the store: the shell's, or a viewer's. */
export interface Part<T> {
  /** The state itself, whose properties are signals. */
  get(): T;
  /** Changes some of it, and has everything drawn that shows it. */
  set(values: Partial<T>): void;
}

/** Schedules drawing and notifies listeners. */
export interface Store {
  part<T extends object>(initial: T): Part<T>;
  /** Has the page drawn without a change of the state itself, as when time passed. */
  refresh(): void;
  /** `listener` is called once per frame at most, after a change or a refresh. */
  onDraw(listener: () => void): void;
  /**
   * `listener` is called before each drawing, and once right after a task that changed signals. Use it to send requests
   * to workers early.
   */
  onChange(listener: () => void): void;
}

export function createStore(screen?: Screen): Store {
  const drawListeners: (() => void)[] = [];
  const changeListeners: (() => void)[] = [];
  let scheduled = false;
  const refresh = renderLoop(() => {
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
    part: (initial) => {
      const state = reactive(initial);
      return {
        get: () => state,
        set: (values) => {
          change(state, values);
          changed();
        },
      };
    },
    refresh,
    onDraw: (listener) => void drawListeners.push(listener),
    onChange: (listener) => void changeListeners.push(listener),
  };
}

/** Calls every listener; an error of one goes to the console and does not stop the others. */
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
onSignal(store.refresh);
