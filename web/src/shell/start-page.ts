import { docsLink } from "../app/docs-link";
import { openItems } from "../app/items";
import { withPart } from "../app/lazy";
import { recentSetting } from "../app/recent-setting";
import { pickFiles, pickFolder } from "../open/picker";
import type { OpenRecent } from "../open/recent-list";
import { h, quietButton, setText } from "../ui/dom";
import { bytes } from "../ui/numbers";
import type { DoorEntry } from "./entries";

/** The page before a file is open: it accepts drops anywhere, and has a sample for each entry. */
export function startPage(
  doors: readonly DoorEntry[],
  openFile: OpenRecent,
): { root: HTMLElement; render(): void } {
  const recent = h("div", { class: "recent", hidden: true });
  let listed = 0;
  const what = h("p", { class: "empty-what" });
  const root = h(
    "section",
    { class: "empty", "aria-label": "Open a file" },
    h(
      "div",
      { class: "empty-frame" },
      what,
      h(
        "div",
        { class: "empty-do" },
        h("button", { class: "primary", onclick: pickFiles }, "Choose a file"),
        h("button", { onclick: pickFolder }, "Choose a folder"),
      ),
      h("div", { class: "doors" }, ...doors.map(doorOf)),
      recent,
      h("p", { class: "empty-privacy" }, "Your files never leave this computer."),
      docsLink(),
    ),
  );
  return {
    root,
    render: () => {
      // The list is made anew after another file was opened.
      const kept = recentSetting.load();
      if (kept > 0 && (listed !== kept || recent.hidden)) {
        listed = kept;
        withPart(
          () => import("../open/recent-list"),
          ({ listRecent }) => listRecent(recent, openFile),
        );
      }
      const { expected } = openItems();
      if (expected.what !== "file") {
        setText(what, "Drop a file anywhere on this page.");
        return;
      }
      const size = expected.size ? ` (${bytes(expected.size)})` : "";
      setText(what, `Drop ${expected.name}${size} here to see the view of the link.`);
    },
  };
}

function doorOf({ door: { title, shows, kinds, sample }, openSample, more }: DoorEntry): HTMLElement {
  return h(
    "section",
    { class: "door" },
    h("h2", {}, title),
    h("p", {}, shows),
    h("p", { class: "door-kinds" }, kinds),
    h(
      "div",
      { class: "door-samples" },
      ...(openSample ? [h("button", { onclick: openSample }, sample)] : []),
      ...more.map(({ title, open }) => quietButton(title, () => open())),
    ),
  );
}
