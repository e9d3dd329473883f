/** The worker's side of the protocol, on this thread. */

import { expect, it, vi } from "vitest";
import { openBytes, type Source } from "../../engine/src/source/stream";
import { reading, testWorkerSide } from "../support/engine";
import { concat, message, rawFrame } from "../support/frames";
import { TAGS, tags } from "../support/parts";

const messageOfPart = message(tags(0));

it("a part released while its source is being opened is not read", async () => {
  const bytes = rawFrame(messageOfPart);
  let open = (_: Source): void => {};
  const opened = new Promise<Source>((resolve) => {
    open = resolve;
  });
  const opening = vi.fn(() => opened);
  const { hear, sent } = await testWorkerSide({ open: opening });
  const read = hear(reading(1, bytes, { request: { analyses: [] } }));
  await vi.waitFor(() => expect(opening).toHaveBeenCalledOnce());
  await hear({ type: "cancel", jobs: [1] });
  await read;
  expect(sent).toMatchObject([{ type: "failed", job: 1, error: { code: "cancelled" } }]);
  const closed = vi.fn();
  open({ ...openBytes(bytes), close: closed });
  await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
});

it("a query of held tags that is cancelled before its turn is not run", async () => {
  const bytes = rawFrame(messageOfPart);
  const { hear, sent } = await testWorkerSide({
    open: () => openBytes(bytes),
    pause: () => new Promise((resolve) => setImmediate(resolve)),
  });
  await hear(reading(1, bytes, { request: { analyses: [], holdBytes: 1n << 30n } }));
  sent.length = 0;
  const request = { analyses: [{ name: "pairs" }], after: 0n };
  const task = { format: "tags", method: "query", source: null, args: { part: 1, request } };
  const queries = [2, 3].map((job) => hear({ type: "start", job, task }));
  await hear({ type: "cancel", jobs: [2] });
  await Promise.all(queries);
  expect(sent.filter(({ type }) => type !== "report")).toMatchObject([
    { type: "failed", job: 2, error: { code: "cancelled" } },
    { type: "done", job: 3, result: { tags: TAGS } },
  ]);
});

it("a decoding worker waits until sent tags are analysed, and can be stopped meanwhile", async () => {
  // The first tags at once, then a million at a time: nine times that and a rest.
  const bytes = rawFrame(concat(Array.from({ length: 160 }, () => messageOfPart)));
  const { hear, sent } = await testWorkerSide({
    open: () => openBytes(bytes),
    pause: () => new Promise((resolve) => setImmediate(resolve)),
  });
  const passedOn = () =>
    sent.filter((item) => item.type === "report" && (item.report as { type: string }).type === "tags").length;
  const settles = async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const read = (job: number) => hear(reading(job, bytes, { request: { analyses: [], fanOut: true } }));
  const first = read(1);
  await vi.waitFor(() => expect(passedOn()).toBe(8), 20_000);
  await settles();
  expect(passedOn()).toBe(8);
  await hear({ type: "input", job: 1, input: "analysed" });
  await vi.waitFor(() => expect(passedOn()).toBe(9), 20_000);
  await settles();
  expect(passedOn()).toBe(9);
  await hear({ type: "input", job: 1, input: "analysed" });
  await first;
  expect(sent.at(-1)).toMatchObject({
    type: "done",
    result: { part: { tags: 160 * TAGS, held_tags: null } },
  });

  const second = read(2);
  await settles();
  await hear({ type: "cancel", jobs: [2] });
  await second;
  expect(sent.at(-1)).toMatchObject({ type: "failed", job: 2, error: { code: "cancelled" } });
});
