/** The table of a view's values, from which links, undo steps and resets are made. */

/** One value of a view. */
export interface Codec<T> {
  /** Its key in the address. */
  readonly key: string;
  /** The value in a view without any choice. */
  readonly initial: T;
  /** Writes a value that differs from the initial one, or gives an empty text for it. */
  encode(value: T): string;
  /** Reads a non-empty text. An invalid or out-of-bounds value gives the initial one. */
  decode(text: string): T;
}

/** The codecs of a view, in the order of the keys in a link. */
export type Codecs<V> = { readonly [K in keyof V]: Codec<V[K]> };

/** The view before any choice. */
export function initialView<V extends object>(codecs: Codecs<V>): V {
  return mapped(codecs, ({ initial }) => initial);
}

/** The keys of a view with their strings; a string is empty for an initial value. */
export function writeKeys<V extends object>(codecs: Codecs<V>, view: V): [key: string, text: string][] {
  return names(codecs).map((name) => [codecs[name].key, codecs[name].encode(view[name])]);
}

/** Reads a view from the keys of a link. The keys are untrusted: codecs bound every value. */
export function readKeys<V extends object>(codecs: Codecs<V>, keys: URLSearchParams): V {
  return mapped(codecs, (codec) => {
    const text = keys.get(codec.key) ?? "";
    return text === "" ? codec.initial : codec.decode(text);
  });
}

/** Keys of a link that belong to the page, not to a view. */
const PAGE_KEYS: readonly string[] = ["v", "open", "file", "size", "page"];

/** The keys with their strings, `bin=0`, that are unknown, or whose values are invalid so that the initial ones apply. */
export function ignoredKeys<V extends object>(codecs: Codecs<V>, keys: URLSearchParams): string[] {
  const known = [...PAGE_KEYS, ...names(codecs).map((name) => codecs[name].key)];
  const unknown = [...keys].flatMap(([key, text]) => (known.includes(key) ? [] : [`${key}=${text}`]));
  const invalid = names(codecs).flatMap((name) => {
    const { key, initial, encode, decode } = codecs[name];
    const text = keys.get(key) ?? "";
    // An off flag and the first word of a choice are the initial values as text.
    const isInitial = text === "" || text === String(initial) || (text === "0" && initial === false);
    return isInitial || encode(decode(text)) !== "" ? [] : [`${key}=${text}`];
  });
  return [...invalid, ...unknown];
}

/** The keys whose strings differ, separated by commas; empty for equal views. */
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

/** A value that is null by default; `read` returns null for invalid values. */
export function optional<T>(
  key: string,
  write: (value: T) => string,
  read: (text: string) => T | null,
): Codec<T | null> {
  return { key, initial: null, encode: (value) => (value === null ? "" : write(value)), decode: read };
}

/** A list, set or map that is empty by default. */
export function listed<T>(
  key: string,
  initial: T,
  encode: (value: T) => string,
  decode: (text: string) => T,
): Codec<T> {
  return { key, initial, encode, decode };
}

/** One of several words; the first one is the default. */
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
