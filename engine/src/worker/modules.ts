/** The wasm modules there are, and how one comes to run. */

import type { WasmInstance as CompareWasm } from "@tagview/wasm/compare/instance";
import type { WasmInstance as MainWasm } from "@tagview/wasm/main/instance";
import { createInstance as createMain } from "@tagview/wasm/main/instance";
import type { WasmInstance as MoreWasm } from "@tagview/wasm/more/instance";
import { asTagviewError, TagviewError } from "../errors.ts";

/**
 * What an instance of each has. `main` recognises and reads recordings; `compare` is the formats of others, that
 * tags are compared in and exported to, `more` is all else, each loaded by the first call that needs it. `crates/wasm/src/lib.rs` tells what is
 * in which.
 */
export interface Modules extends Record<ModuleName, unknown> {
  main: MainWasm;
  more: MoreWasm;
  compare: CompareWasm;
}

export type ModuleName = "main" | "more" | "compare";

/** A module as it is posted to workers. */
export interface CompiledModule<N extends ModuleName = ModuleName> {
  name: N;
  module: WebAssembly.Module;
}

type CreateInstance<N extends ModuleName> = (module: WebAssembly.Module) => Modules[N];

/** The JavaScript around each module; but for `main` it comes with the first instance of it. */
const FACTORIES: { [N in ModuleName]: () => CreateInstance<N> | Promise<CreateInstance<N>> } = {
  main: () => createMain,
  more: async () => (await import("@tagview/wasm/more/instance")).createInstance,
  compare: async () => (await import("@tagview/wasm/compare/instance")).createInstance,
};

/** @throws TagviewError `load-failed` where the JavaScript around it could not be loaded. */
export async function factoryOf<N extends ModuleName>(name: N): Promise<CreateInstance<N>> {
  try {
    return await FACTORIES[name]();
  } catch (thrown) {
    throw loadFailed(name, thrown);
  }
}

/**
 * Compiles each module once, when it is asked for first. One that could not be loaded is loaded anew when it is asked
 * for again.
 * @throws TagviewError `load-failed`, by the function that is returned.
 */
export function compiledOnce(
  compile: (name: ModuleName) => Promise<WebAssembly.Module>,
): (name: ModuleName) => Promise<WebAssembly.Module> {
  const compiled = new Map<ModuleName, Promise<WebAssembly.Module>>();
  return (name) => {
    const known = compiled.get(name);
    if (known !== undefined) return known;
    const begun = compile(name).catch((thrown) => {
      compiled.delete(name);
      throw loadFailed(name, thrown);
    });
    compiled.set(name, begun);
    return begun;
  };
}

/** The sentence for a file that did not come: a server that is gone, a package without all its files. */
function loadFailed(name: ModuleName, thrown: unknown): TagviewError {
  const { cause, message } = asTagviewError(thrown);
  const why = cause instanceof Error ? cause.message : message;
  return new TagviewError(
    "load-failed",
    `the part of tagview called "${name}" could not be loaded (${why})`,
    "try again; if that does not help, reload the page or install tagview again",
    null,
    { cause: thrown },
  );
}
