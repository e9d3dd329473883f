/** Tables with times in ticks: of several files, whose ticks may differ, each row says how long they are. */

import { reals, type Table, withColumn } from "../../output/tsv";
import type { Snapshot, Tick } from "../../runtime/engine";

type TableOf = (snapshot: Snapshot, name: string, areSeveral: boolean) => Table;

/** The same table, with the length of a tick where there are several files. */
export function withTick(tsv: TableOf | undefined, tick: Tick): { tsv?: TableOf } {
  if (tsv === undefined) return {};
  return {
    tsv(snapshot, name, areSeveral) {
      const table = tsv(snapshot, name, areSeveral);
      return areSeveral ? withColumn(table, reals("tick_s"), tick.seconds) : table;
    },
  };
}
