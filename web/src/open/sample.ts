import type { Found, Sample } from "../app/viewer";

/** A sample as something to open: it lies beside the page. */
export function sampleFound({ name, path, address }: Sample): Found {
  return {
    name,
    source: { kind: "url", url: new URL(path, document.baseURI).href },
    origin: { from: "address", address },
  };
}
