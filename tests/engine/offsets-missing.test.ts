/** Partitions over time that some headers lack: their movement in between is known once they return. */

import { movements, partitionMapData } from "@tagview/engine";
import { expect, it } from "vitest";
import { lines, says, series, wording } from "./headers-over-time";

/** Partition 0 moves on; partition 2 has these offsets, and is missing for null. */
const between = (offsets: (number | null)[]): string =>
  lines(offsets.map((offset, k) => `0:${100 + 50 * k}${offset === null ? "" : `,2:${offset}`}`));

it.each([
  [
    "stands still since it was there again with another offset",
    [50, 50, null, null, 60, 60, 60],
    { state: "stands-still", still_since: 4, still_steps: 3, fell_back: null, latest: [5, 6, 0n] },
    "1 partition stands still while others move: 2 (since 14:01:00 UTC, 30 s).",
  ],
  [
    "fell back while it was missing",
    [50, 50, null, 40, 40, 40, 40],
    { state: "fell-back", still_since: 3, still_steps: 4, fell_back: [1, 1, 3, -10n], latest: [5, 6, 0n] },
    "1 partition fell back: 2 (by 10 between 14:00:15 UTC and 14:00:45 UTC).",
  ],
  [
    "fell back by the time it was there again, for the last time",
    [50, null, 60, null, 55],
    {
      state: "fell-back",
      still_since: null,
      still_steps: 0,
      fell_back: [1, 2, 4, -5n],
      latest: [2, 4, -5n],
    },
    "1 partition fell back: 2 (by 5 between 14:00:30 UTC and 14:01:00 UTC).",
  ],
  [
    "stands still for as long as nothing else is known of it",
    [40, 50, null, 50, null],
    { state: "missing", still_since: 1, still_steps: 1, fell_back: null, latest: [1, 3, 0n] },
    "1 partition is missing in the last header: 2.",
  ],
  [
    "moves",
    [50, null, 60, null, 150],
    { state: "moves", still_since: null, still_steps: 0, fell_back: null, latest: [2, 4, 90n] },
    "All 2 partitions with offsets move, at 1.67/s to 3.33/s; none is slower than half the median.",
  ],
] as const)("of a partition that headers lack: it %s", async (_, offsets, expected, sentence) => {
  const found = await series(between([...offsets]));
  const two = movements(found)[1];
  const { fell_back: fell, latest } = two ?? {};
  expect({
    state: two?.state,
    still_since: two?.still_since,
    still_steps: two?.still_steps,
    fell_back: fell && [fell.times, fell.furthest.from, fell.furthest.to, fell.furthest.moved],
    latest: latest && [latest.from, latest.to, latest.moved],
  }).toEqual(expected);
  expect((await says(between([...offsets])))[0]).toBe(sentence);
});

it("sees that others moved while they were missing", async () => {
  expect(await says(lines(["0:5,1:7", "0:5", "0:5,1:9"]))).toEqual([
    "1 partition stands still while others move: 0 (since 14:00:00 UTC, 30 s).",
  ]);
  // The time at which partition 1 moved is unknown: possibly before partition 0 stood still.
  expect(await says(lines(["0:5,1:7", "0:6", "0:6,1:9"]))).toEqual([
    "All 2 partitions with offsets move, at 0.0333/s to 0.0667/s; none is slower than half the median.",
  ]);
});

it("draws a movement where the partition is there again, at the pace since it was there last", async () => {
  const found = await series(between([50, null, 80, null, 50]));
  const { values } = partitionMapData(found, movements(found), wording);
  expect([...values.slice(4)]).toEqual([Number.NaN, 1, Number.NaN, -1]);
});
