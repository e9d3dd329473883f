/** From a source of any kind to a session: its thread, modules and format. */

import { closeOnAbort, unlessAborted } from "../../../abort.ts";
import { TagviewError } from "../../../errors.ts";
import type { Resources } from "../../../resources.ts";
import { describe, type SourceDescription, type SourceInput } from "../../../source/description.ts";
import type { PortSource } from "../../../source/port.ts";
import type { RandomAccess } from "../../../source/random-access.ts";
import type { Instance } from "../../../worker/instance.ts";
import { ClockPeriods, hasClock, type MeasureGaps } from "../clock-period.ts";
import { withHeaderPeriod, withSyncs } from "../header-period.ts";
import { kindOf, type RecordingKind } from "../kind.ts";
import { assertRequest, type ScanRequest } from "../request.ts";
import type { AnyResults, Snapshot } from "../snapshot.ts";
import { isWorthSplitting } from "../split/target-size.ts";
import { isReadOnce } from "./part-jobs.ts";
import type { Importing } from "./part-report.ts";
import type { Purpose } from "./reading-options.ts";
import {
  type AskOptions,
  createSession,
  type SavingSession,
  type Session,
  type SessionOptions,
} from "./session.ts";

export interface ScanOptions<Results = AnyResults>
  extends Omit<SessionOptions<Results>, "budget" | "background"> {
  /**
   * `here` runs on the calling thread: without starting a worker, which is faster for small files. The default is
   * workers; a source that no worker can open (standard input) always runs here.
   */
  where?: "worker" | "here" | undefined;
}

/** Purpose of reading a recording of this kind. */
type PurposeOf = (kind: RecordingKind) => Purpose;

/** Options to open a session. */
export interface OpeningOptions extends ScanOptions {
  purposeOf: PurposeOf;
  /** Whether the request is used without the period of a T3 header. */
  asRequested?: boolean;
}

/**
 * Starts to read; `onKind` is called with the format of the file.
 * @throws TagviewError `open-failed`, `usage`; `cancelled` when `signal` fires or the engine is closed.
 */
export async function openSession(
  resources: Resources,
  input: SourceInput,
  request: ScanRequest,
  options: OpeningOptions,
  onKind: (kind: RecordingKind) => void = () => {},
): Promise<SavingSession> {
  assertRequest(request);
  assertPlace(options.where);
  const signals = [resources.closed, ...(options.signal === undefined ? [] : [options.signal])];
  const signal = AbortSignal.any(signals);
  const opening = beginSession(
    { ...resources, ...until(signal, resources) },
    input,
    request,
    { ...options, signal },
    onKind,
  );
  try {
    return await unlessAborted(opening, signal);
  } catch (thrown) {
    if (signal.aborted)
      opening.then(
        ({ close }) => close(),
        () => {},
      );
    throw thrown;
  }
}

/** @throws TagviewError `usage`. */
function assertPlace(where: string | undefined): void {
  if (where === undefined || where === "worker" || where === "here") return;
  throw new TagviewError(
    "usage",
    `\`where\` is "${where}", which is not a thread`,
    "choose from worker, here",
  );
}

/** Opens sources until `signal` fires. */
function until(
  signal: AbortSignal,
  { open, openAnywhere }: Resources,
): Pick<Resources, "open" | "openAnywhere"> {
  return {
    open: (source) => open(source, signal),
    openAnywhere: (source) => openAnywhere(source, signal),
  };
}

async function beginSession(
  resources: Resources,
  input: SourceInput,
  request: ScanRequest,
  {
    where,
    follow = false,
    purposeOf,
    asRequested = false,
    signal,
    ...options
  }: OpeningOptions & { signal: AbortSignal },
  onKind: (kind: RecordingKind) => void,
): Promise<SavingSession> {
  const { instances, open, openAnywhere, isPostable, ownThreadWorks, readers, ownThread, closed } = resources;
  const described = describe(input);
  const isReadHere = where === "here" || ownThreadWorks || isPostable(described);
  const port = isReadHere ? null : await portOf(resources, described);
  const source = port?.description ?? described;
  const pool = where !== "here" && isPostable(source) ? readers : ownThread;
  let file: RandomAccess | null = null;
  let instance: Instance | null = null;
  // Waiting reads of `file` end with the reading. Its parts can still be opened.
  const done = closeOnAbort({ close: () => file?.close() }, signal);
  const release = (): void => {
    done();
    file?.close();
    port?.close();
    if (instance !== null) instances.main.give(instance);
  };
  try {
    file = await openAnywhere(source);
    // Reports a source that cannot be opened at all.
    if (follow && file === null && port === null) (await open(source)).close();
    // Workers start while the module is compiled here.
    if (pool === readers) pool.warm(isWorthSplitting(file, request) ? pool.size : 1).catch(() => {});
    instance = await instances.main.take();
    const kind = await kindOf(resources, instance, source, file);
    onKind(kind);
    const importing = await importingOf(resources, kind);
    const { pause, keepingThread } = resources;
    const periods = new ClockPeriods(kind);
    const measure: MeasureGaps = async (gaps) => {
      if (isReadOnce(described, file)) throw readOnce();
      const known = { ...described, readAs: kind.readAs };
      return { ...(await readApart(resources, known, gaps, { where, signal })), isWhole: true };
    };
    const meant = <R extends Pick<ScanRequest, "analyses">>(given: R): R =>
      asRequested ? withSyncs(given, kind) : withHeaderPeriod(given, kind);
    if (follow && request.clock !== undefined) throw noClock("a recording that grows");
    const read = hasClock(request) ? await periods.resolve(request, measure) : request;
    let purpose = purposeOf(kind);
    if (purpose.name === "queries") {
      const { background } = purpose;
      // The session resolves the period first, so that the query differs from this one.
      const { analyses } = meant({ analyses: hasClock({ analyses: background }) ? [] : background });
      purpose = { ...purpose, background: analyses };
    }
    const compute = ownThreadWorks || pool === ownThread ? keepingThread : null;
    const used = { pool, source, file, importing, pause, compute, instance };
    const reading = { ...options, signal, purpose, follow };
    const session = createSession(used, meant(read), reading, closed, release);
    resolveQuestions(session, periods, meant, inPhaseOf(read.clock));
    return session;
  } catch (thrown) {
    release();
    throw thrown;
  }
}

/** Lets a session resolve the clocks of a request before it runs the request. */
function resolveQuestions(
  session: SavingSession,
  periods: ClockPeriods,
  meant: (question: ScanRequest) => ScanRequest,
  inPhase: (question: ScanRequest) => ScanRequest,
): void {
  const ask = session.ask as (question: ScanRequest, options?: AskOptions) => Promise<Snapshot>;
  let isRead = false;
  const ended = (): void => {
    isRead = true;
  };
  session.read.then(ended, ended);
  const resolved = async (question: ScanRequest, options: AskOptions | undefined): Promise<Snapshot> => {
    const measure: MeasureGaps = async (gaps) => {
      const isWhole = isRead;
      return { ...(await ask(inPhase(gaps), { signal: options?.signal })), isWhole };
    };
    return ask(meant(await periods.resolve(question, measure)), options);
  };
  // A request without a clock reaches the session at once: the cache of queries relies on it.
  session.ask = ((question: ScanRequest, options?: AskOptions) => {
    const placed = inPhase(question);
    return hasClock(placed) ? resolved(placed, options) : ask(meant(placed), options);
  }) as Session["ask"];
}

/** Gives requests the clock of a session, whose times its held tags have. */
function inPhaseOf(clock: ScanRequest["clock"]) {
  return (question: ScanRequest): ScanRequest => {
    if (question.clock !== undefined && question.clock.channel !== clock?.channel)
      throw noClock("a session without that clock");
    return clock === undefined ? question : { ...question, clock };
  };
}

function noClock(what: string): TagviewError {
  const remedy = "read the recording with `scan`, or open it with the clock";
  return new TagviewError("usage", `${what} can't have the times of a software clock`, remedy);
}

/** Reads a source again, for these results alone. */
async function readApart(
  resources: Resources,
  source: SourceDescription,
  request: ScanRequest,
  options: Pick<ScanOptions, "where" | "signal">,
): Promise<Snapshot> {
  const purposeOf = () => ({ name: "results", columns: "whole" }) as const;
  const session = await openSession(resources, source, request, { ...options, purposeOf });
  try {
    return await session.read;
  } finally {
    session.close();
  }
}

function readOnce(): TagviewError {
  const message = "the period of a clock needs a separate pass, but this source can be read only once";
  return new TagviewError("usage", message, "give the period as a time, or name a file");
}

/** A source that only this thread can open, read by a worker, so that this thread stays free for signals. */
async function portOf({ open }: Resources, source: SourceDescription): Promise<PortSource> {
  const [{ behindPort }, opened] = await Promise.all([import("../../../source/port.ts"), open(source)]);
  return behindPort(opened, source);
}

async function importingOf({ load }: Resources, { readAs }: RecordingKind): Promise<Importing | null> {
  return readAs === null ? null : { readAs, compiled: await load("more") };
}
