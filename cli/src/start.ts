/** Where the program starts: what takes longest begins first, while the rest is loaded. */

import { prepare } from "@tagview/engine";
import { haveLarge } from "./inputs";

prepare(haveLarge(process.argv.slice(2)));

void import("./main");
