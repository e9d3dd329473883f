import { open, type Pairs, type Summary, simulate } from "@tagview/engine";
import { parametersOf, questionsOf } from "./parameters";
import { REQUEST } from "./run";
import { get, WHOLE } from "./state";

/** A quarter of a second of the sample's source, some 55,000 tags, in pieces that leave the page its turns. */
const SOURCE = { duration: 1_600_000_000n, frameTags: 8192n };
/** Browsers compile well what has run for so long. */
const LONG_ENOUGH_MS = 500;

/**
 * Reads and asks a small simulated recording, again and again for half a second, while nothing is
 * open: browsers run new code slowly, and a person's file is to be read by code that has run before.
 */
export async function rehearse(): Promise<void> {
  const began = performance.now();
  const idle = (): boolean => get().files.length === 0 && !document.hidden;
  const pieces: Uint8Array[] = [];
  await simulate(SOURCE, { write: (piece) => void pieces.push(piece.slice()) });
  const bytes = new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
  while (idle() && performance.now() - began < LONG_ENOUGH_MS) {
    const session = open(bytes.slice(), REQUEST, { onSnapshot: () => {} });
    try {
      const summary = (await session.read).analyses.summary as Summary;
      let pairs: Pairs | null = null;
      for (const { topic, request } of questionsOf(parametersOf(WHOLE, null, summary))) {
        const { analyses } = await session.ask(request);
        if (topic === "pairs") pairs = analyses.pairs as Pairs;
      }
      for (const { request } of questionsOf(parametersOf(WHOLE, pairs, summary)))
        if (idle()) await session.ask(request);
    } finally {
      session.close();
    }
  }
}
