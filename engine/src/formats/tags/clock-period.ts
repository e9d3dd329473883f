/** Converts the channel of a clock in requests to a period: the core supports only periods. */

import { TagviewError } from "../../errors.ts";
import { toJson } from "../../json.ts";
import { headerPeriod, SYNC_CHANNEL } from "./header-period.ts";
import type { RecordingKind } from "./kind.ts";
import {
  type AnalysisRequest,
  assertRequest,
  type ClockOptions,
  definitionsOf,
  type ScanRequest,
} from "./request.ts";
import type { Gaps } from "./results.generated.ts";
import type { Snapshot } from "./snapshot.ts";

/** An analysis whose period is that of a clock. */
type OfClock = AnalysisRequest & Required<Pick<ClockOptions, "clock">> & ClockOptions & { period?: number };

type Analyses = Pick<ScanRequest, "analyses" | "clock">;

/** The gaps of a clock's channel. */
interface MeasuredGaps extends Pick<Snapshot, "analyses" | "error"> {
  /** Whether the gaps cover the whole recording. */
  isWhole: boolean;
}

/** Runs a request for `gaps` over the recording. */
export type MeasureGaps = (request: ScanRequest) => Promise<MeasuredGaps>;

const PERIOD_AS_TIME = "give the period as a time";

/** Returns whether the request has a clock whose period is not known. */
export function hasClock(request: Analyses): boolean {
  assertRequest(request);
  return isUnmeasured(request) || request.analyses.some(isClocked);
}

function isUnmeasured({ clock }: Pick<ScanRequest, "clock">): boolean {
  return clock !== undefined && clock.period === undefined;
}

function isClocked(analysis: AnalysisRequest): analysis is OfClock {
  return "clock" in analysis && analysis.clock !== undefined;
}

/**
 * Returns the request without its clocks, for checks without a recording.
 * @throws TagviewError `usage` for a clock beside a period, and for a divider without a clock or below 1.
 */
export function withoutClocks<R extends Analyses>(request: R): R {
  assertRequest(request);
  const analyses = request.analyses.map((one) => {
    checkClock(one);
    return isClocked(one) ? withoutClock(one) : one;
  });
  const { clock: _, ...others } = request;
  return isUnmeasured(request) ? { ...(others as R), analyses } : { ...request, analyses };
}

/**
 * Checks that a partial result does not depend on a clock: partial results are combined with one period.
 * @throws TagviewError `usage`.
 */
export function refuseClocks(request: Analyses): void {
  if (!hasClock(request)) return;
  throw new TagviewError(
    "usage",
    "a partial result has no clock: each part would have its own",
    PERIOD_AS_TIME,
  );
}

/** The periods of a recording's clocks. */
export class ClockPeriods {
  private readonly kind: RecordingKind;
  /** Mean time between the tags of a clock over the whole recording, in ticks, by the request for its gaps. */
  private readonly periods = new Map<string, number>();

  constructor(kind: RecordingKind) {
    this.kind = kind;
  }

  /**
   * Returns the request with a period instead of each clock: that of the header for the sync channel of a T3
   * recording, otherwise the mean time between the clock's tags.
   * @throws TagviewError `usage`, `no-channel` for a clock without tags, `no-clock` for a channel that is not a clock, and
   * errors of `measure`.
   */
  async resolve<R extends ScanRequest>(request: R, measure: MeasureGaps): Promise<R> {
    const measured = isUnmeasured(request) ? await this.withMeasuredClock(request, measure) : request;
    const analyses: AnalysisRequest[] = [];
    for (const one of request.analyses) {
      checkClock(one);
      analyses.push(isClocked(one) ? await this.resolveOne(one, measured, measure) : one);
    }
    return { ...measured, analyses };
  }

  private async withMeasuredClock<R extends ScanRequest>(request: R, measure: MeasureGaps): Promise<R> {
    const { clock } = request;
    if (clock === undefined) return request;
    // The channel is a recorded one.
    const period = await this.measured(clock.channel, { analyses: [] }, measure, "the software clock");
    return { ...request, clock: { channel: clock.channel, period } };
  }

  private async resolveOne(
    one: OfClock,
    request: ScanRequest,
    measure: MeasureGaps,
  ): Promise<AnalysisRequest> {
    const { clock, divider = 1n } = one;
    const header = clock === SYNC_CHANNEL ? headerPeriod(this.kind) : null;
    const own = request.clock?.channel === clock ? request.clock.period : undefined;
    const period = own ?? header ?? (await this.measured(clock, request, measure));
    return { ...withoutClock(one), period: period / Number(divider) } as AnalysisRequest;
  }

  private async measured(
    clock: bigint,
    request: ScanRequest,
    measure: MeasureGaps,
    name = "`clock`",
  ): Promise<number> {
    const gaps: ScanRequest = {
      analyses: [{ name: "gaps", log: GAP_BINS }],
      selection: { channels: [clock] },
      ...definitionsOf(request),
    };
    const key = toJson(gaps);
    const known = this.periods.get(key);
    if (known !== undefined) return known;
    const measured = await measure(gaps);
    const period = periodOf(clock, name, measured);
    if (measured.isWhole) this.periods.set(key, period);
    return period;
  }
}

/** Logarithmic bins per decade of the gaps; only the period is used. */
const GAP_BINS = 20n;

function periodOf(clock: bigint, name: string, { analyses, error }: MeasuredGaps): number {
  const gaps = analyses.gaps as Gaps | undefined;
  const found = gaps?.channels.find(({ channel }) => channel === clock);
  if (found === undefined && error !== null)
    throw new TagviewError(error.code, error.message, error.remedy, error.offset);
  if (found === undefined)
    throw new TagviewError(
      "no-channel",
      `channel ${clock} of ${name} has no tags here`,
      "name another channel",
    );
  if (found.period !== null) return found.period;
  const message = `channel ${clock} is not a clock: its gaps are not whole multiples of one period, or there is a long pause`;
  throw new TagviewError("no-clock", message, PERIOD_AS_TIME);
}

function withoutClock(one: OfClock): AnalysisRequest {
  const { clock: _, divider: __, ...others } = one;
  return others as AnalysisRequest;
}

function checkClock(one: AnalysisRequest): void {
  const { clock, divider, period } = one as Partial<OfClock>;
  if (clock !== undefined && period !== undefined)
    throw new TagviewError("usage", "`clock` and `period` exclude each other", "leave out one of the two");
  if (divider === undefined) return;
  if (clock === undefined || one.name === "lifetime")
    throw new TagviewError("usage", "`divider` needs a `clock`", "name the clock's channel");
  if (divider < 1n)
    throw new TagviewError(
      "usage",
      "`divider` is below 1",
      "give the number of pulses for each tag of the clock",
    );
}
