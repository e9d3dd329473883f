/** `tagview offsets` as operators and scripts use it. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scratch, tagview, write } from "../support/command-line";
import { testEngine } from "../support/engine";

const folder = scratch();
const engine = testEngine();
const good = async (args: string[], input = ""): Promise<string> => {
  const { status, stdout, stderr } = await tagview(["offsets", ...args], input, folder);
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
};
const json = async (args: string[]) => JSON.parse((await tagview(["offsets", "--json", ...args])).stdout);

/** From the published evaluation: offsets 2^63 - 1 - i. */
function published(partitions: number): string {
  const entries = Array.from({ length: partitions }, (_, i) => `${i}:${2n ** 63n - 1n - BigInt(i)}`);
  return `v1=${entries.join(",")}`;
}

const FORMATS = [
  "text",
  "pairs-varint",
  "pairs-varint-snappy",
  "offsets-varint-snappy",
  "pairs-fixed",
  "pairs-fixed-snappy",
  "offsets-fixed-snappy",
];

describe("--sizes", () => {
  it("lists the lengths of the published evaluation, partitions ascending", async () => {
    const sizes = [23889, 15916, 7960, 5364, 16000, 10676, 5356];
    expect(await good(["--sizes", "--tsv", "-"], published(1000))).toBe(
      `#encoding\tbytes\n${FORMATS.map((format, index) => `${format}\t${sizes[index]}\n`).join("")}`,
    );
  });

  it("has no length where an encoding has no place for the partitions", async () => {
    const { count, sizes, complete } = await json(["--sizes", "v1=1:5"]);
    expect([count, complete]).toEqual([1, true]);
    const impossible = sizes.filter(({ bytes }: { bytes: number | null }) => bytes === null);
    expect(impossible.map(({ encoding }: { encoding: string }) => encoding)).toEqual([
      "offsets-varint-snappy",
      "offsets-fixed-snappy",
    ]);
    expect(impossible[0].error.code).toBe("mismatch");
  });
});

describe("--encode and --decode", () => {
  it.each(FORMATS)("bring the offsets back through %s", async (format) => {
    const header = "v1=0:9223372036854775807,1:-1,2:0,3:42";
    const encoded = (await good(["--encode", format, header])).trim();
    const { partitions, encoding } = await json(["--decode", format, encoded]);
    expect(encoding).toBe(format);
    expect(partitions.map(({ partition }: { partition: number }) => partition)).toEqual([0, 1, 2, 3]);
    // 2^63 - 1 is more than a number holds: as text.
    const table = await tagview(["offsets", "--tsv", "--decode", format, encoded]);
    expect(table.stdout).toBe("#partition\toffset\n0\t9223372036854775807\n1\t-1\n2\t0\n3\t42\n");
  });

  it("refuse what would name other partitions", async () => {
    const ran = await tagview(["offsets", "--encode", "offsets-fixed-snappy", "v1=1:5"]);
    expect([ran.status, ran.stdout]).toEqual([1, ""]);
    expect(ran.stderr).toMatch(/^tagview: .*only partitions 0, 1, 2.*\n$/);
  });

  it("know their formats", async () => {
    for (const option of ["--encode", "--decode"]) {
      const ran = await tagview(["offsets", option, "json", "v1=1:5"]);
      expect([ran.status, ran.stdout]).toEqual([2, ""]);
      expect(ran.stderr).toContain("pairs-varint");
    }
  });
});

describe("--diff", () => {
  it("prints right less left, and who is on one side only", async () => {
    const found = JSON.parse(await good(["--json", "v1=0:5,1:10,3:1", "--diff", "v1=0:9,1:4,2:8"]));
    expect(found).toMatchObject({
      partitions: [
        { partition: 0, left: 5, right: 9, lag: 4 },
        { partition: 1, left: 10, right: 4, lag: -6 },
      ],
      only_left: [3],
      only_right: [2],
      total_lag: -2,
      max_lag: 4,
    });
  });

  it("leads with partitions that went backwards, stood still, are missing or new", async () => {
    const [left, right] = [
      "v1=0:50000,1:7,2:10,3:20,4:-1,5:1,6:30000",
      "v1=0:25000,1:7,2:4007,3:25,4:-1,6:30001,9:30005",
    ];
    const lines = (await good([left, "--diff", right])).split("\n");
    expect(lines.slice(0, 7)).toEqual([
      "The second header is the later one.",
      "Partition 0 went backwards by 25,000.",
      "Partition 1 stood still.",
      "Partition 5 is missing in the second header.",
      "Partition 9 is new in the second header.",
      "Partition 2 moved furthest, by 3,997.",
      "6 partitions are in both: median progress 0, -20,997 in all.",
    ]);
    const found = JSON.parse(await good(["--json", left, "--diff", right]));
    expect(found).toMatchObject({
      fell_back: [0],
      stood_still: [1],
      min_lag: -25000,
      median_lag: 0,
      later: "right",
    });
    const turned = (await good([right, "--diff", left])).split("\n");
    expect(turned.slice(0, 3)).toEqual([
      "The first header is ahead in 3 partitions, the second one in 1: swap them if the first one is the later.",
      "3 partitions went backwards, the first by 3,997: 2; 3; 6.",
      "Partition 1 stood still.",
    ]);
    const reversed = (await good(["v1=0:9,1:7,2:3", "--diff", "v1=0:5,1:7,2:3"])).split("\n");
    expect(reversed.slice(0, 2)).toEqual([
      "The first header is the later one: swap them to see what happened since.",
      "2 partitions stood still: 1; 2.",
    ]);
  });

  it("lists partitions that stand still before empty ones", async () => {
    const header = "v1=0:-1,1:7,2:3";
    const rows = (await good([header, "--diff", "v1=0:-1,1:7,2:2"])).split("\n\n")[1];
    expect(rows?.match(/^ +\d/gm)?.map(Number)).toEqual([2, 1, 0]);
  });

  it("stays exact beyond 64 bits", async () => {
    const least = "v1=0:-9223372036854775808,1:-9223372036854775808";
    const most = "v1=0:9223372036854775807,1:9223372036854775807";
    const { stdout } = await tagview(["offsets", "--json", least, "--diff", most]);
    expect(stdout).toContain('"lag":18446744073709551615');
    expect(stdout).toContain('"total_lag":36893488147419103230');
  });

  it("shows the worst first, and takes files and curl's dumps", async () => {
    const left = "> GET / HTTP/1.1\r\n> X-Read-Consistency-Offsets: v1=0:5,1:10,2:8\r\n>\r\n";
    const right = "> X-Read-Consistency-Offsets: v1=0:9,1:1010,2:8\r\n";
    write(folder, "left.txt", left);
    const lines = (await good(["@left.txt", "--diff", "-"], right)).split("\n");
    expect(lines.slice(0, 4)).toEqual([
      "The second header is the later one.",
      "Partition 2 stood still.",
      "Partition 1 moved furthest, by 1,000.",
      "3 partitions are in both: median progress 4, 1,004 in all.",
    ]);
    expect(lines.slice(5, 9).map((line) => line.trim().split(/\s+/)[0])).toEqual([
      "partition",
      "2",
      "0",
      "1",
    ]);
    const fell = await good(["v1=0:5,1:9,2:7", "--diff", "v1=0:6,1:9,2:1"]);
    const order = fell.split("\n").filter((line) => /^ +\d/.test(line));
    expect(order.map((line) => line.trim().split(/\s+/)[0])).toEqual(["2", "1", "0"]);
  });

  it("prints what it could compare and fails where a side is damaged", async () => {
    const ran = await tagview(["offsets", "--json", "v1=0:5,1:x", "--diff", "v1=0:9,1:7"]);
    expect(ran.status).toBe(1);
    expect(JSON.parse(ran.stdout)).toMatchObject({
      partitions: [{ partition: 0, lag: 4 }],
      only_right: [1],
      complete: false,
      error: { code: "malformed-entry", offset: 7 },
    });
    expect(ran.stderr).toMatch(/^tagview: left: .*\(at byte 7\).*\n$/);
  });

  it("draws the progress", async () => {
    await good(["-q", "v1=0:5,1:10", "--diff", "v1=0:9,1:1010", "--plot", "lag.svg"]);
    expect(readFileSync(join(folder, "lag.svg"), "utf8")).toContain(">1: 1,000<");
  });
});

describe("--lookup", () => {
  it.each([
    ["v1=0:5,1:6,2:7,5:8", [], "the header, which has 0 to 2, 5: choose from these"],
    ["v1=", [], "the header, which has none: check what it was copied from"],
    [
      `v1=${Array.from({ length: 20 }, (_, k) => `${10 + 2 * k}:1`).join(",")}`,
      [],
      "the header, which has 10, 12, 14, 16, 18, 20, 22, 24 and 12 more ranges: choose from these",
    ],
    [
      "v2=0/7:1,0/8:1,3/4:2",
      [],
      "compartment 0 of the header, which has 7 to 8: choose from these, or name another compartment with --compartment: 0, 3",
    ],
    [
      "v2=0/7:1,3/4:2",
      ["--compartment", "1"],
      "the header, which has no compartment 1: name another one with --compartment: 0, 3",
    ],
  ])("of a partition that is not in %s reports which are", async (header, options, message) => {
    const { status, stdout, stderr } = await tagview(["offsets", "--lookup", "9", ...options, header]);
    expect([status, stdout, stderr]).toEqual([1, "", `tagview: partition 9 is not in ${message}\n`]);
  });

  it("may be repeated, with a line, an object or a row for each partition", async () => {
    const twice = ["--lookup", "2", "--lookup", "0", "v1=0:5,1:6,2:7"];
    expect(await good(twice)).toBe("7\n5\n");
    expect(await good([...twice, "--tsv"])).toBe("#partition\toffset\n2\t7\n0\t5\n");
    const objects = (await good([...twice, "--json"]))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(objects).toMatchObject([
      { partition: 2, offset: 7 },
      { partition: 0, offset: 5 },
    ]);
    const { status, stdout, stderr } = await tagview(["offsets", "--lookup", "9", ...twice]);
    expect([status, stdout]).toEqual([1, "7\n5\n"]);
    expect(stderr).toContain("partition 9 is not in the header");
  });

  it("reports offsets on standard error that a person would read but Mimir does not find", async () => {
    const ran = await tagview(["offsets", "--lookup", "1", "0:5,1:6"]);
    expect([ran.status, ran.stdout]).toEqual([1, ""]);
    expect(ran.stderr).toMatch(
      /^tagview: Mimir finds no partition 1 .*although the text states 6: .*v1=.*\n$/,
    );
    // Without the version nothing is found; of three the first after a comma is.
    expect(await good(["--lookup", "1", "-"], "v1=1:5,1:6,1:7\n")).toBe("6\n");
  });

  it("answers for a compartment of a v2 header, an offset per Kafka cluster", async () => {
    const header = "v2=0/7:1,3/7:5;6";
    expect(await good(["--lookup", "7", "--compartment", "3", header])).toBe("5;6\n");
    expect(await json(["--lookup", "7", header])).toEqual({
      partition: 7,
      compartment: 0,
      offset: 1,
      offsets: [1],
      sentence: null,
    });
  });
});

describe("findings", () => {
  it("are a line each on standard error, and the rest is printed", async () => {
    const { status, stdout, stderr } = await tagview(["offsets", "v1=0:5,1:6,1:7,3:x,"]);
    expect(status).toBe(1);
    expect(stdout).toContain("2 partitions");
    const lines = stderr.trimEnd().split("\n");
    expect(lines[0]).toMatch(/^tagview: "3:x" .*\(at byte 15\)/);
    expect(lines).toHaveLength(3);
    expect(stderr).toMatch(/^tagview: warning: A comma follows the last entry.*\(at byte 18\)/m);
    expect(stderr).toMatch(/^tagview: warning: Partition 1 appears several times .*a look-up returns 6/m);
  });

  it("are only the failure where nobody asked for more", async () => {
    const { stderr } = await tagview(["offsets", "-q", "v1=0:5,1:6,1:7,3:x,"]);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  it("say that a header was cut where a proxy's limit is", async () => {
    const line = `X-Read-Consistency-Offsets: ${published(1000)}`.slice(0, 8192);
    const { status, stderr } = await tagview(["offsets", "-"], line);
    expect(status).toBe(1);
    expect(stderr).toMatch(/8192 bytes long, and proxies cut headers at 8192 \(8 kB\)/);
  });
});

describe("a text with several headers", () => {
  const NAME = "X-Read-Consistency-Offsets";
  const LOG = `started\n${NAME}: v1=0:5,1:7\n${NAME}: v1=0:6,1:8\n${NAME}: v1=0:9,1:9\n`;
  const NOTE = "note: The first offset header (line 2) is used; 2 more have other values (at byte 75)\n";

  it.each([
    [[]],
    [["--lookup", "0"]],
    [["--lookup", "0", "--lookup", "1"]],
    [["--encode", "text"]],
    [["--sizes"]],
  ])("is noted once with %j", async (args) => {
    const ran = await tagview(["offsets", "-", ...args], LOG);
    expect([ran.status, ran.stderr]).toEqual([0, `tagview: ${NOTE}`]);
    for (const form of ["--json", "--quiet"])
      expect((await tagview(["offsets", "-", ...args, form], LOG)).stderr).toBe("");
  });

  it("is noted for either side of --diff", async () => {
    expect((await tagview(["offsets", "-", "--diff", "v1=0:9,1:9"], LOG)).stderr).toBe(
      `tagview: left: ${NOTE}`,
    );
    expect((await tagview(["offsets", "v1=0:9,1:9", "--diff", "-"], LOG)).stderr).toBe(
      `tagview: right: ${NOTE}`,
    );
  });
});

it.each(["hello world", "hello", "abcd", "GET /api/v1/query", "key: value", "v1=0:5,1:x"])(
  "%j is no whole header, by the exit status and by what read() returns",
  async (text) => {
    const ran = await tagview(["offsets", "--json", text]);
    const { complete, error } = JSON.parse(ran.stdout);
    expect([ran.status, complete, error]).toEqual([1, false, expect.anything()]);
    expect(await engine.offsets.read(text)).toMatchObject({ complete, error: { code: error.code } });
  },
);

it("refuses options that contradict each other", async () => {
  for (const args of [
    ["--sizes", "--diff", "v1=1:1"],
    ["--lookup", "1", "--encode", "text"],
    ["--compartment", "1"],
  ]) {
    expect(await tagview(["offsets", ...args, "v1=0:1"])).toMatchObject({ status: 2, stdout: "" });
  }
  expect(await tagview(["offsets", "-", "--diff", "-"])).toMatchObject({ status: 2, stdout: "" });
  expect(await tagview(["offsets", "@not-there"])).toMatchObject({ status: 2, stdout: "" });
});
