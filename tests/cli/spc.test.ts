/** FIFO files of Becker & Hickl at the command line: with and without a `.set` file next to them. */

import { expect, it } from "vitest";
import { scratch, tagview, write } from "../support/command-line";
import { SPC_SETUP, spc } from "../support/other-taggers";

const folder = scratch();

// A photon on channel 1 every 40 macro times, and one on channel 2 in some of them, with microtimes of a decay.
const photons = Array.from({ length: 3000 }, (_, n) => {
  const microtime = Math.floor(300 - 250 * Math.log(1 - ((n * 377) % 3000) / 3001));
  return [40 * n, n % 3 === 0 ? 1 : 0, Math.min(microtime, 3000)] as const;
});
write(folder, "alone.spc", spc(photons));
write(folder, "run.spc", spc(photons));
write(folder, "run.set", SPC_SETUP);

async function json(...args: string[]) {
  const { status, stdout, stderr } = await tagview([...args, "--json"], "", folder);
  expect([status, stderr], args.join(" ")).toEqual([0, ""]);
  return JSON.parse(stdout);
}

const codes = (remarks: { code: string }[]) => remarks.map(({ code }) => code);

it("reads macro times without a unit of microtimes, and states what is missing", async () => {
  const { format, tick_s, tags, channels, remarks } = await json("stats", "alone.spc");
  expect({ format, tick_s, tags }).toEqual({ format: "spc", tick_s: 12.5e-9, tags: 3000 });
  expect(channels.map(({ channel, tags }: { channel: number; tags: number }) => [channel, tags])).toEqual([
    [1, 2000],
    [2, 1000],
  ]);
  expect(codes(remarks)).toEqual(["overflows", "no-delay-unit"]);
  const { status, stderr } = await tagview(["stats", "--microtime", "1ns..2ns", "alone.spc"], "", folder);
  expect(status).toBe(2);
  expect(stderr).toContain("put its .set file next to it, or state the unit as --delay-unit 4.07ps");
});

it("takes the unit from the .set file beside it, and counts microtimes", async () => {
  const { tick_s, meta, remarks, device } = await json("stats", "run.spc");
  expect({ tick_s, device }).toEqual({ tick_s: 4e-12, device: "SPC-150" });
  expect(codes(remarks)).not.toContain("no-delay-unit");
  expect(meta).toMatchObject({ mode: "T3", delay_resolution_s: 4e-12, sync_period_s: 12.5e-9 });
  const { counts } = await json("lifetime", "--channel", "1", "run.spc");
  const wanted = new Array(counts.length).fill(0);
  for (const [, routing, microtime] of photons) if (routing === 0) wanted[microtime] += 1;
  expect(counts).toEqual(wanted);
  const kept = await json("stats", "--microtime", "0ns..2ns", "run.spc");
  const early = photons.filter(([, routing, microtime]) => routing === 0 && microtime <= 500).length;
  expect(kept.channels.find(({ channel }: { channel: number }) => channel === 1).tags).toBe(early);
  const { header } = await json("header", "run.spc");
  expect(header).toContainEqual({ tag: "SP_TAC_G", value: "5" });
});

it("notes that --delay-unit replaces the unit of the .set file", async () => {
  const note = "the file states microtimes in 4 ps; --delay-unit replaces it by 5 ps";
  const { remarks } = await json("stats", "--delay-unit", "5ps", "run.spc");
  expect(remarks).toContainEqual({ about: "tick_s", code: "other-unit", message: note });
  const { stderr } = await tagview(["rate", "--delay-unit", "5ps", "run.spc"], "", folder);
  expect(stderr).toContain(note);
  expect(codes((await json("stats", "--delay-unit", "4ps", "run.spc")).remarks)).not.toContain("other-unit");
});

it("takes the unit from --delay-unit, and the format from --read-as", async () => {
  const stated = await json("stats", "--delay-unit", "4ps", "alone.spc");
  expect(stated).toMatchObject({ tick_s: 4e-12, tags: (await json("stats", "run.spc")).tags });
  expect(codes(stated.remarks)).not.toContain("no-delay-unit");
  const other = await tagview(["verify", "--read-as", "spc-256", "alone.spc"], "", folder);
  expect(other.status).toBe(1);
  expect(other.stdout).toContain("state the form as --read-as spc, --read-as spc-256 or --read-as spc-4096");
  const unknown = await tagview(["stats", "--read-as", "spc-6", "alone.spc"], "", folder);
  expect(unknown.status).toBe(2);
  expect(unknown.stderr).toContain('there is no format "spc-6" of recordings: use one of ptu,');
});
