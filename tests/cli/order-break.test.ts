/** Recordings whose times go back, as when files are joined. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { CLI, record, scratch, tagview, write } from "../support/command-line";

const folder = scratch();
const part = Array.from({ length: 500 }, (_, k) => `${[1, 3, 5][k % 3]}\t${k * 100_000}\n`).join("");
write(folder, "once.tsv", part);
write(folder, "twice.tsv", part + part);
write(folder, "thrice.tsv", part + part + part);

const here = (...args: string[]) => tagview(args, "", folder);
const TICK = ["--tick", "1ns"];
const BROKEN =
  "times go back after 49.900 ms: the recording starts again there, as files joined by cat do, or is damaged; " +
  "the first 500 tags are in order; analyse joined files one by one, or add them with --sum";
const ADDED = "; the numbers are sums over all tags with the same times";
const ENDED = "; the numbers are those of the tags before";

it.each([
  [["rate"], 0, ADDED],
  [["rate", "--json"], 0, ADDED],
  [["stability", "--tsv"], 0, "; joined runs have no stability, because their counts are no series"],
  [["gaps"], 0, "; the gaps of all parts are counted, and the gap between two parts is negative"],
  [["g2", "--a", "1", "--b", "3"], 1, ENDED],
  [["delay", "--a", "1", "--b", "3"], 1, ENDED],
  [["pairs"], 1, ENDED],
  [["coincidences", "--window", "1us"], 1, ENDED],
  [["coincidences", "--window", "1us", "--by", "file"], 1, ENDED],
  [["heralded", "--herald", "1", "--a", "3", "--b", "5", "--window", "1us"], 1, ENDED],
  [["bursts", "--donor", "1", "--acceptor", "3", "--within", "1ms"], 1, ENDED],
  [["lifetime", "--sync", "1", "--channel", "3"], 1, ENDED],
  [["stats", "--tsv"], 0, ""],
])("%j notes it, and what its numbers are of", async (args, expected, counted) => {
  for (const name of ["twice.tsv", "thrice.tsv"]) {
    const { status, stderr } = await here(...args, ...TICK, name);
    expect(stderr).toContain(`note: ${name}: ${BROKEN}${counted}\n`);
    expect(status).toBe(expected);
  }
  for (const sound of [["once.tsv"], ["-q", "twice.tsv"]])
    expect((await here(...args, ...TICK, ...sound)).stderr).not.toContain("times go back");
});

it("stats has neither a duration nor rates where times go back", async () => {
  write(folder, "shorter.tsv", `${part}${part.split("\n", 250).join("\n")}\n`);
  const { stdout } = await here("stats", "--json", ...TICK, "shorter.tsv");
  const { span_s, channels, remarks } = JSON.parse(stdout);
  expect([span_s, ...channels.map(({ rate_hz }: { rate_hz: unknown }) => rate_hz)]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  const abouts = remarks.filter(({ code }: { code: string }) => code === "order");
  expect(abouts).toEqual(["span_s", "rate_hz"].map((about) => ({ about, code: "order", message: BROKEN })));
  const text = (await here("stats", ...TICK, "shorter.tsv")).stdout;
  expect(text.split("\n")[0]).toMatch(/ tags · 1 out of order$/u);
  const once = (await here("stats", ...TICK, "once.tsv")).stdout;
  expect(once.split("\n")[0]).toContain(" tags · 49.900 ms · in order");
});

it("after damage, the advised range is in order", async () => {
  const tags = Array.from({ length: 500 }, (_, k): [number, bigint] => [k % 2, 100_000n * BigInt(k)]);
  const damaged = tags.with(300, [3, 1n << 50n]);
  await record(join(folder, "damaged.tags.zst"), damaged);
  const { stderr } = await here("rate", "damaged.tags.zst");
  expect(stderr).toContain(
    `: the recording is damaged there; the first 300 tags are in order, --to 29900000 selects only them, and tagview verify prints how to sort all${ADDED}`,
  );
  expect((await here("rate", "--to", "29900000", "damaged.tags.zst")).stderr).toBe("");
});

it("the advice counts from the first tag of the file, also for a selected range", async () => {
  const tags = Array.from({ length: 500 }, (_, k): [number, bigint] => [1, 7_000n + 100_000n * BigInt(k)]);
  const early = Array.from({ length: 400 }, (_, k): [number, bigint] => [1, 100_000n * BigInt(k)]);
  await record(join(folder, "late.tags.zst"), [...tags, ...early]);
  const { stdout } = await here("rate", "--json", "--from", "20000000", "late.tags.zst");
  expect(JSON.parse(stdout).order_break).toEqual({
    ...{ tags: 300, until: 49_907_000, to: 49_900_000, next: 20_100_000 },
  });
});

it("--json has it for each analysis, and null if times do not go back", async () => {
  const expected = { tags: 500, until: 49_900_000, to: 49_900_000, next: 0 };
  for (const args of [["rate"], ["gaps"], ["pairs"], ["stats"]]) {
    const [twice, once] = await Promise.all(
      ["twice.tsv", "once.tsv"].map(async (name) =>
        JSON.parse((await here(...args, "--json", ...TICK, name)).stdout),
      ),
    );
    expect(twice.order_break, `${args}`).toEqual(expected);
    expect(once.order_break, `${args}`).toBeNull();
  }
});

it("partial results and sums keep it", async () => {
  for (const name of ["once", "twice"]) {
    const { status, stderr } = await here("partial", "rate", ...TICK, `${name}.tsv`, "-o", `${name}.part`);
    expect([status, stderr]).toEqual([0, ""]);
  }
  expect((await here("combine", "twice.part")).stderr).toContain(`${BROKEN}${ADDED}`);
  expect((await here("combine", "--sum", "once.part", "twice.part")).stderr).toContain(`${BROKEN}${ADDED}`);
  expect((await here("rate", "--sum", ...TICK, "once.tsv", "twice.tsv")).stderr).toContain(
    `${BROKEN}${ADDED}`,
  );
  expect((await here("rate", "--sum", ...TICK, "once.tsv", "once.tsv")).stderr).not.toContain(
    "times go back",
  );
});

it.each([
  [["--tick", "1ps"], 1e-12],
  [[], 1.5625e-10],
])("commands advise, with %j, to sort the tags by commands that keep their tick", async (tick, tick_s) => {
  await record(
    join(folder, "back.tags.zst"),
    [
      [1, 0n],
      [3, 2_000_000n],
      [1, 5n],
      [3, 3_000_000n],
    ],
    ...tick,
  );
  const PAIR = ["--a", "1", "--b", "3"];
  const advice: (string | undefined)[] = [];
  for (const command of [
    ["merge", "-o", "never.tags.zst"],
    ["g2", ...PAIR],
    ["g2", ...PAIR, "--sum"],
    ["g2", ...PAIR, "--json"],
    ["coincidences", "--pattern", "1,3", "--window", "1us", "--by", "file"],
    ["hom", ...PAIR, "--window", "1us", "--by", "file", "--positions", "0"],
    ["verify"],
  ]) {
    const { stdout, stderr } = await here(...command, "back.tags.zst");
    const last = command.includes("--json") ? JSON.parse(stdout).error.remedy : stdout + stderr;
    advice.push(/: (tagview cat FILE .*-o NEW)$/m.exec(last)?.[1]);
  }
  const [advised = "", ...others] = advice;
  expect(others).toEqual(others.map(() => advised));
  const script = advised
    .replace("FILE", "back.tags.zst")
    .replace("NEW", "sorted.tags.zst --force")
    .replaceAll("tagview", `"${process.execPath}" "${CLI}"`);
  expect(spawnSync("sh", ["-c", script], { cwd: folder }).status, script).toBe(0);
  const { stdout } = await here("stats", "sorted.tags.zst", "--json");
  expect(JSON.parse(stdout)).toMatchObject({ tags: 4, first: 0, last: 3_000_000, out_of_order: 0, tick_s });
});

it("the commands that sort a text read it with the given options", async () => {
  write(folder, "back.csv", "3,0.5,7\n1,2000000.25,7\n3,5.5,7\n1,3000000.75,7\n");
  const given = ["--columns", "channel,time,-", "--unit", "us", "back.csv"];
  const { stdout } = await here("verify", ...given);
  const { stderr } = await here("g2", "--a", "1", "--b", "3", ...given);
  const [advised = "", ...others] = [stdout, stderr].map(
    (text) => /: (tagview cat .*-o NEW)$/m.exec(text)?.[1] ?? "",
  );
  expect(advised).toContain("tagview cat --columns channel,time,- --unit us FILE");
  expect(others).toEqual([advised]);
  const script = advised
    .replace("FILE", "back.csv")
    .replace("NEW", "sorted-text.tags.zst")
    .replaceAll("tagview", `"${process.execPath}" "${CLI}"`);
  expect(spawnSync("sh", ["-c", script], { cwd: folder }).status, script).toBe(0);
  const sorted = JSON.parse((await here("stats", "sorted-text.tags.zst", "--json")).stdout);
  expect(sorted).toMatchObject({ tags: 4, first: 500_000, last: 3_000_000_750_000, tick_s: 1e-12 });
});

it("a recording that ends before its first tag has no slices", async () => {
  write(folder, "early-end.tsv", "3\t5000000\n1\t5000010\n3\t20\n1\t30\n");
  for (const command of [
    ["coincidences", "--window", "1us", "--by", "file"],
    ["coincidences", "--window", "1us", "--by", "1ms"],
    ["hom", "--a", "1", "--b", "3", "--window", "1us", "--by", "file"],
  ]) {
    const { status, stderr } = await here(...command, ...TICK, "early-end.tsv");
    expect(status, command.join(" ")).toBe(1);
    expect(stderr).toContain("the last tag is earlier than the first");
    expect(stderr).toContain("| sort -s -n -k2,2 |");
  }
});
