/** Reads index-headers by ranges. */

import { closeOnAbort } from "../../abort.ts";
import { TagviewError } from "../../errors.ts";
import type { Resources } from "../../resources.ts";
import { describe, type SourceDescription, type SourceInput } from "../../source/description.ts";
import { bytesAnywhere, type RandomAccess } from "../../source/random-access.ts";
import { fromAnywhere, supply, wanting } from "../../source/wants.ts";
import { until, writeUntil } from "../../until.ts";
import type { Instance } from "../../worker/instance.ts";
import type { Write } from "../../write.ts";
import { type OpenIndexHeader, openedIndexHeader, readWith } from "./open.ts";
import type { BlockMeta, Reading } from "./results.ts";

export interface IndexHeaderOptions extends Reading {
  /** Whether the `report` examines every value. */
  report?: boolean | undefined;
  /** The sparse header next to the file: the file is then not scanned, and its checksums are not checked. */
  sparse?: SourceInput | undefined;
}

export interface IndexHeaders {
  /**
   * Opens an index-header, a sparse header or an index. Damage does not reject: the summary contains it, with
   * everything that could be read.
   * @throws TagviewError `open-failed`, `unknown-format` if it is none of these, `cancelled`, and errors of `sparse`.
   */
  open(input: SourceInput, options?: IndexHeaderOptions): Promise<OpenIndexHeader>;
  /**
   * Returns the facts in the bytes of a block's `meta.json`.
   * @throws TagviewError `empty`, `bad-metadata`.
   */
  blockMeta(bytes: Uint8Array): Promise<BlockMeta>;
  /**
   * Writes the index-header of a full index.
   * @throws TagviewError `unknown-format` if it is not an index, `truncated`, `checksum`, `bad-toc`.
   */
  fromIndex(input: SourceInput, options: Reading & { write: Write }): Promise<void>;
}

/** Maximum bytes of a pipe: it is held, because it can be read only once. */
const MOST_HELD = 1 << 30;
/** Maximum bytes of a sparse header. */
const MOST_SPARSE = 256 << 20;

export function createReader(resources: Resources): IndexHeaders {
  const { open } = resources;
  const instances = resources.instances.more;
  const anywhere = async (
    { open, openAnywhere }: Resources,
    input: SourceInput,
    signal?: AbortSignal,
  ): Promise<RandomAccess> => {
    const source = describe(input);
    return (
      (await openAnywhere(source, signal)) ?? bytesAnywhere(await heldBytes(open, source, MOST_HELD, signal))
    );
  };

  const opening = async (
    instance: Instance<"more">,
    file: RandomAccess,
    { report = false, sparse, signal }: IndexHeaderOptions,
  ) => {
    if (sparse === undefined) {
      return instance.make(({ IndexHeaderOpening }) => new IndexHeaderOpening(file.byteLength, report));
    }
    const bytes = await heldBytes(open, describe(sparse), MOST_SPARSE, signal);
    return instance.make(({ IndexHeaderOpening }) => IndexHeaderOpening.withSparse(file.byteLength, bytes));
  };

  return {
    async open(input, options = {}) {
      const instance = await instances.take();
      const { signal } = options;
      const file = await anywhere(resources, input, signal).catch((thrown) => {
        instances.give(instance);
        throw thrown;
      });
      const close = () => {
        file.close();
        instances.give(instance);
      };
      const opened = closeOnAbort(file, signal);
      try {
        const reader = await opening(instance, file, options);
        const header = await readWith(reader, file, (reader) => reader.finish(), options);
        if (header === undefined)
          throw new TagviewError("internal", "the file was opened twice", "open it again");
        return openedIndexHeader(
          instance,
          instance.make(() => header),
          file,
          close,
          (input, signal) => anywhere(resources, input, signal),
        );
      } catch (thrown) {
        close();
        throw thrown;
      } finally {
        opened();
      }
    },
    blockMeta: (bytes) =>
      instances.use(async (instance) => instance.call((wasm): BlockMeta => wasm.blockMeta(bytes))),
    fromIndex: (input, { write, onBytes, signal } = {} as Reading & { write: Write }) =>
      until(resources, signal, (resources) =>
        instances.use(async (instance) => {
          const put = writeUntil(write, resources.closed);
          const file = await anywhere(resources, input);
          const job = instance.make(({ IndexHeaderFromIndex }) => new IndexHeaderFromIndex(file.byteLength));
          try {
            let bytes = 0;
            for await (const { output, n } of supply(wanting(job), () => fromAnywhere(file))) {
              if (output > 0) {
                const address = job.call((object) => object.output());
                await put(instance.view(address, output));
              }
              bytes += n;
              onBytes?.(bytes, null);
            }
          } finally {
            job.free();
            file.close();
          }
        }),
      ),
  };
}

/** All bytes of a source that can be read only once. */
async function heldBytes(
  open: Resources["open"],
  source: SourceDescription,
  most: number,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const opened = await open(source, signal);
  const done = closeOnAbort(opened, signal);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (;;) {
      let chunk = new Uint8Array(0);
      const place = (n: number): Uint8Array => {
        chunk = new Uint8Array(n);
        return chunk;
      };
      const n = await opened.read(place, 1 << 20);
      if (n === 0) break;
      bytes += n;
      if (bytes > most) {
        throw new TagviewError(
          "too-large",
          `there are more than ${most} bytes`,
          "name a file instead of a pipe",
        );
      }
      chunks.push(chunk.subarray(0, n));
    }
  } finally {
    done();
    opened.close();
  }
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
