// Runs the example for Apache Spark on a cluster of two workers on this machine, with PySpark (320 MB) in a virtual
// environment of its own. It needs Python 3 and Java 17.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { TOOLS } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { must, printError, step } from "./lib/step.mjs";

const ENVIRONMENT = join(TOOLS, "spark-python");

try {
  if (!existsSync(join(ENVIRONMENT, "bin", "spark-submit"))) {
    await step("install PySpark", async () => {
      must(await run("python3", ["-m", "venv", ENVIRONMENT]), "Python 3 with venv is needed");
      const install = ["-m", "pip", "install", "--quiet", "pyspark==3.5.3"];
      must(await run(join(ENVIRONMENT, "bin", "python"), install), "PySpark can't be installed");
    });
  }
  const test = ["run", "--config", "tests/vitest.config.ts", "tests/cli/spark.test.ts"];
  const { code } = await run("vitest", test, { echo: true });
  process.exitCode = code;
} catch (error) {
  printError(error);
  process.exitCode = 1;
}
