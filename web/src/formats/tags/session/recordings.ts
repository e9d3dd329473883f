import { openItems } from "../../../app/items";
import type { Item } from "../../../app/viewer";
import { FORMAT, type Recording } from "./recording";

/** All open recordings, in the order in which they were opened. */
export function recordings(): Recording[] {
  return openItems().items.filter(isRecording);
}

function isRecording(item: Item): item is Recording {
  return item.format === FORMAT;
}
