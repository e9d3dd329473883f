/** Instances of the wasm modules. One that trapped is never used again, but replaced. */

import { asTagviewError, cancelled, outOfMemory, TagviewError } from "../errors.ts";
import { type CompiledModule, factoryOf, type ModuleName, type Modules } from "./modules.ts";

/** An instance of the module `N`. If `N` is a union of modules, only their common functions may be called. */
export class Instance<N extends ModuleName = "main"> {
  private trapped = false;
  private readonly wasm: Modules[N];

  private constructor(wasm: Modules[N]) {
    this.wasm = wasm;
  }

  /** @throws TagviewError `load-failed`, and errors of creating an instance, unchanged. */
  static async of<N extends ModuleName>({ name, module }: CompiledModule<N>): Promise<Instance<N>> {
    const create = await factoryOf(name);
    return new Instance<N>(create(module));
  }

  /** Whether a call trapped: its memory may then be in any state. */
  get isTrapped(): boolean {
    return this.trapped;
  }

  /**
   * Calls into wasm.
   * @throws TagviewError for any error.
   */
  call<T>(f: (wasm: Modules[N]) => T): T {
    if (this.trapped)
      throw new TagviewError(
        "internal",
        "the decoder failed before and can't continue",
        "open the file again",
      );
    try {
      return f(this.wasm);
    } catch (thrown) {
      if (thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError) {
        this.trapped = true;
        const isFull = isExhausted(this.wasm.memory);
        this.wasm.abandon();
        if (isFull) throw outOfMemory(thrown);
      }
      throw asTagviewError(thrown);
    }
  }

  /** Creates an object of one of its classes. */
  make<T extends Freeable>(f: (wasm: Modules[N]) => T): WasmObject<T> {
    return new WasmObject(this, this.call(f));
  }

  /** Bytes of wasm memory; it never shrinks. */
  get memory(): number {
    return this.wasm.memory.buffer.byteLength;
  }

  /** Bytes in wasm memory, until it grows. */
  view(pointer: number, n: number): Uint8Array {
    return new Uint8Array(this.wasm.memory.buffer, pointer, n);
  }
}

/** Pages of 64 KiB: if this many cannot be allocated, the failure was a lack of memory. */
const PAGES = 1024;

/** Whether memory is exhausted. The test may grow it: an instance that trapped is not used again. */
function isExhausted(memory: WebAssembly.Memory): boolean {
  try {
    memory.grow(PAGES);
    return false;
  } catch {
    return true;
  }
}

interface Freeable {
  free(): void;
}

/** An object in the memory of an instance. */
export class WasmObject<T extends Freeable> {
  readonly instance: Instance<ModuleName>;
  private readonly object: T;

  constructor(instance: Instance<ModuleName>, object: T) {
    this.instance = instance;
    this.object = object;
  }

  /**
   * Calls it.
   * @throws TagviewError like `Instance.call`.
   */
  readonly call = <R>(f: (object: T) => R): R => this.instance.call(() => f(this.object));

  /** A buffer in the memory of a class that has `reserve`. */
  readonly place = (n: number): Uint8Array => {
    const object = this.object as unknown as { reserve(n: number): number };
    // A new view each time: the old one is invalid after memory grows.
    return this.instance.view(
      this.instance.call(() => object.reserve(n)),
      n,
    );
  };

  /** Frees it, unless its instance trapped. */
  free(): void {
    if (this.instance.isTrapped) return;
    try {
      this.instance.call(() => this.object.free());
    } catch {
      // The instance trapped, so the object is never used again.
    }
  }
}

/** Number of instances kept for later files. Few, because their memory never shrinks. */
const MOST_IDLE = 2;

/**
 * The instances of a module on the caller's thread. Each open file has its own, so that a trap ends the work on one
 * file only.
 */
export class Instances<N extends ModuleName> {
  private state: { name: "open"; idle: Instance<N>[] } | { name: "closed" } = { name: "open", idle: [] };
  private readonly load: () => Promise<CompiledModule<N>>;

  constructor(load: () => Promise<CompiledModule<N>>) {
    this.load = load;
  }

  /** @throws TagviewError `cancelled` after the close, `load-failed`. */
  async take(): Promise<Instance<N>> {
    this.assertOpen();
    const compiled = await this.load();
    return this.assertOpen().pop() ?? (await Instance.of(compiled));
  }

  give(instance: Instance<N>): void {
    if (this.state.name === "closed" || instance.isTrapped) return;
    if (this.state.idle.length < MOST_IDLE) this.state.idle.push(instance);
  }

  /** Runs `work` with an instance of its own. */
  async use<T>(work: (instance: Instance<N>) => T | Promise<T>): Promise<T> {
    const instance = await this.take();
    try {
      return await work(instance);
    } finally {
      this.give(instance);
    }
  }

  close(): void {
    this.state = { name: "closed" };
  }

  private assertOpen(): Instance<N>[] {
    if (this.state.name === "closed") throw cancelled();
    return this.state.idle;
  }
}
