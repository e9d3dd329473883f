/**
 * A recording of another tagger's format, read in two modules of one worker: `more` decodes it, and `main` analyses the
 * tags, unless other workers do.
 *
 *     bytes -> ImportReader (more) -- tags --> PartReader (main)
 *                                 \-- tags --> other workers
 */

import type { PartReader } from "@tagview/wasm/main";
import type { ImportReader } from "@tagview/wasm/more";
import { Instance, type WasmObject } from "../../../worker/instance.ts";
import { type Decoder, takenFrom } from "./decoder.ts";
import type { About, Importing, PartDescription, PartRequest } from "./part-report.ts";

/** Bytes per call, so that their tags, up to twice as large, fit the processor's cache. */
const LARGEST_CHUNK = 256 << 10;

/** Creates decoders, which share an instance of `more` while that is sound. */
export function createImporter(): (
  reader: WasmObject<PartReader>,
  importing: Importing,
  request: Pick<PartRequest, "fanOut" | "followed" | "clock">,
) => Promise<Decoder> {
  let instance: Instance<"more"> | undefined;
  return async (reader, { readAs, compiled, state }, { fanOut = false, followed = false, clock }) => {
    if (instance === undefined || instance.isTrapped) instance = await Instance.of(compiled);
    const options = { ...readAs, fanOut, followed, ...(clock !== undefined && { clock }) };
    const importer = instance.make(({ ImportReader }): ImportReader => new ImportReader(options, state));
    return importDecoder(reader, importer, fanOut);
  };
}

function importDecoder(
  reader: WasmObject<PartReader>,
  importer: WasmObject<ImportReader>,
  passesOn: boolean,
): Decoder {
  /** Returns whether there were tags. */
  const analyse = (): boolean => {
    if (passesOn) return false;
    const length = importer.call((one) => one.takeTags(1));
    if (length === 0) return false;
    const at = importer.call((one) => one.takenTags());
    reader.call((part) => part.pushTags(importer.instance.view(at, length)));
    return true;
  };
  return {
    place: importer.place,
    largestChunk: LARGEST_CHUNK,
    push(n) {
      let more = importer.call((one) => one.push(n));
      // A file that is held until it is complete has many tags then.
      while (analyse()) more = importer.call((one) => one.push(0));
      return more;
    },
    finish(isCut) {
      importer.call((one) => one.finish(isCut));
      analyse();
    },
    takeTags: (least, spare) => (passesOn ? takenFrom(importer, least, spare) : null),
    describe: () =>
      passesOn
        ? importer.call((one) => one.describe() as PartDescription)
        : // A wrong record does not prevent reading the records after it.
          { ...reader.call((part) => part.describe() as PartDescription), sound: true },
    save() {
      const totals = importer.call((one) => one.totals());
      reader.call((part) => part.countImport(totals));
      return reader.call((part) => part.save());
    },
    // Only the first of several parts has the header itself.
    about: () => {
      const { tick, facts } = importer.call((one) => one.about() as About);
      return { tick, facts };
    },
    free: () => importer.free(),
  };
}
