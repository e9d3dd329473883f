// Writes the list of the core's public items, which `npm run lint` compares.
import { documentCore, writeApi } from "./lib/public-api.mjs";
import { main, must } from "./lib/step.mjs";

await main(async () => {
  must(await documentCore(), "the documentation of the core could not be built: see above");
  await writeApi();
});
