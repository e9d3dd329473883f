import { open } from "./files";

/** The recording that lies beside the page, made by `tagview simulate` when the page is built. */
export function openSample(keepView = false): void {
  open(
    [
      {
        name: "sample.tags.zst",
        source: { kind: "url", url: new URL("sample.tags.zst", document.baseURI).href },
        address: "sample",
      },
    ],
    keepView,
  );
}
