/** What `tagview verify --json` prints. */

import type { Static } from "typebox";
import { complete, count, error, exactly, file, finding, list } from "../../output/json-shapes";

export const verify = exactly({ file, tags: count(), complete, findings: list(finding), error });
export type VerifyJson = Static<typeof verify>;
