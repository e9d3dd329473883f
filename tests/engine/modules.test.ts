/** The two wasm modules: each is loaded by the first call that needs it. */

import { createEngine } from "@tagview/engine";
import { nodePlatform } from "@tagview/engine/node";
import { wasmFiles } from "@tagview/wasm/files";
import { afterAll, expect, it } from "vitest";
import { message, rawFrame } from "../support/frames";
import { tags } from "../support/parts";

const missing = createEngine(nodePlatform({ wasmFiles: { ...wasmFiles, more: "/nowhere/more.wasm" } }));
afterAll(() => missing.close());

it("recordings are read without the second module, and what needs it reports that it is missing", async () => {
  const recording = rawFrame(message(tags(0)));
  expect(await missing.recognise(recording)).toMatchObject({ format: "tags" });
  expect(await missing.tags.scan(recording, { analyses: [{ name: "summary" }] })).toMatchObject({
    complete: true,
  });
  const failure = {
    code: "load-failed",
    message: expect.stringMatching(/^the part of tagview called "more" could not be loaded \(ENOENT.*\)$/u),
  };
  await expect(missing.offsets.read("v1=0:1")).rejects.toMatchObject(failure);
  await expect(missing.tags.slice(recording, {}, { async write() {} })).rejects.toMatchObject(failure);
});

it("a module that could not be loaded is loaded when it is asked for again", async () => {
  const node = nodePlatform();
  const asked: string[] = [];
  const engine = createEngine({
    ...node,
    wasm(name) {
      asked.push(name);
      return asked.length === 1 ? Promise.reject(new Error("the network is down")) : node.wasm(name);
    },
  });
  await expect(engine.offsets.read("v1=0:1")).rejects.toThrow("the network is down");
  expect(await engine.offsets.read("v1=0:1")).toMatchObject({ encoding: "text" });
  expect(asked).toEqual(["more", "more"]);
  engine.close();
});
