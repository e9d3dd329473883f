/** What is shown of a recording while its parts are read. */

import { version } from "@tagview/engine";
import { expect, it } from "vitest";
import { Account } from "../engine/src/account";
import type { Part } from "../engine/src/ask";
import type { PartResult } from "../engine/src/part";
import type { FromWorker } from "../engine/src/protocol";
import type { Snapshot } from "../engine/src/results";
import { serve } from "../engine/src/serve";
import { openBytes } from "../engine/src/source";
import { message, rawFrame } from "./support/frames";
import { TAGS, tags } from "./support/parts";

const request = { analyses: [{ name: "summary" as const }] };

/** What a worker finds in the recording of one part's tags. */
async function resultOf(part: number): Promise<PartResult> {
  const bytes = rawFrame(message(tags(part)));
  const sent: FromWorker[] = [];
  const hear = serve({
    open: () => openBytes(bytes),
    pause: async () => {},
    post: (answer) => void sent.push(answer),
  });
  const source = { kind: "bytes", bytes } as const;
  await hear({ type: "read", id: 1, source, request, interval: 100, snapshots: false });
  const read = sent.find((answer) => answer.type === "read");
  if (read?.type !== "read") throw new Error("it was not read");
  return read.result;
}

it("a part that was read is shown as a whole before it is joined", async () => {
  await version();
  const seen: Snapshot[] = [];
  const [first, second] = [await resultOf(0), await resultOf(1)];
  const part = (saved: Uint8Array | null, result: PartResult | null) =>
    ({
      from: 0,
      to: 1,
      bytes: 0,
      saved,
      result,
      description: null,
      relays: null,
      of: null,
    }) as unknown as Part;
  const parts = [part(null, first), part(second.saved, null)];
  const account = new Account(request, parts, 2, { interval: 0, onSnapshot: (taken) => seen.push(taken) });
  account.join(parts[0] as Part);
  account.show();
  // Its reading ends, and a later part tells how far it is.
  Object.assign(parts[1] as Part, { saved: null, result: second });
  await expect
    .poll(() => {
      account.show();
      return seen.length;
    })
    .toBe(2);
  account.free();
  expect(seen.map((taken) => taken.tags)).toEqual([2 * TAGS, 2 * TAGS]);
});
