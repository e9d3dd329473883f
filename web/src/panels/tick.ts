import { asTagviewError, DEFAULT_TICK, parseTick } from "@tagview/engine";
import { h, setAttribute } from "../dom";
import { sentence } from "../sentence";
import { remember } from "../settings";
import { get, type State, set, setView } from "../state";

/** The length of a tick, as text with a unit; an empty box goes back to the default. */
export function tickField(): { root: HTMLElement; render: (state: State) => void } {
  const box = h("input", {
    type: "text",
    id: "tick",
    size: 9,
    spellcheck: "false",
    autocomplete: "off",
    title: "Length of a tick, such as 156.25 ps",
    onchange: () => apply(),
    onkeydown: ((event: KeyboardEvent) => event.key === "Enter" && apply()) as never,
  });

  function apply(): void {
    const text = box.value.trim() === "" ? DEFAULT_TICK : box.value.trim().replace("µ", "u");
    try {
      const { seconds } = parseTick(text);
      setAttribute(box, "aria-invalid", null);
      if (seconds === get().tick) return;
      remember({ tick: text });
      // Zooms are in seconds and would point elsewhere; the range is in ticks and stays.
      setView({ rate: null, gaps: null });
      set({ tick: seconds, tickText: text });
    } catch (reason) {
      setAttribute(box, "aria-invalid", "true");
      setAttribute(box, "title", sentence(asTagviewError(reason)));
    }
  }

  return {
    root: h("label", { class: "tick" }, "tick", box),
    render: ({ tickText }) => {
      if (document.activeElement !== box && box.getAttribute("aria-invalid") !== "true")
        box.value = spaced(tickText);
    },
  };
}

/** "156.25ps" as people read it: "156.25 ps". */
function spaced(text: string): string {
  return text.replace(/(\d)\s*([a-zµ]+)$/u, "$1 $2");
}
