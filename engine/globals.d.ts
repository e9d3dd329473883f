/**
 * Names of the platform's types that the package's declarations use. Each is empty and merges with the declaration of the
 * library that has it: "dom", "webworker" or @types/node. So the declarations compile with any of them, and without.
 */

interface AbortSignal {}
interface Blob {}
interface FileSystemFileHandle {}
interface MessagePort {}
interface ReadableStream<R = any> {}
interface Response {}
interface URL {}
interface SymbolConstructor {
  readonly dispose: unique symbol;
}
declare namespace WebAssembly {
  interface Module {}
}
