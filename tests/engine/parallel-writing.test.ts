/** `slice` and `merge` with several workers write the same bytes as with one thread. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createEngine, type PackOptions, type SourceInput } from "@tagview/engine";
import { nodePlatform } from "@tagview/engine/node";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { PackJob } from "../../engine/src/formats/tags/convert/options";
import { tagMethods } from "../../engine/src/formats/tags/methods";
import type { Job } from "../../engine/src/worker/method";
import { startOwnThread } from "../../engine/src/worker/own-thread";
import type { WorkerPeer } from "../../engine/src/worker/protocol";
import { scratch, tagview } from "../support/command-line";
import { testEngine } from "../support/engine";
import { concat, message, rawFrame } from "../support/frames";
import { TAGS, tags } from "../support/parts";

const PARTS = 16;
const FRAME = 50_000;
const recording = rawFrame(message(Array.from({ length: PARTS }, (_, part) => tags(part)).flat()));
const packing = { level: 1, frameTags: FRAME } satisfies PackOptions;

type Tags = ReturnType<typeof testEngine>["tags"];
type Write = (bytes: Uint8Array) => Promise<void>;

const { tags: shared } = testEngine();
/** With one worker, the calling thread makes all frames. */
const { tags: alone } = testEngine({ workers: 1 });

const commands = {
  slice: (on: Tags, input: SourceInput, options: PackOptions, write: Write) =>
    on.slice(input, options, { write }),
  merge: (on: Tags, input: SourceInput, options: PackOptions, write: Write) =>
    on.merge([input, input], { ...options, offsets: [0n, 33n] }, { write }),
};

async function written(
  name: keyof typeof commands,
  on: Tags,
  options: PackOptions = packing,
  input: SourceInput = recording,
) {
  const pieces: Uint8Array[] = [];
  const made = await commands[name](on, input, options, async (bytes) => void pieces.push(bytes.slice()));
  return { file: Buffer.from(concat(pieces)), made };
}

/** An engine whose two workers run here, with `pack` in place of theirs; `dies` gets how to end each worker. */
function engineOfPackers(
  pack: (job: Job<PackJob>, usual: (job: Job<PackJob>) => unknown, die: () => void) => unknown,
) {
  const node = nodePlatform();
  const spawn = (): WorkerPeer => {
    const usual = tagMethods().pack as (job: Job<PackJob>) => unknown;
    const die = () => setImmediate(() => peer.onDeath("it ran out of memory"));
    const methods = { tags: () => ({ pack: (job: Job<PackJob>) => pack(job, usual, die) as never }) };
    const peer = startOwnThread(node, async () => methods);
    return peer;
  };
  const engine = createEngine({ ...node, spawn, workers: 2, ownThreadWorks: false });
  afterAll(() => engine.close());
  return engine;
}

describe.each(["slice", "merge"] as const)("%s on several workers", (name) => {
  it.each<[string, PackOptions]>([
    ["frames smaller than a run", packing],
    ["frames of one tag in ten", { ...packing, selection: { from: 1_000_000n, to: 30_000_000n } }],
    ["frames larger than a run usually is", { level: 1, frameTags: 300_000 }],
    ["the default frames", { level: 1 }],
    ["one frame that no worker shares", { level: 1, frameTags: 1 << 22 }],
    ["some tags in one run", { ...packing, selection: { from: 0n, to: 1_000_000n } }],
    ["no tags", { ...packing, selection: { from: 10n ** 15n } }],
    ["one channel", { ...packing, selection: { channels: [3n] } }],
  ])("writes what one thread writes: %s", async (_, options) => {
    const expected = await written(name, alone, options);
    const found = await written(name, shared, options);
    expect(found.file.equals(expected.file)).toBe(true);
    expect(found.made).toEqual(expected.made);
  });

  it("starts no worker for a single run", async () => {
    const pack = vi.fn();
    const { tags: on } = engineOfPackers(pack);
    const options = { ...packing, selection: { to: 1_000_000n } };
    const { made } = await written(name, on, options);
    expect(made.written.tags).toBeGreaterThan(0);
    expect(pack).not.toHaveBeenCalled();
  });

  it("writes what stands before damage, and reports the damage", async () => {
    const cut = recording.subarray(0, recording.length - 1_000_000);
    const expected = await written(name, alone, packing, cut);
    const found = await written(name, shared, packing, cut);
    expect(found.file.equals(expected.file)).toBe(true);
    expect(found.made).toEqual(expected.made);
    expect([found.made.read].flat()[0]).toMatchObject({ complete: false });
  });

  it("ends when its output can't be written, at once or later, and can begin anew", async () => {
    // Frames too large for the buffers in which they travel.
    const options = { level: -7, frameTags: 400_000 };
    for (const times of [0, 1, 2, 3, 5]) {
      for (const later of [false, true]) {
        let left = times;
        const write: Write = async () => {
          if (left-- > 0) return;
          if (later) await new Promise((resolve) => setTimeout(resolve, 20));
          throw new Error("the disk is full");
        };
        await expect(commands[name](shared, recording, options, write)).rejects.toThrow("the disk is full");
      }
    }
    const found = await written(name, shared, options);
    expect(found.file.equals((await written(name, alone, options)).file)).toBe(true);
  });

  it("reads no further than its buffers go where nothing is written", async () => {
    const { tags: on } = testEngine();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let read = 0;
    const options = { level: -7, frameTags: 1 << 18 };
    const onBytes = (bytes: number) => {
      read = bytes;
    };
    const stream = { write: () => held, onBytes };
    const input = concat(Array.from({ length: 4 }, () => recording));
    const writing = name === "slice" ? on.slice(input, options, stream) : on.merge([input], options, stream);
    writing.catch(() => {});
    let before = -1;
    while (read !== before || read === 0) {
      before = read;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    // Two runs that are made, one that is written, and some that wait: each has 4 MB here.
    expect(read).toBeLessThan(40 << 20);
    expect(read).toBeLessThan(input.length);
    release();
    if (name === "slice") await writing;
    else await expect(writing).rejects.toMatchObject({ code: "order" });
  });

  it("ends with the error where a worker is lost", async () => {
    let n = 0;
    const { tags: on } = engineOfPackers((job, usual, die) => {
      n += 1;
      if (n !== 3) return usual(job);
      die();
      return new Promise(() => {});
    });
    await expect(written(name, on)).rejects.toMatchObject({
      code: "internal",
      message: expect.stringContaining("out of memory"),
    });
    n = 3;
    expect((await written(name, on)).file.equals((await written(name, alone)).file)).toBe(true);
  });

  it("ends where the engine is closed in the middle", async () => {
    const engine = createEngine(nodePlatform());
    let n = 0;
    const write = async () => {
      n += 1;
      if (n === 2) engine.close();
    };
    await expect(commands[name](engine.tags, recording, packing, write)).rejects.toMatchObject({
      code: "cancelled",
    });
  });
});

it("a merge of tags out of order ends with the error while frames are being made", async () => {
  const twice = concat([recording, recording]);
  const write = async () => {};
  await expect(shared.merge([twice], packing, { write })).rejects.toMatchObject({ code: "order" });
});

describe("at the command line", () => {
  const folder = scratch();
  const path = join(folder, "large.tags.zst");
  beforeAll(() => writeFileSync(path, recording));

  it("writes the same file, and reads the length of no pipe", async () => {
    const options = ["--level", "1", "--frame-tags", `${FRAME}`, "--json", "--force", "-o"];
    const { file, made } = await written("slice", alone);
    for (const [input, stdin] of [
      [path, undefined],
      ["-", recording],
    ] as const) {
      const run = await tagview(["slice", ...options, "out.tags.zst", input], stdin, folder);
      expect(run.status).toBe(0);
      expect(JSON.parse(run.stdout)).toMatchObject({ tags: PARTS * TAGS, bytes: file.length });
      expect(made.written.tags).toBe(PARTS * TAGS);
    }
  });
});
