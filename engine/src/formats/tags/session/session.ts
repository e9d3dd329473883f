/** A recording that stays open: read once, then asked. */

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

/** Bytes of decoded tags that are held unless said. */
const BUDGET = 256 << 20;

type Background = readonly Exclude<AnalysisRequest, { name: "rate" }>[];

export interface SessionOptions<Results = AnyResults> extends Listener<Results> {
  /** Ends opening and reading; what was read stays and can be asked. */
  signal?: AbortSignal | undefined;
  /** Bytes of decoded tags to hold, 256 MiB unless said. */
  budget?: number | undefined;
  /**
   * Reads on as the file grows, until its index has come or it was cut or replaced: `read` settles then. Snapshots tell
   * of whole frames only; one that has `follow` comes whenever all of these are read.
   */
  follow?: boolean | undefined;
  /**
   * Analyses that will be asked of the whole file, all in one query: they are run while it is read, so that
   * the query takes neither going through the tags nor, where there is no room to hold them, decoding them
   * again, unless it is aborted. (`rate` counts from a first tag that not every part knows.) They may follow from what
   * kind of file it is.
   */
  background?: Background | ((kind: RecordingKind) => Background) | undefined;
}

export interface AskOptions {
  signal?: AbortSignal | undefined;
  /** Hears what share of the tags was gone through. */
  onProgress?: OnProgress | undefined;
}

export interface Session<Results = AnyResults> extends Closable {
  /**
   * What kind of file it is, which is found out before it is read.
   * @throws TagviewError as `scan`.
   */
  readonly kind: Promise<RecordingKind>;
  /**
   * Settles when everything was read.
   * @throws TagviewError as `scan`.
   */
  readonly read: Promise<Snapshot<Results>>;
  /**
   * Runs analyses over what has been read so far, in the tags that are held; of the rest, what
   * the selection needs is decoded again. A `rate` without `start` starts with the selected range.
   * @throws TagviewError `usage`, `cancelled` (by `signal`, or because the session was closed) or `internal`, and what
   * `read` throws where that failed.
   */
  ask<const Q extends ScanRequest>(request: Exact<Q>, options?: AskOptions): Promise<Snapshot<ResultsOf<Q>>>;
  /**
   * Yields the tags of the request's selection, with its virtual channels, in blocks of typed arrays. The source is read once
   * more.
   * @throws TagviewError as `blocks`.
   */
  tags(options?: CallOptions): AsyncGenerator<TagBlock, void>;
  /** Gives back workers and memory. */
  close(): void;
}

/** A session that can tell what was found in bytes. */
export interface SavingSession extends Omit<Session, "kind" | "tags" | typeof Symbol.dispose> {
  /** What was found by reading, in the bytes that `combine` joins; once `read` has settled. */
  save(): Uint8Array;
  /** What parts were joined to, until it is closed. */
  readonly joined: WasmObject<PartJoiner>;
}

/** That a recording is read to be asked further. */
export function forQueries(
  { selection }: ScanRequest,
  { budget = BUDGET, background = [] }: Pick<SessionOptions, "budget" | "background">,
  kind: RecordingKind,
): Purpose {
  // Of selected tags, others are not held, and would be missed by whoever asks.
  if (selection !== undefined) return { name: "queries", budget: 0, background: [] };
  const analyses = typeof background === "function" ? background(kind) : background;
  return { name: "queries", budget, background: analyses };
}

/**
 * Begins to read.
 * @throws TagviewError `usage`; then nothing of `resources` was closed.
 */
export function createSession(
  resources: SessionResources,
  request: ScanRequest,
  { signal, ...options }: ReadingOptions & Pick<SessionOptions, "signal">,
  /** Fires when the engine is closed. */
  engineClosed: AbortSignal,
  /** Called once nothing uses `resources` any more. */
  closed: () => void,
): SavingSession {
  const closing = new AbortController();
  const untilClosed = (other: AbortSignal | undefined): AbortSignal =>
    AbortSignal.any([closing.signal, engineClosed, ...(other === undefined ? [] : [other])]);
  const reader = new Reader(resources, request, options, untilClosed(signal));
  const read = reader.read();
  // A caller that only asks hears of a failure there.
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
