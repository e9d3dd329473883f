/** Node: worker_threads, files by path, standard input. */

import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Platform, WorkerPeer } from "../platform";
import type { FromWorker } from "../protocol";
import { wasmFile, workerFile } from "./files";
import { open, seek } from "./sources";

let module: Promise<WebAssembly.Module> | undefined;
let started: Worker | undefined;

export const platform: Platform = {
  load() {
    module ??= compile();
    return module;
  },
  spawn,
  open,
  seek,
  // Every worker has a decoder's memory: more than eight gain little on any file.
  workers: Math.min(8, availableParallelism()),
  spare: true,
  pause: () => nextTurn(),
  // Standard input belongs to the main thread: only there can a wait for it be interrupted.
  postable: (source) => source.kind !== "fd",
};

async function compile(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(readFileSync(wasmFile()));
}

/** Begins to compile the wasm module and, where `thread`, to start a first worker: what takes longest. */
export function prepare(thread: boolean): void {
  // What is wrong with it is told to whoever needs it.
  Promise.resolve(platform.load()).catch(() => {});
  if (!thread || started !== undefined) return;
  started = new Worker(workerFile());
  started.unref();
}

function spawn(): WorkerPeer {
  const worker = started ?? new Worker(workerFile());
  started = undefined;
  const peer: WorkerPeer = {
    post: (message, transfer) => worker.postMessage(message, transfer),
    onMessage: () => {},
    onDeath: () => {},
    terminate: () => void worker.terminate(),
    hold: (busy) => (busy ? worker.ref() : worker.unref()),
  };
  worker.on("message", (message: FromWorker) => peer.onMessage(message));
  worker.on("error", (error) => peer.onDeath(error.message));
  worker.on("exit", (code) => code !== 0 && peer.onDeath(`exit code ${code}`));
  return peer;
}
