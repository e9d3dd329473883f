/** The wasm instance of this thread. There is one, and once it has trapped it is not used again. */

import { initSync } from "@tagview/wasm";
import { asTagviewError, TagviewError } from "./errors";
import type { Place } from "./source";

let memory: WebAssembly.Memory | undefined;
let dead = false;

/** Makes this thread's instance from the compiled module; later calls change nothing. */
export function instantiate(module: WebAssembly.Module): void {
  memory ??= initSync({ module }).memory;
}

/** Whether this thread's instance trapped. */
export function isDead(): boolean {
  return dead;
}

/** Room for file bytes in the memory of `job`. */
export function placeIn(job: { reserve(n: number): number }): Place {
  return (n) => {
    const pointer = call(() => job.reserve(n));
    // A new view each time: the old one dies when memory grows.
    return viewOf(pointer, n);
  };
}

/** Bytes in wasm memory, until it grows. */
export function viewOf(pointer: number, n: number): Uint8Array {
  return new Uint8Array((memory as WebAssembly.Memory).buffer, pointer, n);
}

/**
 * Calls into wasm.
 * @throws TagviewError always, whatever was thrown. A trap makes the instance unusable: its
 * memory may be in any state.
 */
export function call<T>(f: () => T): T {
  if (memory === undefined)
    throw new TagviewError("internal", "the wasm module was not loaded", "load the engine first");
  if (dead)
    throw new TagviewError("internal", "the decoder failed before and can't go on", "start tagview again");
  try {
    return f();
  } catch (thrown) {
    if (thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError) dead = true;
    throw asTagviewError(thrown);
  }
}

/** Frees a wasm object; one of a trapped instance is left alone. */
export function free(object: { free(): void } | undefined): void {
  try {
    if (object !== undefined) call(() => object.free());
  } catch {
    // The instance trapped and is never used again, and neither is the object.
  }
}
