/** Where the program starts: what takes longest begins first, while the rest is loaded. */

import { MAIN_THREAD_COMMANDS } from "./commands/main-thread";
import { prepare } from "./runtime/engine";
import { haveLarge } from "./runtime/inputs";

const args = process.argv.slice(2);
prepare(!MAIN_THREAD_COMMANDS.includes(args[0] ?? "") && haveLarge(args));

void import("./main");
