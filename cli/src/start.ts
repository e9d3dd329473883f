/** Where the program starts: what takes longest begins first, while the rest is loaded. */

import { prepare } from "@tagview/engine";
import { haveLarge } from "./inputs";

/** Commands that have files and do everything on the program's own thread. */
const ALONE = ["slice", "merge", "serve", "simulate"];

const args = process.argv.slice(2);
prepare(!ALONE.includes(args[0] ?? "") && haveLarge(args));

void import("./main");
