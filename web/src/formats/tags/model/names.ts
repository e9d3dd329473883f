/** Names of channels, as charts and tables write them. */

import type { View } from "./view";

/** The names that were given, by channel. */
export function namesIn({ names }: View): ReadonlyMap<bigint, string> {
  return new Map([...names].map(([channel, { name }]) => [channel, name]));
}
