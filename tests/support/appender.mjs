/**
 * Appends a file to another as a recording device would: at random moments, in random pieces, independent of frames.
 * `node appender.mjs SOURCE TARGET SEED MILLISECONDS`; the last is the approximate duration.
 */

import { appendFileSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

const [source, target, seed, milliseconds] = process.argv.slice(2);
const bytes = readFileSync(source);
let state = Number(seed);

/** Random number from 0 to 1 (mulberry32). */
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}

const PIECES = 40;
for (let at = 0; at < bytes.length; ) {
  const length = 1 + Math.floor((random() * 2 * bytes.length) / PIECES);
  appendFileSync(target, bytes.subarray(at, at + length));
  at += length;
  await pause((random() * 2 * Number(milliseconds)) / PIECES);
}
