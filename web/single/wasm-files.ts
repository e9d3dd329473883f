/** The WebAssembly modules, as data URLs inside the page. */

import compare from "../../crates/wasm/pkg/tagview_compare_bg.wasm?url&inline";
import main from "../../crates/wasm/pkg/tagview_main_bg.wasm?url&inline";
import more from "../../crates/wasm/pkg/tagview_more_bg.wasm?url&inline";

export const wasmFiles = { main: new URL(main), more: new URL(more), compare: new URL(compare) };
