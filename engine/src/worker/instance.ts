/** Instances of the wasm module. One that trapped is never used again; another takes its place. */

import { createInstance, type WasmInstance } from "@tagview/wasm/instance";
import { asTagviewError, cancelled, TagviewError } from "../errors.ts";

export class Instance {
  private trapped = false;
  private readonly wasm: WasmInstance;

  constructor(module: WebAssembly.Module) {
    this.wasm = createInstance(module);
  }

  /** Whether a call trapped: its memory may be in any state. */
  get isTrapped(): boolean {
    return this.trapped;
  }

  /**
   * Calls into wasm.
   * @throws TagviewError always, whatever was thrown.
   */
  call<T>(f: (wasm: WasmInstance) => T): T {
    if (this.trapped)
      throw new TagviewError("internal", "the decoder failed before and can't go on", "open the file again");
    try {
      return f(this.wasm);
    } catch (thrown) {
      if (thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError) {
        this.trapped = true;
        this.wasm.abandon();
      }
      throw asTagviewError(thrown);
    }
  }

  /** Makes an object of one of its classes. */
  make<T extends Freeable>(f: (wasm: WasmInstance) => T): WasmObject<T> {
    return new WasmObject(this, this.call(f));
  }

  /** Bytes in wasm memory, until it grows. */
  view(pointer: number, n: number): Uint8Array {
    return new Uint8Array(this.wasm.memory.buffer, pointer, n);
  }
}

interface Freeable {
  free(): void;
}

/** An object in the memory of an instance. */
export class WasmObject<T extends Freeable> {
  readonly instance: Instance;
  private readonly object: T;

  constructor(instance: Instance, object: T) {
    this.instance = instance;
    this.object = object;
  }

  /**
   * Calls it.
   * @throws TagviewError as `Instance.call`.
   */
  readonly call = <R>(f: (object: T) => R): R => this.instance.call(() => f(this.object));

  /** Room for bytes in the memory of a class that has `reserve`. */
  readonly place = (n: number): Uint8Array => {
    const object = this.object as unknown as { reserve(n: number): number };
    // A new view each time: the old one dies when memory grows.
    return this.instance.view(
      this.instance.call(() => object.reserve(n)),
      n,
    );
  };

  /** Frees it; one of a trapped instance is left alone. */
  free(): void {
    if (this.instance.isTrapped) return;
    try {
      this.instance.call(() => this.object.free());
    } catch {
      // The instance trapped and is never used again, and neither is the object.
    }
  }
}

/** Instances that wait for the next file. Their memory never shrinks, so few are kept. */
const MOST_IDLE = 2;

/**
 * The instances of the caller's thread. Each open file has its own, so that a trap ends the work on one file
 * and no other.
 */
export class Instances {
  private state: { name: "open"; idle: Instance[] } | { name: "closed" } = { name: "open", idle: [] };
  private readonly load: () => WebAssembly.Module | Promise<WebAssembly.Module>;

  constructor(load: () => WebAssembly.Module | Promise<WebAssembly.Module>) {
    this.load = load;
  }

  /** @throws TagviewError `cancelled` once closed. */
  async take(): Promise<Instance> {
    this.assertOpen();
    const module = await this.load();
    return this.assertOpen().pop() ?? new Instance(module);
  }

  give(instance: Instance): void {
    if (this.state.name === "closed" || instance.isTrapped) return;
    if (this.state.idle.length < MOST_IDLE) this.state.idle.push(instance);
  }

  /** Runs `work` with an instance of its own. */
  async run<T>(work: (instance: Instance) => T | Promise<T>): Promise<T> {
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

  private assertOpen(): Instance[] {
    if (this.state.name === "closed") throw cancelled();
    return this.state.idle;
  }
}
