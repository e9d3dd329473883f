/** Progress of recognising files, above the status line with a button to cancel it. */

import { announce } from "../ui/announce";
import { h, quietButton, setText } from "../ui/dom";
import { some } from "../ui/numbers";

/** Milliseconds after which progress is shown. */
const SLOW_MS = 300;

/** Files that are being recognised. */
export interface RecognitionProgress {
  /** Aborted when the user cancels it. */
  readonly signal: AbortSignal;
  /** Resolves when the user cancels it. */
  readonly cancelled: Promise<void>;
  /** Counts a recognised file. */
  step(): void;
  end(): void;
}

const root = h("div", { class: "recognition" });

export function recognitionProgress(total: number): RecognitionProgress {
  let done = 0;
  const control = new AbortController();
  const text = h("p");
  const cancel = quietButton("Cancel", () => control.abort());
  const line = h("div", {}, text, cancel);
  const draw = (): void => setText(text, `Checking ${some(total, "file")}: ${done} done.`);
  const timer = setTimeout(() => {
    if (!root.isConnected) document.getElementById("status")?.before(root);
    root.append(line);
    draw();
    announce(`Checking ${some(total, "file")}.`);
  }, SLOW_MS);
  return {
    signal: control.signal,
    cancelled: new Promise((resolve) => control.signal.addEventListener("abort", () => resolve())),
    step: () => {
      done += 1;
      if (line.isConnected) draw();
    },
    end: () => {
      clearTimeout(timer);
      line.remove();
    },
  };
}
