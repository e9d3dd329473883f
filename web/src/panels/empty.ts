import { h, setText } from "../dom";
import { pickFiles } from "../drop";
import { openSample } from "../sample";
import type { State } from "../state";
import { bytes } from "../units";

/** The page before anything is open: the whole of it is where a file can be dropped. */
export function emptyPanel(): { root: HTMLElement; render: (state: State) => void } {
  const what = h("p", { class: "empty-what" });
  const root = h(
    "section",
    { class: "empty", "aria-label": "Open a file" },
    h(
      "div",
      { class: "empty-frame" },
      what,
      h("p", { class: "empty-kinds" }, ".tags.zst or .tags, of any size"),
      h(
        "div",
        { class: "empty-do" },
        h("button", { type: "button", class: "primary", onclick: pickFiles }, "Choose a file"),
        h("button", { type: "button", onclick: () => openSample() }, "Look at a sample"),
      ),
      h("p", { class: "empty-privacy" }, "Your files never leave this computer."),
    ),
  );
  return {
    root,
    render: ({ awaited }) => {
      const size = awaited?.size ? ` (${bytes(awaited.size)})` : "";
      setText(
        what,
        awaited
          ? `Drop ${awaited.name}${size} here to see what the link shows of it.`
          : "Drop a time tag recording anywhere on this page.",
      );
    },
  };
}
