/** Support for `using` declarations. */

/** `Symbol.dispose`, or its substitute in browsers that lack it. */
const DISPOSE: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

/** An object that must be closed. */
export interface Closable {
  close(): void;
  /** Closes it at the end of the block with its `using` declaration. */
  [Symbol.dispose](): void;
}

/** Returns `object` with the method that a `using` declaration calls. */
export function disposable<T extends Closable>(object: Omit<T, typeof Symbol.dispose>): T {
  const dispose = () => (object as T).close();
  return Object.assign(object, { [DISPOSE]: dispose }) as T;
}
