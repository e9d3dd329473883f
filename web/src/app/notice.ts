/** One sentence above the status line about the latest input; it disappears when an item is opened, or by its button. */

import { h, quietButton, setText } from "../ui/dom";

let made: { root: HTMLElement; text: HTMLElement } | null = null;
/** The sentence, and how often it was stated since it is visible. */
let stated = { sentence: "", times: 0 };

function make(): { root: HTMLElement; text: HTMLElement } {
  const text = h("p");
  const close = quietButton("×", withdraw, { "aria-label": "Close the message" });
  const root = h("div", { class: "notice", role: "alert" }, text, close);
  document.getElementById("status")?.before(root);
  return { root, text };
}

/** Replaces the sentence, or counts an equal one; screen readers read it aloud. */
export function notify(sentence: string): void {
  made ??= make();
  const times = sentence === stated.sentence ? stated.times + 1 : 1;
  stated = { sentence, times };
  setText(made.text, times === 1 ? sentence : `${sentence} (${times} times)`);
  made.root.hidden = false;
}

export function withdraw(): void {
  if (made) made.root.hidden = true;
  stated = { sentence: "", times: 0 };
}
