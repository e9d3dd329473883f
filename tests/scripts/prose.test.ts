import { expect, test } from "vitest";
import { findingsInComments, findingsInPage, MAX_WORDS } from "../../scripts/lib/prose.mjs";

const words = (count: number): string => Array(count).fill("word").join(" ");

test("vague words of a page are found with their line, in any case", () => {
  expect(findingsInPage("# A page\n\nWhoever reads is\ntold this.\n")).toEqual([
    '3: "Whoever" is vague',
    '4: "told" is vague',
  ]);
});

test("code, links and generated tables may have these words", () => {
  const page = [
    "Run `tagview says` or [this](told.md).",
    "```\nsays\n```",
    "<!-- table pulsed-told -->\n| said before |\n<!-- end -->",
  ];
  expect(findingsInPage(page.join("\n\n"))).toEqual([]);
});

test("a long sentence is found, also over several lines and in a table", () => {
  const long = words(MAX_WORDS + 1);
  expect(findingsInPage(`Short. ${long.replace(" ", "\n")}. Short.`)).toEqual(["1: a sentence of 31 words"]);
  expect(findingsInPage(`| a | ${long} |\n|---|---|\n`)).toEqual(["1: a sentence of 31 words"]);
});

test("items, cells, headings and paragraphs are sentences of their own, and code does not count", () => {
  const half = words(MAX_WORDS / 2 + 1);
  const pages = [`# ${half}\n\n${half}\n\n${half}`, `- ${half}\n- ${half}`, `| ${half} | ${half} |`];
  for (const page of pages) expect(findingsInPage(page)).toEqual([]);
  expect(findingsInPage(`${half} ${"`code` (what it is), ".repeat(20)}`)).toEqual([]);
});

test("comments are checked, code is not", () => {
  const source = 'const told = "says"; // of which\n/** Asked by `whoever`. */\n/*\n * said\n */\n';
  expect(findingsInComments(source)).toEqual([
    '1: "of which" is vague',
    '2: "Asked" is vague',
    '4: "said" is vague',
  ]);
});
