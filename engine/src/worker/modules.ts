/** The wasm modules, and how they are loaded. */

import type { WasmInstance as CompareWasm } from "@tagview/wasm/compare/instance";
import type { WasmInstance as MainWasm } from "@tagview/wasm/main/instance";
import { createInstance as createMain } from "@tagview/wasm/main/instance";
import type { WasmInstance as MoreWasm } from "@tagview/wasm/more/instance";
import { asTagviewError, TagviewError } from "../errors.ts";

/**
 * Classes of an instance of each module. `main` recognises and reads recordings; `compare` has the formats for
 * comparison and export; `more` has everything else. The first call that needs `compare` or `more` loads it.
 * `crates/wasm/src/lib.rs` lists their contents.
 */
export interface Modules extends Record<ModuleName, unknown> {
  main: MainWasm;
  more: MoreWasm;
  compare: CompareWasm;
}

export type ModuleName = "main" | "more" | "compare";

/** A module as posted to workers. */
export interface CompiledModule<N extends ModuleName = ModuleName> {
  name: N;
  module: WebAssembly.Module;
}

type CreateInstance<N extends ModuleName> = (module: WebAssembly.Module) => Modules[N];

/** The JavaScript of each module; except for `main`, it is loaded with the first instance. */
const FACTORIES: { [N in ModuleName]: () => CreateInstance<N> | Promise<CreateInstance<N>> } = {
  main: () => createMain,
  more: async () => (await import("@tagview/wasm/more/instance")).createInstance,
  compare: async () => (await import("@tagview/wasm/compare/instance")).createInstance,
};

/** @throws TagviewError `load-failed` if the JavaScript could not be loaded. */
export async function factoryOf<N extends ModuleName>(name: N): Promise<CreateInstance<N>> {
  try {
    return await FACTORIES[name]();
  } catch (thrown) {
    throw loadFailed(name, thrown);
  }
}

/**
 * Compiles each module once, on first use. A failed load is repeated at the next use.
 * @throws TagviewError `load-failed`, from the returned function.
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

/** The error for a missing file: an unreachable server, or an incomplete package. */
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
