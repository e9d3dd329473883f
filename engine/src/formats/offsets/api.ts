/** Offset headers. Short ones are decoded on the caller's thread; where it draws, long ones in a worker. */

import { type Checks, checkedAsync, number, options, text } from "../../arguments.ts";
import type { Resources } from "../../resources.ts";
import type { Task } from "../../worker/protocol.ts";
import type { Decoded, DecodingArgs, DecodingJob } from "./job.ts";
import { decode } from "./methods.ts";
import type {
  OffsetEncoding,
  OffsetsAnswer,
  OffsetsColumns,
  OffsetsDiff,
  OffsetsHeader,
  OffsetsOptions,
  OffsetsReading,
  OffsetsSize,
  PartitionOffset,
} from "./results.ts";

/** Number of characters from which a header is decoded in a worker: decoding takes some 10 ms. */
const LONG = 1 << 18;

/** All functions throw TagviewError `usage` for an unknown encoding. */
export interface Offsets {
  /** Decodes any text as an offset header. Check `complete`: `error` describes damage, or that no encoding fits. */
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
}

const PARAMETERS: Checks<Offsets> = {
  read: [text, options<OffsetsOptions>({ encoding: true, rows: true })],
  lookup: [
    text,
    number,
    options<OffsetsReading & { compartment: bigint }>({ encoding: true, compartment: true }),
  ],
  encode: [text, text, options<OffsetsReading>({ encoding: true })],
  sizes: [text, options<OffsetsReading>({ encoding: true })],
  diff: [text, text, options<OffsetsOptions>({ encoding: true, rows: true })],
};

/** One row per partition of a header without compartments. */
function rowsOf({ partition, offset }: OffsetsColumns): PartitionOffset[] {
  return Array.from(partition, (number, row) => ({ partition: number, offset: offset[row] ?? 0n }));
}

export function createOffsets(resources: Resources): Offsets {
  const { ownThreadWorks, writers } = resources;
  const instances = resources.instances.more;

  function decoded<N extends keyof Decoded>(name: N, given: DecodingArgs): Promise<Decoded[N]> {
    const args = { name, ...given };
    const isShort = given.header.length + (given.other?.length ?? 0) < LONG;
    if (isShort || ownThreadWorks) return instances.use((instance) => decode(instance, args));
    const task: Task<DecodingJob<N>> = { format: "offsets", method: "decode", source: null, args };
    return writers.run(task, () => {}, undefined);
  }

  const functions: Offsets = {
    read: async (header, { encoding, rows = true } = {}) => {
      const read = await decoded("offsetsRead", { header, encoding, rows });
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
    sizes: (header, { encoding } = {}) => decoded("offsetsSizes", { header, encoding, rows: false }),
    diff: (header, other, { encoding, rows = true } = {}) =>
      decoded("offsetsDiff", { header, other, encoding, rows }),
  };
  return checkedAsync(functions, PARAMETERS);
}
