/**
 * A part of a file on its way through a session.
 *
 *     queued -- start --> started -- progress --> reading -- finish --> read -- join --> joined
 *                            |                       |
 *                            +------- failed --------+-- fail --> failed
 *
 * A part whose worker was lost has failed; another one takes its place and is read once more.
 */

import type { StartedJob } from "../../../worker/pooled-worker.ts";
import type { SplitPart } from "../split/points.ts";
import type { BlockJob, PartDescription, PartResult, ReadJob } from "./part-report.ts";

/** The job that reads a part and holds its tags. */
export type PartJob = Pick<StartedJob<ReadJob> | StartedJob<BlockJob>, "id" | "worker">;

/** Results of background analyses of a part. */
export type Background = { name: "none" } | { name: "found"; saved: Uint8Array } | { name: "taken" };

type State =
  | { name: "queued" }
  /** Nothing is known about it. */
  | { name: "started"; job: PartJob }
  /** `saved` are partial results, if snapshots are requested. */
  | { name: "reading"; job: PartJob; bytes: number; saved: Uint8Array | null; description: PartDescription }
  | { name: "read"; job: PartJob; bytes: number; result: PartResult; background: Background }
  | { name: "joined"; job: PartJob; isBroken: boolean; description: PartDescription; background: Background }
  | { name: "failed" };

/** Tags of one part that are analysed elsewhere, in blocks. */
export interface FannedOut {
  /** Whether all of its blocks hold their tags. Otherwise queries concern the whole part. */
  readonly holdsTags: boolean;
  /** The query that has taken the background results of some of the blocks. */
  readonly claimed: Claimed;
  /** A query takes the background results of a block. */
  claim(by: object): void;
  /** A query's taken results are gone with it. */
  forfeit(by: object): void;
  /** The tags of a block were lost: the other blocks no longer serve queries. */
  giveUp(): void;
}

export type Claimed = { name: "by nobody" } | { name: "by"; query: object } | { name: "gone" };

/** Where the tags of a part are analysed. */
export type Role =
  /** At the worker that decodes them. */
  | { name: "whole" }
  /** In blocks, which precede it in file order. */
  | { name: "fanned out"; to: FannedOut }
  /** It is such a block, without bytes of its own. */
  | { name: "block"; of: FannedOut };

const NO_BYTES = new Uint8Array(0);

export class Part {
  readonly range: SplitPart;
  readonly role: Role;
  /** Bytes of the budget: granted while it is read, then those used by its tags. */
  room: number;
  private state: State = { name: "queued" };

  constructor(range: SplitPart, role: Role, room: number) {
    this.range = range;
    this.role = role;
    this.room = room;
  }

  start(job: PartJob): void {
    if (this.state.name === "queued") this.state = { name: "started", job };
  }

  /** Another job holds its tags. */
  moveTo(job: PartJob): void {
    if (this.state.name === "started") this.state = { name: "started", job };
  }

  progress(bytes: number, saved: Uint8Array | null, description: PartDescription): void {
    const { state } = this;
    if (state.name !== "started" && state.name !== "reading") return;
    this.state = { name: "reading", job: state.job, bytes, saved, description };
  }

  finish(result: PartResult): void {
    const { state } = this;
    if (state.name !== "started" && state.name !== "reading") return;
    const found = result.background;
    this.state = {
      name: "read",
      job: state.job,
      bytes: state.name === "reading" ? state.bytes : 0,
      result,
      background: found === null ? { name: "none" } : { name: "found", saved: found },
    };
    this.room = result.part.held_bytes ?? 0;
  }

  /** It was joined: its partial results are part of the joined ones. */
  join(): void {
    const { state } = this;
    if (state.name !== "read") return;
    this.state = {
      name: "joined",
      job: state.job,
      isBroken: state.result.broken !== null,
      description: state.result.part,
      background: state.background,
    };
  }

  fail(): void {
    if (!this.isRead) this.state = { name: "failed" };
  }

  /** It was read to its end. */
  get isRead(): boolean {
    return this.state.name === "read" || this.state.name === "joined";
  }

  /** Reading was interrupted before its end. */
  get isBroken(): boolean {
    const { state } = this;
    return state.name === "joined" ? state.isBroken : this.result !== null && this.result.broken !== null;
  }

  /** The results to join; null unless it is read and not joined. */
  get result(): PartResult | null {
    return this.state.name === "read" ? this.state.result : null;
  }

  /** Its current state; reading may continue. */
  get description(): PartDescription | null {
    switch (this.state.name) {
      case "reading":
      case "joined":
        return this.state.description;
      case "read":
        return this.state.result.part;
      default:
        return null;
    }
  }

  /** The job that holds its tags; null without one. */
  get job(): PartJob | null {
    return "job" in this.state ? this.state.job : null;
  }

  /** Bytes that are read and not joined. */
  get bytes(): number {
    return this.state.name === "reading" || this.state.name === "read" ? this.state.bytes : 0;
  }

  /** Partial results while it is read. */
  get saved(): Uint8Array | null {
    return this.state.name === "reading" ? this.state.saved : null;
  }

  /** Whether it has background results that were not taken. */
  get hasBackground(): boolean {
    return "background" in this.state && this.state.background.name === "found";
  }

  /** Takes the background results; once. */
  takeBackground(): Uint8Array {
    const { state } = this;
    if (!("background" in state) || state.background.name !== "found") return NO_BYTES;
    const { saved } = state.background;
    state.background = { name: "taken" };
    return saved;
  }

  /** Releases its tags, or ends its reading. */
  letGo(): void {
    this.job?.worker.cancel([this.job.id]);
  }

  /** Its tags are no longer held; the rest of it stays. */
  dropTags(): void {
    this.letGo();
    this.room = 0;
    const { state } = this;
    const without = { held_tags: null, held_bytes: null };
    if (state.name === "read") state.result.part = { ...state.result.part, ...without };
    else if ("description" in state) state.description = { ...state.description, ...without };
  }
}
