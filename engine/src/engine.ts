/** An engine: workers, wasm instances, and the functions of every format over them. */

import { type Checks, checked, checkedAsync, checkedLater, options } from "./arguments.ts";
import { type Closable, disposable } from "./dispose.ts";
import { createFormats, type Formats } from "./formats/index.ts";
import type { Platform } from "./platform.ts";
import { type Recognised, recognise } from "./recognise.ts";
import type { Resources } from "./resources.ts";
import type { SourceInput } from "./source/description.ts";
import { OpenSources } from "./source/open-sources.ts";
import { CALL, type CallOptions } from "./until.ts";
import { Instances } from "./worker/instance.ts";
import type { ModuleName } from "./worker/modules.ts";
import { startOwnThread } from "./worker/own-thread.ts";
import { Pool } from "./worker/pool.ts";
import { zstdContent } from "./zstd-content.ts";

export interface Engine extends Formats, Closable {
  /**
   * Recognises a source by its first and last bytes and its name.
   * @throws TagviewError `open-failed`, `read-failed`.
   */
  recognise(input: SourceInput, options?: CallOptions): Promise<Recognised>;
  /**
   * Decompresses a zstd file of another format than recordings.
   * @throws TagviewError `open-failed`, `cancelled`; `read-failed`, also after the content before the first damage.
   */
  zstdContent(input: SourceInput, options?: CallOptions): AsyncGenerator<Uint8Array<ArrayBuffer>, void>;
  /** The version of tagview and of its zstd. */
  version(): Promise<{ version: string; zstd: string }>;
  /** Loads the wasm module for recordings and starts the workers, before either is needed. */
  warm(): Promise<void>;
  /**
   * Ends the workers, closes all sources and frees all memory. Running and later calls reject with `cancelled`.
   */
  close(): void;
}

const PROMISED: Checks<Pick<Engine, "recognise">> = { recognise: [checkedLater, options(CALL)] };
const AT_ONCE: Checks<Pick<Engine, "zstdContent">> = { zstdContent: [checkedLater, options(CALL)] };

/** Creates an engine. Nothing is loaded or started before its first use, or `warm`. */
export function createEngine(platform: Platform): Engine {
  const { spawn, workers: size } = platform;
  const load =
    <N extends ModuleName>(name: N) =>
    async () => ({ name, module: await platform.wasm(name) });
  const closing = new AbortController();
  const sources = new OpenSources(closing.signal);
  const open: Resources["open"] = (source, signal) =>
    sources.open((signal) => platform.open(source, signal), signal);
  const startOwn = () =>
    startOwnThread(
      { open, pause: () => platform.pause() },
      async () => (await import("./formats/methods.ts")).METHODS,
    );
  const resources: Resources = {
    open,
    openAnywhere: (source, signal) =>
      sources.openAnywhere((signal) => platform.openAnywhere(source, signal), signal),
    // A stream of the caller stays on the caller's thread.
    isPostable: (source) => source.kind !== "stream" && platform.isPostable(source),
    pause: () => platform.pause(),
    ownThreadWorks: platform.ownThreadWorks,
    keepingThread: platform.keepingThread ?? ((f) => f()),
    readers: new Pool({
      size,
      spawn,
      load: load("main"),
      ownThread: platform.ownThreadWorks ? startOwn : undefined,
    }),
    writers: new Pool({ size, spawn, load: load("more") }),
    ownThread: new Pool({ size: 1, spawn: startOwn, load: load("main") }),
    measuring: new Pool({ size: 1, spawn, load: load("compare") }),
    measuringHere: new Pool({ size: 1, spawn: startOwn, load: load("compare") }),
    instances: {
      main: new Instances(load("main")),
      more: new Instances(load("more")),
      compare: new Instances(load("compare")),
    },
    load: (name) => load(name)(),
    closed: closing.signal,
  };
  const { readers, writers, ownThread, measuring, measuringHere, instances } = resources;
  const promised: Pick<Engine, "recognise"> = {
    recognise: (input, options) => recognise(resources, input, options),
  };
  const atOnce: Pick<Engine, "zstdContent"> = {
    zstdContent: (input, options) => zstdContent(resources, input, options),
  };
  return disposable<Engine>({
    ...createFormats(resources),
    ...checkedAsync(promised, PROMISED),
    ...checked(atOnce, AT_ONCE),
    version: () =>
      instances.main.use((instance) =>
        instance.call(({ version, zstd }) => ({ version: version(), zstd: zstd() })),
      ),
    warm: () => readers.warm(readers.size),
    close() {
      closing.abort();
      for (const pool of [readers, writers, ownThread, measuring, measuringHere]) pool.close();
      for (const each of Object.values(instances)) each.close();
      platform.close?.();
    },
  });
}
