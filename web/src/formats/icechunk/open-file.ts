import { engine } from "../../app/engine";
import { progressOf, reads, stopped } from "../../app/reading";
import type { Found } from "../../app/viewer";
import { announce } from "../../ui/announce";
import { reactive } from "../../ui/signals";
import { FORMAT, type MetadataFile } from "./state";

/** A metadata file; it is read when it is first shown. */
export function openFile({ name, source, origin }: Found): MetadataFile {
  const file: MetadataFile = reactive<MetadataFile>({
    of: "file",
    format: FORMAT,
    name,
    source,
    size: source.kind === "blob" ? source.blob.size : null,
    origin,
    reading: { is: "unread" },
    show: () => {
      if (file.reading.is === "unread") void read();
    },
    progress: () => progressOf(file.reading),
    stop: () => stopped(file.reading),
    close: () => file.stop?.(),
  });

  async function read(): Promise<void> {
    const summary = await reads(file, "reading", (reading) => engine.icechunk.read(source, reading));
    if (summary) announce(`A ${summary.type.replace("-", " ")} was read.`);
  }
  return file;
}
