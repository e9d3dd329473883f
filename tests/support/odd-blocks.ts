/** Blocks with and without each thing that a block may lack, by name. */

import { type BlockSeries, blockFiles } from "./blocks";
import { disturbed, indexOf, PODS, withWrongLists } from "./index-series";

export function oddBlocks(): Record<string, Record<string, Buffer>> {
  const up = { __name__: "up" };
  const aggregate = { encoding: 0xff, times: [5, 6] as const, data: Buffer.of(0, 1) };
  const sound: BlockSeries[] = [{ labels: up, chunks: [[[0, 1]], aggregate] }];
  const stated = {
    stats: { numSamples: 1, numSeries: 1, numChunks: 2, numTombstones: 0 },
    compaction: {
      level: 2,
      sources: ["01B"],
      parents: [{ ulid: "01A", minTime: 0, maxTime: 5 }],
      hints: ["from-out-of-order"],
    },
    thanos: { labels: { cluster: "eu" }, downsample: { resolution: 5 }, source: "compactor" },
  };
  const { "meta.json": _, ...noMeta } = blockFiles(sound);
  const { index: __, ...noIndex } = blockFiles(sound);
  const { "chunks/000001": ___, ...noChunks } = blockFiles(sound);
  const files = blockFiles([{ labels: up, chunks: [[[0, 1]]] }]);
  return {
    "sound-block": blockFiles(sound, { stated }),
    "odd-block": {
      ...blockFiles([{ labels: up, chunks: [] }], { stated: { stats: {} } }),
      "chunks/000001": Buffer.from("85bd40dd01000000", "hex"),
    },
    "no-meta": noMeta,
    "no-index": noIndex,
    "no-chunks": noChunks,
    "wrong-lists": { index: withWrongLists(indexOf(PODS), 30) },
    "disturbed-block": { ...files, index: disturbed(files.index ?? Buffer.alloc(0)) },
  };
}
