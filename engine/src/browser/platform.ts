/** Browsers: Web Workers, picked and dropped files. */

import wasmUrl from "@tagview/wasm/tagview_wasm_bg.wasm?url";
import { asTagviewError } from "../errors";
import type { Platform, WorkerPeer } from "../platform";
import { pause } from "./pause";
import { open, seek } from "./sources";

let module: Promise<WebAssembly.Module> | undefined;

export const platform: Platform = {
  load() {
    module ??= WebAssembly.compileStreaming(fetch(wasmUrl)).catch((thrown) => {
      // A network that comes back gets another chance.
      module = undefined;
      throw asTagviewError(thrown);
    });
    return module;
  },
  spawn,
  open,
  seek,
  // Every worker has a decoder's memory: more than eight gain little on any file.
  workers: Math.min(8, navigator.hardwareConcurrency),
  spare: false,
  pause,
  postable: () => true,
};

function spawn(): WorkerPeer {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  const peer: WorkerPeer = {
    post: (message, transfer) => worker.postMessage(message, transfer),
    onMessage: () => {},
    onDeath: () => {},
    terminate: () => worker.terminate(),
    hold() {},
  };
  worker.onmessage = (event) => peer.onMessage(event.data);
  worker.onerror = (event) => peer.onDeath(event.message || "its script did not load");
  return peer;
}
