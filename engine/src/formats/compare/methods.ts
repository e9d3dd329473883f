/** Methods of a worker that compares formats; loaded on first use. */

import type { Methods } from "../../worker/method.ts";

export function compareMethods(): Methods {
  return { measure: async (job) => (await import("./measure.ts")).measure(job) };
}
