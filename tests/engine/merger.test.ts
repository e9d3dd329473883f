/** Snapshots of a recording while its parts are read. */

import type { Snapshot } from "@tagview/engine";
import { expect, it } from "vitest";
import { ResultMerger } from "../../engine/src/formats/tags/session/merger";
import { Part, type PartJob } from "../../engine/src/formats/tags/session/part";
import type { PartResult } from "../../engine/src/formats/tags/session/part-report";
import { openBytes } from "../../engine/src/source/stream";
import { reading, testInstance, testWorkerSide } from "../support/engine";
import { message, rawFrame } from "../support/frames";
import { TAGS, tags } from "../support/parts";

const request = { analyses: [{ name: "summary" as const }] };

/** A worker's result for a recording of one part's tags. */
async function resultOf(part: number): Promise<PartResult> {
  const bytes = rawFrame(message(tags(part)));
  const { hear, sent } = await testWorkerSide({ open: () => openBytes(bytes) });
  await hear(reading(1, bytes, { request }));
  const done = sent.find((answer) => answer.type === "done");
  if (done?.type !== "done") throw new Error("it was not read");
  return done.result as PartResult;
}

it("a part that was read is shown as a whole before it is joined", async () => {
  const seen: Snapshot[] = [];
  const [first, second] = [await resultOf(0), await resultOf(1)];
  const part = () => {
    const made = new Part({ from: 0, to: 1 }, { name: "whole" }, 0);
    made.start({} as PartJob);
    return made;
  };
  const parts = [part(), part()] as const;
  parts[0].finish(first);
  parts[1].progress(0, second.saved, second.part);
  const listener = { interval: 0, onSnapshot: (taken: Snapshot) => void seen.push(taken) };
  const merger = new ResultMerger(await testInstance(), request, parts, 2, listener);
  merger.join(parts[0]);
  merger.show();
  // Its reading ends, and a later part reports its progress.
  parts[1].finish(second);
  await expect
    .poll(() => {
      merger.show();
      return seen.length;
    })
    .toBe(2);
  merger.free();
  expect(seen.map((taken) => taken.tags)).toEqual([2 * TAGS, 2 * TAGS]);
});
