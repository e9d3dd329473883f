/** Index-headers: the first call loads the readers, because few visitors of the page need them. */

import type { Resources } from "../../resources.ts";
import type { IndexHeaders } from "./reader.ts";

export function createIndexHeaders(resources: Resources): IndexHeaders {
  const reader = async (): Promise<IndexHeaders> => (await import("./reader.ts")).createReader(resources);
  return {
    open: async (input, options) => (await reader()).open(input, options),
    blockMeta: async (bytes) => (await reader()).blockMeta(bytes),
    fromIndex: async (input, options) => (await reader()).fromIndex(input, options),
  };
}
