/** What writes recordings, and writes of them in other forms. Each is loaded when it is first asked for. */

import type { Resources } from "../../resources.ts";
import { describe, nameOf, type SourceInput } from "../../source/description.ts";
import type { Instance } from "../../worker/instance.ts";
import type { Control, StreamOptions } from "./convert/control.ts";
import type { ExportControl } from "./convert/export.ts";
import type { ExportOptions, ParquetTable } from "./convert/export-options.ts";
import type { MergeInput, MergeOptions } from "./convert/merge.ts";
import type { PackOptions } from "./convert/options.ts";
import type { RepairOptions } from "./convert/repair.ts";
import type { SimulateOptions } from "./convert/simulate.ts";
import { knownSource } from "./kind.ts";
import { type Definitions, definitionsOf, type Selection } from "./request.ts";
import type { Snapshot } from "./snapshot.ts";

/** The functions that write, over an engine's `resources`. */
export function writing(resources: Resources) {
  const { instances, writers, open, pause, closed } = resources;
  const control = (options: StreamOptions): Control => ({ ...options, pause, signal: closed });
  return {
    cat: (input: SourceInput, selection: Selection | undefined, options: StreamOptions & Definitions) => {
      const { define, tick, ...stream } = options;
      const definitions = definitionsOf({ ...(define && { define }), ...(tick !== undefined && { tick }) });
      return writeText(resources, input, selection, definitions, control(stream));
    },
    pack: (input: SourceInput, packing: PackOptions, options: StreamOptions) =>
      instances.more.use(async (instance) => {
        const { pack } = await import("./convert/pack.ts");
        return pack(instance, writers, await open(describe(input)), packing, control(options));
      }),
    slice: (input: SourceInput, packing: PackOptions, options: StreamOptions) =>
      instances.more.use(async (instance) => {
        const { slice } = await import("./convert/slice.ts");
        const source = await knownSource(resources, instance, describe(input));
        return slice(resources, instance, source, packing, control(options));
      }),
    repair: (input: SourceInput, packing: RepairOptions, options: StreamOptions) =>
      instances.more.use(async (instance) => {
        const { repair } = await import("./convert/repair.ts");
        return repair(resources, instance, describe(input), packing, control(options));
      }),
    merge: (inputs: readonly SourceInput[], packing: MergeOptions, options: StreamOptions) =>
      instances.more.use(async (instance) => {
        const { merge } = await import("./convert/merge.ts");
        const opened = await openAll(resources, instance, inputs);
        return merge(instance, writers, opened, packing, control(options));
      }),
    addIndex: (input: SourceInput, options: StreamOptions) =>
      instances.more.use(async (instance) => {
        const { addIndex } = await import("./convert/add-index.ts");
        return addIndex(instance, await open(describe(input)), control(options));
      }),
    export: async (input: SourceInput, options: ExportOptions, control: ExportControl) => {
      const { exportTags } = await import("./convert/export.ts");
      const source = await instances.main.use((instance) =>
        knownSource(resources, instance, describe(input)),
      );
      return exportTags(resources, source, { ...options, ...source.readAs }, control);
    },
    parquet: (table: ParquetTable) =>
      instances.compare.use(async (instance) => instance.call(({ parquetTable }) => parquetTable(table))),
    simulate: (source: SimulateOptions, { write }: Pick<StreamOptions, "write">) =>
      instances.more.use(async (instance) => {
        const { simulate } = await import("./convert/simulate.ts");
        return simulate(instance, source, control({ write }));
      }),
  };
}

/** Writes tags as lines of text. */
function writeText(
  resources: Resources,
  input: SourceInput,
  selection: Selection | undefined,
  definitions: Definitions,
  control: Control,
): Promise<Snapshot> {
  const { instances, open, openAnywhere, isPostable, writers } = resources;
  return instances.more.use(async (instance) => {
    const described = describe(input);
    const source = await knownSource(resources, instance, described);
    // Another maker's recording is read in one go.
    const pool = isPostable(source) && source.readAs === null ? writers : null;
    const { cat } = await import("./convert/cat.ts");
    // Nothing may fail between here and `cat`, which closes it.
    const file = await openAnywhere(described);
    return cat({ instance, pool, source, file, open }, selection, definitions, control);
  });
}

/** Opens the recordings that are merged: all of them, or none. */
async function openAll(
  resources: Resources,
  instance: Instance<"more">,
  inputs: readonly SourceInput[],
): Promise<MergeInput[]> {
  const { naming } = await import("./convert/merge.ts");
  const opened: MergeInput[] = [];
  try {
    for (const input of inputs) {
      const known = await knownSource(resources, instance, describe(input));
      const name = nameOf(known);
      const source = await naming(
        () => name,
        () => resources.open(known),
      );
      opened.push({ name, readAs: known.readAs, source });
    }
    return opened;
  } catch (thrown) {
    for (const { source } of opened) source.close();
    throw thrown;
  }
}
