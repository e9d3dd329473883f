/** `g2 --fit`: the output of models fitted to simulated light. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { record, scratch, tagview } from "../support/command-line";

const folder = scratch();
/** The emitter and its detectors: photons per second, lifetime in seconds, dark counts per second, and efficiency. */
const RATE = 4e6;
const LIFETIME = 5e-9;
const DARK = 1e5;
const EFFICIENCY = 0.5;

const question = ["g2", "--a", "3", "--b", "15", "--range=-200ns..200ns", "--bin", "6"];

async function good(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await tagview(args, "", folder);
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
}

interface Parameter {
  name: string;
  value: number;
  error: number | null;
  value_s: number | null;
  error_s: number | null;
}

/** The parameter of a fit, with its error. */
function parameter(fit: { parameters: Parameter[] }, name: string): Parameter & { error: number } {
  const one = fit.parameters.find((parameter) => parameter.name === name);
  if (one?.error == null) throw new Error(`There is no ${name} with an error.`);
  return { ...one, error: one.error };
}

/** Distance of a value from the truth in errors. */
const errorsFrom = (truth: number, { value, error }: { value: number; error: number }): number =>
  Math.abs(value - truth) / error;

beforeAll(async () => {
  const perfect = ["--jitter", "0ns", "--dead-time", "0ns", "--afterpulsing", "0", "--no-extra", "-q"];
  const detectors = [...perfect, "--efficiency", String(EFFICIENCY), "--dark-rate", String(DARK)];
  const light = ["--light", "emitter", "--light-rate", String(RATE), "--lifetime", "5ns"];
  await good("simulate", "-o", "emitter.tags.zst", ...light, ...detectors, "--duration", "1s");
});

describe("--fit", () => {
  it("finds the time and the depth of an emitter's dip", async () => {
    const { fit } = JSON.parse(await good(...question, "--json", "--fit", "two-level", "emitter.tags.zst"));
    expect(fit).toMatchObject({ model: "two-level", deviance: expect.any(Number) });
    const names = fit.parameters.map(({ name }: Parameter) => name);
    expect(names.toSorted()).toEqual(["centre", "depth", "g2_zero", "level", "tau"]);
    // A mean cycle of 1 / RATE is an excitation and an emission.
    const tau = 1 / (1 / LIFETIME + 1 / (1 / RATE - LIFETIME));
    const found = parameter(fit, "tau");
    expect(errorsFrom(tau / 156.25e-12, found)).toBeLessThan(4);
    expect(found.value_s).toBeCloseTo(found.value * 156.25e-12, 15);
    expect(found.error_s).toBeCloseTo(found.error * 156.25e-12, 15);
    // Dark counts have no dip. Each detector sees half of the light.
    const signal = (RATE / 2) * EFFICIENCY;
    const depth = (signal / (signal + DARK)) ** 2;
    expect(errorsFrom(depth, parameter(fit, "depth"))).toBeLessThan(4);
    expect(errorsFrom(1 - depth, parameter(fit, "g2_zero"))).toBeLessThan(4);
    expect(parameter(fit, "depth")).toMatchObject({ value_s: null, error_s: null });
    expect(Math.abs(fit.deviance - fit.true_deviance)).toBeLessThan(5 * fit.true_deviance_spread);
  });

  it("prints each parameter with its error, and the model in a last column", async () => {
    const text = await good(...question, "--fit", "two-level", "emitter.tags.zst");
    expect(text).toMatch(/^fit of the model two-level:$/m);
    expect(text).toMatch(/^ {2}lowest g2 +0\.\d+ ± 0\.\d+$/m);
    expect(text).toMatch(/^ {2}tau +[45]\.\d\d+ ns ± 0\.\d+ ns$/m);
    expect(text).toMatch(/^ {2}deviance \d+ \(expected \d+ ± \d+\)$/m);
    const { g2, fit } = JSON.parse(
      await good(...question, "--json", "--fit", "two-level", "emitter.tags.zst"),
    );
    expect(fit.g2).toHaveLength(g2.length);
    const [header, ...rows] = (await good(...question, "--tsv", "--fit", "two-level", "emitter.tags.zst"))
      .trim()
      .split("\n");
    const place = header?.split("\t").indexOf("fit") ?? -1;
    expect(place).toBeGreaterThan(0);
    expect(rows.map((row) => Number(row.split("\t")[place]))).toEqual(fit.g2);
    await good(...question, "-q", "--fit", "two-level", "--plot", "g2.svg", "emitter.tags.zst");
    expect(readFileSync(join(folder, "g2.svg"), "utf8")).toMatch(/tv-residuals.*tv-model/s);
  });

  it("is null and leaves no column where it is absent", async () => {
    const json = JSON.parse(await good(...question, "--json", "emitter.tags.zst"));
    expect(json.fit).toBeNull();
    const [header] = (await good(...question, "--tsv", "emitter.tags.zst")).split("\n");
    expect(header?.split("\t")).not.toContain("fit");
  });

  it("is in partial results", async () => {
    const asked = [...question, "--fit", "exponential", "emitter.tags.zst"];
    await good("partial", ...asked, "-q", "-o", "emitter.part");
    const { fit } = JSON.parse(await good("combine", "--json", "emitter.part"));
    expect(fit).toEqual(JSON.parse(await good(...asked, "--json")).fit);
  });

  it("of a model that does not describe the counts has no errors, and a note", async () => {
    const asked = [...question, "--fit", "gaussian", "emitter.tags.zst"];
    const { fit, remarks } = JSON.parse(await good(...asked, "--json"));
    expect(fit.parameters.map(({ error }: Parameter) => error)).toEqual([null, null, null, null]);
    expect(remarks).toContainEqual({ about: "fit", code: "fit-poor", message: expect.any(String) });
    const text = await good(...asked);
    expect(text).toMatch(/^ {2}FWHM +\d+\.\d+ ns$/m);
    expect(text).toMatch(/^ {2}deviance \d+, far above the expected \d+ ± \d+$/m);
    expect(text).toContain("note: the gaussian model does not describe the counts");
  });

  it("is null with its reason where there are no pairs", async () => {
    await record(join(folder, "few.tags.zst"), [
      [3, 0n],
      [15, 9000n],
    ]);
    const asked = [...question, "--fit", "two-level", "few.tags.zst"];
    const { fit, remarks } = JSON.parse(await good(...asked, "--json"));
    expect(fit).toBeNull();
    expect(remarks).toContainEqual(expect.objectContaining({ about: "fit", code: "no-fit" }));
    const rows = (await good(...asked, "--tsv")).trim().split("\n");
    const place = rows[0]?.split("\t").indexOf("fit") ?? -1;
    expect(place).toBeGreaterThan(0);
    expect(rows[1]?.split("\t")[place]).toBe("");
  });

  it("refuses a model that does not exist", async () => {
    const { status, stderr } = await tagview([...question, "--fit", "voigt", "emitter.tags.zst"], "", folder);
    expect(status).toBe(2);
    expect(stderr).toContain("two-level, three-level, lorentzian, gaussian, exponential, diffusion");
  });
});
