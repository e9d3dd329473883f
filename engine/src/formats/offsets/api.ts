/** Offset headers: short texts, answered on the caller's thread. */

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

/** All of them throw TagviewError `usage` for an encoding there is not. */
export interface Offsets {
  /** Decodes an offset header. Damage is in the result's `error`. */
  read(header: string, options?: OffsetsOptions): Promise<OffsetsHeader>;
  /** What a consumer would find for a partition (in a `v2` header of a compartment, 0 unless said). */
  lookup(
    header: string,
    partition: number,
    options?: OffsetsReading & { compartment?: bigint | undefined },
  ): Promise<OffsetsAnswer>;
  /**
   * The same offsets in another encoding, partitions ascending.
   * @throws TagviewError `mismatch` where it can't hold them.
   */
  encode(header: string, format: OffsetEncoding, options?: OffsetsReading): Promise<string>;
  /** The length of each of the seven encodings. */
  sizes(header: string, options?: OffsetsReading): Promise<OffsetsSize[]>;
  /** How far `left` is behind `right`; `encoding` is the left one's. */
  diff(left: string, right: string, options?: OffsetsOptions): Promise<OffsetsDiff>;
  /** How long this header's offsets take in one encoding, here and now. */
  times(
    header: string,
    format: OffsetEncoding,
    options?: OffsetsReading & CallOptions,
  ): Promise<OffsetsTimes>;
}

/** A row per partition of a header without compartments. */
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
