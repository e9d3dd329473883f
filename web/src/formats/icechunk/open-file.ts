import { asTagviewError } from "@tagview/engine";
import { engine } from "../../app/engine";
import { store } from "../../app/store";
import type { Found, Progress } from "../../app/viewer";
import { announce } from "../../ui/announce";
import { sentence } from "../../ui/sentence";
import { get, type MetadataFile, set } from "./state";

export const FORMAT = "icechunk";

/** A metadata file; it is read when it is first shown. */
export function openFile({ name, source, origin }: Found): MetadataFile {
  const file: MetadataFile = {
    format: FORMAT,
    name,
    size: source.kind === "blob" ? source.blob.size : null,
    origin,
    reading: { is: "unread" },
    show: () => {
      set({ current: file });
      if (file.reading.is === "unread") void read();
    },
    progress: () => progressOf(file),
    stop: () => {
      if (file.reading.is === "reading") file.reading.stop.abort();
    },
    close: () => {
      file.stop?.();
      if (get().current === file) set({ current: null });
    },
  };

  async function read(): Promise<void> {
    const stop = new AbortController();
    file.reading = { is: "reading", bytes: 0, stop };
    try {
      const opened = await engine.icechunk.open(source, {
        signal: stop.signal,
        onBytes: (bytes) => {
          file.reading = { is: "reading", bytes, stop };
          store.refresh();
        },
      });
      file.reading = { is: "read", summary: opened.summary };
      opened.close();
      announce(`A ${file.reading.summary.type.replace("-", " ")} was read.`);
    } catch (reason) {
      file.reading = { is: "failed", error: sentence(asTagviewError(reason)) };
      announce(file.reading.error);
    }
    store.refresh();
  }
  return file;
}

function progressOf({ reading, size }: MetadataFile): Progress {
  if (reading.is !== "reading") return { state: "ended", done: 1, text: "", held: "" };
  const done = size === null || size === 0 ? null : Math.min(1, reading.bytes / size);
  return { state: "reading", done, text: done === null ? "" : `${Math.round(100 * done)} %`, held: "" };
}
