/** `@tagview/engine/browser`: Web Workers, picked and dropped files. */

import { wasmFiles } from "@tagview/wasm/files";
import { pause } from "./pause.ts";
import type { Platform, WasmFiles } from "./platform.ts";
import { open, openAnywhere } from "./source/browser.ts";
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
  const files = options.wasmFiles ?? wasmFiles;
  return {
    wasm: compiledOnce((name) => WebAssembly.compileStreaming(fetch(files[name]))),
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

function spawn(): WorkerPeer {
  const worker = new Worker(new URL("./browser-worker.ts", import.meta.url), { type: "module" });
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
