import type { IcechunkSummary } from "@tagview/engine";
import { store } from "../../app/store";
import type { Item } from "../../app/viewer";

/**
 *     unread --shown--> reading --> read
 *                          |
 *                          +------> failed     it could not be opened; damage is in what was read
 */
export type Reading =
  | { is: "unread" }
  | { is: "reading"; bytes: number; stop: AbortController }
  | { is: "read"; summary: IcechunkSummary }
  | { is: "failed"; error: string };

/** An open metadata file. */
export interface MetadataFile extends Item {
  reading: Reading;
}

/** The file on the page, or that was on it last; null where none is open. */
export const { get, set } = store.part<{ current: MetadataFile | null }>({ current: null });
