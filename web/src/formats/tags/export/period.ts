import { clockText } from "../model/view";

/** The period of pulsed light in a request. */
export interface Periodic {
  readonly period?: number;
  readonly clock?: bigint;
  readonly divider?: bigint;
}

/** The period that a request states: in ticks, 0 for none, or a clock such as `ch5/8`; null if it states none. */
export function periodIn({ period, clock, divider }: Periodic = {}): number | string | null {
  if (clock !== undefined) return clockText(divider === undefined ? { clock } : { clock, divider });
  return period ?? null;
}
