import { asTagviewError, DEFAULT_TICK, parseTick } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { h, setAttribute } from "../../../ui/dom";
import { sentence } from "../../../ui/sentence";
import { checkTick } from "../session/own-tick";
import { tickSetting } from "../session/settings";
import { get, setView } from "../session/state";

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
    onblur: () => render(),
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
      const { current, compared } = get();
      checkTick(current);
      // A recording whose file states no tick has the one that is remembered for all such recordings.
      if (current === null || current.tick === null) tickSetting.remember(text);
      if (compared?.view && compared.tick === null) compared.view = { ...compared.view, tick: text };
      // Zooms are in seconds, and would show something else; the range is in ticks, and stays.
      if (current) setView({ tick: text, rate: null, gaps: null, decay: null });
    } catch (reason) {
      setAttribute(box, "aria-invalid", "true");
      setAttribute(box, "title", sentence(asTagviewError(reason)));
    }
  }

  function render(): void {
    const { tickText } = get();
    if (document.activeElement !== box && box.getAttribute("aria-invalid") !== "true")
      box.value = spaced(tickText);
  }

  return { root: h("label", { class: "tick" }, "tick", box), render };
}

/** "156.25ps" with a space: "156.25 ps". */
function spaced(text: string): string {
  return text.replace(/(\d)\s*([a-zµ]+)$/u, "$1 $2");
}
