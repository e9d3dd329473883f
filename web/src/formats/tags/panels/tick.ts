import { asTagviewError, DEFAULT_TICK, parseTick } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { h, setAttribute } from "../../../ui/dom";
import { sentence } from "../../../ui/sentence";
import { checkTick, keepTick } from "../own-tick";
import { get, set, setView } from "../state";

/** A box for the length of a tick, with its unit; an empty one means the default. */
export function tickField(): Panel<void> {
  const box = h("input", {
    type: "text",
    id: "tick",
    size: 9,
    spellcheck: "false",
    autocomplete: "off",
    title: "Length of a tick, such as 156.25 ps",
    onchange: () => apply(),
    onkeydown: (event: KeyboardEvent) => event.key === "Enter" && apply(),
  });

  function apply(): void {
    const typed = box.value.trim() === "" ? DEFAULT_TICK : box.value.trim().replace("µ", "u");
    // A bare number is in the unit that the box showed.
    const text = /[a-z]$/u.test(typed) ? typed : typed + get().tickText.replace(/^.*\d/u, "").trim();
    try {
      const { seconds } = parseTick(text);
      setAttribute(box, "aria-invalid", null);
      if (seconds === get().tick) return;
      checkTick(get().current);
      keepTick(get().current, text);
      // Zooms are in seconds, and would show something else; the range is in ticks, and stays.
      setView({ rate: null, gaps: null });
      set({ tickText: text });
    } catch (reason) {
      setAttribute(box, "aria-invalid", "true");
      setAttribute(box, "title", sentence(asTagviewError(reason)));
    }
  }

  return {
    root: h("label", { class: "tick" }, "tick", box),
    render: () => {
      const { tickText } = get();
      if (document.activeElement !== box && box.getAttribute("aria-invalid") !== "true")
        box.value = spaced(tickText);
    },
  };
}

/** "156.25ps" as people read it: "156.25 ps". */
function spaced(text: string): string {
  return text.replace(/(\d)\s*([a-zµ]+)$/u, "$1 $2");
}
