/** Readers of recordings: format detection, one scan, or a session for further queries. */

import { unlessAborted } from "../../abort.ts";
import { checked, checkedAsync } from "../../arguments.ts";
import { disposable } from "../../dispose.ts";
import { cancelled } from "../../errors.ts";
import type { Resources } from "../../resources.ts";
import { describe, nameOf, type SourceInput } from "../../source/description.ts";
import { type CallOptions, until } from "../../until.ts";
import type { Instance } from "../../worker/instance.ts";
import type { Contents } from "./convert/options.ts";
import { type KindOptions, kindOf, kindOfHead, type RecordingKind } from "./kind.ts";
import { OF_SESSION, TAGS_OF_SESSION } from "./parameters.ts";
import { definitionsOf, type ScanRequest } from "./request.ts";
import type { ScannedColumns } from "./session/fetched-columns.ts";
import { type OpeningOptions, openSession, type ScanOptions } from "./session/open-session.ts";
import { forQueries, type SavingSession, type Session, type SessionOptions } from "./session/session.ts";
import type { Snapshot } from "./snapshot.ts";
import { type FrameIndex, readFrameIndex } from "./split/frame-index.ts";
import { tagBlocks } from "./tag-blocks.ts";

/** Recognises a source by its beginning. */
export function readKind(
  resources: Resources,
  input: SourceInput,
  { head, writes = false, signal, ...options }: KindOptions = {},
): Promise<RecordingKind> {
  return until(resources, signal, async (resources) => {
    const { instances, openAnywhere } = resources;
    const source = describe(input);
    const read = async (instance: Instance<"main" | "more">): Promise<RecordingKind> => {
      if (head !== undefined) return kindOfHead(resources, instance, head, nameOf(source), options);
      const file = await openAnywhere(source);
      try {
        return await kindOf(resources, instance, source, file, options);
      } finally {
        file?.close();
      }
    };
    return writes ? instances.more.use(read) : instances.main.use(read);
  });
}

/** The frames of a recording according to its index; null without one. */
export function framesOf(
  resources: Resources,
  input: SourceInput,
  { signal }: CallOptions = {},
): Promise<FrameIndex | null> {
  return until(resources, signal, ({ instances, openAnywhere }) =>
    instances.main.use(async (instance) => {
      const file = await openAnywhere(describe(input));
      try {
        return file && (await readFrameIndex(instance, file));
      } finally {
        file?.close();
      }
    }),
  );
}

/** The contents of a recording according to its index; null without one. */
export function contentsOf(
  resources: Resources,
  input: SourceInput,
  { signal }: CallOptions = {},
): Promise<Contents | null> {
  return until(resources, signal, (resources) =>
    resources.instances.main.use(async (instance) => {
      const { readContents } = await import("./convert/slice.ts");
      return readContents(resources, instance, describe(input));
    }),
  );
}

/** A session that is available at once, while its source is opened. */
export function openAtOnce(
  resources: Resources,
  input: SourceInput,
  request: ScanRequest,
  { budget, background, signal, ...options }: SessionOptions = {},
): Session {
  const closing = new AbortController();
  const untilClosed = AbortSignal.any([closing.signal, ...(signal === undefined ? [] : [signal])]);
  let resolveKind = (_: RecordingKind): void => {};
  const found = new Promise<RecordingKind>((resolve) => {
    resolveKind = resolve;
  });
  const purposeOf = (kind: RecordingKind) => forQueries(request, { budget, background }, kind);
  const opened = openSession(
    resources,
    input,
    request,
    { ...options, signal: untilClosed, purposeOf },
    (kind) => resolveKind(kind),
  );
  const kind = Promise.race([found, opened.then(() => found)]);
  const read = opened.then(({ read }) => read);
  // A caller may use only one of these, or `ask`, which rejects with the same error.
  for (const promise of [kind, read]) promise.catch(() => {});
  const ask: Session["ask"] = async (question, control) => {
    const waiting = control?.signal === undefined ? opened : unlessAborted(opened, control.signal);
    return (await waiting).ask(question, control);
  };
  const tags: Session["tags"] = ({ signal } = {}) =>
    tagBlocks(resources, input, {
      ...(request.selection && { selection: request.selection }),
      ...definitionsOf(request),
      signal: AbortSignal.any([closing.signal, ...(signal === undefined ? [] : [signal])]),
    });
  return disposable<Session>({
    kind,
    read,
    ...checkedAsync({ ask }, OF_SESSION),
    ...checked({ tags }, TAGS_OF_SESSION),
    close() {
      closing.abort();
      opened.then(
        ({ close }) => close(),
        () => {},
      );
    },
  });
}

/** Reads to the end; `save` computes the part of the session returned with the snapshot. */
export async function scan<T>(
  resources: Resources,
  input: SourceInput,
  request: ScanRequest,
  options: Omit<OpeningOptions, "purposeOf"> | undefined,
  save: (opened: SavingSession) => T,
): Promise<{ snapshot: Snapshot; saved: T }> {
  if (options?.signal?.aborted) throw cancelled(options.signal);
  const purposeOf = () => ({ name: "results", columns: "whole" }) as const;
  const opened = await openSession(resources, input, request, { ...options, purposeOf });
  try {
    const { held: _, ...snapshot } = await opened.read;
    if (options?.signal?.aborted) throw cancelled(options.signal);
    return { snapshot, saved: save(opened) };
  } finally {
    opened.close();
  }
}

/** Reads to the end; long columns are fetched on demand. */
export async function scanColumns(
  resources: Resources,
  input: SourceInput,
  request: ScanRequest,
  options?: ScanOptions,
): Promise<ScannedColumns> {
  if (options?.signal?.aborted) throw cancelled(options.signal);
  const purposeOf = () => ({ name: "results", columns: "fetched" }) as const;
  const { scanned } = await import("./session/fetched-columns.ts");
  const columns = await scanned(await openSession(resources, input, request, { ...options, purposeOf }));
  if (!options?.signal?.aborted) return columns;
  columns.close();
  throw cancelled(options.signal);
}
