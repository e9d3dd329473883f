import "./help.css";
import { docsLink } from "../app/docs-link";
import type { Shortcut } from "../app/shortcuts";
import type { Help } from "../app/viewer";
import { h } from "../ui/dom";

/** Shows the list of shortcuts. A `dialog` element keeps the focus and closes on Escape. */
export function showHelp(shortcuts: readonly Shortcut[], helps: readonly Help[]): void {
  // A second key press while its code is loaded changes nothing.
  if (document.querySelector("dialog.help")) return;
  const root = h(
    "dialog",
    {
      class: "help",
      "aria-labelledby": "help-title",
      onclose: () => root.remove(),
      onclick: (event: Event) => {
        // The dialog's own area is all content: a click that hits the dialog itself is on its backdrop.
        if (event.target === root) root.close();
      },
    },
    // Has the initial focus: with the focus on the button at its end, the list would open scrolled down.
    h("h2", { id: "help-title", tabindex: -1, autofocus: true }, "Shortcuts"),
    h("p", {}, "Single characters act while a panel has the focus, or the pointer is over it."),
    ...[undefined, ...new Set(shortcuts.flatMap(({ panel }) => panel ?? []))].flatMap((panel) => [
      panel && h("h3", {}, panel),
      rows(
        shortcuts
          .filter((shortcut) => shortcut.panel === panel)
          .map(({ key, does }) => [key === "Escape" ? "Esc" : key, does] as const),
      ),
    ]),
    h("h3", {}, "On a chart"),
    rows(helps.flatMap(({ gestures }) => gestures)),
    ...helps.flatMap(({ sections }) => sections),
    h(
      "p",
      {},
      "Files may be dropped anywhere, at any time. They are read inside this page and never leave this computer.",
    ),
    docsLink(),
    h("form", { method: "dialog" }, h("button", { type: "submit" }, "Close")),
  );
  document.body.append(root);
  root.showModal();
}

function rows(list: readonly (readonly [string, string])[]): HTMLElement {
  return h(
    "dl",
    {},
    ...list.map(([key, does]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, does))),
  );
}
