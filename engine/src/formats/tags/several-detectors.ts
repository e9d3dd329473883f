/** Virtual channels with the tags of several detectors: they have no dead time of their own. */

import type { ScanRequest } from "./request.ts";
import type { Gaps, Remark } from "./results.generated.ts";
import type { AnyResults } from "./snapshot.ts";

const DEFINITION = /^\s*(\d+)\s*=\s*(\d+)\s*([+&@~])/u;

const REMARK: Remark = {
  about: "dead_time",
  code: "several-detectors",
  message: "its tags come from several detectors, and only a detector has a dead time and afterpulses",
};

/** Virtual channels that unite channels or their coincidences, and those derived from such channels. */
function unitedChannels(definitions: readonly string[]): Set<bigint> {
  const united = new Set<bigint>();
  for (const definition of definitions) {
    const [, channel, first, operator] = DEFINITION.exec(definition) ?? [];
    if (channel === undefined || first === undefined) continue;
    if (operator === "+" || operator === "&" || united.has(BigInt(first))) united.add(BigInt(channel));
  }
  return united;
}

/** Removes dead times and afterpulses of several detectors from the gaps of a snapshot. Returns the snapshot. */
export function onlyOfDetectors<S extends { analyses: AnyResults }>(
  snapshot: S,
  { analyses, define = [] }: ScanRequest,
): S {
  const united = unitedChannels(define);
  if (united.size === 0) return snapshot;
  const slices = (snapshot.analyses.slices as AnyResults[] | undefined) ?? [snapshot.analyses];
  const gaps = analyses.filter(({ name }) => name === "gaps").map(({ id, name }) => id ?? name);
  for (const key of gaps)
    for (const results of slices)
      for (const channel of (results[key] as Gaps | undefined)?.channels ?? [])
        if (united.has(channel.channel)) forget(channel);
  return snapshot;
}

function forget(channel: Gaps["channels"][number]): void {
  Object.assign(channel, {
    ...{ dead_time: null, dead_time_error: null },
    ...{ afterpulsing: null, afterpulsing_error: null, afterpulsing_within: null },
    remarks: [REMARK],
  });
}
