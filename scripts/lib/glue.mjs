/**
 * wasm-bindgen's JavaScript keeps one instance of the module in a variable of its file. Replacing an instance that
 * trapped, or having one per open file, needs a function that creates instances. This script turns the same code into
 * the body of such a function.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MODULES } from "./paths.mjs";
import { Trouble } from "./step.mjs";

const EXPORTED = /^export (class|function) (\w+)/gm;
/** The code after this mark loads the module from an address or creates the single instance. */
const LOADING = "\nasync function __wbg_load(";

/** Returns `createInstance(module)`, made from the text of wasm-bindgen's file. */
export function factoryOf(glue) {
  const end = glue.indexOf(LOADING);
  const names = [...glue.matchAll(EXPORTED)].map(([, , name]) => name);
  if (end < 0 || names.length === 0 || /^import /m.test(glue.slice(0, end)))
    throw new Trouble("wasm-bindgen's JavaScript has another form than scripts/lib/glue.mjs knows");
  const body = glue
    .slice(0, end)
    .replace(/^\/\* @ts-self-types.*\n/, "")
    .replace(EXPORTED, "$1 $2")
    // Vite minifies `new Map()` differently for pages and for workers, so two copies of this file would be loaded.
    .replaceAll("= new Map();", "= Reflect.construct(Map, []);");
  return `/** A new instance of the compiled module: its classes and functions, and its memory. */
export function createInstance(module) {
${body}
__wbg_finalize_init(new WebAssembly.Instance(module, __wbg_get_imports()), module);
return {
  ${names.join(",\n  ")},
  memory: wasm.memory,
  // Objects collected later are not freed, because the state of that memory is unknown.
  abandon() { wasm = new Proxy({}, { get: () => () => {} }); },
};
}
`;
}

const typesOf = (name) => `import type * as glue from "./tagview_${name}.js";

/** The classes and functions of one instance. */
export type WasmInstance = Omit<typeof glue, "default" | "initSync"> & {
  readonly memory: WebAssembly.Memory;
  /** Stops all calls into the instance, also those that free collected objects. */
  abandon(): void;
};

export function createInstance(module: WebAssembly.Module): WasmInstance;
`;

/** Adds `NAME-instance.js` to the output of wasm-pack for the module `name` in `folder`. */
export function completeGlue(folder, name) {
  const glue = readFileSync(join(folder, `tagview_${name}.js`), "utf8");
  writeFileSync(join(folder, `${name}-instance.js`), factoryOf(glue));
  writeFileSync(join(folder, `${name}-instance.d.ts`), typesOf(name));
  // wasm-pack ignores its whole output, so npm would leave it out of the package.
  rmSync(join(folder, ".gitignore"), { force: true });
}

/** Writes `files.js`, which exports the addresses of all modules. */
export function writeFiles(folder) {
  const urls = MODULES.map((name) => `  ${name}: new URL("./tagview_${name}_bg.wasm", import.meta.url),\n`);
  const types = MODULES.map((name) => `  readonly ${name}: URL;\n`);
  writeFileSync(
    join(folder, "files.js"),
    `/** Where the wasm files lie, in a form that bundlers see. */\nexport const wasmFiles = {\n${urls.join("")}};\n`,
  );
  writeFileSync(join(folder, "files.d.ts"), `export declare const wasmFiles: {\n${types.join("")}};\n`);
}
