// `npm run spark`: tests the Python package on a Spark cluster of two workers on this machine, with PySpark (450 MB) in a
// virtual environment of its own. It needs Python 3.10 or newer and Java 17.
import { join } from "node:path";
import { ROOT, TOOLS } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { fingerprint, isCurrent, stamp, unstamp } from "./lib/stamp.mjs";
import { main, must, step, Trouble } from "./lib/step.mjs";
import { buildWheel, findPython, setupPython } from "./python.mjs";

const ENVIRONMENT = join(TOOLS, "spark-python");
const PYTHON = join(ENVIRONMENT, "bin", "python");
const NEEDED = ["numpy>=1.23", "pandas>=2.2,<3", "pyarrow", "pyspark>=4,<5", "pytest>=8"];
const TEST = join(ROOT, "tests", "python", "test_spark.py");

await main(async () => {
  if ((await run("java", ["-version"])).code !== 0) throw new Trouble("there is no Java");
  const reason = await setupPython();
  if (reason !== null) throw new Trouble(reason);
  const wheel = await buildWheel();
  const print = fingerprint([], NEEDED);
  if (!isCurrent("spark-python", print, [PYTHON])) {
    await step("install PySpark into .tools/spark-python (pip)", async () => {
      unstamp("spark-python");
      must(
        await run(await findPython(), ["-m", "venv", "--clear", ENVIRONMENT]),
        "Python with venv is needed",
      );
      const install = ["-m", "pip", "install", "--quiet", ...NEEDED];
      must(await run(PYTHON, install), "PySpark can't be installed");
      stamp("spark-python", print);
    });
  }
  const install = ["-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps", wheel];
  must(await run(PYTHON, install), "the wheel could not be installed: see above");
  const env = { TAGVIEW_NODE: process.execPath, PYTHONDONTWRITEBYTECODE: "1", PYSPARK_PYTHON: PYTHON };
  const args = ["-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", TEST, ...process.argv.slice(2)];
  const { code } = await run(PYTHON, args, { env, echo: true });
  process.exitCode = code;
});
