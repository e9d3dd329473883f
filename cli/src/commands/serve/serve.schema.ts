/** What `tagview serve --json` prints. */

import * as s from "../../output/json-shapes";

export const serve = s.exactly({
  address: s.text("address of the page, with its secret token"),
  files: s.list(s.file, "files open in the page"),
});
export type ServeJson = s.Described<typeof serve>;
