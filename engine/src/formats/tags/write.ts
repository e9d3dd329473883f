/** Writers of recordings and of other forms of them. Each is loaded on first use. */

import type { Resources } from "../../resources.ts";
import { describe, nameOf, type SourceDescription, type SourceInput } from "../../source/description.ts";
import { until, writeUntil } from "../../until.ts";
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
  const { instances } = resources;
  /** Runs `work` with an instance and the control of one call, until its signal fires. */
  const run = <T>(
    options: StreamOptions | undefined,
    work: (resources: Resources, instance: Instance<"more">, control: Control) => Promise<T>,
  ): Promise<T> => {
    // Callers without types may leave out the options; the error about `write` names them.
    const { signal, write, onBytes } = options ?? ({} as StreamOptions);
    return until(resources, signal, (resources) =>
      instances.more.use((instance) => work(resources, instance, controlOf(resources, { write, onBytes }))),
    );
  };
  return {
    cat: (input: SourceInput, selection: Selection | undefined, options: StreamOptions & Definitions) => {
      const { define, tick } = options ?? {};
      const definitions = definitionsOf({ ...(define && { define }), ...(tick !== undefined && { tick }) });
      return run(options, (resources, instance, control) =>
        writeText(resources, instance, describe(input), selection, definitions, control),
      );
    },
    pack: (input: SourceInput, packing: PackOptions, options: StreamOptions) =>
      run(options, async ({ open, writers }, instance, control) => {
        const { pack } = await import("./convert/pack.ts");
        return pack(instance, writers, await open(describe(input)), packing, control);
      }),
    slice: (input: SourceInput, packing: PackOptions, options: StreamOptions) =>
      run(options, async (resources, instance, control) => {
        const { slice } = await import("./convert/slice.ts");
        const source = await knownSource(resources, instance, describe(input));
        return slice(resources, instance, source, packing, control);
      }),
    repair: (input: SourceInput, packing: RepairOptions, options: StreamOptions) =>
      run(options, async (resources, instance, control) => {
        const { repair } = await import("./convert/repair.ts");
        return repair(resources, instance, describe(input), packing, control);
      }),
    merge: (inputs: readonly SourceInput[], packing: MergeOptions, options: StreamOptions) =>
      run(options, async (resources, instance, control) => {
        const { merge } = await import("./convert/merge.ts");
        const opened = await openAll(resources, instance, inputs);
        return merge(instance, resources.writers, opened, packing, control);
      }),
    addIndex: (input: SourceInput, options: StreamOptions) =>
      run(options, async ({ open }, instance, control) => {
        const { addIndex } = await import("./convert/add-index.ts");
        return addIndex(instance, await open(describe(input)), control);
      }),
    export: (
      input: SourceInput,
      options: ExportOptions,
      { signal, where, ...stream } = {} as ExportControl,
    ) =>
      until(resources, signal, async (resources) => {
        const { exportTags } = await import("./convert/export.ts");
        const source = await instances.main.use((instance) =>
          knownSource(resources, instance, describe(input)),
        );
        const control = controlOf(resources, stream);
        return exportTags(resources, source, { ...options, ...source.readAs }, control, where);
      }),
    parquet: (table: ParquetTable) =>
      instances.compare.use(async (instance) => instance.call(({ parquetTable }) => parquetTable(table))),
    simulate: (source: SimulateOptions, options: Omit<StreamOptions, "onBytes">) =>
      run(options, async (_, instance, control) => {
        const { simulate } = await import("./convert/simulate.ts");
        return simulate(instance, source, control);
      }),
  };
}

/** The control of one call, which ends with its output. */
function controlOf({ pause, closed }: Resources, { write, onBytes }: StreamOptions): Control {
  return { write: writeUntil(write, closed), onBytes, pause, signal: closed };
}

/** Writes tags as lines of text. */
async function writeText(
  { open, openAnywhere, isPostable, writers, ...resources }: Resources,
  instance: Instance<"more">,
  described: SourceDescription,
  selection: Selection | undefined,
  definitions: Definitions,
  control: Control,
): Promise<Snapshot> {
  const source = await knownSource({ ...resources, open, openAnywhere }, instance, described);
  // Another tagger's recording is read sequentially.
  const pool = isPostable(source) && source.readAs === null ? writers : null;
  const { cat } = await import("./convert/cat.ts");
  // Nothing may fail between here and `cat`, which closes it.
  const file = await openAnywhere(described);
  return cat({ instance, pool, source, file, open }, selection, definitions, control);
}

/** Opens the recordings to merge: all of them, or none. */
async function openAll(
  resources: Resources,
  instance: Instance<"more">,
  inputs: readonly SourceInput[],
): Promise<MergeInput[]> {
  const { naming } = await import("./convert/merge.ts");
  const opened: MergeInput[] = [];
  try {
    for (const input of inputs) {
      const described = describe(input);
      const name = nameOf(described);
      await naming(
        () => name,
        async () => {
          const known = await knownSource(resources, instance, described);
          opened.push({ name, readAs: known.readAs, source: await resources.open(known) });
        },
      );
    }
    return opened;
  } catch (thrown) {
    for (const { source } of opened) source.close();
    throw thrown;
  }
}
