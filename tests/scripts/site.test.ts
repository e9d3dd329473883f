/** The documentation site: pages of commands from their help, and relative addresses. */

import { expect, it } from "vitest";
import { parseHelp } from "../../scripts/lib/site.mjs";
import { BASE, relativeScript, withHeadScript } from "../../scripts/lib/site-base.mjs";

it("reads the help of a command", () => {
  const help = `Usage: tagview rate [options] [file...]

counts per time bin,
by channel

Options:
  --bin <time>   width of a
                 bin
  --short

Examples:
  # draw it
  tagview rate --plot rate.svg x.tags.zst
`;
  expect(parseHelp(help)).toEqual({
    usage: "tagview rate [options] [file...]",
    description: "counts per time bin, by channel",
    groups: [
      {
        title: "Options",
        options: [
          ["--bin <time>", "width of a bin"],
          ["--short", ""],
        ],
      },
    ],
    examples: ["# draw it", "tagview rate --plot rate.svg x.tags.zst"],
  });
});

it("makes addresses in scripts relative", () => {
  const run = (script: string) =>
    // A module's own address, which a function does not have.
    new Function(script.replaceAll("import.meta.url", '"http://host/a/docs/assets/chunks/x.js"'))();
  expect(run(relativeScript(`return"${BASE}"+"b"`, "framework.js", 2))).toBe("/a/docs/b");
  expect(run(relativeScript(`return "${BASE}assets/c.svg"`, "page.js", 2))).toBe("/a/docs/assets/c.svg");
  const index = relativeScript(`return '{"a \\'b\\'":"${BASE}c.html#d"}'`, "@localSearchIndexroot.js", 2);
  expect(JSON.parse(run(index))).toEqual({ "a 'b'": "/a/docs/c.html#d" });
});

it("leaves no script inside a page", () => {
  const html = '<script id="check-dark-mode">1</script><script id="check-mac-os">2</script>';
  expect(withHeadScript(html)).toBe(`<script src="${BASE}assets/head.js"></script>`);
});
