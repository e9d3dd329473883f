import { h } from "../dom";
import { pickFiles } from "../drop";
import { openSample } from "../sample";

/** The page before anything is open: the whole of it is where a file can be dropped. */
export function emptyPanel(): HTMLElement {
  return h(
    "section",
    { class: "empty", "aria-label": "Open a file" },
    h(
      "div",
      { class: "empty-frame" },
      h("p", { class: "empty-what" }, "Drop a time tag recording anywhere on this page."),
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
}
