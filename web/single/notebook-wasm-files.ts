/** The WebAssembly modules of the page of a notebook, as data URLs inside the page. */

import main from "../../crates/wasm/pkg/tagview_main_bg.wasm?url&inline";
import more from "../../crates/wasm/pkg/tagview_more_bg.wasm?url&inline";

/** Without the module that writes and compares other formats, which this page does not offer. */
export const wasmFiles = { main: new URL(main), more: new URL(more), compare: new URL("data:,") };
