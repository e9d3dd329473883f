/** Which colour a channel has: one and the same in all charts and tables, of all recordings that are open. */

import { openItems } from "../../app/items";
import type { Item } from "../../app/viewer";
import { FORMAT } from "./open-recording";
import { overviewOf } from "./reading";
import type { Recording } from "./recording";
import { wholeOf } from "./results";

/**
 * The channels of all open recordings in the order of their colours: recordings as they were opened, the channels of
 * each ascending. Whatever is opened later changes no colour.
 */
export function colourOrder(): bigint[] {
  const order = new Set<bigint>();
  for (const recording of openItems().items.filter(isRecording)) {
    const summary = overviewOf(recording.reading)?.summary ?? wholeOf(recording, "summary");
    for (const { channel } of summary?.channels ?? []) order.add(channel);
  }
  return [...order];
}

function isRecording(item: Item): item is Recording {
  return item.format === FORMAT;
}
