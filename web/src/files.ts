import { count } from "@tagview/charts";
import type { SourceDescription } from "@tagview/engine";
import { announce } from "./announce";
import { type Run, start, summaryOf } from "./run";
import { sentence } from "./sentence";
import { get, type Opened, type Range, type State, set, setView, subscribe, WHOLE } from "./state";

/** Time without a change before a chosen range is counted. */
const SETTLE_MS = 200;

/** Opens files and shows the last one; `keepView` where the view was restored from the URL. */
export function open(
  items: { name: string; source: SourceDescription; address?: string | null }[],
  keepView = false,
): void {
  if (items.length === 0) return;
  const opened = items.map(
    ({ name, source, address }): Opened => ({
      name,
      source,
      address: address ?? null,
      whole: null,
      part: null,
    }),
  );
  set({ files: [...get().files, ...opened] });
  const last = opened.at(-1);
  // What was restored from a link waits for the first file; later files begin whole.
  if (last) show(last, keepView || (get().current === null && get().files.length === opened.length));
}

/** Opens what was dropped, picked or pasted. */
export function openBlobs(blobs: readonly File[]): void {
  open(blobs.map((blob) => ({ name: blob.name, source: { kind: "blob", blob } })));
}

/** Shows a file that is open, and reads it if that has not been done. */
export function show(file: Opened, keepView = false): void {
  if (get().current === file) {
    set({ page: "tags" });
    return;
  }
  set({ current: file, page: "tags", ...(keepView ? {} : { view: WHOLE }) });
  document.title = `${file.name} – tagview`;
  if (!file.whole) {
    announce(`Reading ${file.name}.`);
    file.whole = start(file.source, null, (run) => finished(file, run));
  }
}

/** Removes a file from the list; a scan of it ends. */
export function close(file: Opened): void {
  file.whole?.stop();
  file.part?.run.stop();
  const files = get().files.filter((other) => other !== file);
  const next = files.at(-1) ?? null;
  set({ files });
  if (get().current !== file) return;
  if (next) {
    show(next);
    return;
  }
  set({ current: null, view: WHOLE });
  document.title = "tagview";
}

/** Stops whatever is being read. */
export function cancel(): void {
  get().current?.part?.run.stop();
  get().current?.whole?.stop();
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

/** The scan of the range that is to be shown, started once the range has settled. */
export function watchRange(): void {
  let wanted: Range | null = null;
  let owner: Opened | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  subscribe(({ current, view: { range } }) => {
    if (range === wanted && current === owner) {
      // The whole file goes first: two readers of one disk only slow each other.
      if (range && current && !current.part && timer === undefined && current.whole?.phase !== "running")
        later(current, range);
      return;
    }
    wanted = range;
    owner?.part?.run.stop();
    if (owner) owner.part = null;
    owner = current;
    clearTimeout(timer);
    timer = undefined;
    if (range && current && current.whole?.phase !== "running") later(current, range);
  });

  function later(file: Opened, range: Range): void {
    timer = setTimeout(() => {
      timer = undefined;
      if (get().current !== file || get().view.range !== range) return;
      const run = start(file.source, range, (ended) => {
        if (ended.phase === "done")
          announce(`${count(summaryOf(ended)?.tags ?? 0)} tags in the chosen range.`);
      });
      file.part = { range, run };
    }, SETTLE_MS);
  }
}

/** The scan that the table and the gaps show: that of the range, once it has anything to show. */
export function narrowed(file: Opened): Run | null {
  return file.part?.run.snapshot ? file.part.run : file.whole;
}

/** True while a chosen range is not counted yet, and what is shown is not of it. */
export function isPending({ current, view }: State): boolean {
  return view.range !== null && current !== null && !current.part?.run.snapshot;
}
