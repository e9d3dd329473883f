/** Headers over time as JSON. */

import { withOptionNames } from "../../output/errors";
import {
  type NoSeconds,
  type OffsetsSeries,
  type PartitionKey,
  type PartitionMovement,
  type SeriesLag,
  type Step,
  stepAt,
  toRfc3339,
  verdict,
  verdictText,
} from "../../runtime/engine";
import { OPTIONS, type OverTime, WORDING } from "./over-time-text";
import type { OverTimeJson } from "./schemas";

const REASONS: Record<NoSeconds, string> = {
  "no-rate": "their rate is unknown",
  "stands-still": "they did not move in the interval before the header",
  "falls-back": "they went back in the interval before the header",
  leads: "they are ahead of the other header",
};

/** The object that `--json` prints. */
export function overTimeJson({ series, other, lag, partitions }: OverTime): OverTimeJson {
  const { headers, intervals, timed, found } = series;
  const all = [...headers, ...(other?.headers ?? [])];
  return {
    headers: headers.map(({ place, time_ns, count, complete, error }, k) => ({
      place,
      time: time_ns === null ? null : toRfc3339(time_ns),
      time_ns,
      interval_s: k === 0 ? null : seconds(intervals[k - 1] ?? null),
      partner: lag?.partner[k] ?? null,
      count,
      complete,
      error,
    })),
    found,
    timed,
    verdict: verdict(series, partitions, WORDING).map((line) => ({
      code: line.code,
      grave: line.grave,
      message: verdictText(line, WORDING.count),
      partitions: line.named.map(({ row }) => series.keys[row] ?? 0n),
    })),
    partitions: partitions.map((partition) => partitionJson(series, partition, lag)),
    remarks: [
      ...remarksAbout("headers", series),
      ...(other === null ? [] : remarksAbout("diff", other)),
      ...noSeconds(partitions),
    ],
    complete: all.every(({ complete }) => complete),
    error: all.find(({ error }) => error !== null)?.error ?? null,
  };
}

function remarksAbout(about: string, { remarks }: OffsetsSeries): OverTimeJson["remarks"] {
  return remarks.map(({ code, message }) => ({ about, code, message: withOptionNames(message, OPTIONS) }));
}

function partitionJson(
  series: OffsetsSeries,
  { row, key, state, whole, latest, fell_back, still_since, still_steps, lag: last }: PartitionMovement,
  lag: SeriesLag | null,
) {
  const each = series.headers.map((_, header) => header);
  const steps = each.slice(1).map((header) => stepAt(series, row, header - 1));
  return {
    ...keyJson(key),
    state,
    whole: stepJson(whole),
    latest: stepJson(latest),
    fell_back: fell_back && {
      times: fell_back.times,
      from: fell_back.furthest.from,
      to: fell_back.furthest.to,
      by: -fell_back.furthest.moved,
    },
    still_since,
    still_steps,
    lag: last?.offsets ?? null,
    lag_s: last?.seconds ?? null,
    lag_header: last?.header ?? null,
    offsets: each.map((header) => series.offset(row, header)),
    moved: steps.map((step) => step?.moved ?? null),
    rates: steps.map((step) => step?.rate ?? null),
    lags: lag && each.map((header) => lag.lag(row, header)),
  };
}

function keyJson(key: PartitionKey) {
  return typeof key === "bigint" ? { partition: key } : key;
}

function stepJson(step: Step | null) {
  if (step === null) return null;
  const { from, to, moved, interval_ns, rate } = step;
  return { from, to, moved, interval_s: seconds(interval_ns), rate };
}

function seconds(ns: bigint | null): number | null {
  return ns === null ? null : Number(ns) / 1e9;
}

/** Why lags have no seconds: a remark for each reason. */
function noSeconds(partitions: readonly PartitionMovement[]): OverTimeJson["remarks"] {
  const reasons = Object.keys(REASONS) as NoSeconds[];
  return reasons.flatMap((code) => {
    const those = partitions.filter(({ lag }) => lag?.why_no_seconds === code);
    if (those.length === 0) return [];
    const names = those.slice(0, 12).map(({ key }) => WORDING.name(key));
    const more = those.length > names.length ? `; and ${those.length - names.length} more` : "";
    return [
      { about: "lag_s", code, message: `No lag in seconds of ${names.join("; ")}${more}: ${REASONS[code]}.` },
    ];
  });
}
