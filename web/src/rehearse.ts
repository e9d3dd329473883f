import { coincidenceChart, g2Chart, gapsChart, matrixChart, rateChart } from "@tagview/charts";
import {
  type Coincidence,
  type Correlation,
  type Gaps,
  open,
  type Pairs,
  type Rate,
  type Summary,
  simulate,
} from "@tagview/engine";
import { parametersOf, questionsOf } from "./parameters";
import { READING, REQUEST } from "./run";
import { get, WHOLE } from "./state";

/** A quarter of a second of the sample's source, some 55,000 tags, in pieces that leave the page its turns. */
const SOURCE = { duration: 1_600_000_000n, frameTags: 8192n };
/** Browsers compile well what has run for so long. */
const LONG_ENOUGH_MS = 800;

/**
 * Reads, asks and draws a small simulated recording, again and again for a moment, while nothing is
 * open: browsers run new code slowly, and a person's file is to be read by code that has run before.
 */
export async function rehearse(): Promise<void> {
  const began = performance.now();
  const idle = (): boolean => get().files.length === 0 && !document.hidden;
  const pieces: Uint8Array[] = [];
  await simulate(SOURCE, { write: (piece) => void pieces.push(piece.slice()) });
  const bytes = new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
  while (idle() && performance.now() - began < LONG_ENOUGH_MS) {
    const session = open(bytes.slice(), REQUEST, { ...READING, onSnapshot: () => {} });
    try {
      const results = { ...(await session.read).analyses };
      const summary = results.summary as Summary;
      for (const { request } of questionsOf(parametersOf(WHOLE, null, summary)))
        Object.assign(results, (await session.ask(request)).analyses);
      for (const { request } of questionsOf(parametersOf(WHOLE, results.pairs as Pairs, summary)))
        if (idle()) Object.assign(results, (await session.ask(request)).analyses);
      if (idle()) draw(results);
    } finally {
      session.close();
    }
  }
}

/** Draws what was found, for nobody to see. */
function draw({ rate, gaps, pairs, correlation, coincidence }: Record<string, unknown>): void {
  const { tick, units } = get();
  const options = { tick, units, width: 600, height: 300, subject: "" };
  rateChart(document, rate as Rate, options);
  gapsChart(document, gaps as Gaps, options);
  matrixChart(document, pairs as Pairs, options);
  if (correlation) g2Chart(document, correlation as Correlation, options);
  if (coincidence) coincidenceChart(document, coincidence as Coincidence, options);
}
