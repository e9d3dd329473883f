// Sets up, builds, prints the statistics of the sample recording, and serves the page with it.
import { build } from "./build.mjs";
import { CLI, SAMPLE } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { main } from "./lib/step.mjs";
import { setupRest, setupRust } from "./setup.mjs";

await main(async () => {
  await setupRust({ tests: false });
  await build({ ready: setupRest({ tests: false }), isQuick: true });
  for (const command of ["stats", "serve"]) {
    const { code } = await run(process.execPath, [CLI, command, SAMPLE], { keep: false });
    process.exitCode = code;
    if (code !== 0) return;
  }
});
