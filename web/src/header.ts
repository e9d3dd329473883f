import { offsets } from "@tagview/engine";
import { announce } from "./announce";
import { get, set } from "./state";

/** One entry of a header; an offset of -1 is an empty partition. */
export interface Partition {
  partition: bigint | number;
  offset: bigint;
}

/** What a header says, under the names of `tagview offsets --json`. */
export interface Offsets {
  encoding: string;
  version: string | number | null;
  partitions: Partition[];
  count: number;
  empty: number;
  duplicates: (bigint | number)[];
  min_offset: bigint | null;
  max_offset: bigint | null;
  total: bigint | null;
  error: { message: string; offset: bigint | null } | null;
}

/** Reads what was pasted; the answer is dropped where the text has changed meanwhile. */
export function readHeader(text: string): void {
  set({ header: { ...get().header, text } });
  if (text.trim() === "") return set({ header: { text, result: null, error: null } });
  Promise.resolve(offsets(text)).then(
    (answer) => {
      if (get().header.text !== text) return;
      const result = answer as unknown as Offsets;
      set({ header: { text, result, error: result.error ?? null } });
      announce(result.error ? result.error.message : `${result.count} partitions.`);
    },
    (reason: unknown) => {
      if (get().header.text !== text) return;
      const error = { message: reason instanceof Error ? reason.message : String(reason), offset: (reason as { offset?: bigint | null }).offset ?? null };
      set({ header: { text, result: null, error } });
      announce(error.message);
    },
  );
}
