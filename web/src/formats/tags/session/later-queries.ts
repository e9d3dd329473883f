/** Queries of panels whose code is loaded on demand. */

import type { Query } from "./live-queries";
import type { Recording } from "./recording";
import type { State } from "./state";

/** Returns the query of a panel for a recording; null for none. */
type Asks = (recording: Recording, state: State) => Query | null;

const all: Asks[] = [];

/** Registers `asks`, which is called whenever queries are made. */
export function askLater(asks: Asks): void {
  all.push(asks);
}

export function laterQueries(recording: Recording, state: State): Query[] {
  return all.map((asks) => asks(recording, state)).filter((query) => query !== null);
}
