/** The table of a histogram of each channel. */

import { type Cell, type Column, integers, type Table } from "../../output/tsv";

interface Counted {
  channel: bigint;
  /** Counts by bin; bins missing at the end have no tags. */
  counts: { at(k: number): number | undefined };
}

interface Bins {
  /** The column of the bins' lower edges. */
  edge: readonly Column[];
  edges: number;
  edgeOf(k: number): Cell;
}

/**
 * Returns a table with a row for each bin and a column for each channel. Several files may have different channels but
 * share one table, so it then has a row for each bin and channel.
 */
export function channelTable(bins: Bins, channels: readonly Counted[], areSeveral: boolean): Table {
  const { edge, edges, edgeOf } = bins;
  if (areSeveral) return { columns: [...edge, ...integers("channel", "counts")], rows: long() };
  return { columns: [...edge, ...integers(...channels.map(({ channel }) => String(channel)))], rows: wide() };

  function* long(): Generator<Cell[]> {
    for (let k = 0; k < edges; k += 1)
      for (const { channel, counts } of channels) yield [edgeOf(k), channel, counts.at(k) ?? 0];
  }
  function* wide(): Generator<Cell[]> {
    for (let k = 0; k < edges; k += 1) yield [edgeOf(k), ...channels.map(({ counts }) => counts.at(k) ?? 0)];
  }
}
