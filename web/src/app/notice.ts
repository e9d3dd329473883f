/** One sentence above the page about the latest input; it disappears when an item is opened, or by its button. */

import { h, quietButton, setText } from "../ui/dom";

let made: { root: HTMLElement; text: HTMLElement } | null = null;

function make(): { root: HTMLElement; text: HTMLElement } {
  const text = h("p");
  const close = quietButton("×", withdraw, { "aria-label": "Close the message" });
  const root = h("div", { class: "notice", role: "alert" }, text, close);
  document.body.append(root);
  return { root, text };
}

/** Replaces the sentence; screen readers read it aloud. */
export function notify(sentence: string): void {
  made ??= make();
  setText(made.text, sentence);
  made.root.hidden = false;
}

export function withdraw(): void {
  if (made) made.root.hidden = true;
}
