/** Sources that a browser can open. */

import { TagviewError } from "../errors.ts";
import type { SourceDescription } from "./description.ts";
import { openSlices, openStream, slicesAnywhere } from "./given.ts";
import { handleAnywhere, openHandle } from "./handle.ts";
import { openPort } from "./port.ts";
import { blobAnywhere, bytesAnywhere, type RandomAccess } from "./random-access.ts";
import { openBlob, openBytes, type Source } from "./stream.ts";
import { openUrl, urlAnywhere } from "./url.ts";

/**
 * Opens a source.
 * @throws TagviewError `open-failed` with a remedy.
 */
export function open(source: SourceDescription, signal?: AbortSignal): Source | Promise<Source> {
  switch (source.kind) {
    case "blob":
      return openBlob(source.blob);
    case "bytes":
      return openBytes(source.bytes);
    case "stream":
      return openStream(source);
    case "slices":
      return openSlices(source);
    case "url":
      return openUrl(source, signal);
    case "handle":
      return openHandle(source.handle, source.from, source.to);
    case "port":
      return openPort(source);
    case "path":
    case "fd":
      throw new TagviewError("open-failed", "a browser cannot open paths", "pick or drop the file");
  }
}

/** Opens a source with random access; null if impossible. */
export function openAnywhere(
  source: SourceDescription,
  signal?: AbortSignal,
): RandomAccess | null | Promise<RandomAccess | null> {
  switch (source.kind) {
    case "blob":
      return blobAnywhere(source.blob);
    case "bytes":
      return bytesAnywhere(source.bytes);
    case "slices":
      return slicesAnywhere(source.source);
    case "url":
      // A server may refuse range requests from other sites, and return the whole file.
      return urlAnywhere(source.url, signal).catch(() => null);
    case "handle":
      return handleAnywhere(source.handle);
    default:
      return null;
  }
}
