/** The page's address, which says what is shown: so a reload or a bookmark brings it back. */

import type { State } from "./state";
import { toHash } from "./url";

/**
 * Milliseconds without a change before the address is written. Browsers take it for a navigation:
 * each costs them several milliseconds, and of a turning wheel's they refuse some.
 */
const QUIET_MS = 200;

let due: ReturnType<typeof setTimeout> | null = null;
let next = "";

/** Has the address say what is shown, soon. */
export function keepAddress(state: State): void {
  // Only a page that shows something has a state worth a link.
  if (!state.current && state.page !== "header") return;
  const hash = toHash(state);
  // Somebody may have changed it by hand.
  if (hash === next && (due !== null || hash === location.hash)) return;
  next = hash;
  if (due !== null) clearTimeout(due);
  due = setTimeout(write, QUIET_MS);
}

function write(): void {
  if (due === null) return;
  clearTimeout(due);
  due = null;
  if (next !== location.hash) history.replaceState(null, "", next);
}

// Who leaves within that time comes back to the same; a reload has taken the address before.
addEventListener("pagehide", write);
