import "./notes.css";
import type { Panel } from "../../../app/panel";
import { h, quietButton, replaceKeepingFocus, setAttribute } from "../../../ui/dom";
import { MOST_NAME, MOST_NOTE, MOST_RANGES, type NamedRange, type Range } from "../model/view";
import { choose, get, type State, setView } from "../session/state";
import { boxedRange } from "../session/time";

/** Saved time ranges with names, and a note: the link contains both. */
export function notesBody(): Panel<State> {
  const list = h("ul", { "aria-label": "Named ranges" });
  const name = h("input", {
    type: "text",
    class: "small-box",
    maxlength: MOST_NAME,
    autocomplete: "off",
    placeholder: "lamp on",
    "aria-label": "Name of the range",
    onkeydown: (event: KeyboardEvent) => event.key === "Enter" && nameRange(),
  });
  const add = h("button", { class: "small", onclick: () => nameRange() }, "Name the range");
  const note = h("textarea", {
    class: "lines",
    rows: 3,
    maxlength: MOST_NOTE,
    "aria-label": "Note",
    placeholder: "Note, kept in the link",
    onchange: () => setView({ note: note.value.trim() }),
  });

  function nameRange(): void {
    const { view } = get();
    const text = name.value.trim();
    if (!view.range || text === "") return;
    const others = view.ranges.filter((one) => one.name !== text);
    setView({ ranges: [...others, { name: text, ...view.range }].slice(-MOST_RANGES) });
    name.value = "";
  }

  return {
    root: h("div", { class: "notes-body" }, list, h("div", { class: "notes-name" }, name, add), note),
    render: ({ view: { range, ranges, note: text } }) => {
      replaceKeepingFocus(list, ...ranges.map((one) => row(one, range)));
      add.disabled = range === null;
      setAttribute(
        add,
        "title",
        range === null ? "Choose a range on the rate chart first" : boxedRange(range),
      );
      if (document.activeElement !== note) note.value = text;
    },
  };
}

function row(named: NamedRange, shown: Range | null): HTMLElement {
  const { name, from, to } = named;
  const isShown = shown?.from === from && shown.to === to;
  return h(
    "li",
    {},
    quietButton(name, () => choose(isShown ? null : { from, to }), {
      title: `${name}: ${boxedRange(named)}`,
      "aria-pressed": String(isShown),
    }),
    quietButton("×", () => setView({ ranges: get().view.ranges.filter((one) => one.name !== name) }), {
      "aria-label": `Forget the range ${name}`,
      title: "Forget its name",
    }),
  );
}
