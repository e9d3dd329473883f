/**
 * A file that is written as its bytes come: onto the disk where the browser lets the person choose a place there, else
 * into memory, and saved as a download when it is whole.
 */

import { saveBlob } from "./save";

/** Bytes that are kept in memory at most, where there is no other way. */
export const MOST_IN_MEMORY = 2 ** 30;

export interface WrittenFile {
  /** Whether it is kept in memory until it is whole, and so may not have more than `MOST_IN_MEMORY` bytes. */
  readonly isInMemory: boolean;
  append(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Writes over its beginning. */
  rewrite(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** It is whole. */
  finish(): Promise<void>;
  /** Nothing of it is left behind. */
  discard(): Promise<void>;
}

/** More came than memory may take. */
export class TooLarge extends Error {}

/** A window of a browser that has the File System Access API. */
interface WindowWithPicker {
  showSaveFilePicker(options: { suggestedName: string }): Promise<FileSystemFileHandle>;
}

/** A new file; null where the person closed the box in which its place is chosen. */
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

/** The browser writes into a draft, which takes the file's place when it is closed. */
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
