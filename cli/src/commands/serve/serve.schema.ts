/** What `tagview serve --json` prints. */

import { type Described, exactly, file, list, text } from "../../output/json-shapes";

export const serve = exactly({
  address: text("address of the page, with its secret token"),
  files: list(file, "files open in the page"),
});
export type ServeJson = Described<typeof serve>;
