import { open } from "./files";
import type { View } from "./state";

/** The recording that lies beside the page, made by `tagview simulate` when the page is built. */
export function openSample(view?: View): void {
  open(
    [
      {
        name: "sample.tags.zst",
        source: { kind: "url", url: new URL("sample.tags.zst", document.baseURI).href },
        address: "sample",
      },
    ],
    view,
  );
}
