/** Code that is loaded when it is first wanted. */

import { h } from "../ui/dom";
import { reactive } from "../ui/signals";
import { notify } from "./notice";

/**
 *     absent --wanted--> loading --> there
 *                         ^   |
 *     the network is back |   v
 *     or by the person   failed
 */
type Loading<T> = { is: "absent" | "loading" | "failed" } | { is: "there"; value: T };

/** Code, or a value made by it, as a signal: its readers are drawn again when it is loaded. */
export interface Lazy<T> {
  /** Loads it, if that has not been begun; null until it is there. */
  want(): T | null;
  /** Like `want`; shows a failure to load in `root`, and tries again when the network is back. */
  wantIn(root: HTMLElement): T | null;
  /** The loaded value; null before it is loaded. Does not load it. */
  now(): T | null;
  /** Settles when it is there. */
  ready(): Promise<T>;
}

export function lazy<T>(load: () => Promise<T>): Lazy<T> {
  const state = reactive<{ now: Loading<T> }>({ now: { is: "absent" } });
  let waiting: ((value: T) => void)[] = [];

  function begin(): void {
    state.now = { is: "loading" };
    load().then(
      (value) => {
        state.now = { is: "there", value };
        for (const done of waiting) done(value);
        waiting = [];
      },
      (reason: unknown) => {
        // A mistake in the code is for its author to see; a chunk that could not be fetched is not one.
        if (!isFetchFailure(reason)) reportError(reason);
        state.now = { is: "failed" };
        addEventListener("online", retry, { once: true });
      },
    );
  }

  function retry(): void {
    if (state.now.is === "failed") begin();
  }

  const now = (): T | null => (state.now.is === "there" ? state.now.value : null);
  const want = (): T | null => {
    // Begun once the drawing that wants it has ended.
    if (state.now.is === "absent") queueMicrotask(() => state.now.is === "absent" && begin());
    return now();
  };
  let failed: HTMLElement | null = null;
  return {
    want,
    wantIn: (root) => {
      const value = want();
      if (state.now.is === "failed") {
        failed ??= failure(retry);
        root.append(failed);
      } else failed?.remove();
      return value;
    },
    now,
    ready: () => {
      retry();
      const value = want();
      return value === null ? new Promise((resolve) => void waiting.push(resolve)) : Promise.resolve(value);
    },
  };
}

/** Loads code for a single action. A notice reports failures, because no caller waits. */
export function withPart<T>(load: () => Promise<T>, act: (part: T) => unknown): void {
  load()
    .then(act)
    .catch((reason: unknown) => {
      if (!isFetchFailure(reason)) reportError(reason);
      const why = isFetchFailure(reason) ? "a part of the page could not be loaded" : String(reason);
      notify(`This did not work: ${why}. Try it again.`);
    });
}

/** Browsers give a chunk that could not be fetched a TypeError of their own words, with its address. */
function isFetchFailure(reason: unknown): boolean {
  return reason instanceof TypeError || (reason instanceof Error && /preload|import/iu.test(reason.message));
}

function failure(retry: () => void): HTMLElement {
  return h(
    "p",
    { class: "panel-failed", role: "alert" },
    "This part of the page could not be loaded. It is tried again when the network is back. ",
    // The standard keeps a failed import for as long as the page is open; only Firefox follows it.
    "In Firefox, reload the page. ",
    h("button", { class: "small", onclick: retry }, "Try again"),
  );
}
