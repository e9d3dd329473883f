/** Offset headers: short texts, decoded on the caller's thread. */

import { cancelled } from "../../errors.ts";
import type { Resources } from "../../resources.ts";
import { type CallOptions, until } from "../../until.ts";
import type {
  OffsetEncoding,
  OffsetsAnswer,
  OffsetsColumns,
  OffsetsDiff,
  OffsetsHeader,
  OffsetsOptions,
  OffsetsReading,
  OffsetsSize,
  OffsetsTimes,
  PartitionOffset,
} from "./results.ts";
import { measureOffsets } from "./timing.ts";

/** All functions throw TagviewError `usage` for an unknown encoding. */
export interface Offsets {
  /** Decodes an offset header. The result's `error` describes damage. */
  read(header: string, options?: OffsetsOptions): Promise<OffsetsHeader>;
  /** The offset that a consumer would read for a partition (in a `v2` header of a compartment, 0 by default). */
  lookup(
    header: string,
    partition: number,
    options?: OffsetsReading & { compartment?: bigint | undefined },
  ): Promise<OffsetsAnswer>;
  /**
   * Encodes the same offsets in another encoding, partitions ascending.
   * @throws TagviewError `mismatch` if it cannot represent them.
   */
  encode(header: string, format: OffsetEncoding, options?: OffsetsReading): Promise<string>;
  /** The length of each of the seven encodings. */
  sizes(header: string, options?: OffsetsReading): Promise<OffsetsSize[]>;
  /** The lag of `left` behind `right`; `encoding` is that of the left one. */
  diff(left: string, right: string, options?: OffsetsOptions): Promise<OffsetsDiff>;
  /** Measures the time of one encoding of this header's offsets. */
  times(
    header: string,
    format: OffsetEncoding,
    options?: OffsetsReading & CallOptions,
  ): Promise<OffsetsTimes>;
}

/** One row per partition of a header without compartments. */
function rowsOf({ partition, offset }: OffsetsColumns): PartitionOffset[] {
  return Array.from(partition, (number, row) => ({ partition: number, offset: offset[row] ?? 0n }));
}

export function createOffsets(resources: Resources): Offsets {
  const instances = resources.instances.more;
  return {
    read: async (header, { encoding, rows = true } = {}) => {
      const read = await instances.use((instance) =>
        instance.call(({ offsetsRead }) => offsetsRead(header, encoding, rows) as OffsetsHeader),
      );
      return rows && read.partitions === null ? { ...read, partitions: rowsOf(read.columns) } : read;
    },
    lookup: (header, partition, { encoding, compartment = 0n } = {}) =>
      instances.use((instance) =>
        instance.call(
          ({ offsetsLookup }) => offsetsLookup(header, encoding, compartment, partition) as OffsetsAnswer,
        ),
      ),
    encode: (header, format, { encoding } = {}) =>
      instances.use((instance) =>
        instance.call(({ offsetsEncode }) => offsetsEncode(header, encoding, format)),
      ),
    sizes: (header, { encoding } = {}) =>
      instances.use((instance) =>
        instance.call(({ offsetsSizes }) => offsetsSizes(header, encoding) as OffsetsSize[]),
      ),
    diff: (left, right, { encoding, rows = true } = {}) =>
      instances.use((instance) =>
        instance.call(({ offsetsDiff }) => offsetsDiff(left, right, encoding, rows) as OffsetsDiff),
      ),
    times: (header, format, { encoding, signal } = {}) =>
      until(resources, signal, ({ pause, closed }) =>
        instances.use((instance) =>
          measureOffsets(instance, header, format, encoding, async () => {
            await pause();
            if (closed.aborted) throw cancelled();
          }),
        ),
      ),
  };
}
