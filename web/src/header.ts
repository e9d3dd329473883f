import { count } from "@tagview/charts";
import { asTagviewError, type OffsetsHeader, offsets } from "@tagview/engine";
import { announce } from "./announce";
import { sentence, type Told } from "./sentence";
import { get, set } from "./state";

/** What was pasted, and what it says. */
export interface Header {
  text: string;
  result: OffsetsHeader | null;
  /** Why the text can't be read, or not all of it; null where it can. */
  error: Told | null;
}

/** Reads what was pasted; the answer is dropped where the text has changed meanwhile. */
export function readHeader(text: string): void {
  set({ header: { ...get().header, text } });
  if (text.trim() === "") {
    set({ header: { text, result: null, error: null } });
    return;
  }
  offsets(text).then(
    (result) => {
      if (get().header.text !== text) return;
      set({ header: { text, result, error: result.error } });
      announce(result.error ? sentence(result.error) : `${result.count} partitions.`);
    },
    (reason: unknown) => {
      if (get().header.text !== text) return;
      const error = asTagviewError(reason).toObject();
      set({ header: { text, result: null, error } });
      announce(sentence(error));
    },
  );
}

/** A line of the table: a partition, or in a `v2` header one cluster's offset of a compartment's partition. */
export interface Entry {
  label: string;
  partition: number | bigint;
  offset: bigint;
}

/** Every offset the header names; a cluster without one is left out. */
export function entriesOf(result: OffsetsHeader | null): Entry[] {
  return (result?.partitions ?? []).flatMap(({ compartment, partition, offset, offsets }): Entry[] => {
    if (compartment === undefined || offsets === undefined) {
      return offset === undefined ? [] : [{ label: count(partition), partition, offset }];
    }
    return offsets.flatMap((one, cluster) => {
      const label = `${compartment}/${partition}${offsets.length > 1 ? `, cluster ${cluster}` : ""}`;
      return one === null ? [] : [{ label, partition, offset: one }];
    });
  });
}
