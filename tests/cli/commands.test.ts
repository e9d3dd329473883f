/** The output of the commands, byte for byte where scripts rely on it. */

import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { realData, record, scratch, tagview, write } from "../support/command-line";

const folder = scratch();
const big = join(folder, "big.tags.zst");
// By hand: channel 3 at 0, 100, 250; channel 15 at 110; a channel and a time beyond 2^53.
const tags: [number, bigint][] = [
  [3, 9_007_199_254_740_993n],
  [3, 9_007_199_254_741_093n],
  [15, 9_007_199_254_741_103n],
  [3, 9_007_199_254_741_243n],
];
// 1 tag in 250 ticks of 156.25 ps.
const RATE = 1 / 3.90625e-8;
const text = tags.map(([channel, time]) => `${channel}\t${time}\n`).join("");

beforeAll(() => record(big, tags, "--frame-tags", "2"));

async function good(args: string[], input: string | Uint8Array = ""): Promise<string> {
  const { status, stdout, stderr } = await tagview(args, input, folder);
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
}

describe("stats", () => {
  it("prints every key of the contract, and integers beyond 2^53 exactly", async () => {
    const bytes = statSync(big).size;
    expect(await good(["stats", "--json", "big.tags.zst"])).toBe(
      `{"file":"big.tags.zst","bytes":${bytes},"frames":2,"messages":2,"tags":4,"format":null,"device":null,"meta":null,"tick_s":1.5625e-10,` +
        '"first":9007199254740993,"last":9007199254741243,"span":250,"span_s":3.90625e-8,"out_of_order":0,"sound_tags":null,"sound_until":null,"doubtful_tags":0,"passed_over":0,' +
        '"complete":true,"error":null,"channels":[' +
        '{"channel":3,"tags":3,"rate_hz":76800000,"first":9007199254740993,"last":9007199254741243,"min_gap":100},' +
        `{"channel":15,"tags":1,"rate_hz":${RATE},"first":9007199254741103,"last":9007199254741103,"min_gap":null}],"remarks":[],"order_break":null}\n`,
    );
  });

  it("prints a table with one header for all files", async () => {
    const begin = "1407374.8835532803";
    const row3 = `3\t76800000\t9007199254740993\t9007199254741243\t100\t${begin}\t1407374.8835533191\t1.5625e-8`;
    const row15 = `1\t${RATE}\t9007199254741103\t9007199254741103\t\t1407374.8835532973\t1407374.8835532973\t`;
    const rows = `big.tags.zst\t3\t${row3}\t1.5625e-10\nbig.tags.zst\t15\t${row15}\t1.5625e-10\n`;
    const seconds = "first_s\tlast_s\tmin_gap_s\ttick_s";
    expect(await good(["stats", "--tsv", "big.tags.zst", "big.tags.zst"])).toBe(
      `#file\tchannel\ttags\trate_hz\tfirst\tlast\tmin_gap\t${seconds}\n${rows}${rows}`,
    );
  });

  it("draws an aligned table for people", async () => {
    const lines = (await good(["stats", "big.tags.zst"])).split("\n");
    expect(lines[0]).toMatch(
      /^big\.tags\.zst {3}\d+ B · 2 frames · tick 156\.25 ps \(default\) · 4 tags · 39\.063 ns · in order$/,
    );
    expect(lines.slice(1)).toEqual([
      "",
      "channel   tags       rate    share   least gap   over time",
      "      3      3   76.8 MHz   75.0 %     15.6 ns   █   █      █",
      "     15      1   25.6 MHz   25.0 %           –        █",
      "",
      "",
    ]);
  });

  it("reads standard input, named or not, and takes another tick", async () => {
    const bytes = readFileSync(big);
    for (const args of [[], ["-"]]) {
      const json = JSON.parse(await good(["stats", "--json", "--tick", "1ns", ...args], bytes));
      expect(json).toMatchObject({ file: "-", bytes: bytes.length, tags: 4, tick_s: 1e-9, span_s: 2.5e-7 });
    }
  });

  it("begins the bins of a rate at --from with moved and virtual channels, too", async () => {
    const lines = async (...options: string[]) =>
      (await good(["rate", "--quiet", "--bin", "100ns", "--from", "10ns", "--tsv", ...options, big])).split(
        "\n",
      );
    const [header, first] = await lines();
    const moved = await lines("--delay", "15=6");
    expect([moved[0], moved[1]?.split("\t")[0]]).toEqual([header, first?.split("\t")[0]]);
    const virtual = await lines("--define", "100=3+15");
    expect(virtual[1]?.split("\t")[0]).toBe(first?.split("\t")[0]);
  });

  it("counts only selected tags, with times from the first tag on", async () => {
    const select = async (...options: string[]) =>
      JSON.parse(await good(["stats", "--json", ...options, big])).tags;
    expect(await select("--channel", "15")).toBe(1);
    expect(await select("--channel", "15", "--channel", "3")).toBe(4);
    expect(await select("--from", "100", "--to", "110")).toBe(2);
    expect(await select("--from", "101")).toBe(2);
    expect(await select("--to", "15.625ns")).toBe(2);
    expect(await select("--channel", "18446744073709551615")).toBe(0);
  });

  it("has no rate without a time span", async () => {
    const one = join(folder, "one.tags.zst");
    await record(one, [[7, 5n]]);
    expect(JSON.parse(await good(["stats", "--json", one]))).toMatchObject({
      tags: 1,
      span_s: 0,
      channels: [{ channel: 7, rate_hz: null, min_gap: null }],
    });
  });
});

describe("rate", () => {
  it("prints counts per bin", async () => {
    expect(await good(["rate", "--json", "--bin", "100", "big.tags.zst"])).toContain(
      '{"file":"big.tags.zst","bin":100,"start":9007199254740993,"complete":true,"channels":[' +
        '{"channel":3,"counts":[1,1,1]},{"channel":15,"counts":[0,1,0]}]',
    );
    expect(await good(["rate", "--tsv", "--bin", "100", "big.tags.zst"])).toBe(
      "#time_s\t3\t15\n0\t1\t0\n1.5625e-8\t1\t1\n3.125e-8\t1\t0\n",
    );
  });
});

describe("gaps", () => {
  it("prints a histogram of one width", async () => {
    const json = JSON.parse(
      await good(["gaps", "--json", "--bin", "50", "--range", "0..120", "big.tags.zst"]),
    );
    expect(json).toMatchObject({
      file: "big.tags.zst",
      bin: 50,
      from: 0,
      complete: true,
      channels: [
        { channel: 3, counts: [0, 0, 1], below: 0, above: 1, mean: 125, min: 100, max: 150 },
        { channel: 15, counts: [0, 0, 0], below: 0, above: 0, mean: null, min: null, max: null },
      ],
    });
  });

  it("reads dead time and afterpulsing off the histogram", async () => {
    // The simulated detectors are dead for 320 ticks and afterpulse in 1.5 of 100 cases.
    await good(["simulate", "-q", "-o", "source.tags.zst"]);
    const { channels } = JSON.parse(await good(["gaps", "--json", "source.tags.zst"]));
    expect(channels).toHaveLength(3);
    for (const { dead_time, afterpulsing, afterpulsing_error } of channels) {
      expect(Math.abs(dead_time - 320)).toBeLessThan(8);
      expect(afterpulsing_error).toBeLessThan(0.016);
      expect(Math.abs(afterpulsing - 0.015)).toBeLessThan(3 * afterpulsing_error);
    }
    expect(await good(["gaps", "source.tags.zst"])).toMatch(/^ +3 .* \d\.\d\d ± 0\.\d\d %/m);
    const few = JSON.parse(await good(["gaps", "--json", "big.tags.zst"]));
    for (const channel of few.channels) {
      expect(channel).toMatchObject({ dead_time: null, dead_time_error: null, afterpulsing: null });
      expect(channel.remarks.map(({ about, code }: Record<string, string>) => [about, code])).toEqual([
        ["dead_time", "too-few-gaps"],
        ["afterpulsing", "too-few-gaps"],
      ]);
    }
  });

  it("prints edges in place of a width for bins per decade", async () => {
    const json = JSON.parse(await good(["gaps", "--json", "--log", "1", "big.tags.zst"]));
    expect(json).not.toHaveProperty("bin");
    expect(json.edges.slice(0, 4)).toEqual([1, 10, 100, 1000]);
    expect(json.channels[0].counts).toEqual([0, 0, 2]);
  });
});

describe("cat and pack", () => {
  it("are each other's reverse", async () => {
    expect(await good(["cat", "big.tags.zst"])).toBe(text);
    expect(await good(["cat", "--channel", "15", "big.tags.zst"])).toBe("15\t9007199254741103\n");
    await good(["pack", "-", "-o", "again.tags.zst"], text.replaceAll("\n", "\r\n"));
    expect(await good(["cat", "again.tags.zst"])).toBe(text);
  });

  it("leave nothing behind after a line that can't be read", async () => {
    const path = write(folder, "bad.tsv", "3\t1\n3\t2\nthree\t3\n");
    const { status, stdout, stderr } = await tagview(["pack", path, "-o", "bad.tags.zst"], "", folder);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^tagview: .*bad\.tsv: .*line 3.*\(at byte 8\).*\n$/);
    const { readdirSync } = await import("node:fs");
    expect(readdirSync(folder).filter((name) => name.includes("bad.tags"))).toEqual([]);
  });

  it("keep existing files when they fail", async () => {
    const path = write(folder, "precious.tags.zst", "precious");
    expect((await tagview(["pack", "--force", "-", "-o", path], "no\n")).status).toBe(1);
    expect(readFileSync(path, "utf8")).toBe("precious");
  });
});

describe("verify", () => {
  it("is short about a sound recording", async () => {
    expect(await good(["verify", "big.tags.zst"])).toBe("big.tags.zst: sound, 4 tags in 2 frames\n");
    expect(await good(["verify", "--quiet", "big.tags.zst"])).toBe("");
    expect(JSON.parse(await good(["verify", "--json", "big.tags.zst"]))).toMatchObject({
      file: "big.tags.zst",
      tags: 4,
      complete: true,
      findings: [],
    });
  });

  it("names the first tag that is out of order", async () => {
    const path = join(folder, "disorder.tags.zst");
    await record(path, [
      [1, 5n],
      [1, 9n],
      [1, 7n],
    ]);
    const { status, stdout } = await tagview(["verify", path]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/: order: 1 tag is earlier than the tag before, the first of them tag number 3: /);
  });

  it("reports why there are no rates if times begin again", async () => {
    const twice = [0n, 800_000n, 1_600_000n].map((time): [number, bigint] => [1, time]);
    await record(join(folder, "twice.tags.zst"), [...twice, ...twice]);
    const { channels, remarks, span_s } = JSON.parse(await good(["stats", "--json", "twice.tags.zst"]));
    expect(channels).toMatchObject([{ tags: 6, rate_hz: null }]);
    expect(span_s).toBeNull();
    expect(remarks).toMatchObject(["span_s", "rate_hz"].map((about) => ({ about, code: "order" })));
    expect(remarks[0].message).toContain("the first 3 tags are in order");
  });
});

describe("a file that differs from the request", () => {
  it("reports the rounded value of a time that is not a whole number of ticks", async () => {
    const { status, stderr } = await tagview(["gaps", "--bin", "0.5ns", "big.tags.zst"], "", folder);
    expect([status, stderr]).toEqual([0, "note: --bin 0.5ns is 3 ticks, 468.75 ps\n"]);
    expect((await tagview(["gaps", "-q", "--bin", "0.5ns", "big.tags.zst"], "", folder)).stderr).toBe("");
    expect((await tagview(["gaps", "--bin", "10ns", "big.tags.zst"], "", folder)).stderr).toBe("");
  });

  it("reports how many tags no row of rate has", async () => {
    write(folder, "early.txt", "3\t1000\n3\t990\n3\t1005\n");
    await good(["pack", "early.txt", "-o", "early.tags.zst"]);
    const sentence = "1 tag is earlier than the first and in no bin";
    const { stdout } = await tagview(["rate", "early.tags.zst"], "", folder);
    expect(stdout).toContain(sentence);
    const { stderr } = await tagview(["rate", "--tsv", "early.tags.zst"], "", folder);
    expect(stderr).toContain(`note: early.tags.zst: ${sentence}`);
  });
});

describe("simulate", () => {
  it("gives the same bytes for the same seed, and others for another", async () => {
    const make = async (...options: string[]) => {
      await good(["simulate", "--duration", "10ms", ...options, "--force", "-o", "made.tags.zst"]);
      return readFileSync(join(folder, "made.tags.zst")).toString("base64");
    };
    const first = await make("--seed", "5");
    expect(await make("--seed", "5")).toBe(first);
    expect(await make("--seed", "6")).not.toBe(first);
    expect(JSON.parse(await good(["stats", "--json", "made.tags.zst"]))).toMatchObject({ complete: true });
  });

  it("makes light in pulses with a clock, and a pause", async () => {
    await good([
      ...[
        "simulate",
        "--duration",
        "10ms",
        "--light",
        "emitter",
        "--light-rate",
        "10e6",
        "--lifetime",
        "2ns",
      ],
      ...["--pulse-rate", "80e6", "--emitter-g2", "0.1", "--clock", "9", "--clock-divider", "100"],
      ...["--efficiency", "0.5", "--dark-rate", "0", "--dead-time", "0", "--afterpulsing", "0", "--no-extra"],
      ...["--pause", "2ms..4ms", "-o", "pulses.tags.zst"],
    ]);
    const { channels } = JSON.parse(await good(["stats", "--json", "pulses.tags.zst"]));
    expect(channels.map(({ channel }: { channel: number }) => channel)).toEqual([3, 9, 15]);
    expect(channels[1].tags).toBe(8000);
    // Of 8 ms, half of 10 MHz on each detector, half of it seen.
    for (const k of [0, 2]) expect(Math.abs(channels[k].tags - 20_000)).toBeLessThan(600);
  });

  it.each([
    [["--light-rate", "1e6"], "--light"],
    [["--light", "thermal", "--light-rate", "1e6"], "--coherence-time"],
    [["--light", "coherent"], "--light-rate"],
    [["--clock", "9"], "--pulse-rate"],
    [["--transmission", "0.5"], "FROM..TO"],
  ])("refuses %j", async (options, named) => {
    const { status, stderr } = await tagview(["simulate", ...options, "-o", "never.tags.zst"]);
    expect(status).toBe(2);
    expect(stderr).toContain(named);
  });
});

describe("offsets", () => {
  it("decodes and looks up", async () => {
    const json = JSON.parse(await good(["offsets", "--json", "v1=2:7,0:5,1:-1"]));
    expect(json).toMatchObject({
      header: "v1=2:7,0:5,1:-1",
      encoding: "text",
      version: 1,
      partitions: [
        { partition: 0, offset: 5 },
        { partition: 1, offset: -1 },
        { partition: 2, offset: 7 },
      ],
      count: 3,
      empty: 1,
      duplicates: [],
      min_offset: 5,
      max_offset: 7,
      total: 12,
      complete: true,
      error: null,
    });
    const largest = "v1=0:9223372036854775807,1:9223372036854775806";
    expect(await good(["offsets", "--lookup", "0", largest])).toBe("9223372036854775807\n");
    expect(await good(["offsets", "--json", "-"], `X-Read-Consistency-Offsets: ${largest}\r\n`)).toContain(
      '"total":18446744073709551613',
    );
    expect(await good(["offsets", "--tsv", "v1=1:5"])).toBe("#partition\toffset\n1\t5\n");
  });

  it("fails if the partition is missing", async () => {
    const { status, stdout, stderr } = await tagview(["offsets", "--lookup", "9", "v1=0:1"]);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^tagview: .*9.*\n$/);
  });
});

describe("--plot", () => {
  it.each([
    ["stats", ["big.tags.zst"]],
    ["rate", ["--bin", "50", "big.tags.zst"]],
    ["gaps", ["--log", "3", "big.tags.zst"]],
    ["offsets", ["-q", "v1=0:5,1:6"]],
  ])("draws %s as SVG and as PNG", async (command, args) => {
    await good([command, ...args, "--force", "--plot", "chart.svg"]);
    expect(readFileSync(join(folder, "chart.svg"), "utf8")).toMatch(
      /^<svg .*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/,
    );
    await good([command, ...args, "--force", "--plot", "chart.png"]);
    const png = readFileSync(join(folder, "chart.png"));
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    // The header holds width and height: 900 x 320, twice.
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1800, 640]);
  });
});

const data = realData();
describe.skipIf(data === undefined)("real recordings", () => {
  it("have the known counts", async () => {
    const names = ["500k", "500k-10-frames", "500k-one-segment"];
    const out = await good(["stats", "--json", ...names.map((name) => join(data ?? "", `${name}.tags.zst`))]);
    const found = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(found.map(({ frames }) => frames)).toEqual([1, 10, 1]);
    for (const recording of found) {
      expect(recording).toMatchObject({
        tags: 500_000,
        first: 585_950_217_716,
        last: 600_777_947_963,
        out_of_order: 0,
        complete: true,
        channels: [
          { channel: 3, tags: 223_058 },
          { channel: 15, tags: 251_662 },
          { channel: 16, tags: 25_280 },
        ],
      });
    }
  });

  it("come back from text as they were", async () => {
    const original = await good(["cat", join(data ?? "", "500k-10-frames.tags.zst")]);
    expect(original.split("\n").length).toBe(500_001);
    await good(["pack", "-", "-o", "back.tags.zst"], original);
    expect((await good(["cat", "back.tags.zst"])) === original).toBe(true);
    expect(statSync(join(folder, "back.tags.zst")).size).toBeLessThan(1_800_000);
  });
});
