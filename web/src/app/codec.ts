/** The one table of what a view has: links, steps of undo and resets are made of it. */

/** One value of a view. */
export interface Codec<T> {
  /** Its key in the address. */
  readonly key: string;
  /** The value of a view in which nothing is chosen. */
  readonly initial: T;
  /** Writes a value that differs from the initial one, or gives an empty text for it. */
  encode(value: T): string;
  /** Reads a text that is not empty. What is no such value, or out of bounds, gives the initial one. */
  decode(text: string): T;
}

/** The codecs of a view, in the order in which a link has them. */
export type Codecs<V> = { readonly [K in keyof V]: Codec<V[K]> };

/** A view in which nothing is chosen. */
export function initialView<V extends object>(codecs: Codecs<V>): V {
  return mapped(codecs, ({ initial }) => initial);
}

/** The keys of a view with their texts, empty where nothing is chosen. */
export function writeKeys<V extends object>(codecs: Codecs<V>, view: V): [key: string, text: string][] {
  return names(codecs).map((name) => [codecs[name].key, codecs[name].encode(view[name])]);
}

/** Reads a view from the keys of a link, which may come from anywhere: codecs bound every value. */
export function readKeys<V extends object>(codecs: Codecs<V>, keys: URLSearchParams): V {
  return mapped(codecs, (codec) => {
    const text = keys.get(codec.key) ?? "";
    return text === "" ? codec.initial : codec.decode(text);
  });
}

/** The keys whose texts differ, with commas; empty where two views are the same. */
export function changedKeys<V extends object>(codecs: Codecs<V>, view: V, next: V): string {
  const isChanged = (name: keyof V): boolean =>
    view[name] !== next[name] && codecs[name].encode(view[name]) !== codecs[name].encode(next[name]);
  return names(codecs)
    .filter(isChanged)
    .map((name) => codecs[name].key)
    .join();
}

function names<V extends object>(codecs: Codecs<V>): (keyof V)[] {
  return Object.keys(codecs) as (keyof V)[];
}

function mapped<V extends object>(
  codecs: Codecs<V>,
  valueIn: <K extends keyof V>(codec: Codec<V[K]>) => V[K],
): V {
  return Object.fromEntries(names(codecs).map((name) => [name, valueIn(codecs[name])])) as V;
}

/** A value that is null where nothing is chosen; `read` gives null for what is no such value. */
export function optional<T>(
  key: string,
  write: (value: T) => string,
  read: (text: string) => T | null,
): Codec<T | null> {
  return { key, initial: null, encode: (value) => (value === null ? "" : write(value)), decode: read };
}

/** A list, set or map that is empty where nothing is chosen. */
export function listed<T>(
  key: string,
  initial: T,
  encode: (value: T) => string,
  decode: (text: string) => T,
): Codec<T> {
  return { key, initial, encode, decode };
}

/** One of a few words; the first one is the default. */
export function oneOf<W extends string>(key: string, words: readonly [W, ...W[]]): Codec<W> {
  const [initial] = words;
  return {
    key,
    initial,
    encode: (word) => (word === initial ? "" : word),
    decode: (text) => words.find((word) => word === text) ?? initial,
  };
}

/** Something that is off initially. */
export function flag(key: string): Codec<boolean> {
  return { key, initial: false, encode: (value) => (value ? "1" : ""), decode: (text) => text === "1" };
}

/** A text of at most `most` characters. */
export function textOf(key: string, most: number): Codec<string> {
  return { key, initial: "", encode: (text) => text, decode: (text) => text.slice(0, most) };
}
