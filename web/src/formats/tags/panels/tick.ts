import { DEFAULT_TICK, parseTick } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { field } from "../../../ui/field";
import { checkTick } from "../session/own-tick";
import { tickSetting } from "../session/settings";
import { get, setView } from "../session/state";

/** A box for the length of a tick, with its unit; an empty one means the default. */
export function tickField(): Panel<void> {
  const { root, input, render } = field({
    label: "tick",
    title: "Length of a tick, such as 156.25 ps",
    size: 9,
    apply,
  });
  root.classList.add("tick");
  input.id = "tick";
  input.classList.remove("small-box");
  return { root, render: () => render(spaced(get().tickText)) };
}

function apply(typed: string): null {
  const length = typed === "" ? DEFAULT_TICK : typed.replace(/[µμ]/u, "u");
  // A bare number is in the unit that the box showed.
  const text = /[a-z]$/u.test(length) ? length : length + get().tickText.replace(/^.*\d/u, "").trim();
  const { seconds } = parseTick(text);
  const { tick, current, compared } = get();
  if (seconds === tick) {
    // The bar is drawn again, and the box shows the tick in its usual form.
    setView({});
    return null;
  }
  checkTick(current);
  // A recording whose file states no tick has the one that is remembered for all such recordings.
  if (current === null || current.tick === null) tickSetting.remember(text);
  if (compared?.view && compared.tick === null) compared.view = { ...compared.view, tick: text };
  // Zooms are in seconds, and would show something else; the range is in ticks, and stays.
  if (current) setView({ tick: text, rate: null, gaps: null, decay: null });
  return null;
}

/** "156.25ps" with a space: "156.25 ps". */
function spaced(text: string): string {
  return text.replace(/(\d)\s*([a-zµ]+)$/u, "$1 $2");
}
