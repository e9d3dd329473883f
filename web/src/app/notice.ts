/** One sentence above the page about the latest input; it disappears when an item is opened, or by its button. */

import { h, quietButton, setText } from "../ui/dom";

const text = h("p");
const root = h(
  "div",
  { class: "notice", role: "alert", hidden: true },
  text,
  quietButton("×", withdraw, { "aria-label": "Close the message" }),
);

/** Replaces the sentence; screen readers read it aloud. */
export function notify(sentence: string): void {
  if (!root.isConnected) document.body.append(root);
  setText(text, sentence);
  root.hidden = false;
}

export function withdraw(): void {
  root.hidden = true;
}
