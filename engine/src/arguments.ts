/** Checks of the arguments of public methods, for callers without types. */

import { TagviewError } from "./errors.ts";

/** The keys of `T`; a key that is missing or misspelt is a type error. */
export type Keys<T> = Readonly<Record<keyof T, true>>;

/** Checks the argument of a method at a position from 1. Throws TagviewError `usage`. */
export type Check = (value: unknown, method: string, position: number) => void;

/** A check for each parameter of each function. */
export type Checks<F> = {
  readonly [K in keyof F]: F[K] extends (...given: infer P) => unknown
    ? { readonly [I in keyof P]-?: Check }
    : never;
};

type AnyFunction = (...given: unknown[]) => unknown;

function each<F>(functions: F, change: (f: AnyFunction, name: string) => AnyFunction): F {
  const all = Object.entries(functions as Record<string, AnyFunction>);
  return Object.fromEntries(all.map(([name, f]) => [name, change(f, name)])) as F;
}

/** Returns `functions` that check their arguments first. */
export function checked<F>(functions: F, checks: Checks<NoInfer<F>>): F {
  const lists = checks as Readonly<Record<string, readonly Check[]>>;
  return each(functions, (f, name) => (...given) => {
    for (const [k, check] of (lists[name] ?? []).entries()) check(given[k], name, k + 1);
    return f(...given);
  });
}

/** Like `checked`, for functions that return promises, which then reject. */
export function checkedAsync<F>(functions: F, checks: Checks<NoInfer<F>>): F {
  return each(
    checked(functions, checks),
    (f) =>
      async (...given) =>
        f(...given),
  );
}

function usage(message: string, remedy: string): TagviewError {
  return new TagviewError("usage", message, remedy);
}

/** @throws TagviewError `usage` if `value` has another defined key than `keys`; `what` describes these keys. */
export function assertKeys(value: object, keys: Readonly<Record<string, true>>, what: string): void {
  const other = Object.entries(value).find(([key, one]) => one !== undefined && !Object.hasOwn(keys, key));
  if (other !== undefined)
    throw usage(`\`${other[0]}\` is not ${what}`, `choose from ${Object.keys(keys).join(", ")}`);
}

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** The check that an argument is `kind`. */
export function expecting(kind: string, isValid: (value: unknown) => boolean): Check {
  return (value, method, position) => {
    if (!isValid(value)) throw usage(`argument ${position} of \`${method}\` is not ${kind}`, `give ${kind}`);
  };
}

/** A source or a request, which has checks of its own. */
export const checkedLater: Check = () => {};
export const text: Check = expecting("a string", (value) => typeof value === "string");
export const number: Check = expecting("a number", (value) => typeof value === "number");
export const integer: Check = expecting("a bigint", (value) => typeof value === "bigint");
export const bytes: Check = expecting("a Uint8Array", (value) => ArrayBuffer.isView(value));
export const object: Check = expecting("an object", isObject);
export const list: Check = expecting("a list", (value) => isObject(value) && Symbol.iterator in value);

/** An object that must be given, with some of these keys. */
export function required<T>(keys: Keys<T>): Check {
  const names = Object.keys(keys).join(", ");
  const check = expecting(`an object with any of ${names}`, isObject);
  return (value, method, position) => {
    check(value, method, position);
    assertKeys(value as object, keys, `an option of \`${method}\``);
  };
}

/** An argument that may be left out. */
export function optional(check: Check): Check {
  return (value, method, position) => {
    if (value !== undefined) check(value, method, position);
  };
}

/** An object with some of these keys, which may be left out. */
export function options<T>(keys: Keys<T>): Check {
  return optional(required(keys));
}
