/** What `tagview serve --json` prints. */

import { type Described, exactly, file, list, text } from "../../output/json-shapes";

export const serve = exactly({
  address: text("of the page, which holds a secret"),
  files: list(file, "files that are open in the page"),
});
export type ServeJson = Described<typeof serve>;
