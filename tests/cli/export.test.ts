/** `export`: the tags and columns that it writes, and the files left after a failure. */

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { record, scratch, tagview, write } from "../support/command-line";
import { indexHeader } from "../support/index-headers";
import { type Photon, ptu } from "../support/other-taggers";

const folder = scratch();
const at = (name: string): string => join(folder, name);
const read = (name: string): string => readFileSync(at(name), "utf8");
const exporting = (...args: string[]) => tagview(["export", ...args], "", folder);

// A tag every 10 ticks from time 1000 on, channels 3 and 15 by turns; ten frames of 100 tags.
const steady = Array.from({ length: 1000 }, (_, i): [number, bigint] => [
  i % 2 ? 15 : 3,
  1000n + 10n * BigInt(i),
]);
const lines = (tags: [number, bigint][]): string =>
  `time,channel\n${tags.map(([channel, time]) => `${time},${channel}\n`).join("")}`;

beforeAll(async () => {
  await record(at("steady.tags.zst"), steady, "--frame-tags", "100");
});

describe("export", () => {
  it("writes every format by the ending of its name, and reports what it wrote", async () => {
    const starts = {
      parquet: "PAR1",
      arrow: "ARROW1",
      npy: "\u0093NUMPY",
      csv: "time,channel\n",
      h5: "\u0089HDF\r\n",
    };
    for (const [ending, start] of Object.entries(starts)) {
      const { status, stdout, stderr } = await exporting("--json", "steady.tags.zst", "-o", `x.${ending}`);
      expect([status, stderr]).toEqual([0, ""]);
      const bytes = readFileSync(at(`x.${ending}`));
      expect(bytes.subarray(0, start.length).toString("latin1")).toBe(start);
      expect(JSON.parse(stdout)).toEqual({
        ...{ file: "steady.tags.zst", out: `x.${ending}`, format: ending, tags: 1000 },
        bytes: bytes.length,
        metadata: {
          "tagview.source": "steady.tags.zst",
          "tagview.command": `tagview export --json steady.tags.zst -o x.${ending}`,
          "tagview.tick_s": "1.5625e-10",
        },
        ...{ doubtful_tags: 0, complete: true, error: null },
      });
    }
    expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("writes the tags that are selected, and virtual ones", async () => {
    const args = [
      "--channel",
      "3",
      "--from",
      "100",
      "--to",
      "200",
      "steady.tags.zst",
      "-o",
      "-",
      "--format",
      "csv",
    ];
    const { status, stdout } = await exporting(...args);
    expect([status, stdout]).toEqual([
      0,
      lines(steady.filter(([channel, time]) => channel === 3 && time >= 1100n && time <= 1200n)),
    ]);
    const list = write(folder, "list.csv", "channel,name,role,delay\n3,signal,,10\n");
    const moved = ["--channels", list, "--define", "100=3+15", "--channel", "100", "--to", "30"];
    const virtual = await exporting(...moved, "steady.tags.zst", "-o", "virtual.csv");
    expect([virtual.status, virtual.stderr]).toEqual([0, ""]);
    expect(read("virtual.csv")).toBe(
      lines([
        [100, 1010n],
        [100, 1010n],
        [100, 1030n],
      ]),
    );
  });

  it("streams through pipes if the format supports it, and reports if not", async () => {
    const bytes = readFileSync(at("steady.tags.zst"));
    const piped = await tagview(["export", "-", "--format", "csv", "-o", "-"], bytes, folder);
    expect([piped.status, piped.stdout]).toEqual([0, lines(steady)]);
    for (const format of ["npy", "h5"]) {
      const { status, stdout, stderr } = await exporting("steady.tags.zst", "--format", format, "-o", "-");
      expect([status, stdout]).toEqual([2, ""]);
      expect(stderr).toContain(`a file of ${format} begins with its length`);
    }
    const unnamed = await exporting("steady.tags.zst", "-o", "x.xlsx");
    expect(unnamed.status).toBe(2);
    expect(unnamed.stderr).toContain("end it in .parquet, .arrow, .npy, .csv or .h5");
  });

  it("replaces no file without --force, and leaves none behind if the recording cannot be opened", async () => {
    writeFileSync(at("kept.csv"), "mine");
    const refused = await exporting("steady.tags.zst", "-o", "kept.csv");
    expect([refused.status, read("kept.csv")]).toEqual([2, "mine"]);
    expect(refused.stderr).toContain("kept.csv exists already: choose another name, or add --force");
    expect((await exporting("steady.tags.zst", "-o", "kept.csv", "--force")).status).toBe(0);
    expect(read("kept.csv")).toBe(lines(steady));
    expect((await exporting("nowhere.tags.zst", "-o", "none.parquet")).status).toBe(2);
    expect(existsSync(at("none.parquet"))).toBe(false);
  });

  it("writes columns that are read again with their tick", async () => {
    const printed = await tagview(["cat", "steady.tags.zst"], "", folder);
    for (const name of ["again.parquet", "again.arrow"]) {
      expect((await exporting("--tick", "4ps", "steady.tags.zst", "-o", name)).status).toBe(0);
      expect(await tagview(["cat", name], "", folder)).toEqual(printed);
      const stats = JSON.parse((await tagview(["stats", "--json", name], "", folder)).stdout);
      expect(stats).toMatchObject({ format: name.slice(6), tags: 1000, tick_s: 4e-12, complete: true });
      const onto = await exporting("--force", name, "-o", name);
      expect(onto.status).toBe(2);
      expect(onto.stderr).toContain(`${name} is the input, which the output would replace`);
    }
    // 2 MiB of other metadata, in an unknown field, stand behind the tick.
    const file = readFileSync(at("again.parquet"));
    const end = file.length - 9;
    const text = Buffer.concat([Buffer.of(0x88, 0x80, 0x80, 0x80, 1), Buffer.alloc(2 << 20)]);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(file.readUInt32LE(end + 1) + text.length);
    const parts = [file.subarray(0, end), text, Buffer.of(0), length, Buffer.from("PAR1")];
    writeFileSync(at("long.parquet"), Buffer.concat(parts));
    const long = JSON.parse((await tagview(["stats", "--json", "long.parquet"], "", folder)).stdout);
    expect(long).toMatchObject({ tags: 1000, tick_s: 4e-12, complete: true });
  });

  it("adds the microtimes of a T3 recording, and refuses them for others", async () => {
    const photons: Photon[] = [
      [5, 7, 1],
      [6, 9, 2],
      [8, 0, 1],
    ];
    write(folder, "t3.ptu", ptu(photons, { resolution: 16e-12, period: 12.5e-9 }));
    const { status, stdout, stderr } = await exporting(
      "--quiet",
      "--microtimes",
      "t3.ptu",
      "--format",
      "csv",
      "-o",
      "-",
    );
    expect([status, stderr]).toEqual([0, ""]);
    const [header, ...rows] = stdout.trimEnd().split("\n");
    expect(header).toBe("time (16ps),channel,microtime (16ps)");
    expect(rows.map((row) => row.split(",").slice(1))).toEqual([
      ["0", "-1"],
      ["1", "7"],
      ["0", "-1"],
      ["2", "9"],
      ["0", "-1"],
      ["1", "0"],
    ]);
    const refused = await exporting("--microtimes", "steady.tags.zst", "-o", "none.csv");
    expect([refused.status, existsSync(at("none.csv"))]).toEqual([2, false]);
    expect(refused.stderr).toContain("--microtimes: this recording has no microtimes");
  });

  it("exports the sound part of a damaged recording, and exits with 1", async () => {
    const bytes = readFileSync(at("steady.tags.zst"));
    const middle = Math.floor(bytes.length / 2);
    bytes.fill(0xaa, middle, middle + 40);
    writeFileSync(at("damaged.tags.zst"), bytes);
    const { status, stderr } = await exporting("damaged.tags.zst", "-o", "damaged.csv");
    expect(status).toBe(1);
    expect(stderr).toMatch(/^tagview: damaged\.tags\.zst: .+ \(at byte \d+\): .+\n$/);
    const found = read("damaged.csv").trimEnd().split("\n").slice(1);
    expect(found.length).toBeGreaterThan(500);
    expect(found.length).toBeLessThan(1000);
    const all = new Set(lines(steady).split("\n"));
    expect(found.filter((line) => !all.has(line))).toEqual([]);
  });
});

describe("--table", () => {
  it("writes the table of a command as CSV, Parquet or JSON, and prints nothing", async () => {
    const rate = ["rate", "--bin", "1000", "steady.tags.zst"];
    const silent = { status: 0, stdout: "", stderr: "" };
    expect(await tagview([...rate, "--table", "rate.csv"], "", folder)).toEqual(silent);
    const tsv = (await tagview([...rate, "--tsv"], "", folder)).stdout;
    expect(read("rate.csv")).toBe(tsv.slice(1).replaceAll("\t", ","));
    expect(await tagview([...rate, "--table", "rate.json"], "", folder)).toEqual(silent);
    expect(read("rate.json")).toBe((await tagview([...rate, "--json"], "", folder)).stdout);
    expect(await tagview(["stats", "steady.tags.zst", "--table", "stats.parquet"], "", folder)).toEqual(
      silent,
    );
    expect(readFileSync(at("stats.parquet")).subarray(0, 4).toString()).toBe("PAR1");
    expect(await tagview(["offsets", "v1=0:5,1:7", "--table", "offsets.csv"], "", folder)).toEqual(silent);
    expect(read("offsets.csv")).toBe("partition,offset\n0,5\n1,7\n");
  });

  it("replaces no file without --force, and writes no file for different tables or an unreadable input", async () => {
    const again = await tagview(["stats", "steady.tags.zst", "--table", "kept.csv"], "", folder);
    expect(again.status).toBe(2);
    expect(again.stderr).toContain("kept.csv exists already");
    write(folder, "index-header", indexHeader({ job: ["api"] }));
    const several = await tagview(["steady.tags.zst", "index-header", "--table", "several.csv"], "", folder);
    expect(several.status).toBe(2);
    expect(several.stderr).toContain("the tables of these files have different columns");
    expect((await tagview(["stats", "nowhere.tags.zst", "--table", "none.csv"], "", folder)).status).toBe(2);
    expect((await tagview(["stats", "steady.tags.zst", "--table", "x.xlsx"], "", folder)).status).toBe(2);
    expect(["several.csv", "none.csv", "x.xlsx"].filter((name) => existsSync(at(name)))).toEqual([]);
  });

  it("keeps a text with a tab as it is in Parquet, and escapes it in CSV as --tsv does", async () => {
    const name = "tab\tbed.tags.zst";
    await record(at(name), [[3, 0n]]);
    for (const table of ["tab.parquet", "tab.csv"])
      expect((await tagview(["stats", name, "--table", table], "", folder)).stderr).toBe("");
    expect(readFileSync(at("tab.parquet")).includes("\\x09")).toBe(false);
    expect(read("tab.csv")).toContain("\ntab\\x09bed.tags.zst,3,1,");
  });

  it("writes columns of the kinds that they are defined to have, of an empty table too", async () => {
    await record(at("empty.tags.zst"), []);
    // At 0, where all reals are whole by chance.
    await record(at("whole.tags.zst"), [
      [3, 0n],
      [15, 0n],
    ]);
    const stats = {
      ...{ file: "text", channel: "integer", tags: "integer", rate_hz: "real" },
      ...{ first: "integer", last: "integer", min_gap: "integer" },
    };
    const pairs = {
      ...{ file: "text", a: "integer", b: "integer", tags_a: "integer", tags_b: "integer" },
      ...{ counts: "integer", delay: "integer", delay_s: "real", peak_counts: "integer" },
      ...{ background: "real", significance: "real", fwhm: "real" },
    };
    for (const [kinds, ...call] of [
      [stats, "stats"],
      [pairs, "pairs"],
      [{ gap: "integer" }, "gaps"],
      [{ time_s: "real" }, "rate"],
    ] as const) {
      for (const name of ["empty", "whole", "steady"]) {
        const made = await tagview(
          [...call, `${name}.tags.zst`, "--table", `${name}.parquet`, "--force"],
          "",
          folder,
        );
        const noted = name === "empty" ? "note: empty.tags.zst: the recording has no tags\n" : "";
        expect(made).toMatchObject({ status: 0, stderr: noted });
        expect(kindsOf(readFileSync(at(`${name}.parquet`)))).toMatchObject(kinds);
      }
    }
    const offsets = async (...args: string[]) => {
      const made = await tagview(["offsets", ...args, "--table", "offsets.parquet", "--force"], "", folder);
      expect(made.stderr).toBe("");
      return kindsOf(readFileSync(at("offsets.parquet")));
    };
    const lag = { partition: "integer", left: "integer", right: "integer", lag: "integer", side: "text" };
    expect(await offsets("v1=0:5", "--diff", "v1=0:7")).toEqual(lag);
  });
});

const KINDS: Record<string, string> = { "\x04": "integer", "\x0a": "real", "\x0c": "text" };

/** Facts about the columns of a Parquet file in the schema of its footer (Thrift): type, optional, and name. */
function kindsOf(file: Buffer): Record<string, string> {
  const footer = file.subarray(-8 - file.readUInt32LE(file.length - 8)).toString("latin1");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const columns = footer.matchAll(/\x15([\x04\x0a\x0c])\x25\x02\x18[\s\S]([a-z_0-9]+)/g);
  return Object.fromEntries([...columns].map(([, type = "", name = ""]) => [name, KINDS[type] ?? "?"]));
}
