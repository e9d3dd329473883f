import { g2Chart, matrixChart, rateChart } from "@tagview/charts";
import type { Correlation, Pairs, Rate, Summary } from "@tagview/engine";
import { engine } from "../../../app/engine";
import { pageFile } from "../../../app/page-file";
import { parametersOf } from "../model/parameters";
import { WHOLE } from "./codecs";
import { queriesOf } from "./queries";
import { REQUEST, readingWith } from "./reading";
import { get } from "./state";

/** The start of the sample, some 670 tags, beside the page. */
const RECORDING = "warm-up.tags.zst";
/** Code that has run for this long has been compiled well by the browser. */
const LONG_ENOUGH_MS = 800;

/**
 * Repeatedly reads, queries and draws a small simulated recording for a short time, because browsers run new code
 * slowly. The user's file is then read by compiled code. Ends when `isIdle` returns false.
 */
export async function warmUp(isIdle: () => boolean): Promise<void> {
  const began = performance.now();
  const response = await fetch(pageFile(RECORDING));
  if (!response.ok) return;
  const bytes = new Uint8Array(await response.arrayBuffer());
  while (isIdle() && performance.now() - began < LONG_ENOUGH_MS) {
    const session = engine.tags.open({ kind: "bytes", bytes: bytes.slice() }, REQUEST, {
      ...readingWith(() => get().tickText),
      onSnapshot: () => {},
    });
    try {
      const results = { ...(await session.read).analyses };
      const summary = results.summary as Summary;
      for (const { request } of queriesOf(parametersOf(WHOLE, null, summary), get().tickText))
        Object.assign(results, (await session.ask(request)).analyses);
      for (const { request } of queriesOf(
        parametersOf(WHOLE, results.pairs as Pairs, summary),
        get().tickText,
      ))
        if (isIdle()) Object.assign(results, (await session.ask(request)).analyses);
      if (isIdle()) draw(results);
    } finally {
      session.close();
    }
  }
}

/** Draws results into charts that are not put on the page, those that are drawn first. */
function draw({ rate, pairs, correlation }: Record<string, unknown>): void {
  const { tick, units } = get();
  const options = { tick, units, width: 600, height: 300, subject: "" };
  rateChart(document, rate as Rate, options);
  matrixChart(document, pairs as Pairs, options);
  if (correlation) g2Chart(document, correlation as Correlation, options);
}
