/** `tagview report`: one page with the results of several commands. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseHTML } from "linkedom";
import { beforeAll, expect, it } from "vitest";
import { record, scratch, tagview, write } from "../support/command-line";

const folder = scratch();
const run = (...args: string[]) => tagview(args, "", folder);
const page = (name: string) => parseHTML(readFileSync(join(folder, name), "utf8")).document;

beforeAll(async () => {
  expect((await run("simulate", "--duration", "200ms", "--seed", "3", "-o", "pairs.tags.zst")).status).toBe(
    0,
  );
  const bytes = readFileSync(join(folder, "pairs.tags.zst"));
  write(folder, "cut.tags.zst", bytes.subarray(0, bytes.length / 2));
  await record(join(folder, '<b onclick="x">&.tags.zst'), [
    [3, 5n],
    [15, 9n],
  ]);
});

it("has the text that each of its command lines prints, a chart for each, and where it comes from", async () => {
  const { status, stdout, stderr } = await run("report", "pairs.tags.zst", "-o", "report.html");
  expect([status, stdout, stderr]).toEqual([0, "", ""]);
  const document = page("report.html");
  expect(document.querySelector("h1")?.textContent).toBe("Report on pairs.tags.zst");
  expect(document.querySelector(".verdict")?.textContent).toMatch(
    /^No damage found, all tags in order, no rate halves, doubles, or drifts by a fifth\.$/,
  );
  const rows = [...document.querySelectorAll("th")].map(({ textContent }) => textContent);
  expect(rows).toEqual(["file", "size", "SHA-256", "made by", "command"]);
  const sections = [...document.querySelectorAll("section")];
  const titles = sections.map((section) => section.querySelector("h2")?.textContent);
  expect(titles).toEqual([
    ...["Channels", "Gaps between tags of one channel", "Stability of the rates", "Pairs of channels"],
    ...["Correlation of channels 3 and 15", "Delay of channel 15 after channel 3", "Coincidences within 2ns"],
  ]);
  for (const section of sections) {
    const [, ...words] = (section.querySelector("code")?.textContent ?? "").split(" ");
    expect(section.querySelector("pre")?.textContent).toBe((await run(...words)).stdout.trim());
    expect(section.querySelector("img")?.getAttribute("src"), words.join(" ")).toMatch(
      /^data:image\/svg\+xml,%3Csvg/,
    );
  }
  expect(document.querySelector("script")).toBeNull();
}, 60_000);

it("is written beside files of any name", async () => {
  write(folder, "chart.svg", "kept");
  expect((await run("report", "pairs.tags.zst", "-o", "beside.html")).stderr).toBe("");
  expect(readFileSync(join(folder, "chart.svg"), "utf8")).toBe("kept");
});

it("takes the given pair, window and options about tags", async () => {
  const options = ["--a", "15", "--b", "16", "--window", "1ns", "--from", "50ms", "--delay", "15=4ns"];
  expect((await run("report", ...options, "pairs.tags.zst", "-o", "given.html")).status).toBe(0);
  const lines = [...page("given.html").querySelectorAll("code")].map(({ textContent }) => textContent);
  expect(lines.at(-1)).toBe(
    "tagview coincidences --pattern 15,16 --window 1ns --from 50ms --delay 15=4ns pairs.tags.zst",
  );
  expect(lines[0]).toBe("tagview stats --from 50ms --delay 15=4ns pairs.tags.zst");
});

it("states the damage first, with status 1", async () => {
  const { status } = await run("report", "cut.tags.zst", "-o", "cut.html");
  expect(status).toBe(1);
  const document = page("cut.html");
  expect(document.querySelector(".verdict.bad")?.textContent).toBe(
    "Check this: the recording is damaged or incomplete.",
  );
  expect(document.querySelector("section .bad")?.textContent).toContain(
    "ends in the middle of the zstd frame",
  );
});

it("escapes names, and has no section about a pair where no pair has a peak", async () => {
  expect((await run("report", '<b onclick="x">&.tags.zst', "-o", "odd.html")).status).toBe(0);
  const document = page("odd.html");
  expect(document.querySelector("h1")?.textContent).toBe('Report on <b onclick="x">&.tags.zst');
  expect(document.querySelectorAll("b, [onclick]").length).toBe(0);
  expect(document.querySelectorAll("section").length).toBe(4);
});

it("replaces no file without --force, and needs a file and two channels of a pair", async () => {
  write(folder, "kept.html", "notes");
  const kept = await run("report", "pairs.tags.zst", "-o", "kept.html");
  expect([kept.status, readFileSync(join(folder, "kept.html"), "utf8")]).toEqual([2, "notes"]);
  expect((await run("report", "-", "-o", "new.html")).stderr).toContain("name a file");
  expect((await run("report", "nowhere.tags.zst", "-o", "new.html")).status).toBe(2);
  expect((await run("report", "--a", "3", "pairs.tags.zst", "-o", "new.html")).stderr).toContain(
    "--a and --b",
  );
  expect(existsSync(join(folder, "new.html"))).toBe(false);
});
