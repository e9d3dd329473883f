/** What `tagview verify --json` prints. */

import {
  complete,
  count,
  type Described,
  error,
  exactly,
  file,
  finding,
  list,
} from "../../output/json-shapes";

export const verify = exactly({ file, tags: count(), complete, findings: list(finding), error });
export type VerifyJson = Described<typeof verify>;
