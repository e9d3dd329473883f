/** Delays of the counted channels: boxes, and a button that applies the measured delays. */

import { shortNumber } from "@tagview/charts";
import { parseTick } from "@tagview/engine";
import { h, setText, showText } from "../../../ui/dom";
import { type Field, field } from "../../../ui/field";
import { readDelay } from "../model/checks";
import { delayOf } from "../model/definitions";
import { entryOf, type Parameters, windowFor } from "../model/parameters";
import type { View } from "../model/view";
import { parametersNow, peakOf, wholeOf } from "../session/results";
import { get, type State, setView } from "../session/state";
import { boxed, boxOf } from "../session/time";

export function delayFields(): { parts: HTMLElement[]; render(state: State, now: Parameters): void } {
  const place = h("span", { class: "delay-fields" });
  const fields = new Map<bigint, Field>();
  const found = h(
    "button",
    {
      class: "small",
      title: "Set the delays to those of the peaks, on which the window is then centred (f)",
      onclick: useFoundDelays,
    },
    "Use found delay",
  );
  const where = h("span", { class: "faint", hidden: true });
  return {
    parts: [place, found, where],
    render: ({ view }, now) => {
      renderDelays(place, fields, now);
      const shifts = foundDelays();
      found.disabled =
        shifts === null || [...shifts].every(([c, delay]) => (view.delays.get(c) ?? 0n) === delay);
      const window = (shifts && windowWith(shifts)) ?? now.window;
      const isOther = !found.disabled && window !== now.window;
      setText(found, `Use found delay${isOther ? ` and window ±${boxed(window)}` : ""}`);
      // A window around a peak beside its middle holds much else.
      found.classList.toggle("primary", !found.disabled);
      const peak = (now.pair && shifts?.get(now.pair.b)) ?? null;
      const shown = now.pair ? (now.delays.get(now.pair.b) ?? 0n) : 0n;
      const isElsewhere = !found.disabled && peak !== null && peak !== shown;
      const counted = `Counted within ±${boxed(now.window)} of ${boxed(shown)}`;
      const around = isElsewhere
        ? `${counted}; the found delay to whole ticks is ${boxed(peak)}.`
        : peak !== null && peak === shown && shown !== 0n
          ? `${counted}, the found delay to whole ticks.`
          : null;
      showText(where, [around, ...twice(view, now)].filter(Boolean).join(" ") || null);
    },
  };
}

/** A sentence on each counted channel whose times are moved already, and that also has a delay here. */
function twice({ define }: View, { delays }: Parameters): string[] {
  const { tickText } = get();
  const moved = new Map(define.flatMap((definition) => delayOf(definition, parseTick(tickText)) ?? []));
  return [...delays].flatMap(([channel, delay]) => {
    const move = moved.get(channel) ?? 0n;
    if (move === 0n || delay === 0n) return [];
    return `Channel ${shortNumber(channel)} is already earlier by ${boxed(move)} (Names and delays); with ${boxed(delay)} it is ${boxed(move + delay)}.`;
  });
}

/** Keeps a box for the delay of each channel whose coincidences are counted. */
function renderDelays(
  place: HTMLElement,
  fields: Map<bigint, Field>,
  { patterns, delays }: Parameters,
): void {
  const channels = [...new Set(patterns.flat())];
  for (const [channel, { root }] of fields) {
    if (channels.includes(channel)) continue;
    root.remove();
    fields.delete(channel);
  }
  for (const channel of channels) {
    let box = fields.get(channel);
    if (!box) {
      box = field({
        label: `delay ${shortNumber(channel)}`,
        name: `Delay of channel ${channel}`,
        title: `Taken off the times of channel ${channel}, such as 4 ns or 26 ticks`,
        size: 6,
        apply: (text, shown) => {
          const typed = text === "" ? null : readDelay(text, boxOf(shown));
          setDelays([[channel, typed?.value ?? 0n]]);
          return typed?.rounded ?? null;
        },
      });
      fields.set(channel, box);
      place.append(box.root);
    }
    box.render(boxed(delays.get(channel) ?? 0n));
  }
}

function setDelays(changes: Iterable<readonly [bigint, bigint]>): void {
  const delays = new Map(get().view.delays);
  for (const [channel, delay] of changes) {
    if (delay === 0n) delays.delete(channel);
    else delays.set(channel, delay);
  }
  setView({ delays });
}

/** The delay at which each counted channel coincides with the pair's first; null without a significant peak. */
function foundDelays(): Map<bigint, bigint> | null {
  const state = get();
  const now = parametersNow(state);
  if (!now?.pair || now.pair.a === now.pair.b) return null;
  const { a, b } = now.pair;
  const own = now.delays.get(a) ?? 0n;
  const found = new Map<bigint, bigint>();
  for (const channel of new Set([b, ...now.patterns.flat()])) {
    if (channel === a) continue;
    const shown = channel === b ? peakOf(state.current, state) : null;
    const peak = shown ?? entryOf(wholeOf(state.current, "pairs"), { a, b: channel });
    const delay = peak?.delay ?? null;
    if (delay !== null) found.set(channel, own + delay);
  }
  return found.size > 0 ? found : null;
}

/** The window that follows from these delays; null if it does not, because it was chosen. */
function windowWith(changes: ReadonlyMap<bigint, bigint>): bigint | null {
  const { current, view, tickText } = get();
  const pair = parametersNow(get())?.pair;
  if (!pair || view.window !== null) return null;
  const delays = new Map([...view.delays, ...changes]);
  return windowFor({ peak: entryOf(wholeOf(current, "pairs"), pair), pair, delays }, parseTick(tickText));
}

/** Takes the found delays off the times of the counted channels. */
export function useFoundDelays(): void {
  const found = foundDelays();
  if (found) setDelays(found);
}
