/** The worker's side of the protocol, on this thread. */

import { version } from "@tagview/engine";
import { expect, it } from "vitest";
import type { FromWorker } from "../engine/src/protocol";
import { serve } from "../engine/src/serve";
import { openBytes, type Source } from "../engine/src/source";
import { message, rawFrame } from "./support/frames";
import { TAGS, tags } from "./support/parts";

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

it("a worker that decodes waits where what it sends on is not analysed, and may be stopped then", async () => {
  await version();
  const all = Array.from({ length: 160 }, (_, part) => tags(part));
  // The first tags at once, then a million at a time: nine handfuls and a rest.
  const bytes = rawFrame(message(all.flat()));
  const sent: FromWorker[] = [];
  const hear = serve({
    open: () => openBytes(bytes),
    pause: () => new Promise((resolve) => setImmediate(resolve)),
    post: (answer) => void sent.push(answer),
  });
  const relayed = () => sent.filter(({ type }) => type === "relayed").length;
  const settles = async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const read = (id: number) =>
    hear({
      type: "read",
      id,
      source: { kind: "bytes", bytes },
      request: { analyses: [], relay: true },
      interval: 100,
      snapshots: false,
    });
  const first = read(1);
  await settles();
  expect(relayed()).toBe(8);
  await hear({ type: "next", part: 1 });
  await settles();
  expect(relayed()).toBe(9);
  await hear({ type: "next", part: 1 });
  await first;
  expect(sent.at(-1)).toMatchObject({
    type: "read",
    result: { part: { tags: 160 * TAGS, kept_tags: null } },
  });

  const second = read(2);
  await settles();
  await hear({ type: "forget", parts: [2] });
  await second;
  expect(sent.at(-1)).toMatchObject({ type: "failed", id: 2, error: { code: "cancelled" } });
});
