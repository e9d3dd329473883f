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
  /** Folder of the wasm files, if not the one chosen by the bundler. */
  wasmFiles?: WasmFiles;
  /** Maximum number of workers; by default the number of processors, at most eight. */
  workers?: number;
}

/** Number of workers if the number of processors is unknown. */
const FEW = 2;

/** The platform of a browser. */
export function browserPlatform(options: BrowserOptions = {}): Platform {
  return {
    wasm: compiledOnce((name) => compile(options.wasmFiles?.[name] ?? inPackage(wasmFiles[name]))),
    spawn,
    // Every worker has the memory of a decoder: more than eight gain little on any file.
    workers: options.workers ?? Math.min(8, globalThis.navigator?.hardwareConcurrency ?? FEW),
    // This thread draws.
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
  // Many servers do not send the type that streaming needs.
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
