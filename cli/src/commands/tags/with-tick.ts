/** Times of tables: in seconds beside ticks, and the length of a tick. */

import { type Cell, reals, type Table } from "../../output/tsv";
import { type Snapshot, type Tick, toSeconds } from "../../runtime/engine";

type TableOf = (snapshot: Snapshot, name: string, areSeveral: boolean) => Table;

/** Columns appended to those of a table: `NAME_s` for each column NAME of ticks, and `tick_s`. */
export function withSeconds({ columns, rows }: Table, tick: Tick, ticks: readonly string[] = []): Table {
  const names = columns.map(({ name }) => name);
  const places = ticks
    .filter((name) => names.includes(name) && !names.includes(`${name}_s`))
    .map((name) => names.indexOf(name));
  const added = places.map((place) => `${names[place]}_s`);
  const longer = function* (): Generator<Cell[]> {
    for (const row of rows)
      yield [...row, ...places.map((place) => secondsOf(row[place], tick)), tick.seconds];
  };
  return { columns: [...columns, ...reals(...added, "tick_s")], rows: longer() };
}

function secondsOf(cell: Cell | undefined, tick: Tick): number | null {
  return typeof cell === "bigint" || typeof cell === "number" ? toSeconds(cell, tick) : null;
}

/** The same table with these columns; undefined for a command without a table. */
export function withTick(
  tsv: TableOf | undefined,
  tick: Tick,
  ticks: readonly string[] | undefined,
): { tsv?: TableOf } {
  if (tsv === undefined || ticks === undefined) return {};
  return { tsv: (...answer) => withSeconds(tsv(...answer), tick, ticks) };
}
