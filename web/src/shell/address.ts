/** The page's address, which holds the view: a reload or a bookmark restores it. */

import { expect, home, isSame, openItems, show, shownItem } from "../app/items";
import { notify } from "../app/notice";
import type { Item, UrlState } from "../app/viewer";
import { announce } from "../ui/announce";
import { fromHash, type Link, refusalOf, type Target, toHash } from "./url";

/**
 * Time in milliseconds without a change before the address is written. Browsers treat each write as a navigation, which
 * takes several milliseconds, and refuse some of those that a turning wheel would cause.
 */
const QUIET_MS = 200;

/** A sentence on a link to a file that is not next to the page. */
export const absent = (address: string): string => `The link is of ${address}, which is not here.`;

export interface Address {
  /** Whether the page's address is valid only while `tagview serve` runs. */
  isTemporary: boolean;
  /** Schedules writing the displayed view to the address. */
  save(): void;
  copyLink(): Promise<boolean>;
  /**
   * Opens the target of a link, from the initial address or a later one; false if the target is not available and the
   * page waits for it.
   */
  follow(link: Link): boolean;
}

/** Functions that open the target of a link. */
export interface Destinations {
  urlStates: ReadonlyMap<string, UrlState>;
  /** Opens a file next to the page; false if there is none with that name. */
  openAddress(address: string, keys: URLSearchParams): boolean;
  /** Shows a format's own page. */
  openPage(format: string): void;
}

export function addressOf({ urlStates, openAddress, openPage }: Destinations): Address {
  /** The address that was last written, or will be next. */
  let written = "";
  /** The address when it was last written or followed; the user may have changed it since. */
  let seen = location.hash;
  let timer: { is: "off" } | { is: "set"; id: ReturnType<typeof setTimeout> } = { is: "off" };

  /** The hash of the displayed view; undefined on the start page, which has no state to link to. */
  function hashNow(): string | undefined {
    const item = shownItem();
    const own = item && urlStates.get(item.format);
    return own && toHash(item, own);
  }

  function save(): void {
    const hash = hashNow();
    if (hash === undefined) return;
    // The user may have changed the address since.
    if (hash === written && (timer.is === "set" || hash === location.hash)) return;
    written = hash;
    if (timer.is === "set") clearTimeout(timer.id);
    timer = { is: "set", id: setTimeout(write, QUIET_MS) };
  }

  function write(): void {
    if (timer.is === "off") return;
    clearTimeout(timer.id);
    timer = { is: "off" };
    // A new link in the address is about to be followed.
    if (location.hash !== seen) return;
    if (written !== seen) history.replaceState(null, "", written);
    seen = location.hash;
  }

  function follow({ target, keys }: Link): boolean {
    const own = [...urlStates].find(([, state]) => state.isOwnPage(keys));
    const { items, visited } = openItems();
    const last = visited.findLast(({ origin }) => origin.from !== "page");
    const open = target.of === "page" ? last : items.find((item) => isOf(item, target));
    if (own) {
      openPage(own[0]);
      own[1].fillOwnPage?.(keys);
    }
    if (open) {
      // A viewer's own page covers the previously displayed file.
      if (!own || open !== last) show(open, keys);
      return true;
    }
    if (!own && target.of === "page") home();
    if (target.of === "address" && openAddress(target.address, keys)) return true;
    if (target.of === "file") expect({ what: "file", name: target.name, size: target.size, keys });
    else if (!last) expect({ what: "any", keys });
    return target.of === "page";
  }

  async function copyLink(): Promise<boolean> {
    const { href } = new URL(hashNow() ?? location.hash, location.href);
    try {
      await navigator.clipboard.writeText(href);
    } catch {
      announce("The browser does not allow copying. The link is in the address bar.");
      return false;
    }
    if (address.isTemporary) notify("The link is copied. It works until 'tagview serve' ends.");
    else
      announce(
        shownItem()?.origin.from === "person"
          ? "The link is copied. It shows this view when the same file is dropped."
          : "The link is copied.",
      );
    return true;
  }

  function followHash(): void {
    seen = location.hash;
    const link = fromHash(seen);
    const refusal = refusalOf(seen);
    if (refusal) notify(refusal);
    if (!link || follow(link)) return;
    if (link.target.of === "file") notify(`The link is of ${link.target.name}. Drop it here to see it.`);
    if (link.target.of === "address") notify(absent(link.target.address));
  }

  // Keeps the view if the user leaves before the address is written. A reload has read the address earlier.
  addEventListener("pagehide", write);
  addEventListener("hashchange", followHash);
  const address = { isTemporary: false, save, copyLink, follow };
  return address;
}

/** Whether an item is the target of a link. */
function isOf(item: Item, target: Target): boolean {
  if (target.of === "address")
    return item.origin.from === "address" && item.origin.address === target.address;
  return target.of === "file" && item.origin.from !== "page" && isSame(item, target);
}
