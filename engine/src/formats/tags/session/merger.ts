/** Joins the parts of a recording in file order, and reports results meanwhile. */

import type { PartJoiner } from "@tagview/wasm/main";
import type { ErrorObject } from "../../../errors.ts";
import type { Instance, WasmObject } from "../../../worker/instance.ts";
import type { ScanRequest } from "../request.ts";
import type { AnyResults, Follow, Snapshot, Totals } from "../snapshot.ts";
import type { Part } from "./part.ts";
import type { About } from "./part-report.ts";

/** Listeners. If one throws, reading ends with its error. */
export interface Listener<Results = AnyResults> {
  /** Results so far, about every `interval` ms; the first report comes early. */
  onSnapshot?: ((snapshot: Snapshot<Results>) => void) | undefined;
  /** Progress without results, which costs nothing. */
  onBytes?: ((bytes: number, total: number | null) => void) | undefined;
  interval?: number | undefined;
}

/** Maximum numbers of a column reported at once; longer columns are read in slices of this length. */
export const MOST_NUMBERS = 1 << 20;

/** Default milliseconds between snapshots. */
export const INTERVAL_MS = 100;

/** Final results: computed from the joined parts, whose fetched columns `results` provides, or by a worker. */
type FinalResults =
  | { computed: "here"; columns: "whole" | "fetched" }
  | { computed: "by a worker"; taken: Snapshot };

export class ResultMerger {
  /** Number of joined parts, from the first. */
  joined = 0;
  /** The last reported snapshot. */
  last: Snapshot | null = null;
  /** Totals of the whole file from its index, if only a range was read. */
  totals: Totals | null = null;
  /** Expected totals, from the file's index. */
  overview: Snapshot["overview"] = null;
  /** Partial results of the file's beginning, reported until there are more. */
  firstPreview: { bytes: number; saved: Uint8Array } | null = null;
  readonly results: WasmObject<PartJoiner>;
  /** Tags in blocks, which have no bytes of their own. */
  private blockTags = 0;
  /** Bytes of the file in joined parts. */
  private bytes = 0;
  /** The error that interrupted reading. */
  private broken: ErrorObject | null = null;
  /** Facts of another tagger's file besides its tags. */
  private about: About | null = null;
  private due = 0;

  private readonly parts: readonly Part[];
  private total: number | null;
  /** State of a followed recording, while there is nothing more to read. */
  private follow: Follow | null = null;
  private readonly listener: Listener;

  /**
   * Creates a merger for `parts`, which may grow, of a file of `total` bytes.
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

  /** Joins the next part, if it is read. */
  join(part: Part): void {
    const { result, range, bytes } = part;
    if (result === null) return;
    this.results.call((joiner) => joiner.join(result.saved));
    this.joined += 1;
    this.bytes += (range.to ?? this.total ?? bytes) - range.from;
    this.broken = result.broken;
    this.about = result.about ?? this.about;
    if (part.role.name === "block") this.blockTags += result.part.tags;
    // The parts themselves report these results now.
    if (part.role.name === "fanned out") this.blockTags = 0;
    part.join();
  }

  /** Called when the file has grown to `total` bytes, so that there is more to read. */
  grow(total: number): void {
    this.total = total;
    this.follow = null;
  }

  /** Called when everything readable of a followed recording is joined. */
  catchUp(follow: Follow): Snapshot {
    this.follow = follow;
    this.last = this.snapshot();
    this.listener.onSnapshot?.(this.last);
    return this.last;
  }

  /** Called when reading was interrupted. */
  get failure(): ErrorObject | null {
    return this.broken;
  }

  /** Called when all parts are joined. */
  conclude(follow: Follow | null, results: FinalResults): Snapshot {
    this.follow = follow;
    this.results.call((joiner) => joiner.conclude());
    this.last =
      results.computed === "here" ? this.snapshot(results.columns) : this.completed(results.taken, null);
    return this.last;
  }

  /** Reports progress to the listener, unless it did so recently. */
  show(): void {
    const { onBytes, onSnapshot, interval = INTERVAL_MS } = this.listener;
    const bytes = this.parts.slice(this.joined).reduce((sum, part) => sum + part.bytes, this.bytes);
    onBytes?.(bytes, this.total);
    const now = performance.now();
    if (onSnapshot === undefined || now < this.due) return;
    // Later parts may be ahead of the first, without which there are no results.
    if (this.joined === 0 && this.front() === null) return;
    this.last = { ...this.snapshot(), bytes, overview: this.overview };
    onSnapshot(this.last);
    const cost = performance.now() - now;
    // Reports come every `interval`; a slightly shorter limit skips none that is a little early.
    this.due = now + Math.max(0.9 * interval, 5 * cost);
  }

  /** The current snapshot. */
  snapshot(columns: "whole" | "fetched" = "whole"): Snapshot {
    const front = this.front();
    const taken: Snapshot = this.results.call((joiner) => {
      if (front !== null) return joiner.preview(front);
      return columns === "fetched" ? joiner.outline(MOST_NUMBERS) : joiner.snapshot();
    });
    return this.completed(taken, front);
  }

  /** Adds the facts that the results of the parts do not have. */
  private completed(taken: Snapshot, front: Uint8Array | null): Snapshot {
    taken.total = this.total;
    // Data that is read but not analysed does not count.
    if (this.blockTags > 0) taken.tags = this.blockTags;
    Object.assign(taken, this.totals);
    if (this.about !== null) taken.about = this.about;
    if (this.follow !== null) taken.follow = this.follow;
    // The first preview holds no tags, so none are reported.
    if (front === null || front !== this.firstPreview?.saved) taken.held = this.held();
    if (this.broken !== null) {
      taken.complete = false;
      taken.findings = [this.broken, ...taken.findings];
      taken.error = this.broken;
    }
    return taken;
  }

  /** The joined results, in the form of a part's result. */
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

  /** Partial results after the joined parts. */
  private front(): Uint8Array | null {
    // If tags are analysed elsewhere, their reader knows only the number of bytes read.
    const reader = this.parts.slice(this.joined).find(({ role }) => role.name === "fanned out");
    if (reader !== undefined && this.joined > 0) return reader.saved ?? reader.result?.saved ?? null;
    const next = reader === undefined ? this.parts[this.joined] : undefined;
    // This result is joined soon, and another part may report before.
    if (next?.result?.part.sound) return next.result.saved;
    const { saved = null, bytes = 0 } = next ?? {};
    const preview = this.joined === 0 ? this.firstPreview : null;
    return preview !== null && (saved === null || bytes < preview.bytes) ? preview.saved : saved;
  }
}
