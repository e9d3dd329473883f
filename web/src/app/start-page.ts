import { pickFiles, pickFolder } from "../open/picker";
import type { OpenRecent } from "../open/recent-list";
import { h, setText } from "../ui/dom";
import { bytes } from "../ui/numbers";
import type { SampleEntry } from "./entries";
import { openItems } from "./items";
import { recentSetting } from "./recent-setting";
import type { Invitation } from "./viewer";

/**
 * The page before anything is open: all of it is where a file can be dropped. `others` are opened too, without being
 * what most come for.
 */
export function startPage(
  invitations: readonly Invitation[],
  others: readonly string[],
  samples: readonly SampleEntry[],
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
      h("p", { class: "empty-kinds" }, invitations.map(({ kinds }) => kinds).join("; ")),
      others.length > 0 && h("p", { class: "empty-kinds" }, `and ${others.join(", ")}`),
      h(
        "div",
        { class: "empty-do" },
        h("button", { class: "primary", onclick: pickFiles }, "Choose a file"),
        h("button", { onclick: pickFolder }, "Choose a folder"),
        ...samples.map(({ sample, open }) => h("button", { onclick: () => open() }, sample.invitation)),
      ),
      recent,
      h("p", { class: "empty-privacy" }, "Your files never leave this computer."),
    ),
  );
  const invitation = invitations.map(({ what }) => what).join(" or ");
  return {
    root,
    render: () => {
      // Listed anew where another file has been opened since.
      const kept = recentSetting.load();
      if (kept > 0 && (listed !== kept || recent.hidden)) {
        listed = kept;
        void import("../open/recent-list").then(({ listRecent }) => listRecent(recent, openFile));
      }
      const { expected } = openItems();
      if (expected.what !== "file") {
        setText(what, `Drop ${invitation} anywhere on this page.`);
        return;
      }
      const size = expected.size ? ` (${bytes(expected.size)})` : "";
      setText(what, `Drop ${expected.name}${size} here to see what the link shows of it.`);
    },
  };
}
