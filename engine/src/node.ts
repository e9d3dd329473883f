/** `@tagview/engine/node`: worker_threads, files by path, standard input. */

import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { wasmFile } from "@tagview/wasm/file";
import type { Platform } from "./platform.ts";
import { open, openAnywhere } from "./source/node.ts";
import type { FromWorker, WorkerPeer } from "./worker/protocol.ts";

/** Node runs no TypeScript in workers, so sources start the built script (`npm run build -w engine`). */
const WORKER_FILE = import.meta.url.endsWith(".ts") ? "../dist/node-worker.js" : "./node-worker.js";

export interface NodeOptions {
  /** Where the wasm file lies, if not in `@tagview/wasm`. */
  wasmFile?: string | URL;
  /** Where the worker's script lies, if not beside this one. */
  workerFile?: string | URL;
  /** How many workers there may be: eight, or as many as there are processors. */
  workers?: number;
}

export interface NodePlatform extends Platform {
  /** Begins to compile the wasm module and, where `thread`, to start a first worker: what takes longest. */
  prepare(thread: boolean): void;
  close(): void;
}

/** What an engine needs of Node. */
export function nodePlatform(options: NodeOptions = {}): NodePlatform {
  let module: Promise<WebAssembly.Module> | undefined;
  let prepared: Worker | undefined;

  const wasm = (): Promise<WebAssembly.Module> => {
    module ??= compile(options.wasmFile ?? wasmFile);
    return module;
  };
  const start = () => new Worker(options.workerFile ?? new URL(WORKER_FILE, import.meta.url));

  return {
    wasm,
    spawn() {
      const worker = prepared ?? start();
      prepared = undefined;
      return peerOf(worker);
    },
    // Every worker has a decoder's memory: more than eight gain little on any file.
    workers: options.workers ?? Math.min(8, availableParallelism()),
    ownThreadWorks: true,
    open,
    openAnywhere,
    // Standard input belongs to the main thread: only there can a wait for it be interrupted.
    isPostable: (source) => source.kind !== "fd",
    pause: () => nextTurn(),
    prepare(thread) {
      // What is wrong with it is told to whoever needs it.
      wasm().catch(() => {});
      if (!thread || prepared !== undefined) return;
      prepared = start();
      prepared.unref();
    },
    close() {
      prepared?.terminate();
      prepared = undefined;
    },
  };
}

async function compile(file: string | URL): Promise<WebAssembly.Module> {
  return WebAssembly.compile(readFileSync(file));
}

function peerOf(worker: Worker): WorkerPeer {
  const peer: WorkerPeer = {
    post: (message, transfer) => worker.postMessage(message, transfer),
    onMessage: () => {},
    onDeath: () => {},
    terminate: () => void worker.terminate(),
    keepAlive: (busy) => (busy ? worker.ref() : worker.unref()),
  };
  worker.on("message", (message: FromWorker) => peer.onMessage(message));
  worker.on("error", (error) => peer.onDeath(error.message));
  worker.on("exit", (code) => code !== 0 && peer.onDeath(`exit code ${code}`));
  return peer;
}
