/** `@tagview/engine/browser`: Web Workers, picked and dropped files. */

import { wasmFiles } from "@tagview/wasm/files";
import { inPackage } from "./in-package.ts";
import { pause } from "./pause.ts";
import type { Platform, WasmFiles } from "./platform.ts";
import { open, openAnywhere } from "./source/browser.ts";
import { startWorker } from "./start-worker.ts";
import { compiledOnce } from "./worker/modules.ts";
import type { WorkerPeer } from "./worker/protocol.ts";

export interface BrowserOptions {
  /** Where the wasm files lie, if not where the bundler has put them. */
  wasmFiles?: WasmFiles;
  /** How many workers there may be: eight, or as many as there are processors. */
  workers?: number;
}

/** Workers where nobody says how many processors there are. */
const FEW = 2;

/** What an engine needs of a browser. */
export function browserPlatform(options: BrowserOptions = {}): Platform {
  return {
    wasm: compiledOnce((name) => compile(options.wasmFiles?.[name] ?? inPackage(wasmFiles[name]))),
    spawn,
    // Every worker has a decoder's memory: more than eight gain little on any file.
    workers: options.workers ?? Math.min(8, globalThis.navigator?.hardwareConcurrency ?? FEW),
    // It draws.
    ownThreadWorks: false,
    open,
    openAnywhere,
    isPostable: () => true,
    pause,
  };
}

async function compile(file: string | URL): Promise<WebAssembly.Module> {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${file}: the server answered ${response.status}`);
  // Many servers do not know the type, which streaming needs.
  const isTyped = response.headers.get("content-type") === "application/wasm";
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

function spawn(): WorkerPeer {
  const worker = startWorker();
  const peer: WorkerPeer = {
    post: (message, transfer) => worker.postMessage(message, transfer),
    onMessage: () => {},
    onDeath: () => {},
    terminate: () => worker.terminate(),
    keepAlive() {},
  };
  worker.onmessage = (event) => peer.onMessage(event.data);
  worker.onmessageerror = () => peer.onDeath("a message of it could not be read");
  worker.onerror = (event) => peer.onDeath(event.message || "its script did not load");
  return peer;
}
