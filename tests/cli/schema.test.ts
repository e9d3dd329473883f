/** What commands print with `--json` is what `tagview schema` says, key by key. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020";
import { beforeAll, expect, it } from "vitest";
import { record, scratch, tagview, write } from "../support/command-line";

const folder = scratch();
const here = (...args: string[]) => tagview(args, "", folder);
const RECORDINGS = [
  ...["sound", "cut", "flipped", "disorder", "none", "one"].map((name) => `${name}.tags.zst`),
  ...["letter", "nothing", "nowhere"],
];
const V1 = "v1=0:5,1:-1,3:9007199254740993";
const V2 = "v2=0:0:1;2,1:0:3;4";
const HEADERS = [
  V1,
  V2,
  `${V1},0:6`,
  "0:5,1:7",
  "v1=",
  "nonsense",
  "x-read-consistency-offsets: v1=0:5,x:y",
  "",
];

/** Every call whose lines are checked, by its command. */
const CALLS: Record<string, string[][]> = {
  stats: [RECORDINGS],
  rate: [RECORDINGS, ["--bin", "5", ...RECORDINGS]],
  gaps: [RECORDINGS, ["--log", "3", ...RECORDINGS]],
  g2: [
    ["--a", "3", "--b", "15", ...RECORDINGS],
    ["--a", "3", "--b", "15", "--log", "3", ...RECORDINGS],
  ],
  coincidences: [
    ["--window", "5", "--delay", "15=3", ...RECORDINGS],
    ["--window", "5", "--pattern", "3,15,16", ...RECORDINGS],
  ],
  delay: [["--a", "3", "--b", "15", ...RECORDINGS]],
  pairs: [RECORDINGS],
  heralded: [["--herald", "3", "--a", "15", "--b", "16", "--window", "9", "--delay", "3=1", ...RECORDINGS]],
  verify: [RECORDINGS],
  slice: RECORDINGS.map((name) => ["-o", "out.tags.zst", name]),
  merge: RECORDINGS.map((name) => ["-o", "out.tags.zst", "--offset", "2=5", "sound.tags.zst", name]),
  offsets: [
    ...HEADERS.flatMap((header) => [
      [header],
      ["--sizes", header],
      ["--lookup", "0", header],
      ["--lookup", "9", "--compartment", "1", header],
      ["--encode", "text", header],
      ["--diff", "v1=0:9,7:1", header],
    ]),
    ["--diff", V2, "v2=0:0:1;9,5:0:3;4"],
  ],
};

type Schema = { anyOf?: Schema[]; title?: string; properties?: Record<string, unknown> };
// In strict mode Ajv refuses a schema with a keyword it does not know.
const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });

beforeAll(async () => {
  const tags: [number, bigint][] = Array.from({ length: 3000 }, (_, i) => [
    [3, 15, 16][i % 3] ?? 0,
    2n ** 60n + BigInt(i * 7 + (i % 5)),
  ]);
  await record(join(folder, "sound.tags.zst"), tags, "--frame-tags", "1000");
  await record(join(folder, "none.tags.zst"), []);
  await record(join(folder, "one.tags.zst"), tags.slice(0, 1));
  await record(join(folder, "disorder.tags.zst"), [...tags.slice(0, 9)].reverse());
  const bytes = readFileSync(join(folder, "sound.tags.zst"));
  write(folder, "cut.tags.zst", bytes.subarray(0, bytes.length * 0.6));
  const flipped = Buffer.from(bytes);
  flipped.fill(0x55, Math.floor(bytes.length * 0.3), Math.floor(bytes.length * 0.35));
  write(folder, "flipped.tags.zst", flipped);
  write(folder, "letter", "Dear Sir or Madam,\n");
  write(folder, "nothing", "");
});

it("has a schema of each command that has --json, and of no other", async () => {
  const listed = (await here("schema")).stdout.trim().split("\n");
  const commands = [...(await here("--help")).stdout.matchAll(/^ {2}([a-z]\w*) /gm)].map(
    ([, name]) => name ?? "",
  );
  expect(commands).toContain("simulate");
  const withJson = [];
  for (const command of commands) {
    if ((await here(command, "--help")).stdout.includes("--json  ")) withJson.push(command);
  }
  expect(listed).toEqual(withJson);
  expect(Object.keys(CALLS)).toEqual(expect.arrayContaining(listed));
});

it("tells that there is none", async () => {
  const { status, stdout, stderr } = await here("schema", "cat");
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^tagview: there is no schema of "cat": choose of stats, [^\n]*\n$/);
});

it.each(Object.keys(CALLS))("%s prints what its schema says, and each of its shapes", async (command) => {
  const schema = JSON.parse((await here("schema", command)).stdout) as Schema;
  const shapes = schema.anyOf ?? [schema];
  const checks = shapes.map((shape) => ajv.compile(shape));
  const seen = new Set<number>();
  for (const args of CALLS[command] ?? []) {
    const { stdout } = await here(command, "--json", ...args);
    const lines = stdout.split("\n").slice(0, -1);
    for (const line of lines) {
      const json = JSON.parse(line);
      const matching = checks.flatMap((check, index) => (check(json) ? [index] : []));
      const errors = checks.map(({ errors }) => ajv.errorsText(errors)).join("\n");
      expect(matching, `${args.join(" ")}\n${line.slice(0, 500)}\n${errors}`).not.toEqual([]);
      for (const index of matching) seen.add(index);
      // One key more, or any key less, is another shape.
      const [first] = matching;
      const check = checks[first ?? 0];
      expect(check?.({ ...json, more: 1 })).toBe(false);
      for (const key of Object.keys(json)) {
        const { [key]: _, ...less } = json;
        expect(check?.(less), key).toBe(false);
      }
    }
  }
  // A shape that is never printed is not described but imagined.
  expect([...seen].sort()).toEqual(shapes.map((_, index) => index));
});
