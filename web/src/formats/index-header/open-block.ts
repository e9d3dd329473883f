import { engine } from "../../app/engine";
import { progressOf, reads, stopped } from "../../app/reading";
import type { Found } from "../../app/viewer";
import { announce } from "../../ui/announce";
import { reactive } from "../../ui/signals";
import { type Block, shown } from "./block";
import { readView, WHOLE } from "./codecs";
import { FORMAT, get, set } from "./state";

/** A file of one of the three kinds; it is read when it is first shown. */
export function openBlock({ name, source, origin }: Found): Block {
  /** The code for the contents of the file; null before it is loaded. */
  let code: typeof import("./read-block") | null = null;
  const block: Block = reactive<Block>({
    format: FORMAT,
    name,
    size: source.kind === "blob" ? source.blob.size : null,
    origin,
    reading: { is: "unread" },
    series: { is: "none" },
    chosen: null,
    view: WHOLE,
    choose: (label) => {
      block.view = { ...block.view, label: shown(label.name), values: "" };
      code?.choose(block, label);
    },
    readSeries: () => code?.readSeriesOf(block),
    stopSeries: () => {
      if (block.series.is === "reading") block.series.stop.abort();
    },
    show: (keys) => {
      if (keys) block.view = readView(keys);
      if (keys) code?.chooseByView(block);
      if (block.reading.is === "unread") void read();
    },
    comparison: {
      isOn: () => get().compared === block,
      set: (on) => {
        set({ compared: on ? block : null });
        if (!on) return;
        announce(`Compared with ${name}.`);
        if (block.reading.is === "unread") void read();
      },
    },
    progress: () => progressOf(block.reading),
    stop: () => stopped(block.reading),
    close: () => {
      block.stop?.();
      block.stopSeries();
      if (block.reading.is === "read") block.reading.what.close();
      if (get().compared === block) set({ compared: null });
    },
  });

  /** Loads the code with the first file. */
  async function read(): Promise<void> {
    const opened = await reads(block, "reading", async (options) => {
      code = await import("./read-block");
      return engine.indexHeader.open(source, { report: true, ...options });
    });
    if (opened) code?.begin(block, opened);
  }
  return block;
}
