/** Where the program starts: what takes longest begins first, while the rest is loaded. */

import { prepare } from "@tagview/engine";
import { haveLarge } from "./inputs";

const args = process.argv.slice(2);
prepare(haveLarge(args));

void import("./main");
