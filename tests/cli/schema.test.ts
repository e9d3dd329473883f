/** The output of commands with `--json` matches `tagview schema`, key by key. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020";
import { beforeAll, expect, it } from "vitest";
import { record, scratch, tagview, write } from "../support/command-line";
import { message, rawFrame } from "../support/frames";
import { id, idText, repositoryFiles, writeFiles } from "../support/icechunk";
import { index, indexHeader, numbered } from "../support/index-headers";
import { disturbed, indexOf, PODS } from "../support/index-series";
import { oddBlocks } from "../support/odd-blocks";
import { dip, jump, pulses, router, scan } from "../support/odd-light";
import { about, columns, decayCounts, phd, ptu } from "../support/other-taggers";
import { CALLS, ICECHUNK } from "../support/schema-calls";

const folder = scratch();
const here = (...args: string[]) => tagview(args, "", folder);
interface Schema {
  type?: string;
  title?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
}

// In strict mode Ajv rejects a schema with an unknown keyword.
const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });

beforeAll(async () => {
  const tags: [number, bigint][] = Array.from({ length: 3000 }, (_, i) => [
    [3, 15, 16][i % 3] ?? 0,
    2n ** 60n + BigInt(i * 7 + (i % 5)),
  ]);
  await record(join(folder, "sound.tags.zst"), tags, "--frame-tags", "1000");
  // Enough gaps to measure afterpulses.
  const steady = ["--seed", "5", "--duration", "1s", "-o", "steady.tags.zst"];
  expect(await here("simulate", ...steady)).toMatchObject({ status: 0 });
  const short = ["--seed", "5", "--duration", "50ms", "-o", "short.tags.zst"];
  expect(await here("simulate", ...short)).toMatchObject({ status: 0 });
  const thermal = ["--light", "thermal", "--coherence-time", "1us", "--light-rate", "1e6", "--no-extra"];
  expect(
    await here("simulate", "--seed", "5", ...thermal, "--duration", "200ms", "-o", "thermal.tags.zst"),
  ).toMatchObject({ status: 0 });
  const single = ["--light", "emitter", "--light-rate", "2e6", "--lifetime", "20ns", "--no-extra"];
  expect(
    await here("simulate", "--seed", "5", ...single, "--duration", "200ms", "-o", "single.tags.zst"),
  ).toMatchObject({ status: 0 });
  const clock = Array.from({ length: 50 }, (_, k): [number, bigint] => [7, 97n * BigInt(k)]);
  await record(join(folder, "clock.tags.zst"), clock);
  await record(join(folder, "none.tags.zst"), []);
  await record(join(folder, "bright.tags.zst"), pulses(30));
  await record(join(folder, "dim.tags.zst"), pulses(2));
  await record(join(folder, "one.tags.zst"), tags.slice(0, 1));
  await record(join(folder, "disorder.tags.zst"), [...tags.slice(0, 9)].reverse());
  await record(join(folder, "broken.tags.zst"), [...tags.slice(0, 9), [3, 1n << 40n], ...tags.slice(9)]);
  const emitter = ["--light", "emitter", "--light-rate", "2e5", "--pulse-rate", "5e6", "--clock", "7"];
  for (const [lifetime, name] of [
    ["4ns", "pulsed"],
    ["1ps", "response"],
  ] as const) {
    const light = [...emitter, "--lifetime", lifetime, "--duration", "50ms", "-o", `${name}.tags.zst`];
    expect(await here("simulate", ...light)).toMatchObject({ status: 0 });
  }
  // A channel whose only tag no whole slice holds.
  const many = Array.from({ length: 900 }, (_, k): [number, bigint] => [3, BigInt(k) * 100n]);
  await record(join(folder, "sparse.tags.zst"), [[15, 0n], ...many]);
  await record(join(folder, "scan.tags.zst"), scan());
  await record(join(folder, "router.tags.zst"), router());
  await record(join(folder, "dip.tags.zst"), dip());
  await record(join(folder, "jump.tags.zst"), jump());
  await record(join(folder, "gap.tags.zst"), [
    [3, 5n],
    [15, 7n],
    [3, 1_000_000n],
  ]);
  const bytes = readFileSync(join(folder, "sound.tags.zst"));
  write(folder, "cut.tags.zst", bytes.subarray(0, bytes.length * 0.6));
  const header = about({ tick: "4ps", format: "ptu", device: "HydraHarp 400" });
  write(folder, "told.tags.zst", Buffer.concat([header, bytes]));
  write(folder, "columns.txt", columns(tags, "\t"));
  const t3 = { resolution: 16e-12, period: 25e-9 };
  const texts = { HW_Type: "HydraHarp 400", File_Comment: "dye", File_CreatingTime: "today" };
  const stated = { ...texts, "HWInpChan_Name(0)": "red" };
  const integers = { MeasDesc_AcquisitionTime: 1000, TTResult_SyncRate: 40_000_000 };
  const floats = { ImgHdr_TimePerPixel: 0.5, ImgHdr_SinCorrection: 80 };
  const markers = { ImgHdr_LineStart: 1, ImgHdr_LineStop: 2, ImgHdr_Frame: 3 };
  const size = { ImgHdr_PixX: 2, ImgHdr_PixY: 2 };
  const image = { ...integers, ...size, ...markers };
  write(folder, "full.ptu", ptu([[5, 7, 1]], { ...t3, texts: stated, integers: image, floats }));
  const line = [{ sync: 4, markers: 1 }, [5, 7, 1], { sync: 9, markers: 2 }] as const;
  write(folder, "lines.ptu", ptu(line, { ...t3, integers: image }));
  write(folder, "no-markers.ptu", ptu([[5, 7, 1]], { ...t3, integers: size }));
  write(folder, "little.ptu", ptu([[5, 7, 1]], { ...t3, texts: { Empty: "" } }));
  write(
    folder,
    "no-resolution.ptu",
    ptu([[5, 0, 1]], { resolution: 0, period: Number.NaN, type: 0x01010204 }),
  );
  const decay = decayCounts();
  const curves = [
    { route: 0, resolution: 0.05, counts: decay },
    { route: 1, resolution: 0.05, counts: [0, 0] },
  ];
  write(folder, "full.phd", phd(curves, "dye", "today"));
  write(folder, "wrong.phd", phd([{ route: 0, resolution: 0.05, counts: decay, total: 1 }]));
  write(folder, "bins.txt", decay.map((n, bin) => `${bin}\t${n}\n`).join(""));
  const flipped = Buffer.from(bytes);
  flipped.fill(0x55, Math.floor(bytes.length * 0.3), Math.floor(bytes.length * 0.35));
  write(folder, "flipped.tags.zst", flipped);
  const bin = [Buffer.from([0x61]), Buffer.from([0xfe]), Buffer.from([0xff])];
  const mails = numbered("", 12).map((n) => Buffer.from(`\u00ff${n}@example.org`, "latin1"));
  write(folder, "lines.txt", "3\t5\n");
  write(folder, "bytes.index-header", indexHeader([[Buffer.from([0xfe]), mails]]));
  // A label without any sample.
  write(folder, "empty-label", gzipSync(Buffer.from("0a0012050a030a0161", "hex")));
  const labels = { bin, instance: numbered("10.0.0.1:", 70), job: ["api"], "\u00b5": ["\u00b5"] };
  const block = indexHeader(labels);
  write(folder, "block.index-header", block);
  write(folder, "block.index", index(labels));
  for (const [name, files] of Object.entries({ ...ICECHUNK, ...oddBlocks() }))
    writeFiles(join(folder, name), files);
  const frame = rawFrame(message(many));
  write(folder, "bare.tags.zst", frame);
  write(folder, "broken-off.tags.zst", frame.subarray(0, frame.length / 2));
  write(folder, "references", repositoryFiles()[`manifests/${idText(id(0x40))}`] ?? "");
  write(folder, "pods.index", indexOf(PODS));
  const series = [{ labels: { __name__: "\u00ff", "\u00fe": "x" }, chunks: [[5, 5]] }] as const;
  write(folder, "bytes.index", indexOf(series, { encoding: "latin1" }));
  const more = [{ ...series[0], labels: { __name__: "\u00ff", job: "b", "\u00fe": "x" } }, ...series];
  write(folder, "more.index", indexOf(more, { encoding: "latin1" }));
  write(folder, "disturbed.index", disturbed(indexOf(PODS)));
  write(folder, "cut.index-header", block.subarray(0, block.length * 0.6));
  write(folder, "later.index-header", indexHeader({ bin: bin.slice(0, 2), job: ["web"], zone: ["a"] }));
  write(folder, "list.csv", "channel,name,role,delay\n3,pump,herald,\n15,,,5\n");
  write(folder, "letter", "Dear Sir or Madam,\n");
  write(folder, "nothing", "");
}, 60_000);

it("has a schema of each command that has --json, and of no other", async () => {
  const listed = (await here("schema")).stdout.trim().split("\n");
  const help = (await here("--help")).stdout;
  const commands = [...help.matchAll(/^ {2}([a-z][\w-]*) /gm)].map(([, name]) => name ?? "");
  expect(commands).toContain("simulate");
  const withJson = [];
  for (const command of commands) {
    // It prints the output of the command whose partial results it merges.
    if (command === "combine") continue;
    if ((await here(command, "--help")).stdout.includes("--json  ")) withJson.push(command);
  }
  // The list of channels is a file that commands read.
  expect([...listed].sort()).toEqual([...withJson, "channels"].sort());
  expect([...Object.keys(CALLS), "channels"]).toEqual(listed);
});

it("reports that there is none", async () => {
  const { status, stdout, stderr } = await here("schema", "combine");
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^tagview: there is no schema of "combine": choose one of stats, [^\n]*\n$/);
});

it.each(Object.keys(CALLS))(
  "%s prints the keys of its schema, and all of them",
  async (command) => {
    const schema = JSON.parse((await here("schema", command)).stdout) as Schema;
    const check = ajv.compile(schema);
    const printed = new Set<string>();
    for (const args of CALLS[command] ?? []) {
      const { stdout } = await here(command, "--json", ...args);
      for (const line of stdout.split("\n").slice(0, -1)) {
        const json = JSON.parse(line);
        const context = () => `${args.join(" ")}\n${line.slice(0, 500)}\n${ajv.errorsText(check.errors)}`;
        expect(check(json), context()).toBe(true);
        note(schema, json, "", printed);
        // The schema rejects an additional key and a missing one.
        expect(check({ ...json, more: 1 })).toBe(false);
        for (const key of Object.keys(json)) {
          const { [key]: _, ...less } = json;
          expect(check(less), key).toBe(false);
        }
      }
    }
    // An alternative that is never printed is not described but imagined; errors, limits and hints have the same
    // everywhere, and logarithmic bins have neither.
    const unseen = alternatives(schema, "").filter(
      (place) => !printed.has(place) && !/(error|upper)\||hints\[\]/.test(place),
    );
    expect(unseen).toEqual([]);
  },
  120_000,
);

/** Notes which alternatives of a schema a value is. */
function note(schema: Schema, value: unknown, place: string, printed: Set<string>): void {
  // A key that may be omitted is absent.
  if (value === undefined) return;
  (schema.anyOf ?? []).forEach((one, index) => {
    if (!ajv.validate(one, value)) return;
    printed.add(`${place}|${nameOf(one, index)}`);
    note(one, value, `${place}|${nameOf(one, index)}`, printed);
  });
  for (const [key, one] of Object.entries(schema.properties ?? {})) {
    note(one, (value as Record<string, unknown>)[key], `${place}.${key}`, printed);
  }
  const { items } = schema;
  if (items !== undefined) for (const one of value as unknown[]) note(items, one, `${place}[]`, printed);
}

/** Every alternative in a schema. */
function alternatives(schema: Schema, place: string): string[] {
  return [
    ...(schema.anyOf ?? []).flatMap((one, index) => {
      const name = `${place}|${nameOf(one, index)}`;
      return [name, ...alternatives(one, name)];
    }),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, one]) => alternatives(one, `${place}.${key}`)),
    ...(schema.items === undefined ? [] : alternatives(schema.items, `${place}[]`)),
  ];
}

function nameOf({ title, type }: Schema, index: number): string {
  return title ?? type ?? String(index);
}
