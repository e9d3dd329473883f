/**
 * A file written in chunks: to the disk if the browser can ask the user for a place, otherwise to memory, and saved as
 * a download at the end.
 */

import { saveBlob } from "./save";

/** Maximum number of bytes kept in memory, if the browser cannot write to the disk. */
export const MOST_IN_MEMORY = 2 ** 30;

export interface WrittenFile {
  /** Whether it is kept in memory until it is whole, and so may not have more than `MOST_IN_MEMORY` bytes. */
  readonly isInMemory: boolean;
  append(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Writes over its beginning. */
  rewrite(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** It is whole. */
  finish(): Promise<void>;
  /** Discards the file without leaving data behind. */
  discard(): Promise<void>;
}

/** More came than memory may take. */
export class TooLarge extends Error {}

/** A window of a browser that has the File System Access API. */
interface WindowWithPicker {
  showSaveFilePicker(options: { suggestedName: string }): Promise<FileSystemFileHandle>;
}

/** Creates a file; null if the user cancelled the dialog. */
export async function createFile(name: string): Promise<WrittenFile | null> {
  if (!("showSaveFilePicker" in window)) return inMemory(name);
  try {
    const handle = await (window as Window & WindowWithPicker).showSaveFilePicker({ suggestedName: name });
    return onDisk(await handle.createWritable());
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === "AbortError") return null;
    // The browser forbids it, as in a frame.
    return inMemory(name);
  }
}

/** The browser writes to a temporary file, which replaces the chosen file when it is closed. */
function onDisk(stream: FileSystemWritableFileStream): WrittenFile {
  return {
    isInMemory: false,
    append: (bytes) => stream.write(bytes),
    rewrite: (data) => stream.write({ type: "write", position: 0, data }),
    finish: () => stream.close(),
    discard: () => stream.abort(),
  };
}

function inMemory(name: string): WrittenFile {
  /** A browser moves large ones to the disk. */
  let parts: Blob[] = [];
  let length = 0;
  return {
    isInMemory: true,
    async append(bytes) {
      length += bytes.length;
      if (length > MOST_IN_MEMORY) throw new TooLarge();
      parts.push(new Blob([bytes]));
    },
    async rewrite(bytes) {
      parts = [new Blob([bytes]), new Blob(parts).slice(bytes.length)];
    },
    async finish() {
      saveBlob(new Blob(parts), name);
      parts = [];
    },
    async discard() {
      parts = [];
    },
  };
}
