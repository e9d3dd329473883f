/** Where the program starts: what takes longest begins first, while the rest is loaded. */

import { preparationOf } from "./commands/preparation";
import { prepare } from "./runtime/engine";
import { haveLarge } from "./runtime/inputs";

const args = process.argv.slice(2);
const { module, thread } = preparationOf(args[0]);
prepare({ module, thread: thread && haveLarge(args) });

void import("./main");
