/** What a worker does to compare formats; it is loaded when it is first asked for. */

import type { Methods } from "../../worker/method.ts";

export function compareMethods(): Methods {
  return { measure: async (job) => (await import("./measure.ts")).measure(job) };
}
