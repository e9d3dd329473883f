import { shownItem } from "../app/items";
import { h, setAttribute, setText } from "../ui/dom";

/** The line at the bottom: progress of reading, a button to stop it, and memory use. */
export function statusLine(stop: () => void): { nodes: Node[]; render(): void } {
  const bar = h("progress", { max: 1, "aria-label": "Read" });
  const text = h("span", { class: "status-text" });
  const cancel = h("button", { class: "cancel", hidden: true, onclick: stop }, "Cancel");
  const held = h("span", { class: "kept warn" });
  const privacy = h("span", { class: "privacy" }, "Your files never leave this computer.");
  return {
    nodes: [bar, text, cancel, held, h("span", { class: "grow" }), privacy],
    render: () => {
      const item = shownItem();
      const progress = item?.progress?.();
      const isUnderWay = progress !== undefined && progress.state !== "ended";
      // The start page states it among its buttons.
      privacy.hidden = item === undefined;
      bar.hidden = !isUnderWay;
      setAttribute(bar, "aria-label", progress?.state === "counting" ? "Counted" : "Read");
      cancel.hidden = !isUnderWay;
      setAttribute(cancel, "class", progress?.state === "counting" ? "cancel-counting" : "cancel");
      if (isUnderWay && progress.done !== null) bar.value = progress.done;
      else bar.removeAttribute("value");
      setText(text, progress?.text ?? "");
      setText(held, progress?.held ?? "");
    },
  };
}
