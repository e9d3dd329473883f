/** The examples of engine/README.md run in order with the packed file, and print the output in their comments. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { write } from "../support/command-line";
import { installed, ROOT, run } from "./installed";
import { pageAt, serve } from "./page";

const app = installed();
const readme = readFileSync(join(ROOT, "engine/README.md"), "utf8");
const section = /\n## Examples\n(.*?)\n## /s.exec(readme)?.[1] ?? "";
/** Code by heading. */
const EXAMPLES = [...section.matchAll(/\n### (.*?)\n\n```(js|html)\n(.*?)\n```/gs)];
const named = (language: string) =>
  EXAMPLES.flatMap(([, name = "", of, code = ""]) => (of === language ? [[name, code] as const] : []));

/** The output of an example according to its comments; several lines are separated by "then". */
const stated = (code: string): string[] =>
  [...code.matchAll(/console\.log\(.*\); \/\/ (.*)/g)].flatMap(([, text = ""]) => text.split(", then "));

it("has twelve examples in Node, and a page", () => {
  expect([named("js").length, named("html").length]).toEqual([12, 1]);
});

describe("in Node", () => {
  it.each(named("js"))("%s", (name, code) => {
    const printed = run(app, process.execPath, write(app, `${name.replaceAll(" ", "-")}.mjs`, code));
    expect(printed.split("\n").slice(0, -1)).toEqual(stated(code));
  });
});

describe("in a page", () => {
  it.each(named("html"))("%s", async (_, code) => {
    write(app, "index.html", code);
    const page = await pageAt(await serve(app));
    await page.setInputFiles("#file", join(app, "x.tags.zst"));
    await page.waitForFunction(() => document.title !== "");
    const counted = stated(named("js")[1]?.[1] ?? "")[0]?.split(" ")[0];
    expect(await page.title()).toBe(`${counted} tags`);
    await page.close();
  });
});
