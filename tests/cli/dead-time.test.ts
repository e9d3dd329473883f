/** `stats --dead-time`: rates corrected for dead time, against simulated light of a known rate. */

import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { record, scratch, tagview } from "../support/command-line";

const folder = scratch();
const stats = (...args: string[]) => tagview(["stats", ...args], "", folder);

/** Photons per second of a detector, its dead time, and the length of a recording. */
const [RATE_HZ, DEAD_S, LENGTH_S] = [1e7, 5e-8, 0.05];
const SEEDS = [1, 2, 3, 4, 5, 6];

interface Channel {
  channel: number;
  rate_hz: number;
  rate_corrected_hz?: number | null;
}

async function good(...args: string[]) {
  const { status, stdout, stderr } = await stats("--json", ...args);
  expect([status, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout) as {
    channels: Channel[];
    remarks: { about: string; code: string; message: string }[];
  };
}

beforeAll(async () => {
  // Each detector sees half of the light.
  const light = [
    "--light",
    "coherent",
    "--light-rate",
    String(2 * RATE_HZ),
    "--duration",
    `${1000 * LENGTH_S}ms`,
  ];
  const detectors = [
    "--efficiency",
    "1",
    "--dark-rate",
    "0",
    "--jitter",
    "0ns",
    "--afterpulsing",
    "0",
    "--no-extra",
  ];
  for (const seed of SEEDS) {
    const out = ["--dead-time", "50ns", "--seed", String(seed), "-o", `${seed}.tags.zst`, "-q"];
    expect(await tagview(["simulate", ...light, ...detectors, ...out], "", folder)).toMatchObject({
      status: 0,
    });
  }
  await record(join(folder, "slow.tags.zst"), [
    [3, 0n],
    [15, 1000n],
    [3, 6_400_000n],
  ]);
}, 60_000);

describe("rate_corrected_hz", () => {
  it.each(SEEDS)("is the rate of the light with seed %i", async (seed) => {
    const { channels, remarks } = await good("--dead-time", "50ns", `${seed}.tags.zst`);
    expect(channels.map(({ channel }) => channel)).toEqual([3, 15]);
    expect(remarks).toEqual([]);
    for (const { rate_hz, rate_corrected_hz } of channels) {
      // A third of the photons is lost.
      expect(rate_hz / RATE_HZ).toBeCloseTo(1 / 1.5, 2);
      // Counts with dead time vary 1 / (1 + rate tau)^2 times as much as Poisson's, and their correction (1 + rate tau)^2.
      const lit = 1 + RATE_HZ * DEAD_S;
      const error = (Math.sqrt(rate_hz * LENGTH_S) / LENGTH_S) * lit;
      expect(Math.abs(((rate_corrected_hz ?? 0) - RATE_HZ) / error)).toBeLessThan(4);
    }
  });

  it("uses the channel's own dead time if it has one", async () => {
    const { channels } = await good("--dead-time", "15=10ns", "--dead-time", "50ns", "1.tags.zst");
    const expected = channels.map(({ rate_hz }, k) => rate_hz / (1 - rate_hz * (k === 0 ? 5e-8 : 1e-8)));
    channels.forEach(({ rate_corrected_hz }, k) => {
      expect((rate_corrected_hz ?? 0) / (expected[k] ?? 1)).toBeCloseTo(1, 12);
    });
    const only = await good("--dead-time", "15=64", "1.tags.zst");
    expect(only.channels[0]?.rate_corrected_hz).toBeNull();
    expect(only.channels[1]?.rate_corrected_hz).toBe(channels[1]?.rate_corrected_hz);
  });

  it("is null for a rate that the dead time does not allow", async () => {
    const { channels, remarks } = await good("--dead-time", "3=1ms", "slow.tags.zst");
    expect(channels.map(({ rate_corrected_hz }) => rate_corrected_hz)).toEqual([null, null]);
    expect(remarks).toMatchObject([
      {
        about: "rate_corrected_hz",
        code: "saturated",
        message: "channel 3 can't count 2.0 kHz with a dead time of 1 ms",
      },
    ]);
  });

  it("has a remark if gaps are shorter than the dead time", async () => {
    const { channels, remarks } = await good("--dead-time", "3=51ns", "1.tags.zst");
    expect(channels[0]?.rate_corrected_hz).toBeGreaterThan(RATE_HZ);
    const message = expect.stringMatching(
      /^channel 3 has a gap of 50(\.0*)? ns, too short for a dead time of 51 ns/u,
    );
    expect(remarks).toEqual([{ about: "rate_corrected_hz", code: "gap-within-dead-time", message }]);
  });

  it("is in the text and in tables with the option alone", async () => {
    const text = (await stats("--dead-time", "50ns", "1.tags.zst")).stdout;
    expect(text).toMatch(/^channel +tags +rate +corrected +share /m);
    expect(text).toMatch(/^ +3 +[\d,]+ +6\.7 MHz +10\.0 MHz +/m);
    const header = async (...args: string[]) =>
      (await stats("--tsv", ...args, "1.tags.zst")).stdout.split("\n")[0];
    expect(await header("--dead-time", "50ns")).toContain("\tmin_gap\trate_corrected_hz\t");
    expect(await header()).not.toContain("corrected");
    expect((await stats("1.tags.zst")).stdout).not.toContain("corrected");
    expect((await good("1.tags.zst")).channels[0]).not.toHaveProperty("rate_corrected_hz");
  });
});

it("names a dead time that is none", async () => {
  const refused = async (...times: string[]) => {
    const { status, stderr } = await stats(...times.map((time) => `--dead-time=${time}`), "slow.tags.zst");
    expect(status).toBe(2);
    return stderr;
  };
  expect(await refused("-5ns")).toBe("tagview: --dead-time is negative: give 0 or more\n");
  expect(await refused("3=soon")).toMatch(/^tagview: --dead-time: "soon" is not a time/);
  expect(await refused("x=5ns")).toMatch(/^tagview: option '--dead-time <time>' argument 'x=5ns' is invalid/);
  expect(await refused("3=1ns", "3=2ns")).toBe(
    "tagview: --dead-time: channel 3 has two dead times: keep one of the two\n",
  );
});

it("names channels of options that have no tags", async () => {
  const { stdout, status } = await stats("--channel", "3,99", "--dead-time", "98=1ns", "slow.tags.zst");
  expect(status).toBe(0);
  expect(stdout).toContain("note: channel 99 of --channel has no tags here\n");
  expect(stdout).toContain("note: channel 98 of --dead-time has no tags here\n");
  const { remarks } = await good("--channel", "99", "slow.tags.zst");
  expect(remarks).toMatchObject([{ about: "channels", code: "no-channel" }]);
  expect((await stats("--channel", "99", "slow.tags.zst")).stdout).toContain("note: channel 99 of --channel");
});
