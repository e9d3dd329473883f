/** The worker's side of the protocol, on this thread. */

import { version } from "@tagview/engine";
import { expect, it } from "vitest";
import type { FromWorker } from "../engine/src/protocol";
import { serve } from "../engine/src/serve";
import { openBytes, type Source } from "../engine/src/source";
import { message, rawFrame } from "./support/frames";
import { tags } from "./support/parts";

it("a part that is let go of while its source is being opened is not read", async () => {
  await version();
  const bytes = rawFrame(message(tags(0)));
  const sent: FromWorker[] = [];
  let open = (_: Source): void => {};
  const opened = new Promise<Source>((resolve) => {
    open = resolve;
  });
  const hear = serve({ open: () => opened, pause: async () => {}, post: (answer) => void sent.push(answer) });
  const source = { kind: "bytes", bytes } as const;
  const request = { analyses: [] };
  const reading = hear({
    type: "read",
    id: 1,
    source,
    request,
    interval: 100,
    snapshots: false,
  });
  await hear({ type: "forget", parts: [1] });
  open(openBytes(bytes));
  await reading;
  expect(sent).toMatchObject([{ type: "origin" }, { type: "failed", id: 1, error: { code: "cancelled" } }]);
});
