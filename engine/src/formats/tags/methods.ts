/** Worker methods for recordings. */

import type { Methods } from "../../worker/method.ts";
import { catPart } from "./convert/cat-part.ts";
import { createPacker } from "./convert/make-frames.ts";
import { analyseBlock, createPartMethod, queryPart, reportResults } from "./session/read-part.ts";

export function tagMethods(): Methods {
  const packer = createPacker();
  return {
    read: createPartMethod(),
    block: analyseBlock,
    query: queryPart,
    report: reportResults,
    cat: (job) => {
      packer.free();
      return catPart(job);
    },
    pack: packer.pack,
    fitHistogram: async (job) => (await import("./histograms.ts")).fit(job),
    export: async (job) => (await import("./convert/write-export.ts")).writeExport(job),
  };
}
