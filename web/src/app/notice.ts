/** One sentence above the page about the latest input; it disappears when an item is opened, or by its button. */

import { h, setText } from "../ui/dom";

const text = h("p");
const root = h(
  "div",
  { class: "notice", role: "alert", hidden: true },
  text,
  h("button", { class: "quiet", "aria-label": "Close the message", onclick: withdraw }, "×"),
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
