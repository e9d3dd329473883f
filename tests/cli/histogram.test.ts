/** `tagview histogram`, and files of histograms without a command. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { scratch, tagview, write } from "../support/command-line";
import { decayCounts, phd } from "../support/other-taggers";

const folder = scratch();
const run = (...args: string[]) => tagview(args, "", folder);

const counts = decayCounts();
const curves = [
  { route: 0, resolution: 0.05, counts },
  { route: 1, resolution: 0.05, counts: [1, 2, 3] },
];
write(folder, "sound.phd", phd(curves, "a dye"));
write(folder, "wrong.phd", phd(curves.map((curve) => ({ ...curve, total: 7 }))));
write(folder, "text.txt", counts.map((n, bin) => `${(0.05 * bin).toFixed(2)}\t${n}\n`).join(""));

it("lists the curves of a file, with and without the command", async () => {
  const { status, stdout, stderr } = await run("histogram", "sound.phd");
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("PicoHarp 300 · 2 curves · comment: a dye");
  expect(stdout).toMatch(/1 +1 +[\d,]+ +250 +50 ps +1\.\d+ ns +80\.0 MHz/u);
  expect((await run("sound.phd")).stdout).toBe(stdout);
});

it("prints every bin by --tsv, and everything by --json", async () => {
  const { stdout } = await run("histogram", "--tsv", "--curve", "2", "sound.phd");
  const rows = ["#curve\tbin\tdelay_s\tcounts", "2\t0\t0\t1", "2\t1\t5e-11\t2", "2\t2\t1e-10\t3", ""];
  expect(stdout).toBe(rows.join("\n"));
  const json = JSON.parse((await run("histogram", "--json", "sound.phd")).stdout);
  expect(json).toMatchObject({ format: "phd", device: "PicoHarp 300", comment: "a dye", complete: true });
  expect(json.curves[0]).toMatchObject({
    input: 1,
    resolution_s: 5e-11,
    acquisition_time_s: 2,
    counts,
    fit: null,
  });
});

it("without an acceptable fit exits with 1 and states the next step", async () => {
  const flat = Array.from(
    { length: 200 },
    (_, k) => `${(k / 10).toFixed(1)},${Math.floor(k / 50) % 2 ? 100 : 900}\n`,
  );
  write(folder, "flat.csv", `delay_ns,counts\n${flat.join("")}`);
  for (const [decays, words, remedy] of [
    ["1", "one decay", "add --decays 2"],
    ["2", "two decays", "record more tags"],
  ] as const) {
    const fit = ["--lifetime", "--period", "20ns", "--decays", decays, "flat.csv"];
    const { status, stderr } = await run("histogram", ...fit);
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(`curve 1: no acceptable fit of ${words} (`),
    ]);
    expect(stderr).toContain(`): ${remedy}\n`);
  }
});

it("fits lifetimes by the sync rate, or by --period", async () => {
  const json = JSON.parse(
    (await run("histogram", "--json", "--lifetime", "--curve", "1", "sound.phd")).stdout,
  );
  expect(json.curves[0].fit.lifetime_s / 2e-9).toBeCloseTo(1, 1);
  const text = ["--unit", "ns", "--lifetime", "--period", "12.5ns", "text.txt"];
  const other = JSON.parse((await run("histogram", "--json", ...text)).stdout);
  expect(other.curves[0].fit.lifetime_s).toBeCloseTo(json.curves[0].fit.lifetime_s, 15);
  const { status, stderr } = await run("histogram", "--unit", "ns", "--lifetime", "text.txt");
  expect(status).toBe(2);
  expect(stderr).toContain("does not state the sync rate: give the --period of the light");
});

it("draws a curve without a unit over the delays of the file", async () => {
  writeFileSync(join(folder, "bare.txt"), "0\t5\n0.5\t90\n1\t60\n1.5\t31\n2\t12\n2.5\t5\n3\t3\n3.5\t2\n");
  expect((await run("histogram", "--plot", "bare.svg", "bare.txt")).status).toBe(0);
  const svg = readFileSync(join(folder, "bare.svg"), "utf8");
  expect(svg).toContain(">delay (unit not stated)<");
  expect(JSON.parse((await run("histogram", "--json", "bare.txt")).stdout).curves[0]).not.toHaveProperty(
    "delays",
  );
});

it("draws a curve by --plot", async () => {
  const { status, stderr } = await run(
    ..."histogram --lifetime --curve 1 --plot decay.svg -q sound.phd".split(" "),
  );
  expect([status, stderr]).toEqual([0, ""]);
  expect(existsSync(join(folder, "decay.svg"))).toBe(true);
  expect((await run("histogram", "--plot", "both.svg", "sound.phd")).stderr).toContain(
    "choose a curve with --curve",
  );
});

it("fits and draws curves from a pipe or inside gzip", async () => {
  const args = ["histogram", "--json", "--lifetime", "--curve", "1"];
  const fitted = JSON.parse((await run(...args, "sound.phd")).stdout).curves;
  const piped = await tagview([...args, "--plot", "piped.svg", "-"], phd(curves, "a dye"), folder);
  expect([piped.status, piped.stderr]).toEqual([0, ""]);
  expect(JSON.parse(piped.stdout).curves[0].fit).toEqual(fitted[0].fit);
  write(folder, "sound.phd.gz", gzipSync(phd(curves, "a dye")));
  expect(JSON.parse((await run(...args, "sound.phd.gz")).stdout).curves).toEqual(fitted);
});

it("reports what is wrong, and refuses other files", async () => {
  const { status, stderr } = await run("histogram", "wrong.phd");
  expect(status).toBe(1);
  expect(stderr).toContain("the header states 7 counts in curve 0");
  write(folder, "letter", "Dear Sir or Madam\n");
  const other = await run("histogram", "--json", "letter");
  expect(other.status).toBe(1);
  expect(JSON.parse(other.stdout)).toMatchObject({ curves: [], error: { code: "unknown-format" } });
});

describe("advice about a text", () => {
  const rows = "0,5\n1,7\n2,9\n3,4\n4,3\n5,6\n6,1\n7,2\n";
  const texts = {
    "unknown.csv": `foo,bar\n${rows}`,
    "named.csv": `time,channel\n${rows}`,
    "tags.csv": "3,100\n15,250\n3,251\n15,900\n",
    "either.csv": "1,2\n2,2\n3,2\n4,2\n",
    "three.txt": "a b c\n1 2 3\n4 5 6\n",
    "words.txt": "Dear Sir or Madam\n",
  };

  /** Follows the advice of errors, and fails in a circle: where a command is advised again. */
  const follow = async (
    name: string,
    file: string,
    columns?: string,
    before: string[] = [],
  ): Promise<void> => {
    const out = name === "convert" ? ["-o", "out.tags.zst", "--force"] : [];
    const args = [name, ...out, ...(columns === undefined ? [] : ["--columns", columns])];
    const command = args.filter((arg) => arg !== "").join(" ");
    expect(before).not.toContain(command);
    const { status, stderr } = await run(...args.filter((arg) => arg !== ""), file);
    if (status === 0) return;
    const order = /--columns ([\w,=]+)/u.exec(stderr)?.[1];
    const advised = [...stderr.matchAll(/tagview (stats|histogram|convert)/gu)].map(([, next]) => next ?? "");
    if (advised.length === 0 && order !== undefined) advised.push(name);
    for (const next of advised) {
      const named =
        next === "histogram" || !stderr.includes("--columns") ? undefined : (order ?? "channel,time");
      await follow(next, file, named, [...before, command]);
    }
  };

  it.each(Object.entries(texts))(
    "never leads in a circle: %s",
    async (name, text) => {
      write(folder, name, text);
      for (const first of ["", "histogram", "stats", "convert"]) await follow(first, name);
    },
    60_000,
  );

  it("opens a histogram with unknown names, as the advice states", async () => {
    const overview = await run("unknown.csv");
    expect(overview.stderr).toContain("if it has delays and counts, use tagview histogram FILE");
    const { status, stdout, stderr } = await run("histogram", "--json", "unknown.csv");
    expect([status, stderr, JSON.parse(stdout).curves[0].total]).toEqual([0, "", 37]);
  });
});

it("names the command where tags are expected", async () => {
  const { status, stderr } = await run("stats", "sound.phd");
  expect(status).toBe(1);
  expect(stderr).toContain("tagview histogram");
});
