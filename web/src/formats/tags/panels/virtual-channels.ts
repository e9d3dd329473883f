import { asTagviewError } from "@tagview/engine";
import { engine } from "../../../app/engine";
import type { Panel } from "../../../app/panel";
import { h, setAttribute, showText } from "../../../ui/dom";
import { sentence } from "../../../ui/sentence";
import { readDefinitions } from "../model/definitions";
import { get, type State, setView } from "../session/state";

const EXAMPLES = [
  "100=3+15         a tag of either",
  "101=3&15@2ns     both within 2 ns",
  "102=3@+4ns       3, delayed",
  "103=15~3:0..5ns  15, from 0 to 5 ns after 3",
].join("\n");

/** A box with one definition per line. An error is shown below it, and the earlier definitions remain. */
export function virtualChannelsBody(): Panel<State> {
  const note = h("p", { class: "faint", id: "definitions-note", role: "alert", hidden: true });
  const box = h("textarea", {
    class: "lines",
    rows: 2,
    spellcheck: "false",
    autocomplete: "off",
    "aria-label": "Virtual channels",
    "aria-describedby": note.id,
    placeholder: "101=3&15@2ns",
    title: `Virtual channels, one a line (Shift Enter) or with ; between them:\n${EXAMPLES}`,
    onchange: () => void take(),
    onkeydown: (event: KeyboardEvent) => {
      // Enter applies the text, as in every box; a line break needs Shift.
      if (event.key === "Enter" && !event.shiftKey) {
        event.preventDefault();
        void take();
      } else if (event.key === "Escape") {
        event.stopPropagation();
        complain(null);
        box.value = shown;
      }
    },
  });
  /** The text that the box showed when it was last filled. */
  let shown = "";
  /** The text that was last checked: results for earlier texts are ignored. */
  let checked = "";

  function complain(text: string | null): void {
    setAttribute(box, "aria-invalid", text === null ? null : "true");
    showText(note, text);
  }

  /** Checks the definitions, and returns whether they can be used. */
  async function check(define: readonly string[]): Promise<boolean> {
    const { tickText } = get();
    const text = `${tickText} ${define.join("\n")}`;
    checked = text;
    let wrong: string | null = null;
    try {
      await engine.tags.check({ analyses: [], define, tick: tickText });
    } catch (reason) {
      wrong = sentence(asTagviewError(reason).toObject());
    }
    if (checked !== text) return false;
    complain(wrong);
    return wrong === null;
  }

  async function take(): Promise<void> {
    const define = readDefinitions(box.value);
    if (!(await check(define))) return;
    shown = define.join("\n");
    if (document.activeElement !== box) box.value = shown;
    setView({ define });
  }

  return {
    root: h("div", {}, box, note),
    render: ({ view }) => {
      const text = view.define.join("\n");
      if (text === shown || (document.activeElement === box && box.value !== shown)) return;
      shown = text;
      box.value = text;
      box.rows = Math.max(2, view.define.length);
      void check(view.define);
    },
  };
}
