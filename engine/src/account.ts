/** What is known of a recording while its parts are read: those that were joined, and how far the next one is. */

import { Scan } from "@tagview/wasm";
import type { Part } from "./ask";
import type { ErrorObject } from "./errors";
import type { Totals } from "./frames";
import { call, free } from "./instance";
import type { ScanRequest } from "./request";
import type { Snapshot } from "./results";

/** Who is told. */
export interface Listener {
  /** What is known so far, about every `interval` ms; the first one comes early. */
  onSnapshot?: ((snapshot: Snapshot) => void) | undefined;
  /** The same without results, which cost nothing to draw up. */
  onBytes?: ((bytes: number, total: number | null) => void) | undefined;
  interval?: number | undefined;
}

/** Milliseconds between snapshots unless said. */
export const INTERVAL_MS = 100;

/** Joins parts in the order of the file, and tells what is known. */
export class Account {
  /** How many parts are joined: the first ones. */
  done = 0;
  /** The last snapshot that was told. */
  last: Snapshot | null = null;
  /** How much the whole file holds by its index, where only a range of it was read. */
  totals: Totals | null = null;
  /** What is to come, by the file's index. */
  overview: Snapshot["overview"] = null;
  /** Partial results of the file's very beginning, shown as long as there are none of more. */
  glimpse: { bytes: number; saved: Uint8Array } | null = null;
  private readonly joined: Scan;
  /** Tags in parts that have no bytes of their own. */
  private relayed = 0;
  /** Of the file, in the parts that are joined. */
  private bytes = 0;
  /** Reading itself broke off. */
  private broken: ErrorObject | null = null;
  private due = 0;

  private readonly parts: readonly Part[];
  private readonly total: number | null;
  private readonly listener: Listener;

  /** Of `parts`, which get more, of a file of `total` bytes. */
  constructor(request: ScanRequest, parts: readonly Part[], total: number | null, listener: Listener) {
    this.joined = call(() => new Scan(request));
    this.parts = parts;
    this.total = total;
    this.listener = listener;
  }

  /** Joins the next part, which was read. */
  join(part: Part): void {
    const { result } = part;
    if (result === null) return;
    call(() => this.joined.join(result.saved));
    this.done += 1;
    this.bytes += (part.to ?? this.total ?? part.bytes) - part.from;
    this.broken = result.broken;
    if (part.of !== null) this.relayed += result.part.tags;
    // Now the part they come from tells of them.
    if (part.relays !== null) this.relayed = 0;
    // The partial results live on in what they were joined to.
    result.saved = new Uint8Array(0);
  }

  /** All parts were joined. */
  conclude(): Snapshot {
    call(() => this.joined.conclude());
    this.last = this.snapshot();
    return this.last;
  }

  /** Tells how far it is. */
  show(): void {
    const { onBytes, onSnapshot, interval = INTERVAL_MS } = this.listener;
    const bytes = this.parts.slice(this.done).reduce((sum, part) => sum + part.bytes, this.bytes);
    onBytes?.(bytes, this.total);
    const now = performance.now();
    if (onSnapshot === undefined || now < this.due) return;
    // Later parts may be ahead of the first, without which there is nothing to see.
    if (this.done === 0 && this.front() === null) return;
    this.last = { ...this.snapshot(), bytes, overview: this.overview };
    onSnapshot(this.last);
    const cost = performance.now() - now;
    // Reports come every `interval`: a little less lets none slip by for being a little early.
    this.due = now + Math.max(0.9 * interval, 5 * cost);
  }

  /** Everything known. */
  snapshot(): Snapshot {
    const front = this.front();
    const taken = call(() =>
      front === null ? this.joined.snapshot() : this.joined.preview(front),
    ) as Snapshot;
    taken.total = this.total;
    // What is read already and not analysed yet does not count.
    if (this.relayed > 0) taken.tags = this.relayed;
    Object.assign(taken, this.totals);
    // Of a glimpse nothing is kept, and nothing of that is to be told.
    if (front === null || front !== this.glimpse?.saved) {
      taken.kept = { tags: 0, bytes: 0 };
      for (const { description } of this.parts) {
        if (description === null) continue;
        taken.kept.tags += description.kept_tags ?? 0;
        taken.kept.bytes += description.kept_bytes ?? 0;
      }
    }
    if (this.broken !== null) {
      taken.complete = false;
      taken.findings = [this.broken, ...taken.findings];
      taken.error = this.broken;
    }
    return taken;
  }

  free(): void {
    free(this.joined);
  }

  /** Partial results of what follows the parts that are joined. */
  private front(): Uint8Array | null {
    // Of tags that are analysed elsewhere, their reader knows how much was read, and nothing else.
    const reader = this.parts.slice(this.done).find(({ relays }) => relays !== null);
    if (reader !== undefined && this.done > 0) return reader.saved ?? reader.result?.saved ?? null;
    const next = reader === undefined ? this.parts[this.done] : undefined;
    // What was read is joined a moment later, and another part may tell of itself before.
    if (next?.result?.part.sound) return next.result.saved;
    const { saved = null, bytes = 0 } = next ?? {};
    const glimpse = this.done === 0 ? this.glimpse : null;
    return glimpse !== null && (saved === null || bytes < glimpse.bytes) ? glimpse.saved : saved;
  }
}
