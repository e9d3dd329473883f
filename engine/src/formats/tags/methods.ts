/** Worker methods for recordings. */

import type { Methods } from "../../worker/method.ts";
import { catPart } from "./convert/cat-part.ts";
import { createPacker } from "./convert/make-frames.ts";
import { analyseBlock, createPartMethod, queryPart } from "./session/read-part.ts";

export function tagMethods(): Methods {
  const packer = createPacker();
  return {
    read: createPartMethod(),
    block: analyseBlock,
    query: queryPart,
    cat: (job) => {
      packer.free();
      return catPart(job);
    },
    pack: packer.pack,
    export: async (job) => (await import("./convert/write-export.ts")).writeExport(job),
  };
}
