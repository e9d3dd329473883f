/** `--channels FILE`: delays compared with a recording whose times were moved by hand, and every kind of wrong file. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, expect, it } from "vitest";
import { record, scratch, tagview, write } from "../support/command-line";

const folder = scratch();
const LIST = "# late by\nchannel,delay,name\n15,1.5ns,idler\n\n16,-7\n";
/** 1.5 ns are 9.6 ticks of 156.25 ps, to the nearest 10. */
const DELAYS: Record<number, bigint> = { 15: 10n, 16: -7n };

/** Channels 3, 15 and 16 have no tags at the ends of the recording; channel 7 has. */
function recorded(): [number, bigint][] {
  const inner = Array.from({ length: 2000 }, (_, k): [number, bigint][] => {
    const time = 50_000n + 97n * BigInt(k);
    return [
      [3, time],
      [15, time + BigInt((k * 31) % 23)],
      [16, time + BigInt((k * 7) % 41)],
    ];
  });
  return [[7, 0n], ...inner.flat(), [7, 1_000_000n]];
}

const ascending = (tags: [number, bigint][]) => tags.toSorted(([, one], [, other]) => Number(one - other));

beforeAll(async () => {
  const moved = recorded().map(([channel, time]): [number, bigint] => [
    channel,
    time - (DELAYS[channel] ?? 0n),
  ]);
  await record(join(folder, "recorded.tags.zst"), ascending(recorded()), "--frame-tags", "500");
  await record(join(folder, "moved.tags.zst"), ascending(moved), "--frame-tags", "500");
  write(folder, "list.csv", LIST);
});

async function json(file: string, ...args: string[]) {
  const { status, stdout, stderr } = await tagview([...args, "--json", file], "", folder);
  expect([status, stderr]).toEqual([0, ""]);
  return { ...JSON.parse(stdout), file: "" };
}

const COMMANDS = [
  ["g2", "--a", "3", "--b", "15"],
  ["delay", "--a", "15", "--b", "16", "--period", "97"],
  ["coincidences", "--window", "9"],
  ["pairs", "--range", "-50..50"],
  ["gaps", "--log", "10"],
  ["rate", "--bin", "1000"],
  ["heralded", "--herald", "3", "--a", "15", "--b", "16", "--window", "9"],
  ["stability", "--bin", "1000"],
];

it.each(COMMANDS)("%s %s counts moved channels as if they were recorded there", async (...args) => {
  const listed = await json("recorded.tags.zst", ...args, "--channels", "list.csv");
  const { moved: reordered, ...expected } = await json("moved.tags.zst", ...args);
  expect(listed).toMatchObject(expected);
  expect(reordered ?? 0).toBe(0);
});

it("writes moved channels", async () => {
  const cat = (file: string, ...args: string[]) => tagview(["cat", ...args, file], "", folder);
  const listed = await cat("recorded.tags.zst", "--channels", "list.csv");
  const lines = (text: string) => text.split("\n").toSorted();
  expect(lines(listed.stdout)).toEqual(lines((await cat("moved.tags.zst")).stdout));
});

it("definitions see moved channels", async () => {
  const args = ["stats", "--define", "100=15&16@4"];
  const { channels } = await json("recorded.tags.zst", ...args, "--channels", "list.csv");
  const expected = await json("moved.tags.zst", ...args);
  const tags = (all: { channel: number; tags: number }[]) => all.map((one) => [one.channel, one.tags]);
  expect(tags(channels)).toEqual(tags(expected.channels));
});

it("a file with names alone changes no number", async () => {
  write(folder, "names.csv", "channel,name\n3,pump\n15,idler\n");
  const args = ["coincidences", "--window", "9"];
  const named = await json("recorded.tags.zst", ...args, "--channels", "names.csv");
  expect(named).toEqual(await json("recorded.tags.zst", ...args));
});

it.each([
  ["", "line 1: there are no columns"],
  ["number,name\n", 'line 1: "number" is not a column'],
  ["name,role\n", "line 1: the column channel is missing"],
  ["channel,name,name\n", "line 1: a column occurs twice"],
  ["channel,name\n3,a,b\n", "line 2: 3 fields for 2 columns"],
  ["channel,name\n# x\n\nthree,a\n", 'line 4: "three" is not a channel'],
  ["channel,name\n18446744073709551616,a\n", "line 2: "],
  ["channel,role\n3,laser\n", 'line 2: "laser" is not a role'],
  ["channel,delay\n3,1.5\n", "line 2: "],
  ["channel,delay\n3,2 parsecs\n", 'line 2: "parsecs" is not a unit of time'],
  ["channel,name\n3,a\n3,b\n", "line 3: channel 3 occurs a second time"],
  ["channel,name\n3,a\n15,a\n", 'line 3: "a" is already the name of channel 3'],
  [`channel,name\n3,${"x".repeat(41)}\n`, "line 2: the name has 41 characters"],
  ['channel,name\n3,"a\nb"\n', "line 2: a field has a line break"],
])("%j is refused with its line", async (text, message) => {
  write(folder, "wrong.csv", text);
  const { status, stdout, stderr } = await tagview(
    ["stats", "--channels", "wrong.csv", "recorded.tags.zst"],
    "",
    folder,
  );
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(`--channels wrong.csv, ${message}`);
});

it("writes names in charts", async () => {
  const { status } = await tagview(
    ["rate", "--plot", "rate.svg", "--channels", "list.csv", "recorded.tags.zst"],
    "",
    folder,
  );
  expect(status).toBe(0);
  expect(readFileSync(join(folder, "rate.svg"), "utf8")).toContain(">15 idler<");
});

it("reports that a long delay moves tags past the recording's end, where they are excluded", async () => {
  const notes = async (...args: string[]) => {
    const { stderr } = await tagview(["stats", "--tick", "1ns", ...args, "recorded.tags.zst"], "", folder);
    return stderr;
  };
  expect(await notes("--define", "100=7@+999")).toBe("");
  expect(await notes("--define", "100=7@+200us", "--define", "16=16@-1ms")).toBe(
    "note: recorded.tags.zst: 100=7@+200us moves tags by 200.00 µs of 1.0000 ms: tags after the last recorded tag are excluded\n" +
      "note: recorded.tags.zst: 16=16@-1ms moves tags by 1.0000 ms of 1.0000 ms: tags before the first recorded tag are excluded\n",
  );
  expect(await notes("--define", "100=7@+2ms")).toContain("2.0000 ms of 1.0000 ms: all are excluded");
  write(folder, "late.csv", "channel,delay\n16,100us\n");
  expect(await notes("--channels", "late.csv")).toBe(
    "note: recorded.tags.zst: the delay of channel 16 in late.csv moves tags by 100.00 µs of 1.0000 ms: tags before the first recorded tag are excluded\n",
  );
  expect(await notes("--delay", "15=0", "--delay", "16=0.1ms")).toBe(
    "note: recorded.tags.zst: --delay 16=0.1ms moves tags by 100.00 µs of 1.0000 ms: tags before the first recorded tag are excluded\n",
  );
  expect(await notes("-q", "--define", "100=7@+2ms")).toBe("");
});

it.each([
  [{ 3: { name: "pump", role: "herald", colour: "green" }, 15: { delay: "1.5ns" }, 16: { delay: -7 } }, true],
  [
    [
      { channel: 3, name: null },
      { channel: "18446744073709551615", role: "" },
    ],
    true,
  ],
  [{}, true],
  [{ three: { name: "pump" } }, false],
  [{ 3: { role: "laser" } }, false],
  [{ 3: { colour: "red" } }, false],
  [{ 3: { dealy: "1ns" } }, false],
  [{ 3: { delay: 1.5 } }, false],
  [{ 3: { name: "x".repeat(41) } }, false],
  [[{ name: "pump" }], false],
  [{ 3: "pump" }, false],
])("the schema accepts a list of channels that the commands accept: %j", async (list, isAccepted) => {
  const { stdout } = await tagview(["schema", "channels"]);
  const check = new Ajv2020({ allowUnionTypes: true }).compile(JSON.parse(stdout));
  write(folder, "list.json", JSON.stringify(list));
  const { status } = await tagview(["stats", "--channels", "list.json", "recorded.tags.zst"], "", folder);
  expect([check(list), status]).toEqual([isAccepted, isAccepted ? 0 : 2]);
});
