/** `tagview FILE...`: recognition of a file and its overview, without a command. */

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { CLI, record, scratch, tagview, write } from "../support/command-line";

const folder = scratch();
const HEADER = "v1=0:5,1:-1,2:9007199254740993";
const here = (...args: string[]) => tagview(args, "", folder);
const piped = (input: string | Uint8Array, ...args: string[]) => tagview(args, input, folder);

beforeAll(async () => {
  const tags: [number, bigint][] = Array.from({ length: 3000 }, (_, i) => [3 + (i % 2), BigInt(i * i)]);
  await record(join(folder, "sound.tags.zst"), tags, "--frame-tags", "1000");
  await record(join(folder, "other.tags.zst"), tags.slice(0, 7));
  const bytes = readFileSync(join(folder, "sound.tags.zst"));
  write(folder, "cut.tags.zst", bytes.subarray(0, bytes.length * 0.6));
  write(folder, "header.txt", `x-read-consistency-offsets: ${HEADER}\n`);
  write(folder, "value.txt", HEADER);
  write(folder, "packed.gz", gzipSync("hello"));
  write(folder, "lines.tsv", "3\t5\n15\t7\n");
  write(folder, "letter", "Dear Sir or Madam,\n");
  write(folder, "nothing", "");
}, 60_000);

describe("a recording", () => {
  it.each([
    [[]],
    [["--json"]],
    [["--tsv"]],
    [["--tick", "1ns"]],
    [["--channel", "3", "--from", "5us", "--json"]],
    [["--channel", "9"]],
  ])("prints what `stats` prints (%j)", async (options) => {
    for (const name of ["sound.tags.zst", "cut.tags.zst"]) {
      expect(await here(...options, name)).toEqual(await here("stats", ...options, name));
      expect(await here(name, ...options)).toEqual(await here("stats", ...options, name));
    }
  });

  it("without tags prints its heading, and a note beside every answer", async () => {
    await record(join(folder, "none.tags.zst"), []);
    const note = "note: none.tags.zst: the recording has no tags\n";
    const overview = await here("none.tags.zst");
    expect(overview.stdout).toContain("1 frame · tick 156.25 ps (default) · 0 tags");
    expect([overview.status, overview.stderr]).toEqual([0, note]);
    for (const options of [["rate"], ["gaps", "--tsv"], ["pairs", "--json"]])
      expect((await here(...options, "none.tags.zst")).stderr).toBe(note);
  });

  it("reads a text whose heading names no known columns as --columns states", async () => {
    writeFileSync(join(folder, "own.csv"), "me (ns),chan\n2885.821,1\n31745.200,1\n");
    expect(await here("own.csv")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("as in tagview FILE --columns time,channel --unit ns"),
    });
    const named = ["--columns", "time,channel", "--unit", "ns", "own.csv"];
    const read = await here(...named);
    expect(read).toMatchObject({ status: 0, stdout: expect.stringContaining("2 tags") });
    expect(read).toEqual(await here("stats", ...named));
  });

  it("draws what `stats` draws", async () => {
    await here("stats", "--plot", "stats.svg", "sound.tags.zst");
    await here("sound.tags.zst", "--plot", "overview.svg");
    const [expected, drawn] = ["stats.svg", "overview.svg"].map((name) => readFileSync(join(folder, name)));
    expect(drawn).toEqual(expected);
  });

  it("can come through a pipe, with `-` and without", async () => {
    const bytes = readFileSync(join(folder, "sound.tags.zst"));
    const expected = await piped(bytes, "stats", "-");
    expect(expected.status).toBe(0);
    expect(await piped(bytes, "-")).toEqual(expected);
    expect(await piped(bytes)).toEqual(expected);
    expect(await piped(bytes, "--json")).toEqual(await piped(bytes, "stats", "--json"));
  });

  it("can come through a pipe with a name, and from a file on standard input", () => {
    const script =
      'mkfifo named && { cat sound.tags.zst > named & "$1" "$2" --tsv named; wait $!; echo $?; }';
    const run = (text: string) =>
      spawnSync("bash", ["-c", text, "bash", process.execPath, CLI], { cwd: folder, timeout: 20_000 });
    const table = run('"$1" "$2" stats --tsv sound.tags.zst').stdout.toString();
    expect(run(script).stdout.toString()).toBe(`${table.replaceAll("sound.tags.zst", "named")}0\n`);
    const redirected = run('"$1" "$2" --tsv < sound.tags.zst').stdout.toString();
    expect(redirected).toBe(table.replaceAll("sound.tags.zst", "-"));
  });
});

describe("an offset header", () => {
  it.each([[[]], [["--json"]], [["--tsv"]], [["-q"]]])(
    "prints what `offsets @FILE` prints (%j)",
    async (options) => {
      for (const name of ["header.txt", "value.txt"]) {
        expect(await here(...options, name)).toEqual(await here("offsets", ...options, `@${name}`));
      }
      expect(await piped(HEADER, ...options)).toEqual(await piped(HEADER, "offsets", ...options));
    },
  );

  it("draws what `offsets` draws, named after the file", async () => {
    await here("offsets", "--plot", "expected.svg", "@value.txt");
    await here("--plot", "of-{}.svg", "value.txt");
    const [expected, drawn] = ["expected.svg", "of-value.svg"].map((name) =>
      readFileSync(join(folder, name)),
    );
    expect(drawn).toEqual(expected);
  });
});

describe("several files", () => {
  it("are reported in their order, whatever they are", async () => {
    const names = [
      "sound.tags.zst",
      "value.txt",
      "packed.gz",
      "other.tags.zst",
      "nowhere.zst",
      "cut.tags.zst",
    ];
    for (const options of [[], ["--json"]]) {
      const all = await here(...options, ...names);
      const alone = [];
      for (const name of names) alone.push(await here(...options, name));
      expect(all.stdout).toBe(alone.map(({ stdout }) => stdout).join(""));
      expect(all.stderr).toBe(alone.map(({ stderr }) => stderr).join(""));
      expect(alone.map(({ status }) => status)).toEqual([0, 0, 1, 0, 2, 1]);
      expect(all.status).toBe(2);
    }
  }, 60_000);

  it("of one format share the header line of a table", async () => {
    const names = ["sound.tags.zst", "other.tags.zst"];
    expect(await here("--tsv", ...names)).toEqual(await here("stats", "--tsv", ...names));
  });

  it("may have a pipe among them", async () => {
    const { stdout } = await piped(HEADER, "--json", "other.tags.zst", "-", "sound.tags.zst");
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ file, header }) => file ?? header)).toEqual([
      "other.tags.zst",
      HEADER,
      "sound.tags.zst",
    ]);
  });
});

describe("what can't be read", () => {
  it.each([
    ["packed.gz", "gzip", "gzip -d"],
    ["letter", "", ""],
    ["nothing", "is empty", "copied completely", "empty"],
  ])("is status 1, a line and a code: %s", async (name, is, opens, code = "unknown-format") => {
    const { status, stdout, stderr } = await here(name);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^tagview: [^\n]+\n$/);
    expect(stderr).toContain(`tagview: ${name}: `);
    expect(stderr).toContain(is);
    expect(stderr).toContain(opens);
    const json = await here("--json", name);
    expect([json.status, json.stderr]).toEqual([1, stderr]);
    expect(JSON.parse(json.stdout)).toMatchObject({
      file: name,
      complete: false,
      error: { code, offset: null },
    });
  });

  it("is a file that is not there, and does not stop the others", async () => {
    const { status, stdout, stderr } = await here("nowhere.zst", "sound.tags.zst");
    expect(status).toBe(2);
    expect(stderr).toBe("tagview: nowhere.zst: there is no such file: check the name\n");
    expect(stdout).toContain("sound.tags.zst");
    mkdirSync(join(folder, "empty folder"));
    expect((await tagview(["empty folder"], "", folder)).stderr).toContain("this is a folder");
  });
});

describe("a first word that is neither a command nor a file", () => {
  it.each([
    ["stat", "(Did you mean stats?)"],
    ["recording", ""],
  ])("is reported as both: %s", async (word, suggestion) => {
    const { status, stdout, stderr } = await here(word, "sound.tags.zst");
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^tagview: [^\n]+\n$/);
    expect(stderr).toContain(`unknown command '${word}'`);
    expect(stderr).toContain(suggestion);
    expect(stderr).toContain("no file of this name");
  });

  it("is reported before options that no overview has", async () => {
    const { status, stderr } = await here("coincidence", "--window", "2ns", "sound.tags.zst");
    expect(status).toBe(2);
    expect(stderr).toContain("unknown command 'coincidence' (Did you mean coincidences?)");
  });

  it("is no command after an option", async () => {
    const { status, stderr } = await here("--json", "stats", "sound.tags.zst");
    expect([status, stderr]).toEqual([
      2,
      "tagview: the command stats follows an option: write the command first\n",
    ]);
  });

  it("is a file where there is one of this name", async () => {
    write(folder, "stat", HEADER);
    expect((await here("stat")).status).toBe(0);
    // A command has its name for itself; its file has a path.
    write(folder, "stats", HEADER);
    expect((await here("./stats")).stdout).toContain("3 partitions");
  });
});

it("refuses options that no overview has", async () => {
  const { status, stderr } = await here("--frobnicate", "sound.tags.zst");
  expect([status, stderr]).toEqual([2, "tagview: unknown option '--frobnicate': see tagview --help\n"]);
  expect(existsSync(join(folder, "--frobnicate"))).toBe(false);
});
