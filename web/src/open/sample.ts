import { pageFile } from "../app/page-file";
import type { Found, Sample } from "../app/viewer";

/** A sample as an input; its file is next to the page. */
export function sampleFound({ name, path, address }: Sample): Found {
  return {
    name,
    source: { kind: "url", url: pageFile(path) },
    origin: { from: "address", address },
  };
}
