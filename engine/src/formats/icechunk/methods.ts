/** What a worker does to read Icechunk metadata; it is loaded when it is first asked for. */

import type { Methods } from "../../worker/method.ts";

export function icechunkMethods(): Methods {
  return {
    file: async (job) => (await import("./worker-side.ts")).file(job),
    repository: async (job) => (await import("./worker-side.ts")).repository(job),
    check: async (job) => (await import("./worker-side.ts")).check(job),
    references: async (job) => (await import("./worker-side.ts")).references(job),
  };
}
