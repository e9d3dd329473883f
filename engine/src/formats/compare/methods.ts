/** What a worker does to compare formats; it is loaded when it is first asked for. */

import type { Methods } from "../../worker/method.ts";

export function compareMethods(): Methods {
  return { run: async (job) => (await import("./run.ts")).run(job) };
}
