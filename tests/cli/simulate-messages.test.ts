/** Wrong options and invalid combinations of `simulate`: each message gives the option and the remedy. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { record, scratch, tagview } from "../support/command-line";

const folder = scratch();
const simulate = (...args: string[]) =>
  tagview(["simulate", "--duration", "1ms", "-o", "x.tags.zst", ...args], "", folder);

const COHERENT = ["--light", "coherent", "--light-rate", "1e5"];
const EMITTER = ["--light", "emitter", "--light-rate", "1e5"];
const THERMAL = ["--light", "thermal", "--light-rate", "1e5"];

const REFUSED: [args: string[], message: string][] = [
  [
    ["--light-rate", "1e5"],
    "--light-rate needs --light: add --light coherent, thermal or emitter, or leave out --light-rate",
  ],
  [
    ["--lifetime", "5ns"],
    "--lifetime needs --light: add --light coherent, thermal or emitter, or leave out --lifetime",
  ],
  [["--light", "coherent"], "--light needs --light-rate: add --light-rate 1e5, or leave out --light"],
  [
    [...COHERENT, "--coherence-time", "1us"],
    "--light coherent has no --coherence-time: leave it out, or choose --light thermal",
  ],
  [
    [...THERMAL, "--coherence-time", "1us", "--emitter-g2", "1"],
    "--light thermal has no --emitter-g2: leave it out, or choose --light emitter",
  ],
  [THERMAL, "--light thermal needs --coherence-time: add --coherence-time 1us, or leave out --light thermal"],
  [EMITTER, "--light emitter needs --lifetime: add --lifetime 5ns, or leave out --light emitter"],
  [
    [...THERMAL, "--coherence-time", "1us", "--pulse-rate", "1e6"],
    "pulsed thermal light can't be simulated: leave out --pulse-rate, or choose --light coherent",
  ],
  [
    [...EMITTER, "--lifetime", "5ns", "--emitter-g2", "0.2"],
    "--emitter-g2 needs --pulse-rate: add --pulse-rate 1e6, or leave out --emitter-g2",
  ],
  [
    ["--light", "emitter", "--light-rate", "1e9", "--lifetime", "5ns"],
    "--light-rate is too high for --lifetime 5ns: an emitter emits less than one photon in its lifetime: give less than 2.00e+8",
  ],
  [
    [...EMITTER, "--lifetime", "5ns", "--pulse-rate", "1e4"],
    "--light-rate is higher than --pulse-rate, but an emitter emits at most one photon per pulse: give --light-rate 10000 or less",
  ],
  [
    ["--clock-divider", "2", "--pulse-rate", "1e6"],
    "--clock-divider needs --clock: add --clock 7, or leave out --clock-divider",
  ],
  [["--clock", "7"], "--clock needs --pulse-rate: add --pulse-rate 1e6, or leave out --clock"],
  [
    ["--clock", "3", "--pulse-rate", "1e6"],
    "--clock 3 is the channel of a detector: choose another channel than 3, 15, 16",
  ],
  [["--efficiency", "2"], "--efficiency is 2: choose from 0 to 1"],
  [["--dead-time", "-64"], "--dead-time is -64 ticks: choose from 0 to 1125899906842624 ticks"],
  [["--afterpulsing", "0.99"], "--afterpulsing is 0.99: choose from 0 to 0.9"],
  [["--pair-rate", "1e12"], "--pair-rate is 1000000000000: choose from 0 to 6400000000"],
  [["--transmission", "0..2"], "--transmission is 2: choose from 0 to 1"],
  [
    ["--delay", "3=soon"],
    '--delay: "soon" is not a time: write ticks such as 64, or a time such as 10ns or 0.5us',
  ],
  [["--dead-time", "1y"], '--dead-time: "y" is not a unit of time: use fs, ps, ns, us, ms or s'],
];

it.each(REFUSED)("%j is refused in one line", async (args, message) => {
  expect(await simulate(...args)).toEqual({ status: 2, stdout: "", stderr: `tagview: ${message}\n` });
  expect(existsSync(join(folder, "x.tags.zst"))).toBe(false);
});

it("notes a pause after the end", async () => {
  const { status, stderr } = await simulate("--pause", "5ms..9ms", "--force");
  expect([status, stderr]).toEqual([
    0,
    "note: --pause 5ms..9ms begins after the end of the recording: choose a longer --duration\n",
  ]);
  expect((await simulate("--pause", "0.5ms..9ms", "--force")).stderr).toBe("");
});

it("reports an option with a typo, and not the option that is missing", async () => {
  const line = async (...args: string[]) => (await tagview(args, "", folder)).stderr;
  expect(await line("g2", "--fits", "two-level", "x.tags.zst")).toBe(
    "tagview: unknown option '--fits' (Did you mean --fit?): see tagview g2 --help\n",
  );
  expect(await line("g2", "--aa", "3", "--b", "15", "x.tags.zst")).toMatch(/^tagview: unknown option '--aa'/);
  expect(await line("g2", "--b", "15", "x.tags.zst")).toBe(
    "tagview: required option '--a <channel>' not specified: write it as in tagview g2 --a 3 --b 15 --range -10ns..10ns --plot g2.svg x.tags.zst\n",
  );
});

it("uses the singular for one", async () => {
  await record(join(folder, "pair.tags.zst"), [
    [3, 0n],
    [15, 1n],
    [3, 10_000n],
  ]);
  const { stdout } = await tagview(
    ["g2", "--a", "3", "--b", "15", "--range", "0..5", "--bin", "1", "pair.tags.zst"],
    "",
    folder,
  );
  expect(stdout).toMatch(/: 1 pair in 6 bins$/m);
  expect(stdout).toMatch(/^highest bin {3}1 pair at 156\.25 ps \(1 tick\), g2 /m);
});

it("has the defaults that its help states", async () => {
  const stated = [
    ...["--seed", "1", "--duration", "2s", "--pair-rate", "460000", "--dark-rate", "3000"],
    ...["--delay", "15=26", "--jitter", "2.2", "--dead-time", "320", "--afterpulsing", "0.015"],
    ...["--afterpulse-decay", "640"],
  ];
  const write = async (name: string, ...args: string[]) => {
    expect(await tagview(["simulate", "-o", name, ...args], "", folder)).toMatchObject({ status: 0 });
    return readFileSync(join(folder, name));
  };
  expect((await write("stated.tags.zst", ...stated)).equals(await write("default.tags.zst"))).toBe(true);
});
