import { count } from "@tagview/charts";
import { h, setAttribute, setText } from "../dom";
import { changes } from "../memo";
import { partMark } from "../partial";
import { summaryOf } from "../run";
import type { State } from "../state";
import { bytes, exact, time } from "../units";

/** What the file is: its name, and the facts that fit on a card. */
export function cardPanel(): { root: HTMLElement; render: (state: State) => void } {
  const name = h("h2", { class: "file-name", id: "card-title" });
  const chip = h("span", { class: "chip", hidden: true });
  const facts = new Map(["tags", "span", "size", "frames", "messages", "order"].map((key) => [key, h("dd")]));
  const list = h(
    "dl",
    { class: "facts" },
    ...[...facts].map(([key, value]) => h("div", {}, h("dt", {}, key), value)),
  );
  const root = h(
    "section",
    { class: "panel card", "aria-labelledby": "card-title" },
    h("div", { class: "panel-head" }, name, chip),
    list,
  );
  const changed = changes();
  const put = (key: string, text: string, title = ""): void => {
    const value = facts.get(key);
    if (!value) return;
    setText(value, text);
    setAttribute(value, "title", title || null);
  };
  return {
    root,
    render: ({ current, tick, units }) => {
      const run = current?.whole ?? null;
      if (!changed(current, run?.snapshot, run?.phase, tick, units) || !current) return;
      const snapshot = run?.snapshot ?? null;
      const summary = summaryOf(run);
      setText(name, current.name);
      setAttribute(name, "title", current.name);
      const mark = run ? partMark(run) : null;
      chip.hidden = mark === null;
      setText(chip, mark ?? "");
      const { source } = current;
      const size =
        snapshot?.total ??
        (source.kind === "blob"
          ? source.blob.size
          : run?.phase === "done"
            ? (snapshot?.bytes ?? null)
            : null);
      const length =
        summary && summary.first !== null && summary.last !== null ? summary.last - summary.first : null;
      put("tags", count(snapshot?.tags ?? null));
      put("span", time(length), exact(length));
      put("size", bytes(size), size === null ? "" : `${count(size)} bytes`);
      put("frames", count(snapshot?.frames ?? null), "zstd frames that hold data");
      put("messages", count(snapshot?.messages ?? null), "Cap'n Proto messages");
      const late = summary?.out_of_order ?? null;
      put(
        "order",
        late === null ? "–" : late === 0 ? "in time order" : `${count(late)} out of order`,
        late ? `The first is tag ${count(summary?.first_disorder ?? null)} (counted from 0)` : "",
      );
      facts.get("order")?.classList.toggle("warn", late !== null && late > 0);
    },
  };
}
