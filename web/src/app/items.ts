/** The open items, of any format, and the displayed one. */

import { withdrawMessage } from "../ui/field";
import { withdraw } from "./notice";
import { store } from "./store";
import type { Item } from "./viewer";

/**
 *                    show
 *     start ----------------------------> item --+
 *       ^                                 |  ^   | show another one
 *       +---------------------------------+  +---+
 *        the last file was closed, or there
 *        is none to go back to
 */
export type Stage = { at: "start" } | { at: "item"; item: Item };

/** An item that a link names but that is not open yet. */
export type Expected =
  | { what: "nothing" }
  /** A link without a file applies to the first opened item. */
  | { what: "any"; keys: URLSearchParams }
  /** A file that only the user can open. */
  | { what: "file"; name: string; size: number | null; keys: URLSearchParams; isReported?: true };

export interface ItemsState {
  /** In the order of opening. */
  items: readonly Item[];
  stage: Stage;
  /** Open items that have been displayed, each once, the most recent last. */
  visited: readonly Item[];
  expected: Expected;
}

const NOTHING: Expected = { what: "nothing" };

const part = store.part<ItemsState>({ items: [], stage: { at: "start" }, visited: [], expected: NOTHING });

export const openItems = (): ItemsState => part.get();

/** The item on the page; nothing on the start page. */
export function shownItem(): Item | undefined {
  const { stage } = part.get();
  return stage.at === "item" ? stage.item : undefined;
}

/** The displayed item of a format, or the last displayed one; null if none is open. */
export function lastOf<T extends Item>(format: string): T | null {
  return part.get().visited.findLast((item): item is T => item.format === format) ?? null;
}

/** Whether a link means this file: the names are equal, and so are the sizes in bytes if both are known. */
export function isSame(item: Item, { name, size }: { name: string; size: number | null }): boolean {
  return item.name === name && (size === null || item.size === null || item.size === size);
}

/**
 * Adds items to the list and shows the one that a link waits for, otherwise `wanted`, with the view of `keys` if given;
 * null shows none.
 */
export function add(
  added: readonly Item[],
  keys?: URLSearchParams,
  wanted: Item | null | undefined = added[0],
): void {
  const { items, expected } = part.get();
  if (added.length === 0) return;
  part.set({ items: [...items, ...added] });
  const awaited = expected.what === "file" && added.find((item) => isSame(item, expected));
  if (awaited) {
    part.set({ expected: NOTHING });
    show(awaited, expected.keys);
    return;
  }
  if (!wanted) return;
  const first = expected.what === "any" ? expected.keys : undefined;
  if (first && wanted.origin.from !== "page") part.set({ expected: NOTHING });
  show(wanted, keys ?? (wanted.origin.from === "page" ? undefined : first));
}

/**
 * The file that a link still waits for after `added` was opened instead of it; null if there is none, or if it was
 * returned before.
 */
export function takeUnmet(added: readonly Item[]): { name: string; size: number | null } | null {
  const { expected } = part.get();
  const isOther = added.some(({ origin }) => origin.from !== "page");
  if (expected.what !== "file" || expected.isReported || !isOther) return null;
  // The link keeps waiting for its file.
  part.set({ expected: { ...expected, isReported: true } });
  return expected;
}

/** Shows an open item, with the view in the keys of a link. */
export function show(item: Item, keys?: URLSearchParams): void {
  const { visited } = part.get();
  part.set({
    stage: { at: "item", item },
    visited: [...visited.filter((other) => other !== item), item],
  });
  item.show(keys);
}

/** Shows the previously displayed file, if the page does not show it already; the start page if no file is open. */
export function home(): void {
  const file = part.get().visited.findLast(({ origin }) => origin.from !== "page");
  if (!file) part.set({ stage: { at: "start" } });
  else if (file !== shownItem()) show(file);
}

/** Moves to a neighbour in the list, round its end. */
export function step(by: 1 | -1): void {
  const { items } = part.get();
  const item = shownItem();
  const next = item && items[(items.indexOf(item) + by + items.length) % items.length];
  if (next && next !== item) show(next);
}

/** Removes an item from the list and stops reading it. The last file of the list is shown instead. */
export function close(item: Item): void {
  const wasShown = shownItem() === item;
  const { items, visited } = part.get();
  part.set({
    items: items.filter((other) => other !== item),
    visited: visited.filter((other) => other !== item),
  });
  item.close();
  withdraw();
  withdrawMessage();
  if (!wasShown) return;
  const next = part.get().items.findLast(({ origin }) => origin.from !== "page");
  if (next) show(next);
  else part.set({ stage: { at: "start" } });
}

/** Waits for the item that a link names. */
export function expect(expected: Expected): void {
  part.set({ expected });
}
