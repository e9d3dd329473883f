/** Recordings of other taggers and text files that once led to wrong numbers. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { record, scratch, tagview, write } from "../support/command-line";
import { about, type Photon, ptu, uniform } from "../support/other-taggers";

const folder = scratch();
const run = (...args: string[]) => tagview(args, "", folder);

async function json(...args: string[]): Promise<Record<string, unknown>> {
  const { status, stdout, stderr } = await run(...args, "--json");
  expect([status, stderr.replaceAll(/note: .*\n/gu, "")], args.join(" ")).toEqual([0, ""]);
  return JSON.parse(stdout);
}

const codes = (all: unknown): string[] => (all as { code: string }[]).map(({ code }) => code);

/** A real file of this kind, if there is one. */
function real(name: string): string | null {
  const path = join(import.meta.dirname, "../../../shared/data/cases", name);
  return existsSync(path) ? path : null;
}

describe("T3, whose header states the sync period", () => {
  const PERIOD = 25e-9;
  const TICK = 16e-12;

  beforeAll(() => {
    const random = uniform(1);
    let sync = 0;
    const photons = Array.from({ length: 6000 }, (): Photon => {
      sync += 1 + Math.floor(160 * random());
      // A decay of 3.5 ns, 1.6 ns after the sync.
      return [sync, Math.min(1560, Math.floor(100 - (3.5e-9 / TICK) * Math.log(random()))), 1];
    });
    write(folder, "t3.ptu", ptu(photons, { resolution: TICK, period: PERIOD }));
    // One of three photons has a partner on a second input, 5 ticks later.
    const pairs = photons.flatMap(([sync, delay], k): Photon[] => [
      [sync, delay, 1 + (k % 2)],
      ...(k % 3 === 0 ? [[sync, delay + 5, 2 - (k % 2)] as const] : []),
    ]);
    write(folder, "pair.ptu", ptu(pairs, { resolution: TICK, period: PERIOD }));
  });

  it.each([[], ["--sync", "0"]])("folds a lifetime by it, with the options %j", async (...options) => {
    const { period_s, lifetime_s, sync, remarks } = await json(
      "lifetime",
      "t3.ptu",
      "--channel",
      "1",
      ...options,
    );
    expect(period_s).toBeCloseTo(PERIOD, 15);
    expect(Number(lifetime_s) * 1e9).toBeCloseTo(3.5, 0);
    expect(sync).toBeNull();
    expect(codes(remarks)).toContain("header");
    expect(codes(remarks)).not.toContain("pile-up");
  });

  it("unless --period gives another one", async () => {
    const { period_s, remarks } = await json("lifetime", "t3.ptu", "--channel", "1", "--period", "12.5ns");
    expect(period_s).toBeCloseTo(12.5e-9, 15);
    expect(codes(remarks)).not.toContain("header");
  });

  it("has the header's rate of the sync channel", async () => {
    const { channels, remarks } = await json("stats", "t3.ptu");
    const [sync, photons] = channels as { channel: number; rate_hz: number }[];
    expect([sync?.channel, sync?.rate_hz]).toEqual([0, expect.closeTo(4e7, 0)]);
    expect(photons?.rate_hz).toBeLessThan(1e6);
    expect(codes(remarks)).toContain("sync-rate");
  });

  it.each([[[]], [["--period", "none"]]])("has no CAR of syncs, with the options %j", async (options) => {
    const { patterns } = await json("coincidences", "pair.ptu", "--window", "160ps", ...options);
    type Pattern = { channels: number[]; car: number | null; remarks: { code: string }[] };
    for (const { channels, car, remarks } of patterns as Pattern[]) {
      const hasSync = channels.includes(0);
      expect([channels, car === null, codes(remarks).includes("sync")]).toEqual([channels, hasSync, hasSync]);
    }
    const text = (await run("coincidences", "pair.ptu", "--window", "160ps", "--pattern", "0,1")).stdout;
    expect(text).toContain("channel 0 has the syncs before photons, and a sync is not a photon");
    const part = `sync-${options.length}.part`;
    await run("partial", "-q", "coincidences", "--window", "160ps", ...options, "pair.ptu", "-o", part);
    expect((await json("combine", part)).patterns).toEqual(patterns);
  });

  it("takes ch0 as the header's period in correlations", async () => {
    const args = ["g2", "t3.ptu", "--a", "1", "--b", "1", "--range=-100ns..100ns", "--bin", "1ns"];
    const { pulsed } = await json(...args, "--period", "ch0");
    expect((pulsed as { period: number }).period * TICK).toBeCloseTo(PERIOD, 14);
    const divided = await json(...args, "--period", "ch0/2");
    expect((divided.pulsed as { period: number }).period * TICK).toBeCloseTo(PERIOD / 2, 14);
  });

  /** Commands that use the period, and that two inputs take part in. */
  const COMMANDS: [string, ...string[]][] = [
    ["coincidences", "--pattern", "1,2", "--window", "160ps"],
    ["g2", "--a", "1", "--b", "2", "--range=-200ns..200ns", "--bin", "1ns"],
    ["delay", "--a", "1", "--b", "2"],
    ["pairs"],
  ];
  /** The results alone, without the command's notes on rounded times. */
  const printed = async (...args: string[]) => {
    const { status, stdout } = await run(...args);
    return { status, stdout };
  };

  it.each(COMMANDS)("has it where %s is given none", async (command, ...options) => {
    const own = await json(command, ...options, "pair.ptu");
    // 25 ns are 1562.5 ticks.
    expect(own).toEqual(await json(command, ...options, "--period", "1562.5", "pair.ptu"));
    expect(own).not.toEqual(await json(command, ...options, "--period", "none", "pair.ptu"));
    const { stdout } = await printed(command, ...options, "pair.ptu");
    expect(stdout).toMatch(/25 ns, as the file's header states/u);
    const given = await printed(command, ...options, "--period", "25ns", "pair.ptu");
    expect(given.stdout).not.toContain("as the file's header states");
  });

  it.each(COMMANDS)("is in a partial result of %s", async (command, ...options) => {
    const part = `${command}.part`;
    const { status, stderr } = await run("partial", "-q", command, ...options, "pair.ptu", "-o", part);
    expect([status, stderr]).toEqual([0, ""]);
    expect(await json("combine", part)).toEqual(await json(command, ...options, "pair.ptu"));
  });

  it("is one period in all slices", async () => {
    const args = ["coincidences", "--pattern", "1,2", "--window", "160ps", "--by", "3ms", "pair.ptu"];
    const { period, slices } = await json(...args);
    expect(period).toBe(1562.5);
    expect((slices as unknown[]).length).toBeGreaterThan(2);
  });

  it("needs a period for a partial result", async () => {
    const { status, stderr } = await run("partial", "lifetime", "--channel", "1", "t3.ptu", "-o", "x.part");
    expect([status, stderr]).toEqual([2, expect.stringMatching(/give --period/u)]);
  });

  const path = real("t3-lifetime-period/x.ptu");
  it.skipIf(path === null)("of the real kind", async () => {
    const { period_s, lifetime_s } = await json("lifetime", path ?? "", "--sync", "0", "--channel", "1");
    expect(period_s).toBeCloseTo(25e-9, 12);
    expect(Number(lifetime_s) * 1e9).toBeCloseTo(3.5, 0);
  });
});

it("T3 declared as T2 is a finding with a remedy", async () => {
  const random = uniform(2);
  const photons = Array.from({ length: 2000 }, (_, n): Photon => [900 * n, Math.floor(1500 * random()), 1]);
  write(folder, "declared.ptu", ptu(photons, { resolution: 16e-12, period: 25e-9, type: 0x01010204 }));
  for (const path of ["declared.ptu", real("t3-declared-t2/x.ptu")]) {
    if (path === null) continue;
    const { status, stderr } = await run("stats", path);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/the records look like T3.*export it again/u),
    ]);
  }
});

describe("a text", () => {
  const histogram = Array.from(
    { length: 40 },
    (_, n) => `${(n / 10).toFixed(4)}\t${50 - Math.abs(n - 12) + (n % 3)}\n`,
  );

  it("with a histogram is refused unless its columns are named", async () => {
    write(folder, "hist.txt", histogram.join(""));
    const paths = [
      "hist.txt",
      real("histogram-read-as-tags/hist.txt"),
      real("histogram-read-as-tags/decay.txt"),
    ];
    for (const path of paths) {
      if (path === null) continue;
      const overview = await run(path);
      expect([overview.status, overview.stdout.split("\n")[0]]).toEqual([
        0,
        expect.stringContaining("1 curve"),
      ]);
      for (const args of [
        ["stats", path],
        ["convert", path, "--force", "-o", "no.tags.zst"],
      ]) {
        const { status, stdout, stderr } = await run(...args);
        expect([status === 0, stdout], args.join(" ")).toEqual([false, ""]);
        expect(stderr).toMatch(/--columns (channel,time|time,channel)/u);
      }
      expect((await run("stats", path, "--columns", "time,channel")).status).toBe(0);
    }
  });

  it("that is refused names --columns", async () => {
    write(folder, "eu.csv", "Kanal;Zeit/ns\n1;1360,125\n1;161943,136\n2;919789,11\n");
    for (const path of ["eu.csv", real("text-refused-no-columns/eu.csv")]) {
      if (path === null) continue;
      for (const args of [[path], ["stats", path]])
        expect((await run(...args)).stderr).toMatch(/--columns (channel,time|time,channel)/u);
      expect((await run("stats", path, "--columns", "channel,time")).status).toBe(0);
    }
  });

  it("of times alone is read as the channel that --columns names", async () => {
    write(folder, "one.txt", "1360\n161943\n919789\n");
    expect((await run("one.txt")).stderr).toContain("--columns");
    for (const path of ["one.txt", real("text-refused-no-columns/one_column.txt")]) {
      if (path === null) continue;
      const { channels } = await json("stats", path, "--columns", "time=3");
      const file = path === "one.txt" ? join(folder, path) : path;
      const lines = readFileSync(file, "utf8").trim().split("\n").length;
      expect(channels).toEqual([expect.objectContaining({ channel: 3, tags: lines })]);
    }
  });

  it("whose tick --tick gives has no note that nothing states it", async () => {
    write(folder, "ticks.csv", "channel,timestamp\n4,411025585\n1,437181614\n3,495375103\n");
    for (const path of ["ticks.csv", real("explicit-tick-note/x.csv")]) {
      if (path === null) continue;
      expect(codes((await json("stats", path)).remarks)).toContain("no-tick");
      expect(codes((await json("stats", path, "--tick", "156.25ps")).remarks)).toEqual([]);
    }
  });

  it("that export wrote keeps its unit", async () => {
    await record(
      join(folder, "own.tags.zst"),
      [
        [1, 0n],
        [2, 1000n],
        [1, 5_000_000n],
      ],
      "--tick",
      "4ps",
    );
    for (const path of ["own.tags.zst", "t3.ptu", real("csv-round-trip/x.ptu")]) {
      if (path === null) continue;
      expect((await run("export", path, "-o", "again.csv", "--force", "--quiet")).status).toBe(0);
      const [one, other] = [await json("stats", path), await json("stats", "again.csv")];
      for (const key of ["tags", "span_s", "tick_s"]) expect([key, other[key]]).toEqual([key, one[key]]);
    }
    expect(readFileSync(join(folder, "again.csv"), "latin1")).toMatch(/^time \([\d.]+ps\),channel\n/u);
  });

  it("is not read in another unit than it states without a note", async () => {
    write(folder, "ns.csv", "channel,time (ns)\n1,1000\n2,2000\n");
    const command = ["cat", "ns.csv", "--unit"];
    expect((await run(...command, "ps")).stderr).toBe(
      "note: ns.csv: the file states times in ns; --unit replaces it by ps\n",
    );
    expect((await run(...command, "ns")).stderr).toBe("");
    await record(join(folder, "ticks.tags.zst"), [[1, 1000n]], "--tick", "4ps");
    const ignored = await run("cat", "ticks.tags.zst", "--unit", "ns");
    expect(ignored.stderr).toContain("--unit has no effect on a recording of tagview");
    expect((await run("export", "ticks.tags.zst", "-o", "ticks.parquet", "--quiet")).status).toBe(0);
    const remarks = (await json("stats", "ticks.parquet", "--unit", "ns")).remarks as { message: string }[];
    expect(remarks.map(({ message }) => message)).toContain(
      "the file states times in 4 ps; --unit replaces it by ns",
    );
  });

  it("with an exponent of any size is read to its end", async () => {
    write(folder, "exponent.txt", "1\t5\n2\t9\n1\t1e-2147483648\n3\t12\n");
    const { status, stdout, stderr } = await run("stats", "exponent.txt", "--json", "--tick", "1ps");
    expect([status, JSON.parse(stdout).tags]).toEqual([1, 3]);
    expect(stderr).toMatch(/line 3/u);
    write(folder, "first.txt", "1\t1e-2147483648\n1\t5\n2\t9\n");
    const first = await run("cat", "first.txt", "--columns", "channel,time");
    expect([first.status, first.stdout]).toEqual([1, "1\t5\n2\t9\n"]);
    expect(first.stderr).toMatch(/line 1/u);
  });
});

it("a tick that is no length of time does not make a recording unreadable", async () => {
  await record(join(folder, "sound.tags.zst"), [
    [1, 0n],
    [2, 1000n],
  ]);
  for (const tick of ["1h", "0ps", "-4ps", "4", ""]) {
    const bytes = Buffer.concat([about({ tick }), readFileSync(join(folder, "sound.tags.zst"))]);
    write(folder, "odd.tags.zst", bytes);
    const { tags, tick_s, remarks } = await json("stats", "odd.tags.zst");
    expect([tags, tick_s]).toEqual([2, 1.5625e-10]);
    expect((remarks as { message: string }[])[0]?.message).toMatch(/which is not a length of time/u);
    expect((await run("gaps", "odd.tags.zst")).stderr).toMatch(/not a length of time/u);
    expect((await run("gaps", "odd.tags.zst", "--tick", "1ps")).stderr).not.toMatch(/not a length of time/u);
  }
});

describe("two detectors behind one router", () => {
  beforeAll(() => {
    const random = uniform(3);
    let [time, last] = [0, -1000];
    const tags = Array.from({ length: 40_000 }, (): [number, bigint][] => {
      time += 1 + Math.floor(3000 * random());
      if (time - last < 400) return [];
      last = time;
      return [[random() < 0.5 ? 1 : 2, BigInt(time)]];
    }).flat();
    return record(join(folder, "router.tags.zst"), tags, "--tick", "1ns");
  });

  it("have no g2 at zero, no CAR and no efficiency, and a hint", async () => {
    const pair = ["--a", "1", "--b", "2"];
    const answers = [
      await json("g2", "router.tags.zst", ...pair, "--range=-2us..2us", "--bin", "50ns"),
      await json("coincidences", "router.tags.zst", "--window", "100ns"),
      await json("pairs", "router.tags.zst"),
    ];
    for (const { hints } of answers)
      expect(hints).toEqual([
        {
          code: "shared-dead-time",
          message: expect.stringMatching(/dead time of at most 4\d\d ticks/u),
          option: null,
        },
      ]);
    expect(answers[0]?.g2).toSatisfy((g2: (number | null)[]) => g2[40] === null);
    const [pattern] = (answers[1]?.patterns ?? []) as { car: number | null; efficiency: object }[];
    expect([pattern?.car, Object.values(pattern?.efficiency ?? {})]).toEqual([null, [null, null]]);
    const { stdout } = await run("g2", "router.tags.zst", ...pair, "--range=-2us..2us", "--bin", "50ns");
    expect(stdout).toMatch(/hint: channels 1 and 2 share a dead time of at most 4\d\d\.\d ns/u);
  });

  const path = real("router-shared-dead-time/x.ptu");
  it.skipIf(path === null)("of the real kind", async () => {
    const { stdout } = await run("delay", path ?? "", "--a", "1", "--b", "2", "--json");
    const { hints, pulsed } = JSON.parse(stdout);
    expect(codes(hints)).toEqual(["shared-dead-time"]);
    expect(pulsed?.g2 ?? null).toBeNull();
  });
});
