/** A recording that stays open: read once, then queried. */

import type { PartJoiner } from "@tagview/wasm/main";
import type { Closable } from "../../../dispose.ts";
import type { CallOptions } from "../../../until.ts";
import type { WasmObject } from "../../../worker/instance.ts";
import type { RecordingKind } from "../kind.ts";
import type { OnProgress } from "../query/context.ts";
import type { AnalysisRequest, Exact, ScanRequest } from "../request.ts";
import type { AnyResults, ResultsOf, Snapshot } from "../snapshot.ts";
import type { TagBlock } from "../tag-blocks.ts";
import type { Listener } from "./merger.ts";
import type { SessionResources } from "./part-jobs.ts";
import { Reader } from "./reader.ts";
import type { Purpose, ReadingOptions } from "./reading-options.ts";

/** Default bytes of held decoded tags. */
const BUDGET = 256 << 20;

type Background = readonly Exclude<AnalysisRequest, { name: "rate" }>[];

export interface SessionOptions<Results = AnyResults> extends Listener<Results> {
  /** Ends opening and reading; parts that were read stay available for queries. */
  signal?: AbortSignal | undefined;
  /** Bytes of decoded tags to hold, 256 MiB by default. */
  budget?: number | undefined;
  /**
   * Follows the file as it grows, until its index appears or it is truncated or replaced: then `read` settles.
   * Snapshots cover whole frames only; one with `follow` comes each time all of these are read.
   */
  follow?: boolean | undefined;
  /**
   * Analyses for a later query of the whole file, all in one query. They run while it is read, so that the query needs
   * neither the held tags nor another decoding, unless it is aborted. (`rate` counts from a first tag that not every
   * part knows.) They may depend on the format of the file.
   */
  background?: Background | ((kind: RecordingKind) => Background) | undefined;
}

export interface AskOptions {
  signal?: AbortSignal | undefined;
  /** Receives the share of processed tags. */
  onProgress?: OnProgress | undefined;
}

export interface Session<Results = AnyResults> extends Closable {
  /**
   * The format of the file, known before it is read.
   * @throws TagviewError like `scan`.
   */
  readonly kind: Promise<RecordingKind>;
  /**
   * Settles when everything was read.
   * @throws TagviewError like `scan`, and errors of `onSnapshot` and `onBytes`.
   */
  readonly read: Promise<Snapshot<Results>>;
  /**
   * Runs analyses over everything read so far, from held tags; the other selected tags are decoded again. A `rate`
   * without `start` starts with the selected range.
   * @throws TagviewError `usage`, `cancelled` (by `signal`, or because the session was closed) or `internal`, and the
   * error of `read` if that failed.
   */
  ask<const Q extends ScanRequest>(request: Exact<Q>, options?: AskOptions): Promise<Snapshot<ResultsOf<Q>>>;
  /**
   * Yields the tags of the request's selection, with its virtual channels, in blocks of typed arrays. The source is
   * read once more.
   * @throws TagviewError like `blocks`.
   */
  tags(options?: CallOptions): AsyncGenerator<TagBlock, void>;
  /** Releases workers and memory. */
  close(): void;
}

/** A session that can return its results as bytes. */
export interface SavingSession extends Omit<Session, "kind" | "tags" | typeof Symbol.dispose> {
  /** The results of reading, as bytes for `combine`; available after `read` has settled. */
  save(): Uint8Array;
  /** The joined parts, until it is closed. */
  readonly joined: WasmObject<PartJoiner>;
}

/** Options to read a recording for further queries. */
export function forQueries(
  { selection }: ScanRequest,
  { budget = BUDGET, background = [] }: Pick<SessionOptions, "budget" | "background">,
  kind: RecordingKind,
): Purpose {
  // With a selection, other tags would not be held, and later queries would miss them.
  if (selection !== undefined) return { name: "queries", budget: 0, background: [] };
  const analyses = typeof background === "function" ? background(kind) : background;
  return { name: "queries", budget, background: analyses };
}

/**
 * Starts to read.
 * @throws TagviewError `usage`; then nothing of `resources` was closed.
 */
export function createSession(
  resources: SessionResources,
  request: ScanRequest,
  { signal, ...options }: ReadingOptions & Pick<SessionOptions, "signal">,
  /** Fires when the engine is closed. */
  engineClosed: AbortSignal,
  /** Called when `resources` are no longer used. */
  closed: () => void,
): SavingSession {
  const closing = new AbortController();
  const failed = new AbortController();
  /** Ends reading with the error of a callback. */
  const guarded = <A extends unknown[]>(f: ((...args: A) => void) | undefined) =>
    f &&
    ((...args: A): void => {
      try {
        f(...args);
      } catch (thrown) {
        failed.abort(thrown);
      }
    });
  const listener = { onSnapshot: guarded(options.onSnapshot), onBytes: guarded(options.onBytes) };
  const untilClosed = (other: AbortSignal | undefined): AbortSignal =>
    AbortSignal.any([closing.signal, engineClosed, ...(other === undefined ? [] : [other])]);
  const until = AbortSignal.any([failed.signal, untilClosed(signal)]);
  const reader = new Reader(resources, request, { ...options, ...listener }, until);
  const read = reader.read().finally(() => {
    if (failed.signal.aborted) throw failed.signal.reason;
  });
  // A caller that only queries receives the failure there.
  read.catch(() => {});
  // A signal of its own: many sessions may be open at once, and Node warns of many listeners of one signal.
  const ended = AbortSignal.any([engineClosed]);
  const close = (): void => {
    if (closing.signal.aborted) return;
    ended.removeEventListener("abort", close);
    closing.abort();
    reader.close();
    read.finally(closed).catch(() => {});
  };
  ended.addEventListener("abort", close);
  return {
    read,
    ask: ((question: ScanRequest, { signal, onProgress = () => {} }: AskOptions = {}) =>
      reader.ask(question, untilClosed(signal), onProgress)) as Session["ask"],
    save: () => reader.merger.save(),
    get joined() {
      return reader.merger.results;
    },
    close,
  };
}
