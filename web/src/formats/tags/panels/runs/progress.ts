/** Progress of reading all runs, with buttons to stop and to continue. */

import { h, setText } from "../../../../ui/dom";
import { reactive } from "../../../../ui/signals";
import type { Question } from "./question";
import { cancelAll, isLeft, progressNow, readAll } from "./read-all";

export interface RunsProgress {
  parts: HTMLElement[];
  /** Reads the remaining runs while the table is visible, unless the user has cancelled. */
  keepReading(isShown: boolean, question: Question | null): void;
  render(question: Question | null): void;
}

export function runsProgress(): RunsProgress {
  let wasShown = false;
  /** Whether the user has cancelled reading; it resumes when the table is shown again. */
  const now = reactive({ isCancelled: false });
  const pause = (on: boolean): void => {
    now.isCancelled = on;
    if (on) cancelAll();
  };
  const bar = h("progress", { max: 1, "aria-label": "Runs read" });
  const text = h("span", { class: "faint" });
  const cancel = h("button", { onclick: () => pause(true) }, "Cancel");
  const goOn = h("button", { onclick: () => pause(false) }, "Read the remaining runs");
  return {
    parts: [bar, text, cancel, goOn],
    keepReading: (isShown, question) => {
      if (isShown !== wasShown) now.isCancelled = false;
      wasShown = isShown;
      if (!isShown) cancelAll();
      else if (question && !now.isCancelled) readAll(question);
    },
    render: (question) => {
      const progress = question && progressNow(question);
      bar.hidden = cancel.hidden = !progress;
      goOn.hidden = progress !== null || !question || !isLeft(question);
      if (progress) bar.value = (progress.done + progress.share) / progress.total;
      setText(
        text,
        progress
          ? `${progress.done} of ${progress.total} runs · ${progress.name}, ${Math.floor(100 * progress.share)} %`
          : "",
      );
    },
  };
}
