// Index-headers in wasm: opening by a scan and with a sparse header, memory, look-ups; beside Mimir and Thanos.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { PACKAGE } from "../scripts/lib/paths.mjs";
import { LOOK_UP, MIMIR, SYMBOL, THANOS } from "./data/go-index-header.mjs";
import { indexHeaderOf } from "./lib/index-header.mjs";
import { measureAll } from "./lib/measure.mjs";
import { table } from "./lib/table.mjs";
import { loadWorkloads } from "./lib/wasm.mjs";

const NAMES = [1, 20, 100, 200];
const VALUES = [1, 100, 5000];
/** Number of openings of one file; the fastest counts. */
const OPENINGS = 15;
/** About as large as the engine's of a file at hand. */
const CHUNK = 256 << 10;

export async function bench({ small }) {
  const { createInstance } = await import(pathToFileURL(join(PACKAGE, "more-instance.js")).href);
  const module = new WebAssembly.Module(readFileSync(join(PACKAGE, "tagview_more_bg.wasm")));
  const { IndexHeaderWorkload } = await loadWorkloads(small);
  const grid = (small ? [1, 20] : NAMES).flatMap((names) =>
    (small ? [1, 100] : VALUES).map((values) => ({ names, values })),
  );
  const rows = grid.map(({ names, values }) =>
    measure({ createInstance, module, IndexHeaderWorkload }, names, values, small ? 1 : OPENINGS),
  );
  return {
    result: { rows, mimir: MIMIR, thanos: THANOS, look_up: LOOK_UP, symbol: SYMBOL },
    text: report(rows),
  };
}

function measure({ createInstance, module, IndexHeaderWorkload }, names, values, openings) {
  const file = indexHeaderOf(names, values);
  const scanned = inInstance(createInstance, module, (wasm) =>
    open(wasm, new wasm.IndexHeaderOpening(file.length, false), file),
  );
  const scan_mb = scanned.mb;
  const sparse = gzipSync(scanned.opened.sparseMessage());
  const { mb: sparse_mb } = inInstance(createInstance, module, (wasm) =>
    open(wasm, wasm.IndexHeaderOpening.withSparse(file.length, sparse), file),
  );
  const workload = new IndexHeaderWorkload(file, sparse);
  const least = (work) => {
    let ms = Infinity;
    for (let round = 0; round < openings; round += 1) {
      const start = performance.now();
      work();
      ms = Math.min(ms, performance.now() - start);
    }
    return ms;
  };
  const [lookup, symbol] = measureAll([
    (rounds) => workload.lookup(rounds),
    (rounds) => workload.symbols(rounds),
  ]);
  const row = {
    names,
    values,
    bytes: file.length,
    scan_ms: least(() => workload.scan()),
    sparse_ms: least(() => workload.openSparse()),
    write_ms: least(() => workload.writeSparse()),
    table_bytes: workload.memory(),
    scan_mb,
    sparse_mb,
    lookup_us: lookup.least / 1000,
    symbol_us: symbol.least / 1000,
  };
  workload.free();
  return row;
}

/** Growth of a new instance's memory by `work`, whose objects are kept. */
function inInstance(createInstance, module, work) {
  const wasm = createInstance(module);
  const before = wasm.memory.buffer.byteLength;
  const opened = work(wasm);
  return { opened, mb: (wasm.memory.buffer.byteLength - before) / 1e6 };
}

/** Opens the file as the engine does, in chunks. */
function open(wasm, opening, file) {
  for (let wanted = opening.wants(); wanted !== undefined; wanted = opening.wants()) {
    for (let at = wanted.offset; at < wanted.offset + wanted.length; at += CHUNK) {
      const chunk = file.subarray(at, Math.min(at + CHUNK, wanted.offset + wanted.length));
      // Memory may grow with the call.
      const address = opening.reserve(chunk.length);
      new Uint8Array(wasm.memory.buffer, address, chunk.length).set(chunk);
      opening.push(chunk.length);
    }
    opening.end();
  }
  return opening.finish();
}

function report(rows) {
  const head = [
    "names",
    "values",
    "scan",
    "Mimir",
    "sparse",
    "Mimir",
    "and write",
    "Mimir",
    "table",
    "wasm, scan",
    "wasm, sparse",
    "Mimir",
    "look-up",
    "symbol",
  ];
  const ms = (value) => (value === undefined ? "" : `${value.toFixed(2)} ms`);
  const mb = (value) => (value === undefined ? "" : `${value.toFixed(2)} MB`);
  const lines = rows.map((row) => {
    const go = row.values === 5000 ? MIMIR[row.names] : undefined;
    return [
      ...[row.names, row.values, ms(row.scan_ms), ms(go?.scan), ms(row.sparse_ms), ms(go?.sparse)],
      ...[ms(row.write_ms), ms(go?.write), mb(row.table_bytes / 1e6), mb(row.scan_mb), mb(row.sparse_mb)],
      mb(go?.mb),
      ...[`${row.lookup_us.toFixed(3)} us`, `${row.symbol_us.toFixed(3)} us`],
    ];
  });
  return (
    `Index-headers in wasm; Mimir's times are Go's. A look-up takes Mimir ${LOOK_UP.mimir.join(" to ")} us, Thanos ` +
    `${LOOK_UP.thanos} us; a symbol ${SYMBOL.mimir.join(" to ")} us and ${SYMBOL.thanos} us.\n${table(head, lines)}`
  );
}
