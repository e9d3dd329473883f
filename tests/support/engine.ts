/** An engine for a test file, closed after its tests. */

import { createEngine, type Engine, type Platform } from "@tagview/engine";
import { type NodeOptions, nodePlatform } from "@tagview/engine/node";
import { afterAll } from "vitest";
import { METHODS } from "../../engine/src/formats/methods";
import { tagMethods } from "../../engine/src/formats/tags/methods";
import type { ReadJob } from "../../engine/src/formats/tags/session/part-report";
import { Instance } from "../../engine/src/worker/instance";
import type { Methods } from "../../engine/src/worker/method";
import type { CompiledModule } from "../../engine/src/worker/modules";
import { startOwnThread } from "../../engine/src/worker/own-thread";
import type { FromWorker, ToWorker } from "../../engine/src/worker/protocol";
import { serve, type WorkerSide } from "../../engine/src/worker/server";

export function testEngine(options: NodeOptions = {}): Engine {
  const engine = createEngine(nodePlatform(options));
  afterAll(() => engine.close());
  return engine;
}

/** An engine whose two workers run on this thread, with other methods for recordings. */
export function engineOf(methods: Methods, platform: Partial<Platform> = {}): Engine {
  const node = nodePlatform();
  const table = { tags: () => ({ ...tagMethods(), ...methods }) };
  const spawn = () => startOwnThread(node, async () => table);
  const engine = createEngine({ ...node, spawn, workers: 2, ownThreadWorks: false, ...platform });
  afterAll(() => engine.close());
  return engine;
}

/** An instance of the wasm module that reads recordings. */
export async function testInstance(): Promise<Instance> {
  return Instance.of(await compiledMain());
}

/** The compiled module, as a pool loads it. */
export async function compiledMain(): Promise<CompiledModule<"main">> {
  return { name: "main", module: await nodePlatform().wasm("main") };
}

/** The worker's side of the protocol on this thread, and the messages it sent. */
export async function testWorkerSide(side: Pick<WorkerSide, "open"> & Partial<WorkerSide>) {
  const sent: FromWorker[] = [];
  const hear = serve({
    methods: METHODS,
    pause: async () => {},
    post: (message) => void sent.push(message),
    ...side,
  });
  await hear({ type: "module", compiled: await compiledMain() });
  sent.length = 0;
  return { hear, sent };
}

/** The message that starts to read a part. */
export function reading(
  job: number,
  bytes: Uint8Array,
  args: Partial<ReadJob["args"]> & Pick<ReadJob["args"], "request">,
): Extract<ToWorker, { type: "start" }> {
  const source = { kind: "bytes", bytes } as const;
  const task = { format: "tags", method: "read", source, args: { interval: 100, snapshots: false, ...args } };
  return { type: "start", job, task };
}
