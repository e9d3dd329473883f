/** The table of a histogram of each channel. */

import { type Cell, type Column, integers, type Table } from "../../output/tsv";

interface Counted {
  channel: bigint;
  /** By bin; a bin that is missing at the end has no tags. */
  counts: { at(k: number): number | undefined };
}

interface Bins {
  /** The column of the bins' lower edges. */
  edge: readonly Column[];
  edges: number;
  edgeOf(k: number): Cell;
}

/**
 * A row for each bin with a column for each channel; of several files a row for each bin and channel, because their
 * channels may differ, and the columns of one table do not.
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
