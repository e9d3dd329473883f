/** Which colour a channel has: one and the same in all charts and tables, of all recordings that are open. */

import { inColours } from "@tagview/charts";
import { derived } from "../../../ui/signals";
import { overviewOf } from "./reading";
import { recordings } from "./recordings";
import { wholeOf } from "./results";
import { get } from "./state";

/**
 * The channels of all open recordings in the order of their colours: recordings in the order of opening, channels of
 * each ascending, except those with a chosen colour. Opening another recording changes no colour. A number below 0 is
 * not a channel.
 */
export const colourOrder = derived((): bigint[] => {
  const order = new Set<bigint>();
  for (const recording of recordings()) {
    const summary = overviewOf(recording.reading)?.summary ?? wholeOf(recording, "summary");
    for (const { channel } of summary?.channels ?? []) order.add(channel);
  }
  const chosen = [...get().view.names].flatMap(([channel, { colour }]) =>
    colour === null ? [] : [[channel, colour] as const],
  );
  return inColours(order, new Map(chosen));
}, isSameOrder);

function isSameOrder(a: readonly bigint[], b: readonly bigint[]): boolean {
  return a.length === b.length && a.every((channel, place) => channel === b[place]);
}
