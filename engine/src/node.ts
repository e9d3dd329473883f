/** `@tagview/engine/node`: worker_threads, files by path, standard input. */

import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Transferable, Worker } from "node:worker_threads";
import { wasmFiles } from "@tagview/wasm/files";
import type { Platform, WasmFiles } from "./platform.ts";
import { open, openAnywhere } from "./source/node.ts";
import type { StoredFile } from "./source/s3-folder.ts";
import { compiledOnce, type ModuleName } from "./worker/modules.ts";
import type { FromWorker, WorkerPeer } from "./worker/protocol.ts";

export { isEndless, openFailed } from "./source/node.ts";
export type { StoredFile } from "./source/s3-folder.ts";

/** See `source/s3-folder.ts`, which is loaded on demand. */
export async function filesOfStore(
  url: string,
  signal?: AbortSignal,
): Promise<Map<string, StoredFile> | null> {
  return (await import("./source/s3-folder.ts")).filesOfStore(url, signal);
}

/** Node runs no TypeScript in workers, so sources start the built script (`npm run build -w engine`). */
const WORKER_FILE = import.meta.url.endsWith(".ts") ? "../dist/node/node-worker.js" : "./node-worker.js";

export interface NodeOptions {
  /** Folder of the wasm files, if not in the package. */
  wasmFiles?: WasmFiles;
  /** The worker's script, if not beside this one. */
  workerFile?: string | URL;
  /** Maximum number of workers; by default the number of processors, at most eight. */
  workers?: number;
}

export interface Preparation {
  /** The wasm module to compile. */
  module: ModuleName;
  /** Whether to start a first worker. */
  thread: boolean;
}

export interface NodePlatform extends Platform {
  /** Starts slow steps before the first call. */
  prepare(preparation: Preparation): void;
  close(): void;
}

/** The platform of Node. */
export function nodePlatform(options: NodeOptions = {}): NodePlatform {
  let prepared: Worker | undefined;
  const files = options.wasmFiles ?? wasmFiles;
  const wasm = compiledOnce(async (name) => WebAssembly.compile(readFileSync(files[name])));
  // Piping a worker's output into that of this process would make it non-blocking, also for other programs that have it
  // open, and these would lose output. Workers print nothing.
  const output = { stdout: true, stderr: true };
  const start = () => new Worker(options.workerFile ?? new URL(WORKER_FILE, import.meta.url), output);

  return {
    wasm,
    spawn() {
      const worker = prepared ?? start();
      prepared = undefined;
      return peerOf(worker);
    },
    // Every worker has the memory of a decoder: more than eight gain little on any file.
    workers: options.workers ?? Math.min(8, availableParallelism()),
    ownThreadWorks: true,
    open,
    openAnywhere,
    // Standard input belongs to the main thread: only there can a wait for it be interrupted.
    isPostable: (source) => source.kind !== "fd" && source.kind !== "slices",
    pause: () => nextTurn(),
    prepare({ module, thread }) {
      // The first caller that needs it receives the error.
      wasm(module).catch(() => {});
      if (!thread || prepared !== undefined) return;
      const worker = start();
      prepared = worker;
      prepared.unref();
      worker.on("error", () => {
        // Another one is started on demand.
        if (prepared === worker) prepared = undefined;
      });
    },
    close() {
      void prepared?.terminate();
      prepared = undefined;
    },
  };
}

function peerOf(worker: Worker): WorkerPeer {
  const peer: WorkerPeer = {
    // The engine uses the DOM's types, whose MessagePort differs from Node's.
    post: (message, transfer) => worker.postMessage(message, transfer as Transferable[]),
    onMessage: () => {},
    onDeath: () => {},
    terminate: () => void worker.terminate(),
    keepAlive: (busy) => (busy ? worker.ref() : worker.unref()),
  };
  worker.on("message", (message: FromWorker) => peer.onMessage(message));
  worker.on("messageerror", (error) => peer.onDeath(`a message of it could not be read: ${error.message}`));
  worker.on("error", (error) => peer.onDeath(error.message));
  worker.on("exit", (code) => code !== 0 && peer.onDeath(`exit code ${code}`));
  return peer;
}
