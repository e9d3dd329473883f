/** The colours of channels: the same in all charts and tables of a recording. */

import { inColours } from "@tagview/charts";
import { derived } from "../../../ui/signals";
import { overviewOf } from "./reading";
import { wholeOf } from "./results";
import { get } from "./state";

/**
 * The channels of the displayed recording in the order of their colours, ascending except those with a chosen colour,
 * and after them the other channels of the compared recording. A number below 0 is not a channel.
 */
export const colourOrder = derived((): bigint[] => {
  const order = new Set<bigint>();
  const { current, compared, view } = get();
  for (const recording of [current, compared]) {
    const overview = recording && overviewOf(recording.reading);
    const summary = overview?.summary ?? wholeOf(recording, "summary");
    for (const { channel } of summary?.channels ?? []) order.add(channel);
  }
  const chosen = [...view.names].flatMap(([channel, { colour }]) =>
    colour === null ? [] : [[channel, colour] as const],
  );
  return inColours(order, new Map(chosen));
}, isSameOrder);

function isSameOrder(a: readonly bigint[], b: readonly bigint[]): boolean {
  return a.length === b.length && a.every((channel, place) => channel === b[place]);
}
