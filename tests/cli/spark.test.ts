/**
 * The example for Apache Spark, on a cluster of two workers on this machine: what it counts is what one pass over all
 * recordings counts, also where a worker is killed half-way. `npm run spark` installs PySpark, 320 MB, and runs it.
 */

import { execFile, execFileSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { CLI, scratch, tagview, write } from "../support/command-line";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const ENVIRONMENT = join(ROOT, ".tools", "spark-python");
const SUBMIT = join(ENVIRONMENT, "bin", "spark-submit");
const JOB = join(ROOT, "examples", "spark", "tagview_spark.py");
const COMMAND = ["g2", "--a", "3", "--b", "15"];

const folder = scratch();
const run = promisify(execFile);
const PARTS = ["one.tags.zst", "two.tags.zst"].map((name) => join(folder, name));

function java(): string | null {
  try {
    execFileSync("java", ["-version"], { stdio: "ignore" });
    return null;
  } catch {
    return "there is no Java";
  }
}

const missing = existsSync(SUBMIT) ? java() : "PySpark is not installed: npm run spark";

/** A tagview that notes each call, and takes a while for it. */
function slowly(calls: string): string {
  const path = write(folder, "slowly.sh", `#!/bin/sh\necho >> ${calls}\nsleep 0.4\nexec node ${CLI} "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}

async function submitted(program: string): Promise<{ answer: object; log: string }> {
  const args = ["--master", "local-cluster[2,1,1024]", JOB, "--tagview", program, "--bytes", "30000"];
  const environment = {
    ...process.env,
    PYSPARK_PYTHON: join(ENVIRONMENT, "bin", "python"),
    SPARK_LOCAL_IP: "127.0.0.1",
  };
  const done = await run(SUBMIT, [...args, ...COMMAND, "--", ...PARTS], { env: environment, cwd: folder });
  return { answer: { ...JSON.parse(done.stdout), file: "", bytes: 0 }, log: done.stderr };
}

/** How many of Spark's executors run for this test: each is a Java of its own. */
function executors(): number[] {
  const all = execFileSync("ps", ["-eo", "pid,args"]).toString();
  const lines = all.split("\n").filter((line) => line.includes("CoarseGrainedExecutorBackend"));
  return lines.map((line) => Number.parseInt(line, 10));
}

describe.skipIf(missing !== null)(
  `a cluster of two workers${missing === null ? "" : ` (${missing})`}`,
  () => {
    let whole: object;

    beforeAll(async () => {
      for (const [k, path] of PARTS.entries()) {
        const args = [
          "simulate",
          "--quiet",
          "--seed",
          `${k + 1}`,
          "--duration",
          "0.4s",
          "--frame-tags",
          "9000",
          "-o",
          path,
        ];
        expect((await tagview(args)).status).toBe(0);
      }
      // The second begins where the first ends.
      const [first = "", second = ""] = PARTS;
      const text = [(await tagview(["cat", first])).stdout, (await tagview(["cat", second])).stdout];
      const last = BigInt(text[0]?.trimEnd().split("\t").at(-1) ?? "0");
      const later = (text[1] ?? "").replaceAll(/\t(\d+)/gu, (_, time) => `\t${BigInt(time) + last + 1n}`);
      expect((await tagview(["pack", "-", "-o", second, "--frame-tags", "9000"], later)).status).toBe(0);
      const all = write(folder, "all.tags.zst", Buffer.concat(PARTS.map((path) => readFileSync(path))));
      whole = { ...JSON.parse((await tagview([...COMMAND, "--json", all])).stdout), file: "", bytes: 0 };
    }, 60_000);

    it("counts what one pass counts", async () => {
      const { answer, log } = await submitted(`node ${CLI}`);
      expect(answer).toEqual(whole);
      expect(log).toContain("executor 1");
    }, 180_000);

    it("counts the same where a worker is killed half-way", async () => {
      const calls = join(folder, "calls");
      write(folder, "calls", "");
      const running = submitted(slowly(calls));
      while (readFileSync(calls).length < 4) await new Promise((resolve) => setTimeout(resolve, 50));
      const [victim] = executors();
      expect(victim).toBeGreaterThan(1);
      process.kill(victim as number, "SIGKILL");
      const { answer, log } = await running;
      expect(log).toMatch(/Lost executor/u);
      expect(answer).toEqual(whole);
    }, 180_000);
  },
);
