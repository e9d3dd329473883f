import { asTagviewError } from "@tagview/engine";
import { engine } from "../../app/engine";
import { store } from "../../app/store";
import type { Found, Progress } from "../../app/viewer";
import { announce } from "../../ui/announce";
import { sentence } from "../../ui/sentence";
import type { Block } from "./block";
import { readSeries, unreadSeries } from "./read-series";
import { get, set } from "./state";

export const FORMAT = "index-header";

/** Bytes of series that are read without being asked for. */
const READ_AT_ONCE = 32 << 20;

/** A file of one of the three kinds; it is read when it is first shown. */
export function openBlock({ name, source, origin }: Found): Block {
  const block: Block = {
    format: FORMAT,
    name,
    size: source.kind === "blob" ? source.blob.size : null,
    origin,
    reading: { is: "unread" },
    series: { is: "none" },
    chosen: null,
    choose: (label) => {
      const { reading } = block;
      if (reading.is !== "read" || block.chosen?.label === label) return;
      block.chosen = { label, values: null, remark: "" };
      store.refresh();
      const settle = (found: Partial<NonNullable<Block["chosen"]>>): void => {
        if (block.chosen?.label !== label) return;
        block.chosen = { ...block.chosen, ...found };
        store.refresh();
      };
      if (label.values === null) {
        const { values } = reading.opened.samples(label.label);
        const none = new BigUint64Array(values.length);
        settle({
          values: { values, start: none, end: none },
          remark: "A sparse header has only these samples.",
        });
        return;
      }
      reading.opened.values(label.label).then(
        (values) => settle({ values }),
        (reason: unknown) => settle({ remark: sentence(asTagviewError(reason)) }),
      );
    },
    readSeries: () => {
      const { reading } = block;
      if (reading.is !== "read" || block.series.is === "reading") return;
      readSeries(reading.opened, (series) => {
        block.series = series;
        store.refresh();
      });
    },
    stopSeries: () => {
      if (block.series.is === "reading") block.series.stop.abort();
    },
    show: () => {
      set({ current: block });
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
    progress: () => progressOf(block),
    stop: () => {
      if (block.reading.is === "reading") block.reading.stop.abort();
    },
    close: () => {
      block.stop?.();
      block.stopSeries();
      if (block.reading.is === "read") block.reading.opened.close();
      if (get().current === block) set({ current: null });
      if (get().compared === block) set({ compared: null });
    },
  };

  async function read(): Promise<void> {
    const stop = new AbortController();
    block.reading = { is: "reading", bytes: 0, total: block.size, stop };
    try {
      const opened = await engine.indexHeader.open(source, {
        report: true,
        signal: stop.signal,
        onBytes: (bytes, total) => {
          if (block.reading.is !== "reading") return;
          block.reading = { ...block.reading, bytes, total };
          store.refresh();
        },
      });
      if (stop.signal.aborted) {
        opened.close();
        return;
      }
      block.reading = { is: "read", opened };
      block.series = unreadSeries(opened.summary);
      if (block.series.is === "unread" && block.series.bytes <= READ_AT_ONCE) block.readSeries();
      const { label_names, label_values } = opened.summary;
      announce(`${label_names} label names, ${label_values ?? "some"} values.`);
      const [first] = [...opened.summary.labels].sort((a, b) => b.values_most - a.values_most);
      if (first !== undefined) block.choose(first);
    } catch (reason) {
      block.reading = { is: "failed", error: sentence(asTagviewError(reason)) };
      announce(block.reading.error);
    }
    store.refresh();
  }
  return block;
}

function progressOf({ reading }: Block): Progress {
  if (reading.is !== "reading") return { state: "ended", done: 1, text: "", held: "" };
  const { bytes, total } = reading;
  const done = total === null || total === 0 ? null : Math.min(1, bytes / total);
  return { state: "reading", done, text: done === null ? "" : `${Math.round(100 * done)} %`, held: "" };
}
