/** Recordings in an S3 store: requests are signed, and only the ranges needed are fetched. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addressOf, s3Config } from "../../engine/src/source/s3.ts";
import { scratch, tagview } from "../support/command-line";
import { repositoryFiles, writeFiles } from "../support/icechunk";
import { ACCESS_KEY, openStore, SECRET_KEY, type Store } from "../support/s3";

const folder = scratch();
const KEY = "runs/a b+c.tags.zst";
let store: Store;
let recording: Buffer;
const VARIABLES = [
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_REGION",
  "AWS_ENDPOINT_URL",
  "AWS_PROFILE",
];
const before = { ...process.env };

beforeAll(async () => {
  const path = join(folder, "x.tags.zst");
  const made = await tagview([
    "simulate",
    "-o",
    path,
    "--duration",
    "100ms",
    "--frame-tags",
    "1000",
    "--seed",
    "1",
  ]);
  expect(made.status).toBe(0);
  recording = readFileSync(path);
  const files = Object.entries(repositoryFiles());
  store = await openStore({
    [`/lab/${KEY}`]: recording,
    "/public/x.tags.zst": recording,
    ...Object.fromEntries(files.map(([path, bytes]) => [`/lab/data/a&b c/${path}`, bytes])),
    ...Object.fromEntries(files.map(([path, bytes]) => [`/public/repository/${path}`, bytes])),
  });
  writeFiles(join(folder, "repository"), repositoryFiles());
});
afterAll(() => {
  store.close();
  for (const name of Object.keys(process.env)) if (name.startsWith("AWS_")) delete process.env[name];
  Object.assign(process.env, before);
});
beforeEach(() => {
  Object.assign(store, { bytes: 0, statuses: [], faults: [] });
  for (const name of VARIABLES) delete process.env[name];
  process.env.AWS_SHARED_CREDENTIALS_FILE = join(folder, "credentials");
  process.env.AWS_CONFIG_FILE = join(folder, "config");
  Object.assign(process.env, { AWS_ENDPOINT_URL: store.endpoint, AWS_REGION: "eu-test-1" });
});
const signedIn = () =>
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: ACCESS_KEY, AWS_SECRET_ACCESS_KEY: SECRET_KEY });

const stats = async (url: string) => {
  const { status, stdout, stderr } = await tagview(["stats", "--json", url], "", folder);
  return { status, stderr, ...JSON.parse(stdout || "{}") };
};
const local = async () => JSON.parse((await tagview(["stats", "--json", "x.tags.zst"], "", folder)).stdout);

describe("a recording in a store", () => {
  it("is read with the environment's credentials, signed as the store works out", async () => {
    signedIn();
    const found = await stats(`s3://lab/${KEY}`);
    expect(found.stderr).toBe("");
    expect(found).toMatchObject({ status: 0, tags: (await local()).tags, complete: true });
    expect(store.statuses.every((status) => status === 200 || status === 206)).toBe(true);
  });

  it("is read with a profile's credentials and region", async () => {
    delete process.env.AWS_REGION;
    writeFileSync(
      join(folder, "credentials"),
      `[default]\naws_access_key_id = no\naws_secret_access_key = no\n\n[lab]\naws_access_key_id=${ACCESS_KEY}\naws_secret_access_key = ${SECRET_KEY}\n`,
    );
    writeFileSync(join(folder, "config"), "[profile lab]\nregion = eu-test-1\ns3 =\n  region = nowhere\n");
    process.env.AWS_PROFILE = "lab";
    expect(await stats(`s3://lab/${KEY}`)).toMatchObject({ status: 0, complete: true });
  });

  it("needs none where it is public, and is refused with a sentence where they are wrong or it is not there", async () => {
    expect(await stats("s3://public/x.tags.zst")).toMatchObject({ status: 0, complete: true });
    signedIn();
    process.env.AWS_SECRET_ACCESS_KEY = "wrong";
    expect(await stats(`s3://lab/${KEY}`)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("the store denies access (403): check the credentials"),
    });
    signedIn();
    expect(await stats("s3://lab/none")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("there is no such object or bucket (404)"),
    });
    expect((await stats("s3://lab")).stderr).toContain("write s3://BUCKET/KEY");
  });

  it("is fetched only where a range of time lies, by its index", async () => {
    signedIn();
    const range = ["--from", "50ms", "--to", "51ms"];
    for (const args of [
      ["slice", `s3://lab/${KEY}`, ...range, "-o", "part.tags.zst"],
      ["stats", `s3://lab/${KEY}`, ...range],
    ]) {
      store.bytes = 0;
      expect((await tagview(args, "", folder)).status).toBe(0);
      expect(store.bytes).toBeGreaterThan(0);
      expect(store.bytes).toBeLessThan(recording.length / 4);
    }
    const { stdout } = await tagview(["cat", "part.tags.zst"], "", folder);
    expect(stdout).toBe((await tagview(["cat", "x.tags.zst", ...range], "", folder)).stdout);
  });

  it("is asked for again where an answer fails or breaks off", async () => {
    signedIn();
    store.faults = [500, "cut", 503];
    expect(await stats(`s3://lab/${KEY}`)).toMatchObject({ status: 0, complete: true });
    expect(store.statuses.slice(0, 1)).toEqual([500]);
  });
});

describe("an address", () => {
  const config = s3Config({
    AWS_CONFIG_FILE: "/none",
    AWS_SHARED_CREDENTIALS_FILE: "/none",
    AWS_REGION: "eu-central-1",
  });

  it.each([
    ["s3://lab/x.tags.zst", "https://lab.s3.eu-central-1.amazonaws.com/x.tags.zst"],
    ["s3://with.dots/a/b c", "https://s3.eu-central-1.amazonaws.com/with.dots/a/b%20c"],
  ])("of %s is that of AWS, unless another is given", (url, address) => {
    expect(addressOf(url, config)).toBe(address);
    const own = addressOf(url, { ...config, endpoint: "http://localhost:9000/" });
    expect(own).toMatch(/^http:\/\/localhost:9000\/(lab|with\.dots)\//);
  });
});

describe("an Icechunk repository in a store", () => {
  const shown = async (path: string, ...args: string[]) => {
    const { status, stdout, stderr } = await tagview(["icechunk", path, ...args, "--json"], "", folder);
    return { status, stderr, stdout: stdout.replace(/"file":"[^"]*"/u, "") };
  };

  it("is what it is in a folder, by its list of objects", async () => {
    const local = await shown("repository");
    expect(local.status).toBe(0);
    signedIn();
    expect(await shown("s3://lab/data/a&b c")).toEqual(local);
    expect(await shown("s3://lab/data/a&b c/")).toEqual(local);
    expect(await shown("s3://lab/data/a&b c", "--check")).toEqual(await shown("repository", "--check"));
  }, 60_000);

  it("needs no credentials where it is public, by either address", async () => {
    const local = await shown("repository");
    expect(await shown("s3://public/repository")).toEqual(local);
    expect(await shown(`${store.endpoint}/public/repository`)).toEqual(local);
  }, 60_000);

  it("is refused with a sentence without credentials, and where there is no list", async () => {
    expect((await shown("s3://lab/data")).stderr).toContain("the store denies access (403)");
    const { status, stderr } = await shown(`${store.endpoint}/public/none`);
    expect([status, stderr]).toEqual([2, expect.stringContaining("404")]);
  }, 60_000);
});
