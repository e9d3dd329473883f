/** Where the program starts: what takes longest begins first, while the rest is loaded. */

import { prepare } from "@tagview/engine";
import { haveLarge } from "./inputs";

const args = process.argv.slice(2);
// A range is often but a few frames, which need no second thread.
const ranged = args.some((arg) => /^--(from|to)\b/.test(arg));
prepare(!ranged && haveLarge(args));

await import("./main");
