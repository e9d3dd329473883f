/**
 * Growth of a recording while it is written: its whole frames, and other changes of the file.
 *
 *     looking --- whole frames, not read yet --> grown --- parts(), once read --> looking
 *        |
 *        +--- shorter than before, or other bytes at its ends ---------> truncated
 *        +--- another file has its name -------------------------------> replaced
 *
 * An incomplete frame is examined again when the file has grown.
 */

import type { FrameStarts } from "@tagview/wasm/main";
import { elapsed } from "../../../abort.ts";
import { asTagviewError, cancelled, isReadError, TagviewError } from "../../../errors.ts";
import { bytesAt, type RandomAccess } from "../../../source/random-access.ts";
import type { Instance, WasmObject } from "../../../worker/instance.ts";
import { readFrameIndex } from "../split/frame-index.ts";
import { frameFrom, type SplitPart } from "../split/points.ts";
import { sizeOf } from "../split/target-size.ts";

/** Milliseconds between looks at a local file, and at a remote one. */
const LOOK_MS = 200;
const LOOK_REMOTE_MS = 400;
/** Bytes at either end of the read range that are compared after a write: another recording differs there. */
const COMPARED = 4 << 10;
/** Bytes per read if every read is a round trip to another process or machine. */
const WINDOW = 256 << 10;
/** Bytes in which a frame's beginning may be incomplete. */
const OVERLAP = 64;

/** State of a file. */
export type Outcome = "grown" | "truncated" | "replaced";

/** A file whose current state can be queried. */
export type GrowingFile = RandomAccess & Required<Pick<RandomAccess, "now">>;

/**
 * Returns the file if it can be followed.
 * @throws TagviewError `usage` if it cannot.
 */
export function growing(file: RandomAccess | null): GrowingFile {
  if (file?.now !== undefined) return { ...file, now: file.now };
  const message = "this input can't be followed, because it can't be read in parts while it grows";
  throw new TagviewError("usage", message, "name a file, or read it without following");
}

/** Bytes of the file, and their ranges. */
interface Stretch {
  offset: number;
  bytes: Uint8Array;
}

export class Growth {
  /** Size of the file at the last look, in bytes. */
  size = 0;
  /** Its modification time at that look, if known. */
  private modified: bigint | undefined;
  /** Whether the file ends with its index: nothing follows. */
  isFinished = false;
  /** The end of the last frame that was read. */
  private read = 0;
  /** The end of the last whole frame, or of damaged bytes before one. */
  private whole = 0;
  /** Possible ends of parts between the two. */
  private cuts: number[] = [];
  private looks = 0;
  private walk: WasmObject<FrameStarts>;
  /**
   * First and last offset passed to the walk for the incomplete frame, ascending. If they are equal, the next header is
   * at the expected position.
   */
  private walked: Stretch[] = [];
  /** End of the search for a frame after damage. */
  private searched = 0;
  /** The first and the last bytes of the read range. */
  private ends: Stretch[] = [];
  private window: { from: number; bytes: Uint8Array } = { from: 0, bytes: new Uint8Array(0) };

  private readonly instance: Instance;
  private readonly file: GrowingFile;
  private readonly workers: number;
  private readonly largest: number;

  /** Creates parts of at most about `largest` bytes, or of one frame. */
  constructor(instance: Instance, file: GrowingFile, workers: number, largest: number) {
    this.instance = instance;
    this.file = file;
    this.workers = workers;
    this.largest = largest;
    this.walk = this.walkFrom(0);
  }

  /** Bytes of the file after the last whole frame. */
  get pending(): number {
    return this.size - this.whole;
  }

  /**
   * Waits for more whole frames or another change of the file; the first time, until the first look.
   * @throws TagviewError `cancelled` by `signal`; `usage` if the file is not a recording in frames; `read-failed`.
   */
  async next(signal: AbortSignal): Promise<Outcome> {
    for (;;) {
      const outcome = await this.look();
      if (signal.aborted) throw cancelled(signal);
      this.looks += 1;
      if (outcome !== null) return outcome;
      if (this.looks === 1) return "grown";
      await elapsed(this.file.remote ? LOOK_REMOTE_MS : LOOK_MS, signal);
    }
  }

  /** The unread whole frames, in parts. The caller must read all of them. */
  async *parts(): AsyncGenerator<SplitPart> {
    const { whole, cuts, isFinished } = this;
    let from = this.read;
    // First of all, so that concurrent writes are noticed at the next look.
    const first = this.ends.find(({ bytes }) => bytes.length === COMPARED);
    this.ends = [first ?? (await this.stretch(0, whole)), await this.stretch(whole - COMPARED, whole)];
    for (const to of cuts) {
      yield { from, to };
      from = to;
    }
    // The last part of a finished file has the file's end.
    if (from < whole) yield { from, to: isFinished ? null : whole };
    this.read = whole;
    this.cuts = [];
  }

  /** The change of the file since the last look; null if there is no relevant one. */
  private async look(): Promise<Outcome | null> {
    const now = await this.file.now();
    if (now.is === "replaced") return "replaced";
    if (now.size < this.read) return "truncated";
    if (now.size === this.size && now.modified === this.modified) return null;
    try {
      const hasShrunk = now.size < this.size;
      this.size = now.size;
      this.modified = now.modified;
      this.window = { from: 0, bytes: this.window.bytes.subarray(0, 0) };
      if (!(await this.areThere(this.ends))) return "truncated";
      if (hasShrunk || !(await this.areThere(this.walked))) this.walkAgain(this.read);
      await this.find();
      this.isFinished =
        this.whole === this.size &&
        this.whole > this.read &&
        (await readFrameIndex(this.instance, this.seen())) !== null;
    } catch (thrown) {
      // Its new state is examined at the next look.
      if (!isReadError(asTagviewError(thrown))) throw thrown;
      this.size = 0;
      this.walkAgain(this.read);
      return null;
    }
    return this.whole > this.read ? "grown" : null;
  }

  free(): void {
    this.walk.free();
  }

  /** The file with its size at the last look. */
  private seen(): RandomAccess {
    return { ...this.file, byteLength: this.size };
  }

  private walkFrom(offset: number): WasmObject<FrameStarts> {
    return this.instance.make(({ FrameStarts }) => new FrameStarts(offset));
  }

  private walkAgain(offset: number): void {
    this.walk.free();
    this.walk = this.walkFrom(offset);
    this.walked = [];
    if (offset > this.read) return;
    this.whole = offset;
    this.searched = 0;
    this.cuts = [];
  }

  /** The compared bytes from `offset`, or the beginning, up to `end`. */
  private async stretch(offset: number, end: number): Promise<Stretch> {
    const from = Math.max(0, offset);
    return { offset: from, bytes: await bytesAt(this.seen(), from, Math.min(COMPARED, end - from)) };
  }

  /** Whether all these bytes are unchanged. */
  private async areThere(stretches: readonly Stretch[]): Promise<boolean> {
    for (const { offset, bytes } of stretches) {
      const now = await bytesAt(this.seen(), offset, bytes.length);
      if (now.length !== bytes.length || now.some((byte, k) => byte !== bytes[k])) return false;
    }
    return true;
  }

  /** Finds whole frames by their headers; after damage, by a search for frame starts. */
  private async find(): Promise<void> {
    for (;;) {
      const isDamaged = await this.findByHeaders();
      if (!isDamaged) return;
      if (this.whole === 0) {
        const message = "this does not begin like a .tags.zst recording; only those are followed";
        throw new TagviewError("usage", message, "read it without following");
      }
      const from = Math.max(this.whole + 1, this.searched);
      const found = await frameFrom(this.instance, this.seen(), from, this.size - from, WINDOW);
      this.searched = this.size - OVERLAP;
      if (found === null) return;
      this.whole = found;
      this.walkAgain(found);
    }
  }

  /** Walks from header to header; returns whether something else is in the place of a header. */
  private async findByHeaders(): Promise<boolean> {
    for (;;) {
      const wanted = this.walk.call((walk) => walk.wants());
      if (wanted !== undefined && wanted.offset < this.size) {
        const bytes = await this.headers(wanted.offset, wanted.length);
        if (bytes.length > 0) {
          this.walk.place(bytes.length).set(bytes);
          const starts = this.walk.call((walk) => walk.push(bytes.length));
          for (const start of starts) this.cut(start);
          this.remember({ offset: wanted.offset, bytes: bytes.slice() }, starts.at(-1) ?? 0);
          this.walk.call((walk) => walk.end());
          continue;
        }
      }
      this.whole = Math.max(
        this.whole,
        this.walk.call((walk) => walk.whole(this.size)),
      );
      return wanted === undefined;
    }
  }

  /** Records the offset passed to the walk for a frame that begins at or before `start`. */
  private remember(stretch: Stretch, start: number): void {
    const walked = this.walked.filter(({ offset, bytes }) => offset + bytes.length > start);
    // The beginning of a frame may be split over two reads.
    this.walked = [...walked.slice(0, 2), stretch];
  }

  /** Records that a part may end at `start`, where a frame begins. */
  private cut(start: number): void {
    const from = this.cuts.at(-1) ?? this.read;
    if (start - from >= sizeOf(this.size - from, this.workers, this.largest)) this.cuts.push(start);
  }

  private async headers(offset: number, length: number): Promise<Uint8Array> {
    if (!this.file.remote) return bytesAt(this.seen(), offset, length);
    const { from, bytes } = this.window;
    if (offset < from || offset + Math.min(length, this.size - offset) > from + bytes.length) {
      this.window = { from: offset, bytes: await bytesAt(this.seen(), offset, WINDOW) };
    }
    const at = offset - this.window.from;
    return this.window.bytes.subarray(at, at + length);
  }
}
