/** Numbers of series and of label sets by `tagview index-header`, counted again from the labels. */

import { beforeAll, describe, expect, it } from "vitest";
import { scratch, tagview, write } from "../support/command-line";
import { indexOf, requests, type Series } from "../support/index-series";

const folder = scratch();
const here = (...args: string[]) => tagview(["index-header", ...args], "", folder);
const json = async (...args: string[]) => JSON.parse((await here("--json", ...args)).stdout);

const THEN = requests(10, 3);
const NOW = [
  ...requests(12, 5).filter(({ labels }) => labels.pod !== "web-00"),
  { labels: { __name__: "zone_info" }, chunks: [] },
];

/** Number of series by value of a label. */
function byValue(series: readonly Series[], name: string): Map<string, number> {
  const counted = new Map<string, number>();
  for (const { labels } of series) {
    const value = labels[name];
    if (value !== undefined) counted.set(value, (counted.get(value) ?? 0) + 1);
  }
  return counted;
}

beforeAll(async () => {
  write(folder, "then", indexOf(THEN));
  write(folder, "now", indexOf(NOW));
  expect((await here("--from-index", "then", "-o", "header")).status).toBe(0);
  expect((await here("--sparse", "header", "-o", "sparse")).status).toBe(0);
});

describe("series per value", () => {
  it("are those with the label, most first with --by series", async () => {
    for (const [file, name] of ["then", "header"].flatMap((file) =>
      ["__name__", "code", "pod"].map((name) => [file, name] as const),
    )) {
      const expected = byValue(THEN, name);
      const { values } = await json("--label", name, "--by", "series", file);
      expect(values.map(({ series }: { series: number }) => series)).toEqual(
        [...expected.values()].sort((a, b) => b - a),
      );
      for (const { value, series } of values) expect(series).toBe(expected.get(value));
      const { labels } = await json(file);
      const label = labels.find((label: { name: string }) => label.name === name);
      expect(label.series).toBe([...expected.values()].reduce((a, b) => a + b));
    }
  });

  it("end after --top", async () => {
    const { stdout } = await here("--label", "__name__", "--by", "series", "--top", "1", "then");
    expect(stdout).toMatch(/^value +series .*\nrequests +30 .*\nand 1 value more\n$/);
    const tsv = await here("--label", "__name__", "--by", "series", "--top", "1", "--tsv", "then");
    expect(tsv.stdout).toMatch(/^#value\tstart\tend\tseries\nrequests\t\d+\t\d+\t30\n$/);
    expect((await here("--by", "series", "then")).status).toBe(2);
  });
});

describe("label sets", () => {
  it("without a label are those that remain", async () => {
    const names = ["code", "node", "pod"];
    const found = await json(...names.flatMap((name) => ["--drop", name]), "then");
    expect(found).toMatchObject({ metric: null, series: THEN.length, pairs: null, complete: true });
    const rows = names.map((name) => {
      const sets = THEN.map(({ labels }) => JSON.stringify({ ...labels, [name]: undefined }));
      const remaining = new Set(sets).size;
      const colliding = sets.filter((set, k) => sets.some((other, n) => n !== k && other === set)).length;
      const series = THEN.filter(({ labels }) => name in labels).length;
      return { name, series, remaining, saved: THEN.length - remaining, colliding };
    });
    expect(found.dropped).toEqual(rows);
    expect(rows[2]).toMatchObject({ series: 40, remaining: 10 });
    const { stdout } = await here("--drop", "pod", "--tsv", "then");
    expect(stdout).toBe("#name\tseries\tremaining\tsaved\tcolliding\npod\t40\t10\t30\t40\n");
  });

  it("of a metric are those of its series", async () => {
    const found = await json("--drop", "pod", "--metric", "up", "then");
    const dropped = [{ name: "pod", series: 10, remaining: 1, saved: 9, colliding: 10 }];
    expect(found).toMatchObject({ metric: "up", series: 10, dropped });
  });

  it("have the combinations of two labels", async () => {
    const { pairs } = await json("--pairs", "--metric", "requests", "then");
    const ofMetric = THEN.filter(({ labels }) => labels.__name__ === "requests");
    const values = (name: string) => byValue(ofMetric, name).size;
    const rows = [
      ["code", "pod"],
      ["node", "pod"],
      ["code", "node"],
    ].map(([a = "", b = ""]) => ({
      names: [a, b],
      values: [values(a), values(b)],
      product: values(a) * values(b),
      combinations: new Set(ofMetric.map(({ labels }) => `${labels[a]} ${labels[b]}`)).size,
    }));
    expect(pairs).toEqual(rows);
    expect(rows[1]).toMatchObject({ product: 30, combinations: 10 });
  });

  it("are only in an index, and a name that it lacks is reported", async () => {
    const none = await here("--drop", "none", "--metric", "up", "then");
    expect(none).toMatchObject({
      status: 1,
      stderr: "tagview: then: no counted series has the label none\n",
    });
    const metric = await here("--pairs", "--metric", "none", "then");
    expect(metric).toMatchObject({ status: 1, stderr: "tagview: then: there is no metric none\n" });
    expect(await here("--pairs", "header")).toMatchObject({ status: 1, stdout: "" });
    expect((await here("--metric", "up", "then")).status).toBe(2);
  });
});

describe("growth between blocks", () => {
  const grown = (name: string) => {
    const [left, right] = [byValue(THEN, name), byValue(NOW, name)];
    const growth = (value: string) => (right.get(value) ?? 0) - (left.get(value) ?? 0);
    return [...new Set([...left.keys(), ...right.keys()])]
      .sort()
      .filter((value) => growth(value) !== 0)
      .sort((a, b) => growth(b) - growth(a))
      .map((value) => ({
        value,
        series: { left: left.get(value) ?? null, right: right.get(value) ?? null },
      }));
  };

  it("lists metrics, largest growth first", async () => {
    for (const file of ["then", "header"]) {
      const { metrics, series, labels } = await json(file, "--diff", "now");
      expect(metrics).toEqual(grown("__name__"));
      expect(series).toEqual({ left: THEN.length, right: NOW.length });
      const pod = labels.find(({ name }: { name: string }) => name === "pod");
      expect(pod.series).toEqual({ left: 40, right: 66 });
    }
    expect((await json("sparse", "--diff", "now")).metrics).toBe(null);
    const { stdout } = await here("then", "--diff", "now");
    expect(stdout).toMatch(/largest growth first\nmetric .*\nrequests +30 +55 +\+25\n/);
  });

  it("lists the values of a label that both have", async () => {
    const { changed } = await json("then", "--diff", "now", "--label", "pod");
    expect(changed).toEqual(
      grown("pod").filter(({ series }) => series.left !== null && series.right !== null),
    );
    expect(changed[0].series).toEqual({ left: 4, right: 6 });
    const { stdout } = await here("then", "--diff", "now", "--label", "pod", "--tsv");
    expect(stdout).toContain("\nleft\tweb-00\t4\t\n");
    expect(stdout).toContain("\nboth\tweb-01\t4\t6\n");
  });
});
