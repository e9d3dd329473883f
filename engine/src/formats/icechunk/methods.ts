/** Methods of a worker that reads Icechunk metadata; loaded on first use. */

import type { Methods } from "../../worker/method.ts";

export function icechunkMethods(): Methods {
  return {
    file: async (job) => (await import("./worker-side.ts")).file(job),
    repository: async (job) => (await import("./worker-side.ts")).repository(job),
    check: async (job) => (await import("./worker-side.ts")).check(job),
    references: async (job) => (await import("./worker-side.ts")).references(job),
  };
}
