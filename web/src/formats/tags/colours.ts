/** Which colour a channel has: one and the same in all charts and tables, of all recordings that are open. */

import { overviewOf } from "./reading";
import { recordings } from "./recordings";
import { wholeOf } from "./results";

/**
 * The channels of all open recordings in the order of their colours: recordings as they were opened, the channels of
 * each ascending. Whatever is opened later changes no colour.
 */
export function colourOrder(): bigint[] {
  const order = new Set<bigint>();
  for (const recording of recordings()) {
    const summary = overviewOf(recording.reading)?.summary ?? wholeOf(recording, "summary");
    for (const { channel } of summary?.channels ?? []) order.add(channel);
  }
  return [...order];
}
