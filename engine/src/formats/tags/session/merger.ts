/** Joins the parts of a recording in the order of the file, and tells what is known meanwhile. */

import type { PartJoiner } from "@tagview/wasm/main";
import type { ErrorObject } from "../../../errors.ts";
import type { Instance, WasmObject } from "../../../worker/instance.ts";
import type { ScanRequest } from "../request.ts";
import type { AnyResults, Follow, Snapshot, Totals } from "../snapshot.ts";
import type { Part } from "./part.ts";
import type { About } from "./part-report.ts";

/** Who is told. */
export interface Listener<Results = AnyResults> {
  /** What is known so far, about every `interval` ms; the first one comes early. */
  onSnapshot?: ((snapshot: Snapshot<Results>) => void) | undefined;
  /** The same without results, which cost nothing to draw up. */
  onBytes?: ((bytes: number, total: number | null) => void) | undefined;
  interval?: number | undefined;
}

/** Numbers of a result's columns that are told at once: of longer columns, so many are in memory at a time. */
export const MOST_NUMBERS = 1 << 20;

/** Milliseconds between snapshots unless said. */
export const INTERVAL_MS = 100;

export class ResultMerger {
  /** How many parts are joined: the first ones. */
  joined = 0;
  /** The last snapshot that was shown. */
  last: Snapshot | null = null;
  /** How much the whole file holds by its index, where only a range of it was read. */
  totals: Totals | null = null;
  /** What is to come, by the file's index. */
  overview: Snapshot["overview"] = null;
  /** Partial results of the file's very beginning, shown as long as there are none of more. */
  firstPreview: { bytes: number; saved: Uint8Array } | null = null;
  readonly results: WasmObject<PartJoiner>;
  /** Tags in blocks, which have no bytes of their own. */
  private blockTags = 0;
  /** Bytes of the file in the parts that are joined. */
  private bytes = 0;
  /** Reading itself broke off. */
  private broken: ErrorObject | null = null;
  /** What a file of another maker's format says besides its tags. */
  private about: About | null = null;
  private due = 0;

  private readonly parts: readonly Part[];
  private total: number | null;
  /** How a recording that is followed is, as long as there is nothing more to read. */
  private follow: Follow | null = null;
  private readonly listener: Listener;

  /**
   * For `parts`, which get more, of a file of `total` bytes.
   * @throws TagviewError `usage`.
   */
  constructor(
    instance: Instance,
    request: ScanRequest,
    parts: readonly Part[],
    total: number | null,
    listener: Listener,
  ) {
    this.results = instance.make(({ PartJoiner }) => new PartJoiner(request));
    this.parts = parts;
    this.total = total;
    this.listener = listener;
  }

  /** Joins the next part; nothing unless it is read. */
  join(part: Part): void {
    const { result, range, bytes } = part;
    if (result === null) return;
    this.results.call((joiner) => joiner.join(result.saved));
    this.joined += 1;
    this.bytes += (range.to ?? this.total ?? bytes) - range.from;
    this.broken = result.broken;
    this.about = result.about ?? this.about;
    if (part.role.name === "block") this.blockTags += result.part.tags;
    // The part they come from tells of them now.
    if (part.role.name === "fanned out") this.blockTags = 0;
    part.join();
  }

  /** The file has grown to so many bytes, and there is more to read. */
  grow(total: number): void {
    this.total = total;
    this.follow = null;
  }

  /** All that can be read was joined, of a recording that is followed. */
  catchUp(follow: Follow): Snapshot {
    this.follow = follow;
    this.last = this.snapshot();
    this.listener.onSnapshot?.(this.last);
    return this.last;
  }

  /** Reading itself broke off. */
  get failure(): ErrorObject | null {
    return this.broken;
  }

  /** All parts were joined. Long columns that are fetched are left empty: `results` tells them. */
  conclude(follow: Follow | null = null, columns: "whole" | "fetched" = "whole"): Snapshot {
    this.follow = follow;
    this.results.call((joiner) => joiner.conclude());
    this.last = this.snapshot(columns);
    return this.last;
  }

  /** Tells the listener how far it is, unless it was told a moment ago. */
  show(): void {
    const { onBytes, onSnapshot, interval = INTERVAL_MS } = this.listener;
    const bytes = this.parts.slice(this.joined).reduce((sum, part) => sum + part.bytes, this.bytes);
    onBytes?.(bytes, this.total);
    const now = performance.now();
    if (onSnapshot === undefined || now < this.due) return;
    // Later parts may be ahead of the first, without which there is nothing to see.
    if (this.joined === 0 && this.front() === null) return;
    this.last = { ...this.snapshot(), bytes, overview: this.overview };
    onSnapshot(this.last);
    const cost = performance.now() - now;
    // Reports come every `interval`: a little less lets none slip by for being a little early.
    this.due = now + Math.max(0.9 * interval, 5 * cost);
  }

  /** Everything known. */
  snapshot(columns: "whole" | "fetched" = "whole"): Snapshot {
    const front = this.front();
    const taken: Snapshot = this.results.call((joiner) => {
      if (front !== null) return joiner.preview(front);
      return columns === "fetched" ? joiner.outline(MOST_NUMBERS) : joiner.snapshot();
    });
    taken.total = this.total;
    // What is read already and not analysed yet does not count.
    if (this.blockTags > 0) taken.tags = this.blockTags;
    Object.assign(taken, this.totals);
    if (this.about !== null) taken.about = this.about;
    if (this.follow !== null) taken.follow = this.follow;
    // Of a first preview nothing is held, and nothing of that is to be told.
    if (front === null || front !== this.firstPreview?.saved) taken.held = this.held();
    if (this.broken !== null) {
      taken.complete = false;
      taken.findings = [this.broken, ...taken.findings];
      taken.error = this.broken;
    }
    return taken;
  }

  /** What was joined, in the form that a part's result has. */
  save(): Uint8Array {
    return this.results.call((joiner) => joiner.save());
  }

  free(): void {
    this.results.free();
  }

  private held(): { tags: number; bytes: number } {
    const held = { tags: 0, bytes: 0 };
    for (const { description } of this.parts) {
      held.tags += description?.held_tags ?? 0;
      held.bytes += description?.held_bytes ?? 0;
    }
    return held;
  }

  /** Partial results of what follows the parts that are joined. */
  private front(): Uint8Array | null {
    // Of tags that are analysed elsewhere, their reader knows how much was read, and nothing else.
    const reader = this.parts.slice(this.joined).find(({ role }) => role.name === "fanned out");
    if (reader !== undefined && this.joined > 0) return reader.saved ?? reader.result?.saved ?? null;
    const next = reader === undefined ? this.parts[this.joined] : undefined;
    // What was read is joined a moment later, and another part may tell of itself before.
    if (next?.result?.part.sound) return next.result.saved;
    const { saved = null, bytes = 0 } = next ?? {};
    const preview = this.joined === 0 ? this.firstPreview : null;
    return preview !== null && (saved === null || bytes < preview.bytes) ? preview.saved : saved;
  }
}
