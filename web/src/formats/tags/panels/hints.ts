/** The hints of a panel's results, each with a button that applies its option. */

import { type Hint, type HintOption, timesInMessage } from "@tagview/engine";
import { announce } from "../../../ui/announce";
import { h, replaceKeepingFocus } from "../../../ui/dom";
import { few } from "../../../ui/few";
import type { View } from "../model/view";
import { delaysAroundPeak } from "../session/results";
import { get, setView } from "../session/state";
import { boxedReal, fineTime } from "../session/time";

export interface HintList {
  root: HTMLElement;
  render(hints: readonly Hint[]): void;
}

export function hintList(): HintList {
  const root = h("ul", { class: "hints", hidden: true });
  let rendered = "";
  return {
    root,
    render: (hints) => {
      // Several results of a panel may have the same hint, with options that differ in the last digits.
      const keyOf = ({ code, message, option }: Hint) => (option === null ? message : code);
      const distinct = [...new Map(hints.map((hint) => [keyOf(hint), hint])).values()];
      const texts = distinct.map(hintText);
      const key = distinct.map(({ option }, k) => `${texts[k]} ${option?.ticks ?? ""}`).join("\n");
      if (key === rendered) return;
      rendered = key;
      root.hidden = distinct.length === 0;
      replaceKeepingFocus(root, ...few(distinct.map((hint, k) => h("li", {}, texts[k] ?? "", button(hint)))));
    },
  };
}

/** A hint with its times as selected in the settings; five digits, because it may compare two periods. */
export const hintText = ({ message }: Hint): string =>
  timesInMessage(message, (ticks) => withUnit(ticks, fineTime(ticks, 5)));

/** A time in ticks or as `inSeconds`, as selected in the settings. */
function withUnit(ticks: number, inSeconds: string): string {
  return get().units === "ticks" ? `${ticks} ticks` : inSeconds;
}

/** The changes that options make to the view, with the words of their buttons. */
const OPTIONS: Record<string, (option: HintOption) => { text: string; change: Partial<View>; box: string }> =
  {
    period: ({ ticks }) => ({
      text: `Set the period to ${withUnit(ticks, boxedReal(ticks, 7))}`,
      change: { period: ticks },
      box: "Period of pulsed light",
    }),
    delay: ({ channel, ticks }) => ({
      text: `Set the delay of channel ${channel} to ${withUnit(ticks, boxedReal(ticks, 7))}`,
      change:
        channel === null
          ? {}
          : { delays: new Map([...get().view.delays, [channel, BigInt(Math.round(ticks))]]) },
      box: `Delay of channel ${channel}`,
    }),
    displaced: ({ ticks }) => ({
      text: `Displace the windows by ${withUnit(ticks, boxedReal(ticks, 7))}`,
      change: { displaced: BigInt(Math.round(ticks)) },
      box: "Displacement of the windows",
    }),
    window: ({ ticks }) => ({
      text: `Set the window to ±${withUnit(ticks, boxedReal(ticks, 7))}`,
      change: { window: BigInt(ticks) },
      box: "Coincidence window",
    }),
    peak: ({ ticks }) => ({
      text: "Show the peak",
      change: { g2: delaysAroundPeak(get(), BigInt(ticks)), bin: null, logarithmic: false },
      box: "Range of delays",
    }),
    bin: ({ ticks }) => ({
      text: `Set the bin to ${withUnit(ticks, boxedReal(ticks, 7))}`,
      change: { bin: BigInt(Math.round(ticks)) },
      box: "Bin width",
    }),
  };

/** The button that applies a hint; false for an option that the page does not support. */
function button({ option }: Hint): HTMLElement | false {
  const applied = option === null ? undefined : OPTIONS[option.name]?.(option);
  if (applied === undefined) return false;
  const { text, change, box } = applied;
  return h(
    "button",
    {
      class: "small",
      title: "The option then appears in its box, in the link and in the command line",
      onclick: () => {
        setView(change);
        // The button disappears with its hint, and the focus with it.
        document.querySelector<HTMLElement>(`[aria-label="${box}"]`)?.focus();
        announce(`${text}.`);
      },
    },
    text,
  );
}
