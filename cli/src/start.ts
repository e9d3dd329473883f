/** Starts the program: the slowest preparations begin first, while the remaining code is loaded. */

import "./runtime/standard-streams";
import { preparationOf } from "./commands/preparation";
import { prepare } from "./runtime/engine";
import { haveLarge } from "./runtime/inputs";

const args = process.argv.slice(2);
const { module, thread, here } = preparationOf(args);
prepare({ module, thread: thread && (!here || haveLarge(args)), here });

void import("./main");
