import "./frames.css";
import { count } from "@tagview/charts";
import type { Finding, FrameIndex } from "@tagview/engine";
import { engine } from "../../../app/engine";
import type { Panel } from "../../../app/panel";
import { type Reading, reads } from "../../../app/reading";
import { h, quietButton, setText } from "../../../ui/dom";
import { bytes } from "../../../ui/numbers";
import { scrolledTable } from "../../../ui/scrolled-table";
import { reactive } from "../../../ui/signals";
import { virtualRows } from "../../../ui/virtual-rows";
import { snapshotOf } from "../session/reading";
import type { Recording } from "../session/recording";
import { choose, type State } from "../session/state";
import { time } from "../session/time";

/** The index of each recording; null for a file without one. */
interface Frames {
  index: Reading<FrameIndex | null>;
}

/** Maximum number of drawn areas; more frames share them. */
const MOST_AREAS = 400;
const NONE: readonly Finding[] = [];
const COLUMNS = ["frame", "from byte", "bytes", "tags", "from", "to"];
const NO_INDEX =
  "This file has no index of its frames and their contents. `tagview index` writes the recording with one.";

/** The zstd frames of a recording, from its index: a map by bytes with damage marked, and a table with links to times. */
export function framesBody(): Panel<State> {
  const known = new WeakMap<Recording, Frames>();
  let shown: FrameIndex | null = null;
  let damaged: ReadonlySet<number> = new Set();
  const note = h("p", { class: "field-note" });
  const map = h("div", { class: "frame-map", "aria-hidden": "true" });
  const { scroller, table } = scrolledTable({
    caption: "Frames in the order of the file; a button shows a frame's time",
    label: "Frames",
    titles: COLUMNS,
  });
  const rows = virtualRows(scroller, table, (index) =>
    shown ? row(shown, index, damaged.has(index)) : h("tr"),
  );
  const parts = h("div", { class: "frame-parts" }, map, scroller);

  function framesOf(recording: Recording): Frames {
    const frames = known.get(recording) ?? reactive<Frames>({ index: { is: "unread" } });
    known.set(recording, frames);
    return frames;
  }

  return {
    root: h("div", { class: "frames-body" }, note, parts),
    render: ({ current }) => {
      if (!current) return;
      const frames = framesOf(current);
      const { index } = frames;
      if (index.is === "unread") void reads(frames, "index", () => engine.tags.frames(current.source));
      const findings = snapshotOf(current.reading)?.findings ?? NONE;
      shown = index.is === "read" ? index.what : null;
      parts.hidden = shown === null;
      if (shown === null) {
        const why = index.is === "read" ? NO_INDEX : "Reading the index …";
        setText(note, index.is === "failed" ? index.error : why);
        return;
      }
      damaged = damagedFrames(shown, findings);
      setText(note, describe(shown, damaged.size));
      map.replaceChildren(...areas(shown, damaged));
      rows.show(shown.tags.length);
    },
  };
}

function damagedFrames({ offset, tags }: FrameIndex, findings: readonly Finding[]): ReadonlySet<number> {
  const end = offset[tags.length] ?? 0;
  const places = findings.flatMap(({ offset }) => (offset !== null && offset < end ? [offset] : []));
  const frameAt = (at: bigint): number => offset.findLastIndex((from) => from <= at);
  return new Set(places.map((at) => Math.max(0, frameAt(at))));
}

function describe({ tags, offset }: FrameIndex, damaged: number): string {
  const frames = tags.length === 1 ? "1 frame" : `${count(tags.length)} frames`;
  const mean = ((offset[tags.length] ?? 0) - (offset[0] ?? 0)) / Math.max(1, tags.length);
  const wrong = damaged === 0 ? "" : ` Something is wrong in ${count(damaged)} of them.`;
  return `By the file's index: ${frames}, ${bytes(mean)} each in the mean.${wrong}`;
}

/** Areas as wide as the frames are long; if there are many frames, several share an area. */
function areas(index: FrameIndex, damaged: ReadonlySet<number>): HTMLElement[] {
  const { offset, tags } = index;
  const each = Math.ceil(tags.length / MOST_AREAS);
  return Array.from({ length: Math.ceil(tags.length / each) }, (_, area) => {
    const [first, last] = [area * each, Math.min(tags.length, (area + 1) * each) - 1];
    const isDamaged = [...damaged].some((frame) => frame >= first && frame <= last);
    const which = first === last ? `Frame ${count(first)}` : `Frames ${count(first)} to ${count(last)}`;
    const held = tags.subarray(first, last + 1).reduce((sum, n) => sum + n, 0);
    const part = h("span", {
      class: isDamaged ? "bad" : "",
      title: `${which}: ${count(held)} tags, ${between(index, first, last)}${isDamaged ? "; something is wrong here" : ""}`,
      onclick: () => show(index, first, last),
    });
    part.style.flexGrow = String((offset[last + 1] ?? 0) - (offset[first] ?? 0));
    return part;
  });
}

function row(index: FrameIndex, frame: number, isDamaged: boolean): HTMLTableRowElement {
  const { offset, tags } = index;
  const [from = 0, to = 0] = [offset[frame], offset[frame + 1]];
  const button = quietButton(count(frame), () => show(index, frame, frame), { title: "Show its time" });
  const { first, last } = timesOf(index, frame, frame);
  const cells = [count(from), count(to - from), count(tags[frame] ?? 0), time(first), time(last)];
  return h(
    "tr",
    { class: isDamaged ? "bad" : "" },
    h("th", { scope: "row" }, button, isDamaged && h("span", { class: "warn" }, " damaged")),
    ...cells.map((text) => h("td", {}, text)),
  );
}

/** Smallest and largest time of frames in ticks after the first tag; null if they have none. */
function timesOf(
  { origin, tags, min, max }: FrameIndex,
  from: number,
  to: number,
): { first: bigint | null; last: bigint | null } {
  let [first, last]: [bigint | null, bigint | null] = [null, null];
  for (let frame = from; frame <= to; frame += 1) {
    const [least, most] = [min[frame], max[frame]];
    if (!tags[frame] || least === undefined || most === undefined || origin === null) continue;
    if (first === null || least - origin < first) first = least - origin;
    if (last === null || most - origin > last) last = most - origin;
  }
  return { first, last };
}

function between(index: FrameIndex, from: number, to: number): string {
  const { first, last } = timesOf(index, from, to);
  return first === null ? "no time" : `${time(first)} to ${time(last)}`;
}

/** Limits all panels to the time of these frames. */
function show(index: FrameIndex, from: number, to: number): void {
  const { first, last } = timesOf(index, from, to);
  if (first !== null && last !== null) choose({ from: first, to: last });
}
