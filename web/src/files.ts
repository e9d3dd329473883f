import { count } from "@tagview/charts";
import type { SourceDescription } from "@tagview/engine";
import { announce } from "./announce";
import { inquiry, type Topic } from "./inquiry";
import { summaryInRange } from "./results";
import { type Run, start, summaryOf } from "./run";
import { sentence } from "./sentence";
import { load } from "./settings";
import { get, type Opened, type Range, refresh, set, setView, type View, WHOLE } from "./state";

const MB = 1_000_000;

/** Opens files and shows the last one, or the one a link waits for; `view` where one was restored from the URL. */
export function open(
  items: { name: string; source: SourceDescription; address?: string | null }[],
  view?: View,
): void {
  if (items.length === 0) return;
  const opened = items.map(
    ({ name, source, address }): Opened => ({
      name,
      size: source.kind === "blob" ? source.blob.size : null,
      source,
      address: address ?? null,
      run: null,
      inquiry: null,
    }),
  );
  const { awaited, current, view: restored } = get();
  set({ files: [...get().files, ...opened] });
  const wanted = awaited && opened.find((file) => isSame(file, awaited));
  const last = opened.at(-1);
  if (wanted) {
    set({ awaited: null });
    show(wanted, awaited.view);
  } else if (last) {
    // What was restored from a link that names no file waits for the first one; later files begin whole.
    show(last, view ?? (current === null && awaited === null ? restored : WHOLE));
  }
}

/** Whether a link's file is this one: of the same name and, where both are known, size. */
export function isSame(file: Opened, { name, size }: { name: string; size: number | null }): boolean {
  return file.name === name && (size === null || file.size === null || file.size === size);
}

/** Opens what was dropped, picked or pasted. */
export function openBlobs(blobs: readonly File[]): void {
  open(blobs.map((blob) => ({ name: blob.name, source: { kind: "blob", blob } })));
}

/** Shows a file that is open, and reads it if that has not been done. */
export function show(file: Opened, view: View = WHOLE): void {
  const { current, compared } = get();
  if (current === file) {
    set({ page: "tags" });
    return;
  }
  set({
    view,
    current: file,
    compared: compared === file ? null : compared,
    page: "tags",
  });
  document.title = `${file.name} – tagview`;
  read(file);
}

/** Draws another open file beside the current one in every chart; null for none. */
export function compare(file: Opened | null): void {
  set({ compared: file === get().current ? null : file });
  if (!file) return;
  announce(`Compared with ${file.name}.`);
  read(file);
}

/** Starts to read a file, unless that has been done. */
function read(file: Opened): void {
  if (file.run) return;
  announce(`Reading ${file.name}.`);
  const run = start(file.source, load().budget * MB, (ended) => finished(file, ended));
  file.run = run;
  file.inquiry = inquiry(run.ask, (topic, again) => answered(file, topic, again));
}

/** Removes a file from the list; what reads it ends, and what was kept of it goes. */
export function close(file: Opened): void {
  file.inquiry?.close();
  file.run?.close();
  const files = get().files.filter((other) => other !== file);
  const next = files.at(-1) ?? null;
  set({ files, ...(get().compared === file ? { compared: null } : {}) });
  if (get().current !== file) return;
  if (next) {
    show(next);
    return;
  }
  set({ current: null, compared: null, view: WHOLE });
  document.title = "tagview";
}

/** Stops whatever is being read. */
export function cancel(): void {
  const { current, compared } = get();
  for (const file of [current, compared]) file?.run?.stop();
}

/** Narrows everything but the rate chart to `range`; null goes back to the whole file. */
export function choose(range: Range | null): void {
  setView({ range });
}

function finished(file: Opened, run: Run): void {
  const tags = count(run.snapshot?.tags ?? 0);
  if (run.phase === "stopped") announce(`Stopped. ${tags} tags of ${file.name} were read.`);
  else if (run.error) announce(`${file.name}: ${sentence(run.error)} ${tags} tags were recovered.`);
  else announce(`${file.name} is read: ${tags} tags on ${summaryOf(run)?.channels.length ?? 0} channels.`);
}

/** Tells screen readers what a range that was chosen holds; everything sees a redraw. */
function answered(file: Opened, topic: Topic, again: boolean): void {
  // The next snapshot shows what little there is to see: each frame takes a processor from reading.
  if (again && file.run?.phase === "running") return;
  refresh();
  const { current, view } = get();
  if (topic === "range" && file === current && view.range)
    announce(`${count(summaryInRange(file)?.tags ?? 0)} tags in the chosen range.`);
}
