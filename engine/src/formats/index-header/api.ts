/** Index-headers: the first call loads the readers, because few visitors of the page need them. */

import { bytes, type Checks, checkedAsync, checkedLater, type Keys, options } from "../../arguments.ts";
import type { Resources } from "../../resources.ts";
import { CALL } from "../../until.ts";
import type { IndexHeaders } from "./reader.ts";
import type { Reading } from "./results.ts";

const READING: Keys<Reading> = { ...CALL, onBytes: true };

const PARAMETERS: Checks<IndexHeaders> = {
  open: [checkedLater, options({ ...READING, report: true, sparse: true })],
  blockMeta: [bytes],
  fromIndex: [checkedLater, options({ ...READING, write: true })],
};

export function createIndexHeaders(resources: Resources): IndexHeaders {
  const reader = async (): Promise<IndexHeaders> => (await import("./reader.ts")).createReader(resources);
  const functions: IndexHeaders = {
    open: async (input, options) => (await reader()).open(input, options),
    blockMeta: async (bytes) => (await reader()).blockMeta(bytes),
    fromIndex: async (input, options) => (await reader()).fromIndex(input, options),
  };
  return checkedAsync(functions, PARAMETERS);
}
