import { asTagviewError } from "@tagview/engine";
import { reads, stopped } from "../../app/reading";
import type { Found, Progress } from "../../app/viewer";
import { sentence } from "../../ui/sentence";
import { reactive } from "../../ui/signals";
import { type HistogramView, readView, WHOLE } from "./codecs";
import { FORMAT, type HistogramItem } from "./state";

/** Parts of the view that the fit depends on; of the unit, also the curves do. */
const FITTED: readonly (keyof HistogramView)[] = ["curve", "decays", "period"];

/** A file of histograms, which is read when it is first shown. */
export function openHistogram({ name, source, origin }: Found): HistogramItem {
  const item: HistogramItem = reactive<HistogramItem>({
    format: FORMAT,
    name,
    size: source.kind === "blob" ? source.blob.size : null,
    origin,
    source,
    reading: { is: "unread" },
    fit: { is: "none", why: "" },
    view: WHOLE,
    change: (part) => {
      const before = item.view;
      item.view = { ...before, ...part };
      const isOtherUnit = item.view.unit !== before.unit;
      // A fit to other counts is not shown under the name of these.
      if (isOtherUnit || item.view.curve !== before.curve) forget();
      if (isOtherUnit) void read();
      else if (FITTED.some((key) => item.view[key] !== before[key])) void fit();
    },
    show: (keys) => {
      if (keys) item.change(readView(keys));
      if (item.reading.is === "unread") void read();
    },
    progress: () => progressOf(item),
    stop: () => {
      stopped(item.reading);
      if (item.fit.is === "pending") item.fit.stop.abort();
    },
    close: () => item.stop?.(),
  });

  function forget(): void {
    if (item.fit.is === "pending") item.fit.stop.abort();
    item.fit = { is: "none", why: "" };
  }

  /** Loads the reader with the first file. */
  async function read(): Promise<void> {
    item.stop?.();
    const file = await reads(item, "reading", async ({ signal }) =>
      (await import("./read-histogram")).readHistogram(source, item.view.unit, signal),
    );
    if (file) await fit();
  }

  async function fit(): Promise<void> {
    if (item.reading.is !== "read") return;
    try {
      const { fitCurve } = await import("./read-histogram");
      await fitCurve(item);
    } catch (reason) {
      item.fit = { is: "failed", error: sentence(asTagviewError(reason)) };
    }
  }
  return item;
}

function progressOf({ reading, fit }: HistogramItem): Progress {
  const isBusy = reading.is === "reading" || fit.is === "pending";
  return { state: isBusy ? "reading" : "ended", done: isBusy ? null : 1, text: "", held: "" };
}
