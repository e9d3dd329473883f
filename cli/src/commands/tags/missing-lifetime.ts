/** The error about a lifetime that no fit gives, with the next step. */

import type { ErrorObject, Lifetime } from "../../runtime/engine";

type Remark = Lifetime["remarks"][number];

/** The requested fit. */
interface Wanted {
  decays: number;
  /** Whether a measured response could be given and is not. */
  lacksResponse: boolean;
}

/** Codes of remarks that are reasons; others are about the assumptions of a fit. */
const REASONS = new Set([
  "fit-poor",
  "no-fit",
  "not-determined",
  "not-significant",
  "range-too-short",
  "too-few-counts",
]);

/** The remarks that are the reasons why there is no lifetime; empty if there is one. */
export function reasonsOf({ lifetime, period, remarks }: Lifetime): Remark[] {
  if (lifetime !== null) return [];
  const what = period === null ? "period" : "lifetime";
  return remarks.filter(({ about, code }) => about === what && REASONS.has(code));
}

/** Returns the error if there is no lifetime. `inUnits` converts the times in a message. */
export function missingLifetime(
  result: Lifetime | undefined,
  inUnits: (message: string) => string,
  wanted: Wanted,
): ErrorObject | null {
  if (result === undefined || result.lifetime !== null) return null;
  const reasons = reasonsOf(result);
  const why = reasons.map(({ message }) => inUnits(message)).join("; ");
  const message = `no acceptable fit of ${wanted.decays === 2 ? "two decays" : "one decay"}${why && ` (${why})`}`;
  const codes = reasons.map(({ code }) => code);
  return { code: "no-fit", message, offset: null, remedy: remedyOf(codes, result.period === null, wanted) };
}

function remedyOf(codes: string[], lacksPeriod: boolean, { decays, lacksResponse }: Wanted): string {
  if (lacksPeriod)
    return "give the period of the pulses with --period; a longer --range helps if it is shorter than that period";
  if (codes.includes("too-few-counts")) return "record more tags";
  if (codes.includes("fit-poor")) {
    const steps = [...(lacksResponse ? ["--response FILE"] : []), ...(decays === 2 ? [] : ["--decays 2"])];
    return steps.length > 0 ? `add ${steps.join(" or ")}` : "see with --plot where the counts differ";
  }
  if (codes.includes("not-significant")) return "fit --decays 1";
  if (decays !== 2) return "check the channel and its clock";
  return lacksResponse
    ? "add a measured response with --response FILE, or record more tags"
    : "record more tags";
}
